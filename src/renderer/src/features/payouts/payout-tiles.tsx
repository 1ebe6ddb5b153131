import { useTranslation } from 'react-i18next'
import type { PayoutView } from '../../../../shared/contract/payout-views'
import { useLocale } from '../../locales/i18n'
import { ReportTile } from '../../parts/report-tile'
import { useMoney } from '../../parts/use-money'
import report from '../../ui/report.module.css'
import classes from './payouts.module.css'

/** The period in four figures. */
export function PayoutTiles({ total }: Pick<PayoutView, 'total'>) {
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
