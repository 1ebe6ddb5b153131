import type { TFunction } from 'i18next'
import type { LineView, NoticeView, OrderView } from '../../../../shared/contract/views'
import type { ShownChange } from '../../../../shared/domain/orders/order-change'
import { isWaiting } from '../../../../shared/domain/shipments/shipment'
import { useTranslation } from '../../locales/i18n'
import { OrderChanges, ParcelItems } from '../../parts/order-changes'
import { stateWords } from '../../parts/sentences'
import { showTime, type StationZone } from '../../parts/time/station-time'
import { useZone } from '../../parts/time/use-zone'
import { useStoreOf } from '../../stores/stores'
import classes from './alarms.module.css'

/** The title of a notice. */
export function noticeTitle(t: TFunction, { kind, orderId }: NoticeView): string {
  return t(`alarms.titles.${kind}`, { orderId: orderId ?? '' })
}

/** What a notice says, and which parcels it concerns: by order, shipment and tracking number. */
export function NoticeText({ notice }: { notice: NoticeView }) {
  const { t } = useTranslation()
  const zone = useZone()
  const orders = useStoreOf('notices', (state) => state.orders)
  const { kind, orderId, count, shipmentIds } = notice
  const order = orderId === null ? null : (orders.get(orderId) ?? null)
  return (
    <div>
      <p className={classes['text']}>{t(`alarms.texts.${kind}`, { count: count ?? 0 })}</p>
      <ParcelItems lines={itemsOf(notice, order)} />
      <OrderChanges changes={changesInNotice(notice, order)} />
      {shipmentIds.length > 0 && (
        <ul className={classes['parcels']}>
          {parcelsOf(t, notice, order, zone).map((parcel, index) => (
            <li key={index}>{parcel}</li>
          ))}
        </ul>
      )}
      <p className={classes['when']}>{t('alarms.raisedAt', { at: showTime(notice.raisedAt, zone) })}</p>
    </div>
  )
}

/** What is in the parcels that were packed here; another station's are not on this bench. */
function itemsOf({ shipmentIds }: NoticeView, order: OrderView | null): LineView[] {
  const parcels = order?.shipments.filter(
    ({ shipmentId, packedHere }) => packedHere && shipmentIds.includes(shipmentId),
  )
  const inside = new Set(parcels?.flatMap(({ lineIds }) => lineIds))
  return order?.lines.filter(({ lineId }) => inside.has(lineId)) ?? []
}

/** Why those parcels no longer fit their order. */
function changesInNotice({ kind, shipmentIds }: NoticeView, order: OrderView | null): readonly ShownChange[] {
  const changes = order?.shipments.find(({ shipmentId }) => shipmentIds.includes(shipmentId))?.changes ?? []
  return changes.filter(({ what }) => kind === (what === 'address' ? 'address_changed' : 'items_changed'))
}

function parcelsOf(t: TFunction, notice: NoticeView, order: OrderView | null, zone: StationZone): string[] {
  const known = order?.shipments ?? []
  const shown = notice.shipmentIds.flatMap((id) => {
    const index = known.findIndex(({ shipmentId }) => shipmentId === id)
    const shipment = known[index]
    if (shipment === undefined) return []
    const { trackingNumber, packedAt, packedHere, lineIds, state } = shipment
    const facts = [
      trackingNumber === null ? t('alarms.noTracking') : t('alarms.tracking', { trackingNumber }),
      t('alarms.lines', { count: lineIds.length }),
      [
        packedHere ? t('alarms.ours') : t('alarms.theirs'),
        packedAt === null ? null : showTime(packedAt, zone),
      ]
        .filter(Boolean)
        .join(' '),
      isWaiting(state) ? null : stateWords(t, state),
    ]
    return [`${t('alarms.shipment', { index: index + 1 })}: ${facts.filter(Boolean).join(', ')}`]
  })
  if (shown.length > 0) return shown
  const tracked = notice.trackingNumbers.map((trackingNumber) => t('alarms.tracking', { trackingNumber }))
  return tracked.length > 0 ? tracked : [t('alarms.shipmentUnknown')]
}
