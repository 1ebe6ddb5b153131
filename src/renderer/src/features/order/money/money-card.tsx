import { Alert, Button, Group, Modal, Text, Badge } from '@mantine/core'
import { IconClock } from '@tabler/icons-react'
import { useState } from 'react'
import type { OrderCopy, MarketplaceFields } from '../../../../../shared/contract/copy-views'
import type { BridgeError } from '../../../../../shared/contract/result'
import type { OrderView, RefundView } from '../../../../../shared/contract/views'
import { parcelProblem } from '../../../../../shared/domain/orders/order-moves'
import { isWaiting } from '../../../../../shared/domain/shipments/shipment'
import { useTranslation } from '../../../locales/i18n'
import { ErrorAlert } from '../../../parts/error-alert'
import { NeedsSupervisor } from '../../../parts/needs-supervisor'
import { moneyWords, lineWords } from '../../../parts/sentences'
import { reasonOfMarketplace, refundStateWords, refundWords } from '../../../parts/state-words'
import { useOpenOp } from '../../../parts/use-open'
import { useSpeech } from '../../../parts/use-speech'
import { useFormGuard } from '../../../scan/use-form-guard'
import { useStoreOf } from '../../../stores/stores'
import { DialogButtons } from '../../../ui/dialog-buttons'
import classes from '../order.module.css'
import { RefundDialog } from './refund-dialog'

type CardProps = {
  order: OrderView
  /** `null` while it is being read, or if it could not be. */
  copy: OrderCopy | null
}

/** Refunds made and waiting, and the buttons to refund or cancel the order. */
export function MoneyCard({ order, copy }: CardProps) {
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<'cancel' | 'refund' | null>(null)
  const close = () => setDialog(null)
  const problem = order.canceled ? null : parcelProblem(order.shipments)
  return (
    <section className={classes['card']} aria-label={t('money.title')}>
      <h2 className={classes['cardTitle']}>{t('money.title')}</h2>
      {order.refunds.length === 0 && order.pending.length === 0 && (
        <p className={classes['quiet']}>{t('money.none')}</p>
      )}
      <RefundList order={order} copy={copy} />
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
      {problem !== null && (
        <p className={classes['quiet']}>
          {t(problem === 'order_shipped' ? 'money.shipped' : 'money.parcelUnknown')}
        </p>
      )}
      {dialog === 'refund' && <RefundDialog order={order} copy={copy} onClose={close} />}
      {dialog === 'cancel' && <CancelOrderDialog order={order} onClose={close} />}
    </section>
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

/** Explains the consequences of canceling an order before it is done. */
function CancelOrderDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const { t } = useTranslation()
  const { orderId } = order
  const unsent = order.shipments.filter(({ state, serverId }) => isWaiting(state) && serverId === null)
  const cancelOrder = useStoreOf('order', (state) => state.cancelOrder)
  const busy = useStoreOf('order', (state) => state.busy === 'cancel')
  const [error, setError] = useState<BridgeError | null>(null)
  useFormGuard(true, { close: onClose })
  const cancel = () =>
    void cancelOrder().then((refusal) => {
      if (refusal === null) onClose()
      setError(refusal)
    })
  return (
    <Modal opened onClose={onClose} title={t('money.cancelTitle', { orderId })} size="lg">
      <Text size="lg">{t('money.cancelText')}</Text>
      {unsent.length > 0 && (
        <Text size="lg" mt="sm">
          {t('money.cancelWithdraws', { count: unsent.length })}
        </Text>
      )}
      <ErrorAlert error={error} mt="sm" />
      <DialogButtons>
        <Button variant="default" size="lg" onClick={onClose} data-autofocus>
          {t('money.back')}
        </Button>
        <Button color="red.9" size="lg" loading={busy} onClick={cancel}>
          {t('money.cancelYes')}
        </Button>
      </DialogButtons>
    </Modal>
  )
}

/** The refunds that the marketplace shows, each with its parts by line. */
function RefundList({ order, copy }: CardProps) {
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
  const { state } = refund
  return (
    <div className={classes['note']}>
      <span>{refundWords(t, refund)}</span>
      <Badge variant="outline" flex="none">
        {refundStateWords(t, state)}
      </Badge>
      <span className={classes['spacer']} />
      {refund.totalCents !== null && <span>{moneyWords(speech, refund.totalCents)}</span>}
    </div>
  )
}

function Parts({ order, refund }: { order: OrderView; refund: MarketplaceFields | undefined }) {
  const { t } = useTranslation()
  const speech = useSpeech(order)
  const parts = Array.isArray(refund?.['refund_lines']) ? (refund['refund_lines'] as unknown[]) : []
  return parts.map((part, place) => {
    if (typeof part !== 'object' || part === null) return null
    const { order_line_id: lineId, amount, description } = part as MarketplaceFields
    const words = [
      ...(typeof lineId === 'number' ? [lineWords(speech, lineId)] : []),
      ...(typeof description === 'string' && description !== '' ? [reasonOfMarketplace(t, description)] : []),
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

/** A link to an operation. */
function LookAtIt({ seq }: { seq: number }) {
  const { t } = useTranslation()
  const openOp = useOpenOp()
  return (
    <Button variant="white" color="dark" onClick={() => openOp(seq)}>
      {t('outbox.details')}
    </Button>
  )
}
