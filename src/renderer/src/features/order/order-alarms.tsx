import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconBan } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { OrderView } from '../../../../shared/contract/views'
import { cancelWaits } from '../../stores/order-store'
import { useStoreOf } from '../../stores/stores'
import { BenchBanner } from './bench-banner'
import { HoldBanner } from './hold-banner'

/** Warnings that must be seen before anything is done with the order. */
export function OrderAlarms({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const count = useStoreOf('order', (state) => state.lostLines)
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
          {t('order.canceledText')}{' '}
          {reason !== null && t('order.canceledReason', { reason: reason.replaceAll('_', ' ') })}
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
          {t('money.cancelWaitsText')}
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
      {order.hold !== null && <HoldBanner hold={order.hold} />}
      {count > 0 && (
        <Alert
          role="alert"
          variant="filled"
          color="red.9"
          radius={0}
          mb="sm"
          icon={<IconAlertTriangle aria-hidden />}
        >
          {t('order.lost', { count })}
        </Alert>
      )}
    </div>
  )
}
