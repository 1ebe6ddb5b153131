import { IconBan } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../../shared/contract/views'
import { isPacked } from '../../../../shared/domain/orders/selection'
import { ParcelItems } from '../../parts/parcel-items'
import { cancelIsHeld, cancelWaits, isStopped, stoppedParcels } from '../../stores/order-store'
import { useStoreOf } from '../../stores/stores'
import { BenchBanner } from './bench-banner'
import { HoldBanner } from './hold-banner'
import { StopAlert } from './stop-alert'
import { ItemsOf, StoppedParcels } from './stopped-parcels'

/** Warnings that must be seen before anything is done with the order. */
export function OrderAlarms({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const lost = useStoreOf('order', (state) => state.lostLines)
  const { cancelationReason: reason } = order
  return (
    <div>
      {order.canceled && (
        <StopAlert title={t('order.canceledTitle')} icon={IconBan} large>
          {t('order.canceledText')} {putBackWords(t, order)}{' '}
          {reason !== null && t('order.canceledReason', { reason: reason.replaceAll('_', ' ') })}
          {stoppedParcels(order).map((shipment) => (
            <ItemsOf key={shipment.shipmentId} order={order} shipment={shipment} />
          ))}
        </StopAlert>
      )}
      {!order.canceled && cancelWaits(order) && (
        <StopAlert title={t(cancelIsHeld(order) ? 'money.cancelHeld' : 'money.cancelWaits')} icon={IconBan}>
          {t('money.cancelWaitsText')} {putBackWords(t, order)}
        </StopAlert>
      )}
      {!order.canceled && order.bench !== null && (
        <BenchBanner orderId={order.orderId} holder={order.bench} />
      )}
      {order.unreadable !== null && (
        <StopAlert title={t('order.unreadableTitle')}>
          {t('order.unreadableText', { fields: order.unreadable.fields.join(', ') || '?' })}
        </StopAlert>
      )}
      {!isStopped(order) && <StoppedParcels order={order} />}
      {order.hold !== null && <HoldBanner hold={order.hold} />}
      {lost.length > 0 && (
        <StopAlert>
          {t('order.lost', { count: lost.length })}
          <ParcelItems lines={lost} />
        </StopAlert>
      )}
    </div>
  )
}

/** What became of the order's goods here. */
function putBackWords(t: TFunction, order: OrderView): string {
  const count = stoppedParcels(order).length
  if (count > 0) return t('order.pull', { count })
  return order.lines.some(isPacked) ? t('order.hasLeft') : t('order.putBack')
}
