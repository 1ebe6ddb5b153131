import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../../shared/contract/views'
import { useStoreOf } from '../../stores/stores'
import { MoveForm } from './move-form'
import classes from './order.module.css'
import { ShipmentCard } from './shipment-card'

/** The order's shipments, newest first, and the form of the move in progress. */
export function ShipmentList({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const moving = useStoreOf('order', (state) => state.moving)
  const setMoving = useStoreOf('order', (state) => state.setMoving)
  const movingIndex = order.shipments.findIndex(({ shipmentId }) => shipmentId === moving?.shipmentId)
  const movingShipment = order.shipments[movingIndex]
  return (
    <section className={classes['card']} aria-label={t('shipments.title')}>
      <h2 className={classes['cardTitle']}>{t('shipments.title')}</h2>
      {order.shipments.length === 0 && <p className={classes['quiet']}>{t('shipments.none')}</p>}
      {order.shipments.toReversed().map((shipment, place) => (
        <ShipmentCard
          key={shipment.shipmentId}
          shipment={shipment}
          index={order.shipments.length - place}
          onMove={(move) => setMoving({ shipmentId: shipment.shipmentId, move })}
        />
      ))}
      {moving !== null && movingShipment !== undefined && (
        <MoveForm
          key={`${moving.shipmentId} ${moving.move}`}
          shipment={movingShipment}
          index={movingIndex + 1}
          move={moving.move}
          proposeTimes={moving.proposeTimes ?? false}
          onClose={() => setMoving(null)}
        />
      )}
    </section>
  )
}
