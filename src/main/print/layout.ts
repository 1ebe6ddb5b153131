import type { Locale } from '../../shared/domain/station/locale'
import type { Paper } from '../../shared/domain/station/paper'
import type { DrawBarcode } from './barcode'

/** Language, paper and time zone of a document. */
export type Layout = {
  locale: Locale
  paper: Paper
  /** IANA name. */
  timeZone: string
  draw: DrawBarcode
}

/** "21 November 2026" ("21 Nov 2026" on a label) in the station's time zone, or the text itself if it is not a time. */
export function showDate(iso: string, { locale, paper, timeZone }: Layout): string {
  const time = new Date(iso)
  if (Number.isNaN(time.getTime())) return iso
  return new Intl.DateTimeFormat(locale, {
    dateStyle: paper === 'label' ? 'medium' : 'long',
    timeZone,
  }).format(time)
}

/** "14:30" in the station's time zone, in the language's usual 12- or 24-hour clock. */
export function showTime(iso: string, { locale, timeZone }: Layout): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(new Date(iso))
}
