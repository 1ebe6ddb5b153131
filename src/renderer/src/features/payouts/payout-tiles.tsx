import { useTranslation } from 'react-i18next'
import type { PayoutView } from '../../../../shared/contract/payout-views'
import { useLocale } from '../../locales/i18n'
import { useMoney } from '../../parts/use-money'
import classes from './payouts.module.css'

/** The period in four figures. */
export function PayoutTiles({ total }: Pick<PayoutView, 'total'>) {
  const { t } = useTranslation()
  const locale = useLocale()
  const money = useMoney()
  const { soldCents, refundedCents, payoutCents, orders, canceled } = total
  return (
    <dl className={classes['tiles']} aria-label={t('payouts.totals')}>
      <Tile name={t('payouts.sold')} value={money(soldCents)} hint={t('payouts.soldHint')} />
      <Tile name={t('payouts.refunded')} value={money(refundedCents)} hint={t('payouts.refundedHint')} />
      <Tile name={t('payouts.payout')} value={money(payoutCents)} hint={t('payouts.payoutHint')} />
      <Tile
        name={t('payouts.orders')}
        value={orders.toLocaleString(locale)}
        hint={t('payouts.canceled', { count: canceled })}
      />
    </dl>
  )
}

function Tile({ name, value, hint }: { name: string; value: string | null; hint: string }) {
  return (
    <div className={classes['tile']}>
      <dt>{name}</dt>
      <dd className={classes['figure']}>{value}</dd>
      <dd className={classes['hint']}>{hint}</dd>
    </div>
  )
}
