import { useTranslation } from 'react-i18next'
import type { LineView } from '../../../shared/contract/views'
import { nameOfLine } from '../scan/scan-feedback'
import classes from './parcel-items.module.css'

/** More would leave no room for what to do. */
export const MOST_SHOWN = 6

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
