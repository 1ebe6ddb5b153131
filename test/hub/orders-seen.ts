import { setTimeout as pause } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { nth, unlessGone } from './adoption-steps'
import type { ComposedStation } from './composed-station'
import type { World } from './warehouse-world'

/** What stations say of orders over time, and what the marketplace has made of them. */

/** A copy of an order: made by the marketplace, or shown by a station, by then. */
type Copy = { orderId: number; updatedMs: number; atMs: number }

type Watch = {
  /** The marketplace changes an order; the first one of three is also read by two stations right then. */
  change(): Promise<Copy>
  /** From now on the station cannot know of changes. */
  leaves(one: ComposedStation): void
  /** The stations that had left are given a moment to come back. */
  comeBack(): void
  /** Whether the station shows this copy, or a newer one. */
  shows(one: ComposedStation, copy: Copy): boolean
  /** Every station shows the newest copies. */
  settled(): Promise<void>
  stop(): Promise<void>
  /** Fails unless every station has shown each change within its bound, and never an older copy after a newer one. */
  judge(): Record<string, number>
}
type Away = { one: ComposedStation; fromMs: number; toMs: number }

/** Two intervals of silence and a round of its own, at the pace of the stations. */
const boundMs = (pace: number): number => (3 * 15_000) / pace
/** Requests and looks take time, on a busy machine. */
const SLACK_MS = 2_500
const LOOK_EVERY_MS = 100
/** A station that comes back connects, and tries failed requests again. */
const ON_ITS_FEET_MS = 10_000
const SETTLED = { timeout: 60_000, interval: LOOK_EVERY_MS }

export async function watchOrders(
  { stations, market }: World,
  orderIds: readonly number[],
  { pace, lagMs }: { pace: number; lagMs: number },
): Promise<Watch> {
  const made: Copy[] = []
  const shown = new Map<ComposedStation, Copy[]>(stations.map((one) => [one, []]))
  const away: Away[] = []
  const newest = new Map<number, Copy>()
  const note = (orderId: number, updatedAt: string | null | undefined): Copy => {
    const copy = { orderId, updatedMs: Date.parse(updatedAt ?? ''), atMs: performance.now() }
    expect(copy.updatedMs).not.toBeNaN()
    made.push(copy)
    newest.set(orderId, copy)
    return copy
  }
  for (const orderId of orderIds) note(orderId, (await market.order(orderId)).updated_at)
  const initially = made.length

  let stopped = false
  const look = async (one: ComposedStation): Promise<void> => {
    while (!stopped) {
      if (one.runs)
        await unlessGone(async () => {
          for (const orderId of orderIds) {
            const { updatedAt } = await one.ask('packing:open', { orderId })
            shown.get(one)?.push({ orderId, updatedMs: Date.parse(updatedAt ?? ''), atMs: performance.now() })
          }
        })
      await pause(LOOK_EVERY_MS)
    }
  }
  const looking = Promise.all(stations.map(look))
  // The caller gets the error when it stops this.
  looking.catch(() => {})
  const shows = (one: ComposedStation, { orderId, updatedMs }: Copy): boolean =>
    shown.get(one)?.findLast((copy) => copy.orderId === orderId)?.updatedMs === updatedMs

  let changes = 0
  const judgeStation = (one: ComposedStation): number => {
    const copies = shown.get(one) ?? []
    for (const orderId of orderIds) {
      const allowed = new Set(
        made.filter((copy) => copy.orderId === orderId).map(({ updatedMs }) => updatedMs),
      )
      let before = 0
      for (const copy of copies.filter((each) => each.orderId === orderId)) {
        expect(allowed.has(copy.updatedMs), `${one.name}, order ${orderId}: a copy that never was`).toBe(true)
        expect(copy.updatedMs, `${one.name}, order ${orderId}: an older copy`).toBeGreaterThanOrEqual(before)
        before = copy.updatedMs
      }
    }
    const most = boundMs(pace) + lagMs + SLACK_MS
    let longestMs = 0
    for (const change of made.slice(initially)) {
      const known = copies.find(
        ({ orderId, updatedMs }) => orderId === change.orderId && updatedMs >= change.updatedMs,
      )
      const owedMs = away.reduce(
        (ms, { one: gone, fromMs, toMs }) =>
          gone === one && fromMs <= change.atMs + most && toMs >= change.atMs ? Math.max(ms, toMs) : ms,
        change.atMs,
      )
      const tookMs = (known?.atMs ?? Infinity) - owedMs
      expect(tookMs, `${one.name}, order ${change.orderId}: ms until a change is known`).toBeLessThanOrEqual(
        most,
      )
      longestMs = Math.max(longestMs, tookMs)
    }
    return Math.round(longestMs)
  }

  return {
    async change() {
      const index = changes % orderIds.length
      changes += 1
      const orderId = nth(orderIds, index)
      const { updated_at: updatedAt } = await market.touch(orderId)
      const copy = note(orderId, updatedAt)
      const running = stations.filter(({ runs }) => runs)
      // One of two reads is of an older copy, and each tells the others.
      if (index === 0)
        for (const one of running.slice(0, 2)) void unlessGone(() => refresh(one, orderId)).catch(() => {})
      return copy
    },
    leaves: (one) => void away.push({ one, fromMs: performance.now(), toMs: Infinity }),
    comeBack() {
      for (const each of away) each.toMs = Math.min(each.toMs, performance.now() + ON_ITS_FEET_MS)
    },
    shows,
    settled: () =>
      vi.waitFor(() => {
        for (const copy of newest.values())
          expect(stations.filter((one) => !shows(one, copy)).map(({ name }) => name)).toEqual([])
      }, SETTLED),
    async stop() {
      stopped = true
      await looking
    },
    judge() {
      const longest = stations.map(judgeStation)
      return {
        changes: made.length - initially,
        looks: [...shown.values()].reduce((sum, copies) => sum + copies.length, 0),
        'longest ms until known': Math.max(...longest),
      }
    },
  }
}

async function refresh(one: ComposedStation, orderId: number): Promise<void> {
  await one.call('packing:refresh', { orderId })
}
