import { useTranslation } from 'react-i18next'
import type { StatisticsView } from '../../../../shared/contract/statistics-views'
import { useLocale } from '../../locales/i18n'
import classes from './statistics.module.css'
import { durationWords } from './duration-words'
import { perHour } from './per-hour'

/** Today in four figures, readable from a meter. */
export function Tiles({ today, hours }: Pick<StatisticsView, 'today' | 'hours'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const rate = (column: 'orders' | 'lines') =>
    t('statistics.perHourHint', { rate: perHour(today, hours, column, locale) })
  return (
    <dl className={classes['tiles']} aria-label={t('statistics.today')}>
      <Tile name={t('statistics.orders')} value={today.orders.toLocaleString(locale)} hint={rate('orders')} />
      <Tile name={t('statistics.lines')} value={today.lines.toLocaleString(locale)} hint={rate('lines')} />
      <Tile
        name={t('statistics.refusals')}
        value={today.refusals.toLocaleString(locale)}
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
