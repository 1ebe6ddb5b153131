import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconBan } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../../shared/contract/views'
import { isPacked } from '../../../../shared/domain/orders/selection'
import { ParcelItems } from '../../parts/parcel-items'
import { cancelWaits, isStopped, stoppedParcels } from '../../stores/order-store'
import { useStoreOf } from '../../stores/stores'
import { BenchBanner } from './bench-banner'
import { HoldBanner } from './hold-banner'
import { ItemsOf, StoppedParcels } from './stopped-parcels'

/** Warnings that must be seen before anything is done with the order. */
export function OrderAlarms({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const lost = useStoreOf('order', (state) => state.lostLines)
  const { cancelationReason: reason } = order
  return (
    <div>
      {order.canceled && (
        <Alert
          role="alert"
          variant="filled"
          color="red.9"
          radius={0}
          mb="sm"
          icon={<IconBan size={40} aria-hidden />}
          title={t('order.canceledTitle')}
          styles={{ title: { fontSize: '1.625rem' }, icon: { width: 44, height: 44 } }}
        >
          {t('order.canceledText')} {putBackWords(t, order)}{' '}
          {reason !== null && t('order.canceledReason', { reason: reason.replaceAll('_', ' ') })}
          {stoppedParcels(order).map((shipment) => (
            <ItemsOf key={shipment.shipmentId} order={order} shipment={shipment} />
          ))}
        </Alert>
      )}
      {!order.canceled && cancelWaits(order) && (
        <Alert
          role="alert"
          variant="filled"
          color="red.9"
          radius={0}
          mb="sm"
          icon={<IconBan aria-hidden />}
          title={t('money.cancelWaits')}
        >
          {t('money.cancelWaitsText')} {putBackWords(t, order)}
        </Alert>
      )}
      {!order.canceled && order.bench !== null && (
        <BenchBanner orderId={order.orderId} holder={order.bench} />
      )}
      {order.unreadable !== null && (
        <Alert
          role="alert"
          variant="filled"
          color="red.9"
          radius={0}
          mb="sm"
          icon={<IconAlertTriangle aria-hidden />}
          title={t('order.unreadableTitle')}
        >
          {t('order.unreadableText', { fields: order.unreadable.fields.join(', ') || '?' })}
        </Alert>
      )}
      {!isStopped(order) && <StoppedParcels order={order} />}
      {order.hold !== null && <HoldBanner hold={order.hold} />}
      {lost.length > 0 && (
        <Alert
          role="alert"
          variant="filled"
          color="red.9"
          radius={0}
          mb="sm"
          icon={<IconAlertTriangle aria-hidden />}
        >
          {t('order.lost', { count: lost.length })}
          <ParcelItems lines={lost} />
        </Alert>
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
