import { expect, vi } from 'vitest'
import type { OutboxRow } from '../../src/shared/contract/op-views'
import type { ComposedStation } from './composed-station'
import { adopt, noteKept, perform, STATIONS, type Played, type Schedule } from './adoption-steps'
import { judge } from './told'
import { openWorld, type WorldBundles, type WorldSize } from './warehouse-world'

/** Plays a schedule from the first start of its stations until nothing moves any more. */

/** While things happen, and once everybody is back: the settle window of two minutes. */
const PACE = 10
const PACE_AT_THE_END = 30
const READY = { timeout: 60_000, interval: 100 }
type Within = { timeout: number; interval: number }
const SETTLED: Within = { timeout: 120_000, interval: 250 }

export async function openPlayed(
  files: WorldBundles,
  servers: number,
  size: Partial<WorldSize> = {},
): Promise<Played> {
  const world = await openWorld(files, { servers, stations: STATIONS, ...size })
  await Promise.all(world.stations.map((one) => one.start()))
  const fresh = await world.market.untouched()
  for (const one of world.stations) {
    await vi.waitFor(async () => {
      const [{ status }, { hub }] = [
        await one.ask('station:bootstrap', {}),
        await one.ask('warehouse:neighbors', {}),
      ]
      expect(status.dataAsOf).not.toBeNull()
      expect(hub).toMatchObject({ state: 'open', journal: { waiting: 0 } })
      // Until the hub has said that there are no operators, nobody refunds or takes over.
      expect(await one.call('operators:list', {})).toMatchObject({ ok: true })
    }, READY)
    await one.hurry(PACE)
  }
  return { world, told: [], fresh, setBack: false, counts: {} }
}

/** Everybody is back, and takes over what those left behind who are not. */
export async function settle(played: Played, within: Within = SETTLED): Promise<void> {
  const { stations, servers, hub, market: at } = played.world
  await Promise.all(servers.map((server) => server.start()))
  for (const one of stations) for (const computer of [...hub, at.computer]) one.join(computer)
  await Promise.all(stations.map((one) => one.start()))
  for (const one of stations) await one.hurry(PACE_AT_THE_END)
  await vi.waitFor(async () => {
    const running = stations.filter(({ runs }) => runs)
    const open = new Map<string, readonly OutboxRow[]>()
    for (const one of running) open.set(one.stationId, await openOps(one))
    for (const [stationId, rows] of open) {
      const moving = rows.filter(({ state }) => state !== 'held')
      expect(
        moving.map(({ seq, kind, state }) => `${seq} ${kind} ${state}`),
        `open at ${stationId}`,
      ).toEqual([])
    }
    for (const by of running)
      for (const { stationId, operations } of await by.ask('warehouse:left-behind', {})) {
        const of = stations.find((one) => one.stationId === stationId)
        if (of !== undefined && !of.runs) await adopt(played, by, of)
        // What needs a person stays at the hub, too.
        expect(operations, `operations of ${of?.name}, as ${by.name} sees it`).toBe(
          open.get(stationId)?.length,
        )
      }
  }, within)
}

/** @returns what happened, and what the marketplace and the stations say of it in the end */
export async function play(files: WorldBundles, drawn: Schedule): Promise<Record<string, number>> {
  const played = await openPlayed(files, drawn.servers)
  try {
    if (drawn.offline) for (const one of played.world.stations) one.cut(played.world.market.computer)
    for (const one of drawn.steps) {
      await perform(played, one)
      await noteKept(played)
    }
    await settle(played)
    return { ...played.counts, ...(await judge(played.world, played.told)) }
  } finally {
    await played.world.close()
  }
}

const openOps = async (one: ComposedStation): Promise<readonly OutboxRow[]> =>
  (await one.ask('outbox:list', { view: 'open', sort: null, offset: 0, limit: 500 })).rows
