import type { TFunction } from 'i18next'
import type { LineView } from '../../../shared/contract/views'
import type { NamedCodes, ShownChange } from '../../../shared/domain/orders/order-change'
import { useTranslation } from '../locales/i18n'
import { nameOfLine } from '../scan/scan-feedback'
import classes from './order-changes.module.css'

/** More would leave no room for what to do. */
export const MOST_SHOWN = 6

/** What others changed in an order, before and after. */
export function OrderChanges({ changes }: { changes: readonly ShownChange[] }) {
  const { t } = useTranslation()
  if (changes.length === 0) return null
  const more = changes.length - MOST_SHOWN
  return (
    <ul className={classes['items']} aria-label={t('orderChanges.title')}>
      {changes.slice(0, MOST_SHOWN).map((change) => (
        <li key={change.seq}>{orderChangeWords(t, change)}</li>
      ))}
      {more > 0 && <li>{t('alarms.moreItems', { count: more })}</li>}
    </ul>
  )
}

/** A change as a sentence. */
export function orderChangeWords(t: TFunction, change: ShownChange): string {
  if (change.what === 'address') {
    const { from, to } = change
    if (from === null || to === null) return t('orderChanges.addressHidden')
    return t('orderChanges.address', { from: from.join(', '), to: to.join(', ') })
  }
  const { from, to, place } = change
  if (from === null || to === null)
    return from === null
      ? t('orderChanges.lineAdded', { to: nameOfCodes(to, null) })
      : t('orderChanges.lineGone', { from: nameOfCodes(from, null) })
  const words = { from: nameOfCodes(from, to), to: nameOfCodes(to, from) }
  // A line that is gone by now has no place.
  if (change.what === 'item' || place === null) return t('orderChanges.item', words)
  return t('orderChanges.line', { ...words, line: place })
}

const SHOWN_FIRST = ['externalId', 'itemNumber', 'mpn'] as const

/** By its title, and by the code that tells it from the other. */
export function nameOfCodes(codes: NamedCodes | null, other: NamedCodes | null): string {
  if (codes === null) return ''
  const known = SHOWN_FIRST.filter((key) => codes[key] !== null)
  const key = known.find((one) => codes[one] !== other?.[one]) ?? known[0]
  const code = key === undefined ? '?' : (codes[key] ?? '?')
  return codes.title === null ? code : `${codes.title} (${code})`
}

/** The items that an alarm is about, as one finds them on the bench: by title, then by number. */
export function ParcelItems({ lines }: { lines: readonly LineView[] }) {
  const { t } = useTranslation()
  if (lines.length === 0) return null
  const more = lines.length - MOST_SHOWN
  return (
    <ul className={classes['items']} aria-label={t('alarms.items')}>
      {lines.slice(0, MOST_SHOWN).map((line) => (
        <li key={line.lineId}>
          <span className={classes['itemTitle']}>{nameOfLine(line)}</span>
          <span className={classes['itemCode']}>{line.externalId ?? line.itemNumber}</span>
        </li>
      ))}
      {more > 0 && <li>{t('alarms.moreItems', { count: more })}</li>}
    </ul>
  )
}
