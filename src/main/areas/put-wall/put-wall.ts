import type { ValueOf } from '../../../shared/contract/bridge'
import type { Preferences } from '../../../shared/contract/preferences'
import type { PutAnswer, PutWall, SlotView } from '../../../shared/contract/put-wall'
import type { ItemLook, LineView, OrderView } from '../../../shared/contract/views'
import type { Carrier } from '../../../shared/domain/carriers/carrier'
import { isPackable } from '../../../shared/domain/orders/selection'
import { freeSlot, slotOfCode, slotState } from '../../../shared/domain/put-wall/slot'
import { codeScanned } from '../../../shared/domain/scanning/scan'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { inTransaction } from '../../store/db/database'
import { findOrder } from '../../store/tables/orders'
import { putIn, putRows, putRowsOf, takeOut, type PutRow } from '../../store/tables/put-wall'
import { openOrder, type Shown } from '../packing/open-order'
import { resolveScan } from '../packing/resolve-scan'
import type { Station } from '../station/station'

type Bench = Shown & Pick<Station, 'clock' | 'boxes' | 'events'>
type Wall = Preferences['putWall']

/** An order with a slot, as it is now. */
type Taken = { view: SlotView; order: OrderView | null; rows: readonly PutRow[] }

/** The wall as it stands, from the units in it and the orders as they are now. */
export function readPutWall(station: Shown, wall: Wall): PutWall {
  return wallOf(station, takenIn(station), wall)
}

function wallOf({ neighbors }: Shown, taken: readonly Taken[], { slots }: Wall): PutWall {
  const orderIds = new Set(taken.map(({ view }) => view.orderId))
  const elsewhere = neighbors.slotsElsewhere().filter(({ orderId }) => orderIds.has(orderId))
  return { slots, taken: taken.map(({ view }) => view), elsewhere }
}

/** The order's slot here, and those that other stations have for it. */
export function slotsOf(station: Shown, orderId: number): ValueOf['put-wall:of-order'] {
  const elsewhere = station.neighbors.slotsElsewhere().filter((one) => one.orderId === orderId)
  return { here: inSlotOf(station, orderId), elsewhere }
}

/**
 * What is in the order's slot and may be packed, with the codes that main saw; `null` without a slot. Nothing is, as long as
 * something must come out.
 */
export function inSlotOf(station: Shown, orderId: number): ValueOf['put-wall:of-order']['here'] {
  const rows = putRowsOf(station.db, orderId)
  const [first] = rows
  if (first === undefined || findOrder(station.db, orderId) === null) return null
  const { takeOut } = takenBy(station, rows).view
  const lines = takeOut.length > 0 ? [] : rows.map(({ lineId, code }) => ({ lineId, code }))
  return { slot: first.slot, lines, takeOut }
}

/** The units in the order's slot by line, with the codes that main saw: to the packing they are scanned. */
export function codesInSlot(station: Shown, orderId: number): (readonly [lineId: number, code: string])[] {
  return (inSlotOf(station, orderId)?.lines ?? []).map(({ lineId, code }) => [lineId, code] as const)
}

/**
 * Puts the scanned item into the slot of the order that has waited longest for it: first those that have a slot, then all
 * that are to be packed here. It is durable when this returns.
 * @throws StationError `order_unreadable`, `disk_full`, `database_error`
 */
export function scanAtWall(
  station: Bench,
  carriers: readonly Carrier[],
  wall: Wall,
  codes: readonly string[],
): { answer: PutAnswer; wall: PutWall } {
  const taken = takenIn(station)
  const found = answerTo(station, carriers, wall, codes, taken)
  if (!('wanted' in found)) return { answer: found, wall: wallOf(station, taken, wall) }
  return put(station, wall, found.wanted, taken)
}

/** @returns the answer, or which unit goes where */
function answerTo(
  station: Bench,
  carriers: readonly Carrier[],
  wall: Wall,
  codes: readonly string[],
  taken: readonly Taken[],
): PutAnswer | { wanted: Wanted } {
  const number = slotOfCode(codes[0] ?? '')
  if (number !== null) {
    const found = taken.find(({ view }) => view.slot === number)
    if (found === undefined) return { kind: 'empty', number }
    return { kind: found.view.state === 'stopped' ? 'stopped' : 'slot', slot: found.view }
  }
  const wanted = wantedIn(taken, codes)
  if (wanted !== null) return { wanted }
  // Nothing more goes to an order that a person has to look at first.
  const stopped = taken.filter(({ view }) => view.state === 'stopped').map(({ view }) => view.orderId)
  const passOver = [...station.neighbors.ordersElsewhere(), ...stopped]
  const lineIds = taken.flatMap(({ rows }) => rows.map((row) => row.lineId))
  const needed = (orderIds: readonly number[]) => resolveScan(station, carriers, codes, { orderIds, lineIds })
  const found = needed(passOver)
  switch (found.kind) {
    case 'order':
      return { kind: 'order', orderId: found.orderId }
    case 'several':
      return { kind: 'several' }
    case 'label':
    case 'unknown':
      return { kind: 'unknown' }
    case 'not_needed':
      return { kind: 'spare', item: lookOf(found) }
    case 'item': {
      const { orderId, lineId } = found
      const isPassedOver = lineIds.includes(lineId) || passOver.includes(orderId)
      const order = openOrder(station, orderId)
      const line = order.lines.find((one) => one.lineId === lineId)
      const code = line === undefined ? null : codeScanned(codes, line)
      // What nobody else needs may be on hold, on another bench, or in the wall already.
      if (
        isPassedOver ||
        order.hold !== null ||
        cancelWaits(order) ||
        line === undefined ||
        code === null ||
        !isPackable(line)
      ) {
        const slots = station.neighbors.slotsElsewhere()
        const inSlots = new Set(slots.map((one) => one.orderId))
        const wanted = needed(passOver.filter((one) => !inSlots.has(one)))
        const elsewhere = slots.find((one) => wanted.kind === 'item' && one.orderId === wanted.orderId)
        if (elsewhere !== undefined) return { kind: 'elsewhere', item: lookOf(found), in: elsewhere }
        return { kind: 'spare', item: lookOf(found) }
      }
      const slot = freeSlot(new Set(taken.map(({ view }) => view.slot)), wall.slots)
      if (slot === null) return { kind: 'full', item: lookOf(line), orderId }
      return { wanted: { orderId, line, slot, code } }
    }
  }
}

type Wanted = { orderId: number; line: LineView; slot: number; code: string }

/** The order in the wall that has waited longest for such an item. */
function wantedIn(taken: readonly Taken[], codes: readonly string[]): Wanted | null {
  const waiting = taken.filter(({ view }) => view.state !== 'stopped').toSorted(byAge)
  for (const { view, order, rows } of waiting) {
    const there = new Set(rows.map(({ lineId }) => lineId))
    for (const line of order?.lines ?? []) {
      const code = !isPackable(line) || there.has(line.lineId) ? null : codeScanned(codes, line)
      if (code !== null) return { orderId: view.orderId, line, slot: view.slot, code }
    }
  }
  return null
}

function byAge({ order: one }: Taken, { order: other }: Taken): number {
  return (one?.purchasedAt ?? '').localeCompare(other?.purchasedAt ?? '')
}

function put(
  station: Bench,
  wall: Wall,
  { orderId, line, slot, code }: Wanted,
  before: readonly Taken[],
): { answer: PutAnswer; wall: PutWall } {
  const putAt = formatInstant(station.clock.wallMs())
  inTransaction(station.db, (tx) => putIn(tx, { orderId, lineId: line.lineId, slot, code, putAt }))
  station.events.wallChanged()
  // Of the other slots nothing has changed.
  const now = takenBy(station, putRowsOf(station.db, orderId))
  const taken = [...before.filter(({ view }) => view.slot !== slot), now].toSorted(bySlot)
  const kind = now.view.state === 'complete' ? 'complete' : 'in'
  return { answer: { kind, slot: now.view, item: lookOf(line) }, wall: wallOf(station, taken, wall) }
}

/**
 * Takes the last unit out again; `null` if the wall is empty.
 * @throws StationError `disk_full`, `database_error`
 */
export function takeLastOut(
  station: Shown & Pick<Station, 'events'>,
  wall: Wall,
): { slot: number; orderId: number; wall: PutWall } | null {
  const last = putRows(station.db).at(-1)
  if (last === undefined) return null
  inTransaction(station.db, (tx) => takeOut(tx, last))
  station.events.wallChanged()
  return { slot: last.slot, orderId: last.orderId, wall: readPutWall(station, wall) }
}

/**
 * The items that had to come out of a stopped slot are out; of any other slot nothing is forgotten.
 * @throws StationError `disk_full`, `database_error`
 */
export function clearSlot(station: Shown & Pick<Station, 'events'>, wall: Wall, slot: number): PutWall {
  const found = takenIn(station).find(({ view }) => view.slot === slot)
  if (found?.view.state === 'stopped') {
    inTransaction(station.db, (tx) => {
      for (const row of surplusOf(found.order, found.rows)) takeOut(tx, row)
    })
    station.events.wallChanged()
  }
  return readPutWall(station, wall)
}

function takenIn(station: Shown): Taken[] {
  const rows = new Map<number, PutRow[]>()
  for (const row of putRows(station.db)) rows.set(row.slot, [...(rows.get(row.slot) ?? []), row])
  return [...rows.values()].map((inSlot) => takenBy(station, inSlot)).toSorted(bySlot)
}

function bySlot({ view: one }: Taken, { view: other }: Taken): number {
  return one.slot - other.slot
}

function takenBy(station: Shown, rows: readonly PutRow[]): Taken {
  const { slot = 0, orderId = 0 } = rows[0] ?? {}
  // Nobody deletes orders, but a restored database may not have this one yet.
  const order = findOrder(station.db, orderId) === null ? null : openOrder(station, orderId)
  const surplus = surplusOf(order, rows)
  const there = new Set(rows.map(({ lineId }) => lineId))
  const missing = order?.lines.filter((line) => isPackable(line) && !there.has(line.lineId)).length ?? 0
  const state = slotState({ missing, surplus: surplus.length })
  const takeOut = surplus.map(({ lineId, code }) =>
    lookOf(order?.lines.find((line) => line.lineId === lineId) ?? { ...NO_LOOK, title: code }),
  )
  return { view: { slot, orderId, state, units: rows.length, missing, takeOut }, order, rows }
}

/** What is in the slot and is not to be packed: all of a canceled order, or of one on hold. */
function surplusOf(order: OrderView | null, rows: readonly PutRow[]): readonly PutRow[] {
  if (order === null || order.canceled || order.hold !== null || cancelWaits(order)) return rows
  const lines = new Map(order.lines.map((line) => [line.lineId, line]))
  return rows.filter(({ lineId, code }) => {
    const line = lines.get(lineId)
    // Another item in this line since: what was scanned proves nothing of it.
    return line === undefined || !isPackable(line) || codeScanned([code], line) === null
  })
}

function cancelWaits({ pending }: OrderView): boolean {
  return pending.some(({ kind }) => kind === 'cancel_order')
}

const NO_LOOK: ItemLook = { title: null, size: null, quality: null, condition: null }

function lookOf({ title, size, quality, condition }: ItemLook): ItemLook {
  return { title, size, quality, condition }
}
