import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { LineView } from '../../src/shared/contract/views'
import { OP_OF_MOVE, type HeldAnswer } from '../../src/shared/domain/outbox/operation'
import { StationError } from '../../src/main/base/station-error'
import { inTransaction } from '../../src/main/store/db/database'
import { enqueue, findOp, lastSeq, type NewOp } from '../../src/main/store/tables/outbox'
import { listOutbox } from '../../src/main/store/views/outbox-list'
import { shipmentsOfOrder } from '../../src/main/store/tables/shipments'
import { cancelOrder, refundOrder } from '../../src/main/areas/orders/change-order'
import { adoptOp } from '../../src/main/areas/outbox/adopt-op'
import { answerOp } from '../../src/main/areas/outbox/answer-op'
import { candidatesOf } from '../../src/main/areas/outbox/candidates'
import { captureNow } from '../../src/main/areas/station/capture'
import { correctOp } from '../../src/main/areas/outbox/correct-op'
import { moveShipment } from '../../src/main/areas/packing/move-shipment'
import { openOrder } from '../../src/main/areas/packing/open-order'
import { createHandPermits } from '../../src/main/areas/packing/hand-permits'
import { packShipment } from '../../src/main/areas/packing/pack-shipment'
import type { TestStation } from '../support/account'
import { STATIONS, type StationName, type Step } from './schedule'
import type { Body } from './journal'
import { noteCorrection, noteNew } from './acknowledged'
import type { World } from './world'

/** The actions of people at the stations. */

export type StepOf<Name extends Step['do']> = Extract<Step, { do: Name }>

/** Performs a person's request: refusals are counted, acknowledged ops recorded. */
export async function person(
  world: World,
  name: StationName,
  act: (station: TestStation) => unknown,
): Promise<void> {
  // A dead station is restarted before anybody works at it.
  if (!world.benches[name].station.db.open) await world.settle()
  const bench = world.benches[name]
  noteNew(world, name)
  try {
    act(bench.station)
  } catch (error) {
    if (!(error instanceof StationError)) throw error
    world.count(`refused ${error.code}`)
    if (error.code === 'clock_differs') bench.station.clockWatch.confirm('tester')
  }
  noteNew(world, name)
  // Lets requests start, so that steps and requests interleave.
  await pause(0)
}

/** Packs some of the lines that are free here. */
export function pack(world: World, station: TestStation, step: StepOf<'pack'>): void {
  const orderId = at(world.orderIds, step.order)
  const view = openOrder(station, orderId)
  const free = view.lines.filter((line) => !line.isShippingFee && line.shipmentId === null)
  const some = free.filter((_, place) => ((step.lines + 1) & (1 << place)) !== 0)
  const chosen = some.length > 0 ? some : free
  // By the SKU, and by the number what has none.
  const seen = new Map(chosen.map((line) => [line.lineId, scannedCode(line)]))
  const lineIds = chosen.map(({ lineId }) => lineId)
  const { shipmentId } = packShipment(
    station,
    {
      orderId,
      lineIds,
      knows: view.changes.at(-1)?.seq ?? 0,
      ...step.label,
      trackingUrl: null,
      labelConfirmed: true,
    },
    { everyItemScanned: false, permits: createHandPermits(), seen },
  )
  const label = labelBody(step.label)
  world.asks.push({
    ...{ kind: 'create_shipment', orderId, itemKey: null, stamped: 'packed_at' },
    body: {
      ...label,
      warehouse_id: step.label.warehouseId,
      order_line_ids: lineIds,
      packed_at: nowAt(station),
    },
  })
  world.packedAs.set(shipmentId, {
    label,
    codes: seen,
    street: view.buyer?.address[0] ?? null,
  })
}

function nowAt({ clock }: TestStation): string {
  return new Date(clock.wallMs()).toISOString()
}

type Label = { carrier: string | null; trackingNumber: string | null; trackingUrl?: string | null }

/** Fields without a value are not sent. */
function labelBody({ carrier, trackingNumber, trackingUrl }: Label): Body {
  const fields = { carrier, tracking_number: trackingNumber, tracking_url: trackingUrl }
  return Object.fromEntries(Object.entries(fields).filter(([, text]) => text != null && text !== ''))
}

/** A marketplace may write the carrier in capitals, and gets it back so. */
function shownLabel(packed: Body | undefined, shown: Label): Body {
  const alike = String(packed?.['carrier']).toLowerCase() === shown.carrier?.toLowerCase()
  if (packed === undefined) return labelBody(shown)
  return alike ? { ...packed, carrier: shown.carrier } : packed
}

function scannedCode({ externalId, itemNumber }: LineView): string {
  return externalId ?? itemNumber ?? ''
}

/** Cancels an order, perhaps right after packing some of it: such a pack cannot have been sent. */
export function cancel(world: World, station: TestStation, { order, packed }: StepOf<'cancelOrder'>): void {
  const orderId = at(world.orderIds, order)
  const before = lastSeq(station.db)
  if (packed !== null) pack(world, station, { do: 'pack', station: STATIONS[0], order, ...packed })
  const fresh = Array.from({ length: lastSeq(station.db) - before }, (_, place) => before + 1 + place)
  const { withdrawn } = cancelOrder(station, { orderId })
  world.asks.push({ kind: 'cancel_order', orderId, itemKey: null, body: {} })
  for (const seq of withdrawn) {
    world.withdrawn.add(findOp(station.db, seq)?.opUid ?? '')
    world.count('did withdraw')
  }
  if (fresh.some((seq) => !withdrawn.includes(seq)))
    throw new Error(`I3: a pack of order ${orderId} that cannot have been sent was not withdrawn`)
}

/** Moves any shipment that this station shows. */
export function move(world: World, station: TestStation, step: StepOf<'move'>): void {
  const shipments = world.orderIds.flatMap((orderId) => shipmentsOfOrder(station.db, orderId))
  if (shipments.length === 0) return
  const nowIso = nowAt(station)
  const { shipmentUid, orderId, ...shown } = at(shipments, step.shipment)
  moveShipment(station, {
    shipmentId: shipmentUid,
    move: step.move,
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt: nowIso,
    expectedToDeliverAt: nowIso,
    deliveredAt: nowIso,
    canceledAt: nowIso,
    confirmedUnusual: true,
  })
  // The label is the one that was packed here, or else what the marketplace showed.
  const label = shownLabel(world.packedAs.get(shipmentUid)?.label, shown)
  const body = {
    ship: { ...label, state: 'shipped', shipped_at: nowIso, expected_to_deliver_at: nowIso },
    deliver: { state: 'delivered', delivered_at: nowIso },
    cancel: { state: 'canceled', canceled_at: nowIso },
  }[step.move]
  world.asks.push({ kind: OP_OF_MOVE[step.move], orderId, itemKey: null, body })
}

/** Refunds, and remembers it. */
export function refund(world: World, station: TestStation, orderId: number, amountCents: number): void {
  refundOrder(station, { orderId, amountCents })
  world.asks.push({ kind: 'create_refund', orderId, itemKey: null, body: { amount: amountCents } })
}

type ItemOp = { kind: NewOp['kind']; itemKey: string; body: object }

/** @see partner-api "POST /api/v1.0/items" */
export function createItemOp(key: number, index: number): ItemOp {
  const itemKey = `KEY${key}`
  const body = {
    title: `Bag ${index}`,
    external_id: itemKey,
    price: 5_000 + index,
    msrp: 9_000,
    brand_id: 1,
    category_id: 5101,
    warehouse_id: 1,
    quality: 'good',
    photos: [{ url: 'https://photos.example.com/1.jpg', subtype: 'front' }],
  }
  return { kind: 'create_item', itemKey, body }
}

/** Queues an op on an item directly in the store. */
export function queueItem(world: World, station: TestStation, { kind, itemKey, body }: ItemOp): void {
  inTransaction(station.db, (tx) =>
    enqueue(tx, {
      opUid: randomUUID(),
      kind,
      itemKey,
      body: JSON.stringify(body),
      capture: captureNow(tx, station),
    }),
  )
  world.asks.push({ kind, orderId: null, itemKey, body: body as Body })
  station.engine.wake()
}

/** Changes price, discount or both of an item. */
export async function updateItem(
  world: World,
  { item, price, percent }: StepOf<'updateItem'>,
): Promise<void> {
  if (price === null && percent === null) return
  return changeItem(world, item, 'update_item', {
    ...(price === null ? {} : { price }),
    ...(percent === null ? {} : { discount: { max_discount: { percentage: percent } } }),
  })
}

/** Each item is changed at one station only, so that the checks know what it must show. */
export async function changeItem(
  world: World,
  item: number,
  kind: NewOp['kind'],
  body: object,
): Promise<void> {
  const index = item % world.itemNumbers.length
  const itemKey = at(world.itemNumbers, index)
  return person(world, index % 2 === 0 ? 'A' : 'B', (station) =>
    queueItem(world, station, { kind, itemKey, body }),
  )
}

/** Gives one of the safe answers to one of the ops that allow any. */
export function answer(world: World, step: StepOf<'answer'>, station: TestStation): void {
  const open = listOutbox(station.db, 'open', 0, 500).rows.filter(({ answers }) => answers.length > 0)
  if (open.length === 0) return
  const row = at(open, step.op)
  const given: HeldAnswer = at(row.answers, step.answer)
  const opUid = findOp(station.db, row.seq)?.opUid
  const noted = world.acknowledged.find((entry) => entry.station === step.station && entry.op.opUid === opUid)
  if (noted === undefined) throw new Error(`op ${row.seq} was never acknowledged`)
  world.count(`answer ${given}`)
  switch (given) {
    case 'check':
    case 'resend':
    case 'discard':
      answerOp(station, { seq: row.seq, answer: given, reason: 'seen' })
      if (given === 'resend') noted.resends += 1
      if (given === 'discard') noted.discarded = true
      return
    case 'adopt': {
      const op = findOp(station.db, row.seq)
      const [one, ...others] = op === null ? [] : candidatesOf(station, op)
      if (one === undefined) return
      const extras = others.filter(({ trackingNumber }) => trackingNumber === one.trackingNumber)
      const cancel =
        row.kind === 'create_shipment' ? extras.flatMap(({ shipmentId }) => shipmentId ?? []) : []
      const canceledAt = nowAt(station)
      adoptOp(station, { seq: row.seq, serverId: one.serverId, cancel })
      noted.adopted = one.serverId
      // Its twin's row, if it is one of these, is gone by then.
      for (const _ of cancel)
        world.asks.push({
          ...{ kind: 'cancel_shipment', orderId: noted.op.orderId, itemKey: null, ifNeeded: true },
          body: { state: 'canceled', canceled_at: canceledAt },
        })
      return
    }
    case 'correct':
      noteCorrection(noted, correct(station, row.seq, noted.asked), findOp(station.db, row.seq) ?? noted.op)
      return
  }
}

const EARLIER_MS = 7

/** Each time a little earlier. @returns what is asked for now */
function correct(station: TestStation, seq: number, asked: Body): Body {
  const earlier = (name: string): string | null => {
    const text = asked[name]
    return typeof text === 'string' ? new Date(Date.parse(text) - EARLIER_MS).toISOString() : null
  }
  const times = {
    packed_at: earlier('packed_at'),
    shipped_at: earlier('shipped_at'),
    delivered_at: earlier('delivered_at'),
    canceled_at: earlier('canceled_at'),
  }
  correctOp(station, {
    seq,
    packedAt: times.packed_at,
    shippedAt: times.shipped_at,
    expectedToDeliverAt: null,
    deliveredAt: times.delivered_at,
    canceledAt: times.canceled_at,
    reason: 'the clock was wrong',
  })
  return { ...asked, ...Object.fromEntries(Object.entries(times).filter(([, time]) => time !== null)) }
}

/** An element of the list for any number. */
export function at<Value>(list: readonly Value[], index: number): Value {
  const value = list[index % list.length]
  if (value === undefined) throw new Error('nothing to pick from')
  return value
}
