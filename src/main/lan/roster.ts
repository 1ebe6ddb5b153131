import type { BenchClaim } from '../../shared/domain/bench-claim'
import type { Clock } from '../clock'
import { MOST_HEARD, type Hello } from './message'

/** Which stations are there, and what they have on their benches. */

/** A station is gone when nothing was heard of it for so long: four hellos lost in a row. */
export const GONE_MS = 12_000

export type Present = {
  stationId: string
  boot: string
  name: string
  operator: string
  /** What is on its bench, and since when by this PC's wall clock. */
  claim: (BenchClaim & { orderId: number; sinceWallMs: number }) | null
  heardMs: number
  heardWallMs: number
  /** It hears this station too. Only then it counts, so that both of two stations know of each other or neither. */
  proven: boolean
}

export type Roster = {
  /** @returns what is known of the station before and after; `null`: not there */
  take(hello: Hello): { before: Present | null; after: Present | null; restarted: boolean }
  /** The station that speaks under this start, when it counts. */
  proven(boot: string): Present | null
  /** Stations that count, in the order in which they came. */
  present(): Present[]
  /** Starts to say in a hello that they were heard. */
  heard(): string[]
  /** Takes away those that are gone. */
  dropGone(): Present[]
  clear(): void
}

export function createRoster(clock: Clock, ownBoot: string): Roster {
  const stations = new Map<string, Present>()
  const present = (): Present[] => [...stations.values()].filter(({ proven }) => proven)
  const remove = (one: Present | undefined): Present | null => {
    if (one === undefined) return null
    stations.delete(one.boot)
    return one.proven ? one : null
  }

  return {
    take(hello) {
      const known = stations.get(hello.boot)
      if (hello.leaving) return { before: remove(known), after: null, restarted: false }
      const next = presentOf(hello, known, hello.heard.includes(ownBoot), clock)
      if (known === undefined && stations.size >= MOST_HEARD)
        return { before: null, after: null, restarted: false }
      stations.set(hello.boot, next)
      if (!next.proven)
        return { before: known?.proven === true ? known : null, after: null, restarted: false }
      // The same station under another start: it was started anew.
      const former = present().find(
        ({ stationId, boot }) => stationId === next.stationId && boot !== next.boot,
      )
      if (former !== undefined) stations.delete(former.boot)
      return {
        before: known?.proven === true ? known : (former ?? null),
        after: next,
        restarted: known?.proven !== true,
      }
    },
    proven(boot) {
      const one = stations.get(boot)
      return one?.proven === true ? one : null
    },
    present,
    heard: () => [...stations.keys()],
    dropGone() {
      const nowMs = clock.monotonicMs()
      const gone = [...stations.values()].filter(({ heardMs }) => nowMs - heardMs > GONE_MS)
      return gone.flatMap((one) => remove(one) ?? [])
    },
    clear: () => stations.clear(),
  }
}

function presentOf(hello: Hello, known: Present | undefined, proven: boolean, clock: Clock): Present {
  const { stationId, boot, name, operator, order, nowMs } = hello
  return {
    stationId,
    boot,
    name,
    operator,
    claim: order === null ? null : { stationId, ...order, sinceWallMs: sinceOf(order, nowMs, known, clock) },
    heardMs: clock.monotonicMs(),
    heardWallMs: clock.wallMs(),
    proven,
  }
}

/** Stays what it was found to be first: messages take different times. */
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
