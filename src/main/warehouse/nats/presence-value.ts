import { z } from 'zod'

/**
 * What a station says of itself at the hub. SECURITY: nothing of a buyer, and of orders only the numbers of those in its put
 * wall: a test lists its fields.
 * Durations and counts only: the clocks of two PCs may differ by an hour.
 */

const word = z.string().max(60)
const words = z.string().max(300)
const count = z.int().nonnegative()
const ms = z.number().nonnegative()

/** Stored at the hub; never rename. Newer versions may add fields, gates, states and reasons. */
export const presenceSchema = z.looseObject({
  /** What is the same at all stations of its account, and at no other. */
  account: z.array(word).max(20),
  station: words,
  operator: words,
  /** The name of its PC. */
  host: words,
  version: word,
  /** It was quit, and does not just say nothing. */
  closed: z.boolean(),
  /** Its connection to the marketplace, as `StationStatus` of the contract has it. */
  gate: word,
  noConnection: z.looseObject({ reason: word, detail: words, forMs: ms }).nullable(),
  clock: z.looseObject({ state: word, offsetMs: z.number().nullable() }),
  diskFull: z.boolean(),
  orders: z.looseObject({ toPack: count }),
  outbox: z.looseObject({
    waiting: count,
    held: count,
    /** Of all of these, how many the hub has no copy of; older versions do not say. */
    notAtHub: count.nullish(),
    /** How long the oldest one has needed a person. */
    heldForMs: ms.nullable(),
    reasons: z.array(z.looseObject({ reason: word, count })).max(40),
  }),
  /** The slots of its put wall that have an order, with how many units are there; older versions do not say. */
  putWall: z
    .array(z.looseObject({ orderId: count, slot: count, units: count }))
    .max(40)
    .nullish(),
  /** Alarms that nobody has acknowledged. */
  notices: count,
  /**
   * Orders completed here in the last day, by operator: how many in which quarter of an hour, counted backwards from
   * the present one, which is 0. `null`: the evidence log cannot be read.
   */
  packed: z
    .array(
      z.looseObject({
        operator: words,
        quarters: z.array(z.looseObject({ ago: count, orders: count })).max(200),
      }),
    )
    .max(200)
    .nullable(),
})
export type Presence = z.output<typeof presenceSchema>

type Slots = NonNullable<Presence['putWall']>
export function slotsIn({ putWall }: Presence): Slots {
  return putWall ?? []
}

/** Orders whose slot is not the same in both. @param before what a station said, or `null`: nothing */
export function slotsChanged(before: Presence | null, now: Presence | null): number[] {
  if (before === now) return []
  const [one, other] = [before, now].map((said) => new Map(said === null ? [] : slotsIn(said).map(keyed)))
  const orderIds = new Set([...(one?.keys() ?? []), ...(other?.keys() ?? [])])
  return [...orderIds].filter((orderId) => one?.get(orderId) !== other?.get(orderId))
}

function keyed({ orderId, slot, units }: Slots[number]): [orderId: number, what: string] {
  return [orderId, `${slot}:${units}`]
}

type Outbox = Presence['outbox']
/**
 * What is still open at a station that is offline.
 * @param isTakenOver another station has everything that the hub had of it: what only its PC has is left, if it said so
 */
export function openAtOffline(said: Outbox, isTakenOver: boolean): Outbox {
  if (!isTakenOver || said.notAtHub == null) return said
  return { ...said, waiting: said.notAtHub, held: 0, heldForMs: null, reasons: [] }
}
