import { countsAsPacked } from '../../shared/domain/packed-elsewhere'
import type { Parcel, Tell } from './message'

/** What other stations have told of the lines that they packed. */

/** Orders of one station that are remembered; the earliest told is forgotten first. */
const MOST_ORDERS = 2_000

type ToldLine = { operator: string; atMs: number; sent: boolean; toldAtMs: number }
type ToldOrder = { station: string; lines: Map<number, ToldLine> }
type Round = { round: number; parts: Map<number, readonly Parcel[]> }

export type PackedLine = { station: string; operator: string; atMs: number }

export type Told = {
  /** Takes in a part; with the last one of its round all lines of the order that were not in it are free again. */
  take(from: { stationId: string; boot: string; name: string }, tell: Tell, wallMs: number): boolean
  /** Lines of the order that count as packed elsewhere. */
  lines(orderId: number, readAtMs: number, isThere: (stationId: string) => boolean): Map<number, PackedLine>
  orders(): number[]
  ordersOf(stationId: string): number[]
  /** Forgets what a former start of the station has told: it tells all again. @returns the orders of that */
  forgetFormer(station: { stationId: string; boot: string }): number[]
  clear(): void
}

export function createTold(): Told {
  const stations = new Map<string, Map<number, ToldOrder>>()
  const rounds = new Map<string, Round>()
  const boots = new Map<string, string>()
  const ordersOf = (stationId: string): number[] => [...(stations.get(stationId)?.keys() ?? [])]

  /** All parcels of the round, once its last part has come. */
  const gather = (stationId: string, { orderId, round, part, parts, parcels }: Tell): Parcel[] | null => {
    const key = `${stationId} ${orderId}`
    const known = rounds.get(key)
    if (known !== undefined && known.round > round) return null
    const now = known?.round === round ? known : { round, parts: new Map<number, readonly Parcel[]>() }
    now.parts.set(part, parcels)
    if (now.parts.size < parts) {
      rounds.set(key, now)
      return null
    }
    rounds.delete(key)
    return [...now.parts.values()].flat()
  }

  return {
    take({ stationId, boot, name }, tell, wallMs) {
      boots.set(stationId, boot)
      const parcels = gather(stationId, tell)
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
