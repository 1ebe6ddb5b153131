import { expect, vi } from 'vitest'
import { openPlayed } from './adoption-run'
import { nth } from './adoption-steps'
import type { ComposedStation } from './composed-station'
import { watchOrders } from './orders-seen'
import type { World, WorldBundles } from './warehouse-world'

/** Plays a fault of a warehouse in which one station reads for all, while the marketplace changes orders. */

type Situation = {
  world: World
  /** Reads for all. */
  leader: ComposedStation
  followers: readonly [ComposedStation, ComposedStation]
}
export type LeaderSchedule = {
  name: string
  servers: number
  strike(situation: Situation): Promise<void> | void
  /** Of these, one reads for the others then. */
  oneOf(situation: Situation): readonly ComposedStation[]
  /** These read for themselves then. */
  others(situation: Situation): readonly ComposedStation[]
  /** They cannot ask the marketplace then. */
  away(situation: Situation): readonly ComposedStation[]
  heal(situation: Situation): Promise<void> | void
}

/** At ten times the speed, a second's delay on a busy machine makes a record late. */
const PACE = 6
/** Every second read of orders is of a copy so old. */
const LAG_MS = 1_000
/** Two rounds. */
const WINDOW_MS = (2 * 15_000) / PACE
const WITHIN = { timeout: 90_000, interval: 400 }

/** @returns figures of what happened */
export async function playLeader(
  files: WorldBundles,
  schedule: LeaderSchedule,
): Promise<Record<string, number>> {
  const { world, fresh } = await openPlayed(files, schedule.servers, { lagMs: LAG_MS })
  const { stations, market } = world
  for (const one of stations) await one.hurry(PACE)
  const watch = await watchOrders(world, fresh.slice(0, 3), { pace: PACE, lagMs: LAG_MS })
  /** Changes orders until one of these stations alone asks for lists, and those others do, too. */
  const untilOneReads = async (
    oneOf: readonly ComposedStation[],
    others: readonly ComposedStation[] = [],
  ): Promise<ComposedStation> => {
    const sinceMs = performance.now()
    return vi.waitFor(async () => {
      await watch.change()
      const readers = await market.readers(WINDOW_MS)
      const reading = (list: readonly ComposedStation[]) => list.filter(({ name }) => readers.includes(name))
      expect(performance.now() - sinceMs).toBeGreaterThan(WINDOW_MS)
      expect(reading(oneOf), readers.join(', ')).toHaveLength(1)
      expect(reading(others)).toHaveLength(others.length)
      return nth(reading(oneOf), 0)
    }, WITHIN)
  }
  try {
    const leader = await untilOneReads(stations)
    const [first, second] = stations.filter((one) => one !== leader)
    if (first === undefined || second === undefined) throw new RangeError('too few stations')
    const situation: Situation = { world, leader, followers: [first, second] }
    const away = schedule.away(situation)
    for (const one of away) watch.leaves(one)
    await schedule.strike(situation)
    const struckMs = performance.now()
    await untilOneReads(schedule.oneOf(situation), schedule.others(situation))
    const tookMs = Math.round(performance.now() - struckMs)
    // The hub tells those whom the marketplace does not answer.
    const change = await watch.change()
    for (const one of away)
      if (one.runs) await vi.waitFor(() => expect(watch.shows(one, change)).toBe(true), WITHIN)
    await schedule.heal(situation)
    watch.comeBack()
    await untilOneReads(stations)
    await watch.settled()
    return { 'ms until one reads again': tookMs, ...watch.judge() }
  } finally {
    await watch.stop()
    await world.close()
  }
}
