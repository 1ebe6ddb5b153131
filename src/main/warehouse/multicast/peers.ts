import type { BenchClaim } from '../../../shared/domain/orders/bench-claim'
import type { Clock } from '../../base/clock'
import { MOST_HEARD, type Hello } from './message'

/** The stations present and the orders on their benches. */

/** A station is gone after this long without a message: four hellos lost in a row. */
export const GONE_MS = 12_000
/** Time for one hello. */
const DOUBT_MS = 4_000

export type Present = {
  stationId: string
  boot: string
  name: string
  operator: string
  /** The order on its bench, and since when by this PC's wall clock. */
  claim: (BenchClaim & { orderId: number; sinceWallMs: number }) | null
  heardMs: number
  heardWallMs: number
}

export type Peers = {
  /** @returns the station before and after; `null`: not present */
  take(hello: Hello): { before: Present | null; after: Present | null; restarted: boolean }
  /**
   * The station behind this start, if it counts: it must hear this one too, so that both stations know of each other
   * or neither does.
   */
  proven(boot: string): Present | null
  /** Stations that count, in order of arrival. */
  present(): Present[]
  /** Starts to acknowledge in a hello. */
  heard(): string[]
  /** There is no place for another station, or recently was none. */
  full(): boolean
  /** The computer slept: stations that are not heard again soon are gone. */
  doubt(): void
  /** Removes stations that are gone. */
  dropGone(): Present[]
  clear(): void
}

/** Heard, but not acknowledging us: recordings of any number of stations must not take a real station's place. */
const MOST_CANDIDATES = 256

export function createPeers(clock: Clock, ownBoot: string): Peers {
  /** Only stations that have named this start, which nobody could know before it, take a place. */
  const stations = new Map<string, Present>()
  /** Ordered by last message, most recent last. */
  const candidates = new Map<string, Present>()
  let refusedMs = Number.NEGATIVE_INFINITY

  const remember = (candidate: Present): void => {
    candidates.delete(candidate.boot)
    candidates.set(candidate.boot, candidate)
    const [oldest] = candidates.keys()
    if (candidates.size > MOST_CANDIDATES && oldest !== undefined) candidates.delete(oldest)
  }
  const remove = (boot: string): Present | null => {
    const known = stations.get(boot) ?? null
    stations.delete(boot)
    candidates.delete(boot)
    return known
  }

  return {
    take(hello) {
      const { boot, stationId } = hello
      const known = stations.get(boot) ?? null
      if (hello.leaving) return { before: remove(boot), after: null, restarted: false }
      const next = presentOf(hello, known ?? candidates.get(boot), clock)
      if (!hello.heard.includes(ownBoot)) {
        stations.delete(boot)
        remember(next)
        return { before: known, after: null, restarted: false }
      }
      // The same station under another start: it was restarted.
      const former = [...stations.values()].find((one) => one.stationId === stationId && one.boot !== boot)
      if (former !== undefined) stations.delete(former.boot)
      if (known === null && stations.size >= MOST_HEARD) {
        refusedMs = clock.monotonicMs()
        return { before: null, after: null, restarted: false }
      }
      candidates.delete(boot)
      stations.set(boot, next)
      return { before: known ?? former ?? null, after: next, restarted: known === null }
    },
    proven: (boot) => stations.get(boot) ?? null,
    present: () => [...stations.values()],
    heard: () => [...stations.keys(), ...[...candidates.keys()].reverse()].slice(0, MOST_HEARD),
    full: () => stations.size >= MOST_HEARD || clock.monotonicMs() - refusedMs <= GONE_MS,
    doubt() {
      const heardMs = clock.monotonicMs() - GONE_MS + DOUBT_MS
      for (const one of stations.values()) one.heardMs = Math.min(one.heardMs, heardMs)
    },
    dropGone() {
      const nowMs = clock.monotonicMs()
      const isGone = ({ heardMs }: Present): boolean => nowMs - heardMs > GONE_MS
      for (const one of [...candidates.values()].filter(isGone)) candidates.delete(one.boot)
      return [...stations.values()].filter(isGone).flatMap(({ boot }) => remove(boot) ?? [])
    },
    clear() {
      stations.clear()
      candidates.clear()
    },
  }
}

function presentOf(hello: Hello, known: Present | undefined, clock: Clock): Present {
  const { stationId, boot, name, operator, order, nowMs } = hello
  return {
    stationId,
    boot,
    name,
    operator,
    claim: order === null ? null : { stationId, ...order, sinceWallMs: sinceOf(order, nowMs, known, clock) },
    heardMs: clock.monotonicMs(),
    heardWallMs: clock.wallMs(),
  }
}

/** Keeps its first value: later messages only differ by their travel time. */
function sinceOf(
  order: NonNullable<Hello['order']>,
  nowMs: number,
  known: Present | undefined,
  clock: Clock,
): number {
  const before = known?.claim ?? null
  if (before?.orderId === order.orderId && before.sinceMs === order.sinceMs) return before.sinceWallMs
  return clock.wallMs() - Math.max(0, nowMs - order.sinceMs)
}
