import { Fragment } from 'react'
import type { OrderView } from '../../../../../shared/contract/views'
import type { OrderMoney } from '../../../../../shared/domain/orders/order-money'
import { useTranslation } from '../../../locales/i18n'
import { paymentKindWords } from '../../../parts/state-words'
import { useMoney } from '../../../parts/use-money'
import classes from './amounts.module.css'
import cards from '../order.module.css'

type Row = { words: string; cents: number | null; look?: 'total' | 'sub' }
type Props = { money: OrderMoney; restCents: OrderView['refundRestCents'] }

/** How the lines make up the total, what was collected and refunded, and what the marketplace leaves unexplained. */
export function TotalExplained({ money, restCents }: Props) {
  const { t } = useTranslation()
  const show = useMoney()
  const rows = useRows(money, restCents)
  return (
    <section className={cards['card']} aria-label={t('money.explained')}>
      <h2 className={cards['cardTitle']}>{t('money.explained')}</h2>
      <dl className={classes['sum']}>
        {rows.map(({ words, cents, look }) => {
          const className = look === undefined ? undefined : classes[look]
          return (
            <Fragment key={words}>
              <dt className={className}>{words}</dt>
              <dd className={className}>{show(cents) ?? '–'}</dd>
            </Fragment>
          )
        })}
      </dl>
      {useDoubts(money).map((words) => (
        <p key={words} className={classes['unexplained']}>
          {words}
        </p>
      ))}
    </section>
  )
}

function useRows(money: OrderMoney, restCents: number | null): Row[] {
  const { t } = useTranslation()
  const { taxCents, discountCents, taxAdded, discountTaken, payoutCents } = money
  const rows: Row[] = [{ words: t('money.goods'), cents: money.goodsCents }]
  if (money.feesCents !== 0) rows.push({ words: t('money.fees'), cents: money.feesCents })
  if (taxCents !== 0)
    rows.push(
      taxAdded
        ? { words: t('money.tax'), cents: taxCents }
        : { words: t('money.taxWithin'), cents: taxCents, look: 'sub' },
    )
  if (discountCents !== 0)
    rows.push(
      discountTaken
        ? { words: t('money.discount'), cents: -discountCents }
        : { words: t('money.discountWithin'), cents: discountCents, look: 'sub' },
    )
  if (money.unexplainedCents !== null && money.unexplainedCents !== 0)
    rows.push({ words: t('money.unexplained'), cents: money.unexplainedCents })
  rows.push({ words: t('money.total'), cents: money.totalCents, look: 'total' })
  for (const { type, sense, cents } of money.payments)
    rows.push({ words: t(`money.payments.${sense}`, { type: paymentKindWords(t, type) }), cents })
  const { refundedCents } = money
  if (refundedCents !== 0)
    rows.push({ words: t('money.refunded'), cents: refundedCents === null ? null : -refundedCents })
  rows.push({ words: t('money.left'), cents: restCents })
  if (payoutCents !== null) rows.push({ words: t('money.payout'), cents: payoutCents, look: 'total' })
  return rows
}

/** What a person would ask about. */
function useDoubts({
  unexplainedCents,
  linesWithoutAmount,
  collectedCents,
  totalCents,
}: OrderMoney): string[] {
  const { t } = useTranslation()
  const show = useMoney()
  const doubts: string[] = []
  if (totalCents === null) doubts.push(t('money.noTotal'))
  if (linesWithoutAmount > 0) doubts.push(t('money.noAmount', { count: linesWithoutAmount }))
  if (unexplainedCents !== null && unexplainedCents !== 0) {
    const amount = show(Math.abs(unexplainedCents)) ?? ''
    doubts.push(unexplainedCents > 0 ? t('money.more', { amount }) : t('money.less', { amount }))
  }
  if (collectedCents === null) doubts.push(t('money.noPayment'))
  else if (totalCents !== null && collectedCents !== totalCents) {
    const amount = show(Math.abs(collectedCents - totalCents)) ?? ''
    doubts.push(
      collectedCents > totalCents
        ? t('money.collectedMore', { amount })
        : t('money.collectedLess', { amount }),
    )
  }
  return doubts
}
