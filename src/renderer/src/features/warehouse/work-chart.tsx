import { BarChart } from '@mantine/charts'
import { SegmentedControl, Text } from '@mantine/core'
import { memo, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { WarehouseView } from '../../../../shared/contract/warehouse-views'
import report from '../../ui/report.module.css'
import { hourBars, type HourBars } from './hour-bars'
import classes from './warehouse.module.css'

const COLORS = ['indigo.6', 'teal.6', 'orange.5', 'grape.6', 'cyan.6', 'pink.6', 'gray.6'] as const

type Props = Pick<WarehouseView, 'hours' | 'byStation' | 'byOperator'>

/** Who has packed how much in which hour of today? */
export function WorkChart({ hours, byStation, byOperator }: Props) {
  const { t } = useTranslation()
  const [by, setBy] = useState<'station' | 'operator'>('station')
  const bars = useMemo(() => {
    const named = byOperator.map((row) => ({ ...row, name: row.name || t('statistics.nobody') }))
    return hourBars(hours, by === 'station' ? byStation : named, t('warehouse.others'))
  }, [hours, byStation, byOperator, by, t])
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
      {hours.length === 0 ? <Text>{t('warehouse.nothingPacked')}</Text> : <Drawn bars={bars} />}
    </section>
  )
}

/** Screen readers get the same numbers as a table. */
function Drawn({ bars }: { bars: HourBars }) {
  const { t } = useTranslation()
  const drawn = useDeferredValue<HourBars | null>(bars, null)
  return (
    <>
      <div aria-hidden className={`${report['chart']} ${classes['chart']}`}>
        {drawn !== null && <Chart bars={drawn} />}
      </div>
      <table className={report['unseen']}>
        <caption>{t('warehouse.perHour')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('statistics.hour')}</th>
            {bars.series.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {bars.bars.map((bar) => (
            <tr key={bar['hour']}>
              <th scope="row">{bar['hour']}</th>
              {bars.series.map(({ key }) => (
                <td key={key}>{bar[key]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}

const Chart = memo(function Chart({ bars: { series, bars } }: { bars: HourBars }) {
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
