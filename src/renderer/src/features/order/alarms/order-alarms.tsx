import { Alert, Button, Group, Text } from '@mantine/core'
import { IconBan, IconUsers } from '@tabler/icons-react'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import type { BenchHolder } from '../../../../../shared/contract/neighbors'
import type { BridgeError } from '../../../../../shared/contract/result'
import type { OrderView } from '../../../../../shared/contract/views'
import { isPacked } from '../../../../../shared/domain/orders/selection'
import { wordsOfError, useTranslation } from '../../../locales/i18n'
import { ParcelItems } from '../../../parts/order-changes'
import { reasonOfMarketplace } from '../../../parts/state-words'
import { showClock } from '../../../parts/time/station-time'
import { useZone } from '../../../parts/time/use-zone'
import { nameOfStation } from '../../../scan/scan-feedback'
import {
  cancelIsHeld,
  cancelWaits,
  isStopped,
  stoppedHere,
  stoppedParcels,
} from '../../../stores/order-store'
import { useStoreOf } from '../../../stores/stores'
import { HoldBanner } from './hold-banner'
import { StopAlert, ItemsOf, StoppedParcels } from './stopped-parcels'

/** Warnings that must be seen before anything is done with the order. */
export function OrderAlarms({ order }: { order: OrderView }) {
  const { t } = useTranslation()
  const lost = useStoreOf('order', (state) => state.lostLines)
  const { cancelationReason: reason } = order
  return (
    <div>
      {order.canceled && (
        <StopAlert title={t('order.canceledTitle')} icon={IconBan} large>
          {t('order.canceledText')} {parcelWords(t, order)}{' '}
          {reason !== null && t('order.canceledReason', { reason: reasonOfMarketplace(t, reason) })}
          {stoppedParcels(order).map((shipment) => (
            <ItemsOf key={shipment.shipmentId} order={order} shipment={shipment} />
          ))}
        </StopAlert>
      )}
      {!order.canceled && cancelWaits(order) && (
        <StopAlert title={t(cancelIsHeld(order) ? 'money.cancelHeld' : 'money.cancelWaits')} icon={IconBan}>
          {t('money.cancelWaitsText')} {parcelWords(t, order)}
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

/** What became of the order's parcels. With none, the band says to put the items back. */
function parcelWords(t: TFunction, order: OrderView): string {
  const count = stoppedHere(order).length
  const words = [
    ...(count > 0 ? [t('order.pull', { count })] : []),
    ...(count < stoppedParcels(order).length ? [t('order.placeUnknown')] : []),
  ]
  if (words.length > 0) return words.join(' ')
  return order.lines.some(isPacked) ? t('order.hasLeft') : ''
}

/** Shows which other station has the order on its bench, and offers to take it over. */
function BenchBanner({ orderId, holder }: { orderId: number; holder: BenchHolder }) {
  const { t } = useTranslation()
  const zone = useZone()
  const takeOver = useStoreOf('order', (state) => state.takeOver)
  const busy = useStoreOf('order', (state) => state.busy === 'take')
  const say = useStoreOf('scan', (state) => state.say)
  const [error, setError] = useState<BridgeError | null>(null)
  const words = { who: nameOfStation(holder), at: showClock(Date.parse(holder.since), zone) }
  const take = async () => {
    const problem = await takeOver()
    setError(problem)
    if (problem === null) say({ kind: 'taken', code: '', orderId })
  }
  return (
    <Alert
      role="alert"
      color="orange.9"
      variant="filled"
      radius={0}
      mb="sm"
      icon={<IconUsers size={36} aria-hidden />}
      title={holder.tookOver ? t('bench.takenOver', words) : t('bench.held', words)}
      styles={{ title: { fontSize: '1.5rem' }, icon: { width: 40, height: 40 } }}
    >
      <Group justify="space-between">
        <Text>{t('bench.text')}</Text>
        <Button variant="white" color="dark" size="md" loading={busy} onClick={() => void take()}>
          {t('bench.takeOver')}
        </Button>
      </Group>
      {error !== null && <Text fw={700}>{wordsOfError(t, error)}</Text>}
    </Alert>
  )
}
