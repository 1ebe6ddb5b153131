import { Alert, Button } from '@mantine/core'
import type { OrderView, ShipmentView } from '../../../../../shared/contract/views'
import type { ItemDetail } from '../../../../../shared/contract/items'
import type { OpDetail } from '../../../../../shared/contract/op-views'
import { useTranslation } from '../../../locales/i18n'
import { FieldList } from '../../../parts/field-list'
import { OrderState } from '../../../parts/state-chip'
import { moneyWords, stateWords } from '../../../parts/sentences'
import { refundStateWords } from '../../../parts/state-words'
import { showTime } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { Unbroken } from '../../../parts/unbroken'
import { useOpenItem, useOpenOrder } from '../../../parts/use-open'
import { useSpeech } from '../../../parts/use-speech'
import { nameOfLine } from '../../../scan/scan-feedback'
import classes from './op.module.css'

/** The operation's order, or item, in its present state. */
export function OpOrder({ detail }: { detail: OpDetail }) {
  if (detail.order !== null) return <Order order={detail.order} />
  return detail.item === null ? null : <Item item={detail.item} />
}

function Order({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const openOrder = useOpenOrder()
  const speech = useSpeech(order)
  const place = new Map(order.shipments.map(({ shipmentId }, index) => [shipmentId, index + 1]))
  return (
    <section className={classes['card']} aria-label={t('op.order')}>
      <div className={classes['cardHead']}>
        <h2 className={classes['cardTitle']}>{t('op.order')}</h2>
        <OrderState order={order} />
        <Button variant="default" ml="auto" onClick={() => openOrder(order.orderId)}>
          {t('op.openOrder', { orderId: order.orderId })}
        </Button>
      </div>
      {order.canceled && (
        <Alert variant="filled" color="red.9" mb="xs">
          {t('op.explanations.order_canceled')}
        </Alert>
      )}
      <ul className={classes['lines']}>
        {order.lines
          .filter((line) => !line.isShippingFee)
          .map((line) => (
            <li key={line.lineId} className={classes['line']}>
              <span>{nameOfLine(line)}</span>
              <span className={classes['lineState']}>
                {line.shipmentId === null
                  ? t('lines.toPack')
                  : t('lines.inShipment', { index: place.get(line.shipmentId) ?? 0 })}
              </span>
            </li>
          ))}
      </ul>
      {order.shipments.map((shipment, index) => (
        <Shipment key={shipment.shipmentId} shipment={shipment} index={index + 1} />
      ))}
      {order.refunds.map((refund) => (
        <p key={refund.id} className={classes['plain']}>
          {t('op.candidateRefund', { id: refund.id })}: {moneyWords(speech, refund.totalCents)},{' '}
          {refundStateWords(t, refund.state)}
        </p>
      ))}
    </section>
  )
}

function Shipment({ shipment, index }: { shipment: ShipmentView; index: number }) {
  const { t } = useTranslation()
  const zone = useZone()
  const { serverId, state, carrier, trackingNumber, packedAt, packedHere } = shipment
  const facts = [
    serverId === null ? t('shipments.noServerId') : t('shipments.serverId', { id: serverId }),
    carrier,
    trackingNumber,
    packedAt === null ? null : t('alarms.packedAt', { at: showTime(packedAt, zone) }),
    packedHere ? t('alarms.ours') : t('alarms.theirs'),
  ]
  return (
    <p className={classes['plain']}>
      <strong>
        {t('shipments.name', { index })}: {stateWords(t, state)}
      </strong>
      <br />
      <Unbroken text={facts.filter(Boolean).join(' · ')} />
    </p>
  )
}

function Item({ item }: { item: ItemDetail }) {
  const { t } = useTranslation()
  const openItem = useOpenItem()
  return (
    <section className={classes['card']} aria-label={t('op.item')}>
      <div className={classes['cardHead']}>
        <h2 className={classes['cardTitle']}>{t('op.item')}</h2>
        <Button variant="default" ml="auto" onClick={() => openItem(item.itemNumber)}>
          {t('op.openItem')}
        </Button>
      </div>
      <FieldList fields={item.fields} of="item" />
    </section>
  )
}
