import type { MarketplaceFields, OrderCopy } from '../../../../../shared/contract/copy-views'
import type { OrderView } from '../../../../../shared/contract/views'
import { useTranslation } from '../../../locales/i18n'
import { lineWords } from '../../../parts/sentences'
import { useMoney } from '../../../parts/use-money'
import { useSpeech } from '../../../parts/use-speech'
import classes from './amounts.module.css'
import cards from '../order.module.css'

const AMOUNTS = ['listed_item_price', 'discount', 'net', 'amount', 'tax', 'estimated_payout'] as const

/** What each line costs and brings, as the marketplace says; columns that no line has an amount for are left out. */
export function AmountsTable({ order, copy: { lines } }: { order: OrderView; copy: OrderCopy }) {
  const { t } = useTranslation()
  const money = useMoney()
  const columns = AMOUNTS.filter((name) => lines.some((line) => typeof line[name] === 'number'))
  return (
    <section className={cards['card']} aria-label={t('order.prices')}>
      <h2 className={cards['cardTitle']}>{t('order.prices')}</h2>
      <div className={classes['wide']} tabIndex={0}>
        <table className={classes['table']}>
          <thead>
            <tr>
              <th scope="col">{t('order.fields.order_line_id')}</th>
              {columns.map((name) => (
                <th key={name} scope="col">
                  {t(`order.amounts.${name}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line, place) => (
              <tr key={place}>
                <th scope="row">
                  <LineName order={order} line={line} />
                </th>
                {columns.map((name) => (
                  <td key={name}>{typeof line[name] === 'number' ? money(line[name]) : '–'}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

function LineName({ order, line }: { order: OrderView; line: MarketplaceFields }) {
  const { t } = useTranslation()
  const speech = useSpeech(order)
  if (line['is_shipping_fee'] === true)
    return (
      <>
        {t('lines.fee')} <span className={cards['quiet']}>({t('lines.feeHint')})</span>
      </>
    )
  return <>{lineWords(speech, Number(line['id']))}</>
}
