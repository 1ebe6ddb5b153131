import { z } from 'zod'
import { MOST_SLOTS } from '../domain/put-wall/slot'
import type { SlotState } from '../domain/put-wall/slot'
import { call, typed } from './call'
import { nothing, orderId } from './fields'
import type { SlotElsewhere } from './neighbors'
import type { ItemLook } from './views'

/** The put wall of a station: which order has which slot, and what is in it. */

export type SlotView = {
  /** From 1. */
  slot: number
  orderId: number
  state: SlotState
  /** Units in the slot, and units that are still to come. */
  units: number
  missing: number
  /** Of `stopped`: what is in the slot and must come out; all of it if the order is canceled or on hold. */
  takeOut: readonly ItemLook[]
}

export type PutWall = {
  /** How many the wall has. */
  slots: number
  /** Those with an order, by number. */
  taken: readonly SlotView[]
  /** Orders of this wall that are in another station's wall, too. */
  elsewhere: readonly SlotElsewhere[]
}

export type PutAnswer =
  /** Into that slot, of which the order is `slot.orderId`. */
  | { kind: 'in' | 'complete'; slot: SlotView; item: ItemLook }
  /** The code of a slot: its order is packed, or a person is needed. */
  | { kind: 'slot'; slot: SlotView }
  | { kind: 'stopped'; slot: SlotView }
  | { kind: 'empty'; number: number }
  /** An order's number, or the code of its packing slip. */
  | { kind: 'order'; orderId: number }
  /** No order needs another one. */
  | { kind: 'spare'; item: ItemLook }
  /** The order that takes such an item is in a slot of another station's wall; no other needs one. */
  | { kind: 'elsewhere'; item: ItemLook; in: SlotElsewhere }
  /** Each slot has an order; the item would need another one. */
  | { kind: 'full'; item: ItemLook; orderId: number }
  /** The code stands for several items. */
  | { kind: 'several' | 'unknown' }

const slot = z.int().min(1).max(MOST_SLOTS)

export const putWallCalls = {
  'put-wall:read': call({
    request: nothing,
    value: typed<PutWall>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** The units in the order's slot, each with the code that was scanned; `null` if it has no slot here. */
  'put-wall:of-order': call({
    request: z.strictObject({ orderId }),
    value: typed<{
      here: {
        slot: number
        lines: readonly { lineId: number; code: string }[]
        takeOut: readonly ItemLook[]
      } | null
      elsewhere: readonly SlotElsewhere[]
    }>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Puts an item into its slot, durably, or says what the code means. The window records the scan. */
  'put-wall:scan': call({
    request: z.strictObject({ codes: z.array(z.string().min(1).max(500)).min(1).max(20) }),
    value: typed<{ answer: PutAnswer; wall: PutWall }>(),
    errors: ['order_unreadable'],
    needs: 'pack',
    records: 'nothing',
  }),
  /** Takes the last unit out again; `null` if the wall is empty. */
  'put-wall:take-out': call({
    request: nothing,
    value: typed<{ slot: number; orderId: number; wall: PutWall } | null>(),
    errors: [],
    needs: 'pack',
    records: {
      kind: 'put_wall_out',
      done: (done) => (done === null ? {} : { slot: done.slot, orderId: done.orderId }),
    },
  }),
  /** The items that must come out of a stopped slot are out. */
  'put-wall:clear': call({
    request: z.strictObject({ slot }),
    value: typed<PutWall>(),
    errors: [],
    needs: 'pack',
    records: { kind: 'put_wall_cleared', asked: (request) => request },
  }),
}
