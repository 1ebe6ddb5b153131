import { BarChart } from '@mantine/charts'
import { SegmentedControl, Text } from '@mantine/core'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import type { HourlyWork, WarehouseView } from '../../../../shared/contract/warehouse'
import { useLocale, useTranslation } from '../../locales/i18n'
import report from '../../ui/report.module.css'
import { hourBars, MOST_COLORS, totalOf } from './hour-bars'
import classes from './warehouse.module.css'

const COLORS = ['indigo.6', 'teal.6', 'orange.5', 'grape.6', 'cyan.6', 'pink.6', 'gray.6'] as const

type Props = Pick<WarehouseView, 'hours' | 'byStation' | 'byOperator'>

/** Who has packed how much in which hour of today? */
export function WorkChart({ hours, byStation, byOperator }: Props) {
  const { t } = useTranslation()
  const [by, setBy] = useState<'station' | 'operator'>('station')
  const rows = useMemo(
    () =>
      by === 'station'
        ? byStation
        : byOperator.map((row) => ({ ...row, name: row.name || t('statistics.nobody') })),
    [by, byStation, byOperator, t],
  )
  const first = by === 'station' ? t('warehouse.columns.station') : t('statistics.operator')
  return (
    <section className={`${report['card']} ${classes['chartCard']}`} aria-label={t('warehouse.perHour')}>
      <div className={report['cardHead']}>
        <h2 className={report['cardTitle']}>{t('warehouse.perHour')}</h2>
        <SegmentedControl
          size="sm"
          aria-label={t('warehouse.by')}
          data={[
            { value: 'station', label: t('warehouse.byStation') },
            { value: 'operator', label: t('warehouse.byOperator') },
          ]}
          value={by}
          onChange={(value) => setBy(value === 'operator' ? 'operator' : 'station')}
        />
      </div>
      {hours.length === 0 ? (
        <Text>{t('warehouse.nothingPacked')}</Text>
      ) : (
        <Drawn caption={t('warehouse.perHour')} first={first} hours={hours} rows={rows} />
      )}
    </section>
  )
}

type DrawnProps = {
  caption: string
  /** The heading of the rows. */
  first: string
  hours: readonly string[]
  rows: readonly HourlyWork[]
}

/** Few are told apart by color; screen readers, and everybody where there are many, get a table. */
function Drawn({ caption, first, hours, rows }: DrawnProps) {
  const drawn = useDeferredValue<readonly HourlyWork[] | null>(rows, null)
  const table = <HourTable caption={caption} first={first} hours={hours} rows={rows} />
  if (rows.length > MOST_COLORS)
    return (
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={caption}>
        {table}
      </div>
    )
  return (
    <>
      <div aria-hidden className={`${report['chart']} ${classes['chart']}`}>
        {drawn !== null && <Chart hours={hours} rows={drawn} />}
      </div>
      <div className={report['unseen']}>{table}</div>
    </>
  )
}

const Chart = memo(function Chart({ hours, rows }: Pick<DrawnProps, 'hours' | 'rows'>) {
  const { series, bars } = hourBars(hours, rows)
  return (
    <BarChart
      h="100%"
      type="stacked"
      data={[...bars]}
      dataKey="hour"
      withLegend
      legendProps={{ verticalAlign: 'top' }}
      maxBarWidth={72}
      series={series.map(({ key, name, total }, index) => ({
        name: key,
        label: `${name} ${total}`,
        color: COLORS[index] ?? 'gray.6',
      }))}
      yAxisProps={{ allowDecimals: false }}
      barChartProps={{ accessibilityLayer: false }}
    />
  )
})

/** Who packed how much in which hour, as a table whose cells are the darker the more was packed. */
function HourTable({ caption, first, hours, rows }: DrawnProps) {
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
