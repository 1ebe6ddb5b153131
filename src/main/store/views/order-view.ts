import type { BuyerView, LineView, OrderView, ShipmentView } from '../../../shared/contract/views'
import { orderMoves } from '../../../shared/domain/orders/order-moves'
import { isOpen } from '../../../shared/domain/outbox/operation'
import {
  carrierIsLocked,
  hasArrived,
  isLive,
  isWaiting,
  type MoveVerdict,
  type ShipmentMove,
  verdict,
} from '../../../shared/domain/shipments/shipment'
import { parcelStop, type ParcelStop } from '../../../shared/domain/shipments/parcel-stop'
import type { Item } from '../../../shared/partner-api/item'
import { readOrderLine } from '../../../shared/partner-api/order'
import { readRefund } from '../../../shared/partner-api/refund'
import type { Db } from '../db/database'
import type { BuyerSeal } from '../db/buyer-seal'
import { noteUnreadable, storedFields } from '../db/stored-json'
import { findGivenNumber } from '../tables/given-numbers'
import { findItem } from '../tables/items'
import { findHold } from '../tables/order-holds'
import type { SealedBuyer } from '../tables/order-copy'
import { findOrder, lineCopy, linesOfOrder, type OrderLineRow } from '../tables/orders'
import { hasTaught, taughtOfItem } from '../tables/taught-codes'
import { opsOfLane, orderLane, type Op } from '../tables/outbox'
import type { OutboxCounts } from './outbox-list'
import { addressLines, changesOfParcel, viewChanges } from './order-changes'
import { askedCents, restToRefund } from './refund-rest'
import { findSetAside } from '../tables/set-aside'
import {
  changesOfParcels,
  linesByHand,
  linesOfShipment,
  shipmentsOfOrder,
  type ShipmentRow,
} from '../tables/shipments'

/**
 * The order as people see it, or `null` when the station has not read it.
 * @param serialOf the serial number to scan of an item
 */
export function viewOrder(
  db: Db,
  orderId: number,
  seal: BuyerSeal,
  serialOf: (item: Item) => string | null = () => null,
): OrderView | null {
  const order = findOrder(db, orderId)
  if (order === null) return null
  const rest = storedFields(db, order.rest, 'orders.rest', orderId)
  const sealed = order.buyer === null ? null : (seal.open(orderId, order.buyer) as SealedBuyer | null)
  const ops = opsOfLane(db, orderLane(orderId))
  const open = ops.filter(({ state }) => isOpen(state))
  const shipments = shipmentsOfOrder(db, orderId)
  const unreadable = unreadableNow(db, orderId)
  const lines = linesOfOrder(db, orderId)
  const teaches = hasTaught(db)
  const canceled = order.canceled === 1 || open.some(({ kind }) => kind === 'cancel_order')
  const hold = findHold(db, orderId)
  const changes = viewChanges(db, order, sealed)
  const stops = stopsOf(db, { orderId, canceled, shipments, lines, ops })
  const mayShip =
    hold === null && shipments.every(({ shipmentUid }) => (stops.get(shipmentUid) ?? null) === null)
  return {
    orderId,
    state: order.state,
    canceled: order.canceled === 1,
    cancelationReason: order.cancelationReason,
    purchasedAt: order.purchasedAt,
    updatedAt: order.updatedAt,
    amountCents: order.amountCents,
    buyer: viewBuyer(sealed),
    buyerLocked: !seal.hasKey(),
    lines: lines.map((line) => viewLine(db, orderId, line, { teaches, serialOf })),
    shipments: shipments.map((shipment) =>
      viewShipment(
        shipment,
        { lineIds: linesOfShipment(db, shipment.shipmentUid), byHand: linesByHand(db, shipment.shipmentUid) },
        countOps(open.filter(({ shipmentUid }) => shipmentUid === shipment.shipmentUid)),
        {
          stop: stops.get(shipment.shipmentUid) ?? null,
          mayShip,
          changes: changesOfParcel(db, order, shipment.shipmentUid, changes),
        },
      ),
    ),
    refunds: viewRefunds(rest['refunds']),
    hold,
    hasGivenNumber: findGivenNumber(db, orderId) !== null,
    unreadable,
    bench: null,
    changes,
    readAt: order.readAt,
    pending: open.filter(({ shipmentUid }) => shipmentUid === null).map((op) => viewPending(op)),
    moves: orderMoves({ canceled, shipments }),
    // A newer copy that cannot be read may show other refunds.
    refundRestCents:
      unreadable === null ? restToRefund(db, orderId, { ...rest, amount: order.amountCents }) : null,
  }
}

function unreadableNow(db: Db, orderId: number): OrderView['unreadable'] {
  const aside = findSetAside(db, 'orders', String(orderId))
  return aside && { since: aside.since, fields: aside.fields }
}

type Parcels = {
  orderId: number
  canceled: boolean
  shipments: readonly ShipmentRow[]
  lines: readonly OrderLineRow[]
  ops: readonly Op[]
}

/** Why each of the order's parcels must not leave, by the station's ID of its shipment. */
function stopsOf(
  db: Db,
  { orderId, canceled, shipments, lines, ops }: Parcels,
): ReadonlyMap<string, ParcelStop | null> {
  if (shipments.length === 0) return new Map()
  const changes = changesOfParcels(db, orderId)
  const carrierOf = new Map(lines.map(({ lineId, shipmentUid }) => [lineId, shipmentUid]))
  const settled = new Set(
    shipments
      .filter(({ state, packedHere }) => hasArrived(state) || (isLive(state) && packedHere === 1))
      .map(({ shipmentUid }) => shipmentUid),
  )
  return new Map(
    shipments.map(({ shipmentUid, state, packedHere }) => {
      const own = ops.filter((op) => op.shipmentUid === shipmentUid)
      const stop = parcelStop({
        ...{ state, orderCanceled: canceled, packedHere: packedHere === 1 },
        unpacked: own.some(({ kind }) => kind === 'cancel_shipment'),
        repacked: linesOfShipment(db, shipmentUid).every((id) => settled.has(carrierOf.get(id) ?? '')),
        heldReasons: own.filter((op) => op.state === 'held').map(({ heldReason }) => heldReason),
        change: changes.get(shipmentUid) ?? null,
      })
      return [shipmentUid, stop]
    }),
  )
}

function viewPending(op: Op): OrderView['pending'][number] {
  const { seq, kind, state } = op
  return { seq, kind, state, amountCents: askedCents(op) }
}

function countOps(ops: readonly Op[]): OutboxCounts {
  const held = ops.filter(({ state }) => state === 'held').length
  return { waiting: ops.length - held, held }
}

function viewBuyer(buyer: SealedBuyer | null): BuyerView | null {
  if (buyer === null) return null
  const { customer, shipping_address: address } = buyer
  return {
    name: address?.name ?? null,
    email: customer?.email ?? null,
    phone: customer?.phone_number ?? null,
    address: addressLines(address),
  }
}

function viewLine(
  db: Db,
  orderId: number,
  line: OrderLineRow,
  { teaches, serialOf }: { teaches: boolean; serialOf: (item: Item) => string | null },
): LineView {
  const copy = readOrderLine.safeParse(lineCopy(db, orderId, line)).data
  if (copy === undefined) noteUnreadable(db, 'order_lines.server_copy', `${orderId}/${line.lineId}`)
  const item = line.itemNumber === null ? null : findItem(db, line.itemNumber)
  const { itemNumber, externalId, mpn } = line
  const codes = { itemNumber, externalId, mpn, size: item?.size?.name ?? null }
  return {
    lineId: line.lineId,
    ...codes,
    taught: teaches ? taughtOfItem(db, codes).map(({ code }) => code) : [],
    title: item?.title ?? null,
    quality: item?.quality ?? null,
    condition: item?.condition_description ?? null,
    amountCents: copy?.amount ?? null,
    isShippingFee: line.isShippingFee === 1,
    shipmentId: line.shipmentUid,
    elsewhere: null,
    serial: item === null ? null : serialOf(item),
    instructions: [],
    picture: null,
  }
}

function viewShipment(
  shipment: ShipmentRow,
  lines: Pick<ShipmentView, 'lineIds' | 'byHand'>,
  open: OutboxCounts,
  { stop, mayShip, changes }: { stop: ParcelStop | null; mayShip: boolean } & Pick<ShipmentView, 'changes'>,
): ShipmentView {
  const { shipmentUid, orderId: _orderId, packedHere, ...shown } = shipment
  // With a stopped parcel in hand, nobody should mark another one of its order as gone by mistake.
  const stays = !mayShip && isWaiting(shipment.state)
  // A held operation must be answered first: another move would only queue up behind it.
  const offered = (move: ShipmentMove): MoveVerdict =>
    open.held > 0 || (stays && move !== 'cancel') ? 'no' : verdict(shipment.state, move)
  return {
    ...shown,
    shipmentId: shipmentUid,
    ...lines,
    carrierLocked: carrierIsLocked(shipment),
    packedHere: packedHere === 1,
    stop,
    changes,
    moves: { ship: offered('ship'), deliver: offered('deliver'), cancel: offered('cancel') },
    ...open,
  }
}

function viewRefunds(raw: unknown): OrderView['refunds'] {
  if (!Array.isArray(raw)) return []
  return raw.flatMap((element) => {
    const refund = readRefund.safeParse(element)
    if (!refund.success) return []
    const { id, type, source, state, total_refunded } = refund.data
    return [
      {
        id,
        type: type ?? null,
        source: source ?? null,
        state: state ?? null,
        totalCents: total_refunded ?? null,
      },
    ]
  })
}
