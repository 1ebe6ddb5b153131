import { BarChart } from '@mantine/charts'
import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './statistics.module.css'
import { WorkTable, type NamedWork } from './work-table'

type Props = {
  title: string
  /** The heading of the rows. */
  first: string
  rows: readonly NamedWork[]
  empty: string
}

/** Orders, items and refused scans side by side. Screen readers get the same numbers as a table. */
export function WorkChart({ title, first, rows, empty }: Props) {
  const { t } = useTranslation()
  if (rows.every(({ scans, lines, orders }) => scans + lines + orders === 0)) return <Text>{empty}</Text>
  return (
    <>
      <div aria-hidden className={classes['chart']}>
        <BarChart
          h={240}
          data={[...rows]}
          dataKey="name"
          withLegend
          legendProps={{ verticalAlign: 'top' }}
          series={[
            { name: 'orders', label: t('statistics.orders'), color: 'indigo.6' },
            { name: 'lines', label: t('statistics.lines'), color: 'teal.6' },
            { name: 'refusals', label: t('statistics.refusals'), color: 'red.6' },
          ]}
          yAxisProps={{ allowDecimals: false }}
          barChartProps={{ accessibilityLayer: false }}
        />
      </div>
      <div className={classes['unseen']}>
        <WorkTable caption={title} first={first} rows={rows} />
      </div>
    </>
  )
}
