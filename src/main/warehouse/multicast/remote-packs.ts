import { countsAsPacked } from '../../../shared/domain/orders/packed-elsewhere'
import type { Parcel, Tell } from './message'

/** Lines that other stations have announced as packed. */

/** Orders remembered per station; the oldest announcement is forgotten first. */
const MOST_ORDERS = 2_000

type ToldLine = { operator: string; atMs: number; sent: boolean; toldAtMs: number }
type ToldOrder = { station: string; lines: Map<number, ToldLine> }
/** `parts`: `null` once all have come. */
type Round = { round: number; parts: Map<number, readonly Parcel[]> | null }
/** Far more rounds than a late datagram can be behind. */
const MOST_ROUNDS = 10_000

export type PackedLine = { station: string; operator: string; atMs: number }

export type RemotePacks = {
  /** Takes in a part; the last part of a round frees all lines of the order that the round did not name. */
  take(from: { stationId: string; boot: string; name: string }, tell: Tell, wallMs: number): boolean
  /** Lines of the order that count as packed elsewhere. */
  lines(orderId: number, readAtMs: number, isThere: (stationId: string) => boolean): Map<number, PackedLine>
  orders(): number[]
  ordersOf(stationId: string): number[]
  /** Forgets the announcements of a station's earlier start: it repeats them. @returns the affected orders */
  forgetFormer(station: { stationId: string; boot: string }): number[]
  clear(): void
}

export function createRemotePacks(): RemotePacks {
  const stations = new Map<string, Map<number, ToldOrder>>()
  const rounds = new Map<string, Round>()
  const boots = new Map<string, string>()
  const ordersOf = (stationId: string): number[] => [...(stations.get(stationId)?.keys() ?? [])]

  /** All parcels of the round, once its last part has arrived. */
  const gather = ({ boot, orderId, round, part, parts, parcels }: Tell): Parcel[] | null => {
    // A station numbers its rounds from its start.
    const key = `${boot} ${orderId}`
    const known = rounds.get(key)
    // A late datagram of an older or completed round must not undo the newer one.
    if (known !== undefined && (known.round > round || (known.round === round && known.parts === null)))
      return null
    const gathered = (known?.round === round ? known.parts : null) ?? new Map<number, readonly Parcel[]>()
    gathered.set(part, parcels)
    const complete = gathered.size >= parts
    rounds.delete(key)
    rounds.set(key, { round, parts: complete ? null : gathered })
    const [oldest] = rounds.keys()
    if (rounds.size > MOST_ROUNDS && oldest !== undefined) rounds.delete(oldest)
    return complete ? [...gathered.values()].flat() : null
  }

  return {
    take({ stationId, boot, name }, tell, wallMs) {
      boots.set(stationId, boot)
      const parcels = gather(tell)
      if (parcels === null) return false
      const orders = stations.get(stationId) ?? new Map<number, ToldOrder>()
      const before = orders.get(tell.orderId)?.lines ?? new Map<number, ToldLine>()
      const lines = linesOf(parcels, before, wallMs)
      stations.set(stationId, orders)
      orders.delete(tell.orderId)
      if (lines.size > 0) orders.set(tell.orderId, { station: name, lines })
      const [earliest] = orders.keys()
      if (orders.size > MOST_ORDERS && earliest !== undefined) orders.delete(earliest)
      return !sameLines(before, lines)
    },
    lines(orderId, readAtMs, isThere) {
      const packed = new Map<number, PackedLine>()
      for (const [stationId, orders] of stations) {
        const there = isThere(stationId)
        const { station = '', lines = [] } = orders.get(orderId) ?? {}
        for (const [lineId, { operator, atMs, ...told }] of lines)
          if (countsAsPacked(told, readAtMs, there)) packed.set(lineId, { station, operator, atMs })
      }
      return packed
    },
    orders: () => [...new Set([...stations.keys()].flatMap(ordersOf))],
    ordersOf,
    forgetFormer({ stationId, boot }) {
      if (boots.get(stationId) === boot) return []
      const orders = ordersOf(stationId)
      stations.delete(stationId)
      return orders
    },
    clear() {
      stations.clear()
      rounds.clear()
      boots.clear()
    },
  }
}

function linesOf(
  parcels: readonly Parcel[],
  before: ReadonlyMap<number, ToldLine>,
  wallMs: number,
): Map<number, ToldLine> {
  const lines = new Map<number, ToldLine>()
  for (const { lineIds, operator, agoMs, sent } of parcels)
    for (const lineId of lineIds) {
      const known = before.get(lineId)
      const toldAtMs = sent && known?.sent === true ? known.toldAtMs : wallMs
      lines.set(lineId, { operator, atMs: known?.atMs ?? wallMs - agoMs, sent, toldAtMs })
    }
  return lines
}

function sameLines(before: ReadonlyMap<number, ToldLine>, after: ReadonlyMap<number, ToldLine>): boolean {
  return (
    before.size === after.size && [...after].every(([lineId, { sent }]) => before.get(lineId)?.sent === sent)
  )
}
