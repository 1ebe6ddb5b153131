import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import type { WallView } from '../../../../shared/contract/warehouse-views'
import report from '../../ui/report.module.css'
import { useSize } from './use-size'
import classes from './wall.module.css'

/** How much is packed in each hour of today? */
export function WallChart({ wall: { hours } }: { wall: WallView }) {
  const { t } = useTranslation()
  // A chart that is drawn again with each answer would flicker.
  const drawn = hours.map(({ hour, orders }) => `${hour}=${orders}`).join()
  return (
    <section className={classes['panel']} aria-label={t('warehouse.perHour')}>
      <h2 className={classes['panelTitle']}>{t('warehouse.perHour')}</h2>
      {hours.length === 0 ? (
        <p className={classes['quiet']}>{t('warehouse.nothingPacked')}</p>
      ) : (
        <>
          <Bars drawn={drawn} />
          <ul className={report['unseen']}>
            {hours.map(({ hour, orders }) => (
              <li key={hour}>
                {hour}: {orders}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

/** A quarter of the usual size of a chart's words is read from 3 m. */
const WORDS_OF_HEIGHT = 0.07

const Bars = memo(function Bars({ drawn }: { drawn: string }) {
  const { t } = useTranslation()
  const [ref, { height }] = useSize()
  const fontSize = Math.round(Math.max(16, Math.min(34, height * WORDS_OF_HEIGHT)))
  const data = drawn.split(',').map((bar) => {
    const [hour = '', orders] = bar.split('=')
    return { hour: hour.replace(/:00$/, ''), orders: Number(orders) }
  })
  return (
    <div ref={ref} aria-hidden className={classes['chart']}>
      {height > 0 && (
        <BarChart
          h={height}
          data={data}
          dataKey="hour"
          series={[{ name: 'orders', label: t('statistics.orders'), color: 'indigo.6' }]}
          withBarValueLabel
          withTooltip={false}
          withYAxis={false}
          gridAxis="none"
          maxBarWidth={160}
          valueLabelProps={{ fontSize, fontWeight: 680, fill: 'var(--mantine-color-text)' }}
          xAxisProps={{ tick: { fontSize, fill: 'var(--bench-quiet)' }, height: fontSize * 1.8, interval: 0 }}
          barChartProps={{ accessibilityLayer: false, margin: { top: fontSize * 1.6 } }}
          barProps={{ isAnimationActive: false, radius: 6 }}
        />
      )}
    </div>
  )
})
