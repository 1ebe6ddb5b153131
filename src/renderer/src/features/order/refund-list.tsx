import { Badge } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { MarketplaceFields, OrderCopy } from '../../../../shared/contract/copy-views'
import type { OrderView, RefundView } from '../../../../shared/contract/views'
import { lineWords, moneyWords } from '../../parts/sentences'
import { refundStateWords } from '../../parts/state-words'
import { useSpeech } from '../../parts/use-speech'
import classes from './order.module.css'

type Props = { order: OrderView; copy: OrderCopy | null }

/** The refunds that the marketplace shows, each with its parts by line. */
export function RefundList({ order, copy }: Props) {
  return order.refunds.map((refund) => (
    <div key={refund.id}>
      <Refund refund={refund} order={order} />
      <Parts order={order} refund={copy?.refunds.find(({ id }) => id === refund.id)} />
    </div>
  ))
}

function Refund({ refund, order }: { refund: RefundView; order: OrderView }) {
  const { t } = useTranslation()
  const speech = useSpeech(order)
  const unknown = t('refunds.unknown')
  const { state } = refund
  return (
    <div className={classes['note']}>
      <span>{t('refunds.row', { type: refund.type ?? unknown, source: refund.source ?? unknown })}</span>
      <Badge variant="outline" flex="none">
        {refundStateWords(t, state)}
      </Badge>
      <span className={classes['spacer']} />
      {refund.totalCents !== null && <span>{moneyWords(speech, refund.totalCents)}</span>}
    </div>
  )
}

function Parts({ order, refund }: { order: OrderView; refund: MarketplaceFields | undefined }) {
  const speech = useSpeech(order)
  const parts = Array.isArray(refund?.['refund_lines']) ? (refund['refund_lines'] as unknown[]) : []
  return parts.map((part, place) => {
    if (typeof part !== 'object' || part === null) return null
    const { order_line_id: lineId, amount, description } = part as MarketplaceFields
    const words = [
      ...(typeof lineId === 'number' ? [lineWords(speech, lineId)] : []),
      ...(typeof description === 'string' && description !== '' ? [description] : []),
    ]
    return (
      <div key={place} className={`${classes['note']} ${classes['quiet']}`}>
        <span>{words.join(': ')}</span>
        <span className={classes['spacer']} />
        {typeof amount === 'number' && <span>{moneyWords(speech, amount)}</span>}
      </div>
    )
  })
}
