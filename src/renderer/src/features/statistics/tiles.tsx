import { useTranslation } from 'react-i18next'
import type { StatisticsView, WorkView } from '../../../../shared/contract/evidence-views'
import classes from './statistics.module.css'
import { durationWords } from './duration-words'

/** Today in four figures, readable from a metre. */
export function Tiles({ today, hours }: Pick<StatisticsView, 'today' | 'hours'>) {
  const { t } = useTranslation()
  const rate = (column: 'orders' | 'lines') =>
    t('statistics.perHourHint', { rate: perHour(today, hours, column) })
  return (
    <dl className={classes['tiles']} aria-label={t('statistics.today')}>
      <Tile name={t('statistics.orders')} value={String(today.orders)} hint={rate('orders')} />
      <Tile name={t('statistics.lines')} value={String(today.lines)} hint={rate('lines')} />
      <Tile
        name={t('statistics.refusals')}
        value={String(today.refusals)}
        hint={t('statistics.scansHint', { count: today.scans })}
      />
      <Tile
        name={t('statistics.time')}
        value={durationWords(t, today.secondsPerOrder)}
        hint={t('statistics.timeHint')}
      />
    </dl>
  )
}

function Tile({ name, value, hint }: { name: string; value: string; hint: string }) {
  const { t } = useTranslation()
  return (
    <div className={classes['tile']}>
      <dt>
        {name} <span className={classes['quiet']}>{t('statistics.today')}</span>
      </dt>
      <dd className={classes['figure']}>{value}</dd>
      <dd className={classes['quiet']}>{hint}</dd>
    </div>
  )
}

/** Over the hours in which anything was done: a break of hours is no slow work. */
function perHour(today: WorkView, hours: readonly WorkView[], column: 'orders' | 'lines'): string {
  const worked = hours.filter(({ scans, lines }) => scans + lines > 0).length
  const rate = worked === 0 ? 0 : today[column] / worked
  return rate.toFixed(rate < 10 && rate > 0 ? 1 : 0)
}
