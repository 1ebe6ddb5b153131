import { Alert, Badge, Button, Group } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { OrderView, RefundView } from '../../../../shared/contract/views'
import { isOnItsWay } from '../../../../shared/domain/orders/order-moves'
import { LookAtIt } from '../../parts/look-at-it'
import { NeedsSupervisor } from '../../parts/needs-supervisor'
import { moneyWords } from '../../parts/sentences'
import { refundStateWords } from '../../parts/state-words'
import { useSpeech } from '../../parts/use-speech'
import { CancelOrderDialog } from './cancel-order-dialog'
import classes from './order.module.css'
import { RefundDialog } from './refund-dialog'

/** Refunds made and waiting, and the buttons to refund or cancel the order. */
export function MoneyCard({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'cancel' | 'refund' | null>(null)
  const close = () => setDialog(null)
  const shipped = isOnItsWay(order.shipments)
  return (
    <section className={classes['card']} aria-label={t('money.title')}>
      <h2 className={classes['cardTitle']}>{t('money.title')}</h2>
      {order.refunds.length === 0 && order.pending.length === 0 && (
        <p className={classes['quiet']}>{t('money.none')}</p>
      )}
      {order.refunds.map((refund) => (
        <Refund key={refund.id} refund={refund} order={order} />
      ))}
      {order.pending.map((op) => (
        <Pending key={op.seq} op={op} order={order} />
      ))}
      <Group mt="sm" gap="xs">
        <Button variant="default" disabled={!order.moves.refund} onClick={() => setDialog('refund')}>
          {t('money.refund')} …
        </Button>
        <Button variant="default" disabled={!order.moves.cancel} onClick={() => setDialog('cancel')}>
          {t('money.cancel')} …
        </Button>
      </Group>
      <NeedsSupervisor />
      {shipped && !order.canceled && <p className={classes['quiet']}>{t('money.shipped')}</p>}
      {dialog === 'refund' && <RefundDialog order={order} onClose={close} />}
      {dialog === 'cancel' && <CancelOrderDialog orderId={order.orderId} onClose={close} />}
    </section>
  )
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

/** An operation requested here and still open. */
function Pending({ op, order }: { op: OrderView['pending'][number]; order: OrderView }) {
  const words = usePendingWords(op, order)
  if (op.state !== 'held') {
    return (
      <div className={classes['note']}>
        <IconClock size={20} aria-hidden /> {words}
      </div>
    )
  }
  return (
    <Alert role="alert" variant="filled" color="red.9" mt="xs">
      <Group justify="space-between">
        {words}
        <LookAtIt seq={op.seq} />
      </Group>
    </Alert>
  )
}

function usePendingWords(
  { kind, state, amountCents }: OrderView['pending'][number],
  order: OrderView,
): string {
  const { t } = useTranslation()
  const amount = moneyWords(useSpeech(order), amountCents)
  const held = state === 'held'
  if (kind === 'cancel_order') return held ? t('money.cancelHeld') : t('money.cancelWaits')
  if (kind === 'create_refund')
    return held ? t('money.refundHeld', { amount }) : t('money.refundWaits', { amount })
  return `${t(`outbox.kinds.${kind}`)}: ${t(`outbox.states.${state}`)}`
}
