import { BarChart } from '@mantine/charts'
import { memo, useDeferredValue } from 'react'
import { useLocale, useTranslation } from '../../locales/i18n'
import { showShortDay } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useMoney } from '../../parts/use-money'
import { useSpeech } from '../../parts/use-speech'
import report from '../../ui/report.module.css'
import type { Bar } from './chart-bars'
import classes from './payouts.module.css'

const CENTS = 100
const DAY_LENGTH = 10

/** Sold, refunded and the estimated payout side by side. The tables below say the same to screen readers. */
export function PayoutsChart({ bars }: { bars: readonly Bar[] }) {
  // The figures appear at once; the chart comes right after them.
  const drawn = useDeferredValue<readonly Bar[] | null>(bars, null)
  return (
    <div aria-hidden className={`${report['chart']} ${classes['chart']}`}>
      {drawn !== null && <Chart bars={drawn} />}
    </div>
  )
}

const Chart = memo(function Chart({ bars }: { bars: readonly Bar[] }) {
  const { t } = useTranslation()
  const zone = useZone()
  const money = useMoney()
  const locale = useLocale()
  const { currency } = useSpeech(null)
  const short = new Intl.NumberFormat(locale, { style: 'currency', currency, notation: 'compact' })
  const nameOf = (name: string) => (name.length === DAY_LENGTH ? showShortDay(name, zone) : name)
  return (
    <BarChart
      h="100%"
      data={bars.map(({ name, soldCents, refundedCents, payoutCents }) => ({
        name: nameOf(name),
        sold: soldCents / CENTS,
        refunded: refundedCents / CENTS,
        payout: payoutCents / CENTS,
      }))}
      dataKey="name"
      withLegend
      legendProps={{ verticalAlign: 'top' }}
      valueFormatter={(value) => money(Math.round(value * CENTS)) ?? ''}
      // Dates in even steps.
      xAxisProps={{ interval: 'equidistantPreserveStart' }}
      yAxisProps={{ width: 72, tickFormatter: (value: number) => short.format(value) }}
      series={[
        { name: 'sold', label: t('payouts.sold'), color: 'indigo.6' },
        { name: 'payout', label: t('payouts.payout'), color: 'indigo.3' },
        { name: 'refunded', label: t('payouts.refunded'), color: 'gray.5' },
      ]}
      barChartProps={{ accessibilityLayer: false }}
    />
  )
})
