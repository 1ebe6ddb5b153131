import { Duration } from 'luxon'
import type { Locale } from '../../../shared/domain/station/locale'

/** The difference between two clocks in words: "45 seconds", "2 minutes, 5 seconds". @param offsetMs of either sign */
export function clockWords(offsetMs: number, locale: Locale): string {
  const seconds = Math.round(Math.abs(offsetMs) / 1_000)
  return Duration.fromObject({ seconds }, { locale })
    .shiftTo('days', 'hours', 'minutes', 'seconds')
    .removeZeros()
    .toHuman()
}
