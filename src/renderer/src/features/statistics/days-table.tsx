import type { StatisticsView } from '../../../../shared/contract/statistics'
import { useLocale, useTranslation } from '../../locales/i18n'
import { showDay } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import report from '../../ui/report.module.css'
import { durationWords, foldDays } from './figures'
import classes from './statistics.module.css'

/** Newest first. */
export function DaysTable({ days }: Pick<StatisticsView, 'days'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const zone = useZone()
  const figure = (value: number) => value.toLocaleString(locale)
  return (
    <table className={report['table']}>
      <caption className={report['unseen']}>{t('statistics.daysTitle')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('statistics.day')}</th>
          <th scope="col">{t('statistics.orders')}</th>
          <th scope="col">{t('statistics.lines')}</th>
          <th scope="col">{t('statistics.scans')}</th>
          <th scope="col">{t('statistics.refused')}</th>
          <th scope="col">{t('statistics.time')}</th>
        </tr>
      </thead>
      <tbody>
        {foldDays(days).map((row) => {
          if (row.kind === 'empty') {
            const [from, to] = [showDay(row.from, zone), showDay(row.to, zone)]
            return (
              <tr key={row.to} className={classes['empty']}>
                <th scope="row" colSpan={6}>
                  {from === to
                    ? t('statistics.emptyDay', { day: to })
                    : t('statistics.emptyDays', { from, to })}
                </th>
              </tr>
            )
          }
          const { day, orders, lines, scans, refusals, secondsPerOrder } = row.work
          return (
            <tr key={day}>
              <th scope="row">{showDay(day, zone)}</th>
              <td>{figure(orders)}</td>
              <td>{figure(lines)}</td>
              <td>{figure(scans)}</td>
              <td>{figure(refusals)}</td>
              <td>{durationWords(t, secondsPerOrder)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
