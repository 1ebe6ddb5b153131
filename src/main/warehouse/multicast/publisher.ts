import type { Clock } from '../../base/clock'
import { clip, partsOf, type Parcel, type Said } from './message'

/** Announces the lines this station has packed: on request, and whenever they change. */

/** The lines this station has packed of an order; `atMs`: milliseconds since the epoch. */
export type PackedHere = { lineIds: readonly number[]; operator: string; atMs: number; sent: boolean }

export type Publisher = {
  /** Another station has put the order on its bench. */
  answer(orderId: number): void
  /** The order may have changed here; `null`: any order, but not packed lines that are already sent. */
  changed(orderIds: readonly number[] | null): void
  clear(): void
}

/** How many orders keep their last announcement. */
const MOST_ORDERS = 5_000

export function createPublisher(deps: {
  clock: Clock
  packedHere: (orderId: number) => readonly PackedHere[]
  say: (what: Said) => void
}): Publisher {
  const told = new Map<number, { text: string; waits: boolean }>()
  let round = 0

  const tell = (orderId: number, packed: readonly PackedHere[]): void => {
    told.delete(orderId)
    told.set(orderId, { text: JSON.stringify(packed), waits: packed.some(({ sent }) => !sent) })
    const [earliest] = told.keys()
    if (told.size > MOST_ORDERS && earliest !== undefined) told.delete(earliest)
    round += 1
    const parcels = packed.map((parcel) => toParcel(parcel, deps.clock.wallMs()))
    for (const part of partsOf(round, orderId, parcels)) deps.say(part)
  }

  return {
    answer(orderId) {
      const packed = deps.packedHere(orderId)
      // Stations that heard of packed lines must hear that they are free again.
      if (packed.length > 0 || told.has(orderId)) tell(orderId, packed)
    },
    changed(orderIds) {
      const waiting = () => [...told].flatMap(([orderId, { waits }]) => (waits ? [orderId] : []))
      for (const orderId of orderIds ?? waiting()) {
        const packed = deps.packedHere(orderId)
        if (!told.has(orderId) && packed.every(({ sent }) => sent)) continue
        if (told.get(orderId)?.text !== JSON.stringify(packed)) tell(orderId, packed)
      }
    },
    clear: () => told.clear(),
  }
}

function toParcel({ lineIds, operator, atMs, sent }: PackedHere, wallMs: number): Parcel {
  return {
    lineIds: [...lineIds],
    operator: clip(operator),
    agoMs: Math.max(0, Math.round(wallMs - atMs)),
    sent,
  }
}
