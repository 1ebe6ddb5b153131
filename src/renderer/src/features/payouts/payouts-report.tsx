import '@mantine/charts/styles.css'
import { Alert, Text } from '@mantine/core'
import { useEffect } from 'react'
import type { PayoutView } from '../../../../shared/contract/payouts'
import { FiguresExplained, ReportCard, ReportNotes, ReportTile } from '../../parts/report'
import { useAct, useKept, useRead } from '../../parts/use-read'
import { dayOf } from '../../parts/time/station-time'
import { useNow } from '../../parts/time/use-now'
import { useZone } from '../../parts/time/use-zone'
import { formatInstant } from '../../../../shared/domain/time/timestamps'
import report from '../../ui/report.module.css'
import { barsOf } from './chart-bars'
import { CategoriesCard, DaysCard } from './payout-cards'
import classes from './payouts.module.css'
import { PayoutsChart } from './payouts-chart'
import { PeriodChoice } from './period-choice'
import { periodOf, type Period } from './periods'
import { useLocale, useTranslation } from '../../locales/i18n'
import { useMoney } from '../../parts/use-money'

/** What was sold, refunded, and is expected to be paid out. Read when it is opened and when a period is chosen. */
export function PayoutsReport() {
  const { t } = useTranslation()
  const zone = useZone()
  const today = dayOf(formatInstant(useNow()), zone)
  const [chosen, setPeriod] = useKept<Period | null>('payouts.period', null)
  const period = chosen ?? periodOf('month', today)
  const { from, to } = period
  const { value: view, error, again } = useRead('statistics:payouts', { from, to })
  const { done: saved, error: saveError, clear } = useAct('statistics:save-payouts')
  // Main sums up a part of the days at a time.
  useEffect(() => {
    if (view !== null && view.daysLeft > 0) void again()
  }, [view, again])
  useEffect(() => clear, [clear, from, to])
  return (
    <>
      <div className={`${report['tools']} ${classes['tools']}`}>
        <PeriodChoice period={period} today={today} onChoose={setPeriod} />
        {view !== null && (
          <Text className={`${report['quiet']} ${classes['zone']}`}>
            {t('payouts.zone', { zone: view.timeZone })}
          </Text>
        )}
      </div>
      <ReportNotes error={error ?? saveError} saved={saved} />
      {view === null && error === null && <Text role="status">{t('payouts.begins')}</Text>}
      {view !== null && <Answers view={view} />}
    </>
  )
}

function Answers({ view }: { view: PayoutView }) {
  const { t } = useTranslation()
  const { total, daysLeft, undatedOrders } = view
  return (
    <>
      {daysLeft > 0 && (
        <Alert role="status" color="indigo" mb="sm">
          {t('payouts.adding', { count: daysLeft })}
        </Alert>
      )}
      <PayoutTiles total={total} />
      <FiguresExplained>{t('payouts.about')}</FiguresExplained>
      {undatedOrders > 0 && <Text mb="sm">{t('payouts.undated', { count: undatedOrders })}</Text>}
      {total.orders === 0 ? (
        <Text>{daysLeft === 0 && t('payouts.nothing')}</Text>
      ) : (
        <>
          <ReportCard title={t('payouts.chartTitle')}>
            <PayoutsChart bars={barsOf(view)} />
          </ReportCard>
          <div className={`${report['cards']} ${classes['cards']}`}>
            <CategoriesCard view={view} />
            <DaysCard view={view} />
          </div>
        </>
      )}
    </>
  )
}

/** The period in four figures. */
function PayoutTiles({ total }: Pick<PayoutView, 'total'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const money = useMoney()
  const { soldCents, refundedCents, payoutCents, orders, canceled } = total
  return (
    <dl className={`${report['tiles']} ${classes['tiles']}`} aria-label={t('payouts.totals')}>
      <ReportTile name={t('payouts.sold')} value={money(soldCents)} hint={t('payouts.soldHint')} />
      <ReportTile
        name={t('payouts.refunded')}
        value={money(refundedCents)}
        hint={t('payouts.refundedHint')}
      />
      <ReportTile name={t('payouts.payout')} value={money(payoutCents)} hint={t('payouts.payoutHint')} />
      <ReportTile
        name={t('payouts.orders')}
        value={orders.toLocaleString(locale)}
        hint={t('payouts.canceled', { count: canceled })}
      />
    </dl>
  )
}
