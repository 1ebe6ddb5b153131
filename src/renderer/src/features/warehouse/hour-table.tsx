import { useTranslation } from 'react-i18next'
import type { HourlyWork } from '../../../../shared/contract/warehouse-views'
import { useLocale } from '../../locales/i18n'
import report from '../../ui/report.module.css'
import { totalOf } from './hour-bars'
import classes from './warehouse.module.css'

type Props = {
  caption: string
  /** The heading of the rows. */
  first: string
  hours: readonly string[]
  rows: readonly HourlyWork[]
}

/** Who packed how much in which hour, as a table whose cells are the darker the more was packed. */
export function HourTable({ caption, first, hours, rows }: Props) {
  const { t } = useTranslation()
  const locale = useLocale()
  const most = Math.max(1, ...rows.flatMap((row) => row.hours))
  return (
    <table className={`${report['table']} ${classes['heat']}`}>
      <caption className={report['unseen']}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          {hours.map((hour) => (
            <th key={hour} scope="col">
              {hour.replace(/:00$/, '')}
            </th>
          ))}
          <th scope="col">{t('statistics.today')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            <th scope="row">{row.name}</th>
            {hours.map((hour, at) => {
              const orders = row.hours[at] ?? 0
              return (
                <td key={hour} style={{ '--heat': `${Math.round((MOST_TINT * orders) / most)}%` }}>
                  {orders === 0 ? '' : orders.toLocaleString(locale)}
                </td>
              )
            })}
            <td className={classes['total']}>{totalOf(row).toLocaleString(locale)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Percent of the accent: text stays readable on it in both themes. */
const MOST_TINT = 32

declare module 'react' {
  interface CSSProperties {
    '--heat'?: string
    '--chars'?: number
  }
}
