import type { HistoryEntry } from '../../../../../shared/contract/op-views'
import { useTranslation } from '../../../locales/i18n'
import classes from './history-list.module.css'
import { errorWords, nameWords, noteWords } from '../../../parts/sentences'
import { showTime } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { Unbroken } from '../../../parts/unbroken'

/** What happened to an operation, when, who did it, and what the marketplace answered. */
export function HistoryList({ entries }: { entries: readonly HistoryEntry[] }) {
  const { t } = useTranslation()
  const zone = useZone()
  return (
    <ol className={classes['list']}>
      {entries.map((entry, index) => (
        <li key={index} className={classes['entry']}>
          <time className={classes['at']} dateTime={entry.at}>
            {showTime(entry.at, zone)}
          </time>
          <div>
            <div className={classes['event']}>
              {t(`op.events.${entry.event}`)}
              {entry.by !== null &&
                entry.by !== '' &&
                ` ${t('op.by', { by: nameWords(t, entry.by, entry.fromFile) })}`}
            </div>
            {entry.byHand !== undefined && <div>{t('op.byHand', { count: entry.byHand })}</div>}
            {entry.error !== null && <div>{errorWords(t, entry.error)}</div>}
            {entry.note !== null && (
              <div>
                <Unbroken text={noteWords(t, entry.note, (iso) => showTime(iso, zone))} />
              </div>
            )}
          </div>
        </li>
      ))}
    </ol>
  )
}
