import { BarChart } from '@mantine/charts'
import { Text } from '@mantine/core'
import { memo, useDeferredValue } from 'react'
import { useTranslation } from '../../locales/i18n'
import report from '../../ui/report.module.css'
import classes from './statistics.module.css'
import type { WorkView } from '../../../../shared/contract/statistics'
import { durationWords } from './figures'

type Props = {
  title: string
  /** The heading of the rows. */
  first: string
  rows: readonly NamedWork[]
  empty: string
}

/** Orders, items and refused scans side by side. Screen readers get the same numbers as a table. */
export function WorkChart({ title, first, rows, empty }: Props) {
  // The figures appear at once; the chart, which takes longer than the rest of the page, comes right after them.
  const drawn = useDeferredValue<Props['rows'] | null>(rows, null)
  if (rows.every(({ scans, lines, orders }) => scans + lines + orders === 0)) return <Text>{empty}</Text>
  return (
    <>
      <div aria-hidden className={`${report['chart']} ${classes['chart']}`}>
        {drawn !== null && <Chart rows={drawn} />}
      </div>
      <div className={report['unseen']}>
        <WorkTable caption={title} first={first} rows={rows} />
      </div>
    </>
  )
}

const Chart = memo(function Chart({ rows }: Pick<Props, 'rows'>) {
  const { t } = useTranslation()
  return (
    <BarChart
      h="100%"
      data={[...rows]}
      dataKey="name"
      withLegend
      legendProps={{ verticalAlign: 'top' }}
      series={[
        { name: 'orders', label: t('statistics.orders'), color: 'indigo.6' },
        { name: 'lines', label: t('statistics.lines'), color: 'indigo.3' },
        { name: 'refusals', label: t('statistics.refusals'), color: 'gray.5' },
      ]}
      yAxisProps={{ allowDecimals: false }}
      barChartProps={{ accessibilityLayer: false }}
    />
  )
})

type NamedWork = WorkView & { name: string }

type TableProps = { caption: string; first: string; rows: readonly NamedWork[] }

function WorkTable({ caption, first, rows }: TableProps) {
  const { t } = useTranslation()
  return (
    <table className={report['table']}>
      <caption className={report['unseen']}>{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{first}</th>
          <th scope="col">{t('statistics.orders')}</th>
          <th scope="col">{t('statistics.lines')}</th>
          <th scope="col">{t('statistics.byHand')}</th>
          <th scope="col">{t('statistics.refusals')}</th>
          <th scope="col">{t('statistics.time')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ name, orders, lines, byHand, refusals, secondsPerOrder }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{orders}</td>
            <td>{lines}</td>
            <td>{byHand}</td>
            <td>{refusals}</td>
            <td>{durationWords(t, secondsPerOrder)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
