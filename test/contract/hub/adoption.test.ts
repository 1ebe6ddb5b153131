import { cpSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { needsOf, withLeftBehind } from '../../../src/shared/domain/station/station-needs'
import { createControl } from '../../../src/marketplace/control-client'
import { createHurriedClock } from '../../support/clock'
import { nothing, type Ask } from '../../support/composed'
import {
  atHub,
  journalEntries,
  openHubMarket,
  openHubStation,
  outboxSaid,
  packMany,
  ready,
  shipmentsOf,
  soon,
} from '../../support/hub-stations'
import type { TestMarketplace } from '../../support/marketplace'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { tempDir } from '../../support/temp-dir'

/** A station is lost with open operations, and another one takes them over at a real hub (H4). */

/** The settle window of two minutes takes six seconds. */
const HURRY = 20

const openOps = async (ask: Ask): Promise<number> =>
  (await ask('outbox:list', { view: 'open', offset: 0, limit: 10 })).total
const journaled = (server: { url: string }, count: number) =>
  soon(async () => expect((await journalEntries(server)).size).toBe(count))

const creates = async ({ controlUrl }: TestMarketplace): Promise<number> =>
  (await createControl(controlUrl).requestLog()).filter(
    ({ method, path }) => method === 'POST' && path.endsWith('/shipments'),
  ).length

/** Bench 1 has packed `count` orders that the marketplace does not have, and is gone; Bench 2 takes over. */
async function lose(count: number) {
  const server = await startNatsServer()
  const market = await openHubMarket()
  const a = await openHubStation(server, market, 'Bench 1')
  await ready(a.ask)
  const clock = createHurriedClock(HURRY)
  const b = await openHubStation(server, market, 'Bench 2', { clock })
  await ready(b.ask)
  await market.goOffline()
  const orders = await packMany(a.ask, count)
  await journaled(server, count)
  // It is lost after it has said so.
  await soon(async () =>
    expect(await outboxSaid(server, market, 'Bench 1')).toMatchObject({ waiting: count, notAtHub: 0 }),
  )
  const copy = tempDir()
  await a.close()
  cpSync(a.dataDir, copy, { recursive: true })
  await market.goOnline()
  return { server, market, b, orders, copy }
}

const goneStation = (ask: Ask): Promise<string> =>
  soon(async () => {
    const [found] = await ask('warehouse:left-behind', nothing)
    if (found === undefined || found.atWork) throw new Error('not gone yet')
    return found.stationId
  })

/** What the warehouse page says that the lost station needs. */
async function needsOfLost(ask: Ask) {
  const [{ stations }, left] = [
    await ask('warehouse:read', nothing),
    await ask('warehouse:left-behind', nothing),
  ]
  const lost = withLeftBehind(stations, left).find(({ name }) => name === 'Bench 1')
  return lost === undefined ? null : needsOf(lost)
}

async function takeOver(ask: Ask) {
  return ask('warehouse:adopt', { stationId: await goneStation(ask) })
}

describe.skipIf(!HAS_NATS)('open operations of a lost station', { timeout: 120_000 }, () => {
  it('are sent once by the station that takes them over, and not again by their own (H4)', async () => {
    const { server, market, b, orders, copy } = await lose(3)
    expect(await b.ask('warehouse:left-behind', nothing)).toMatchObject([
      { station: 'Bench 1', operations: 3, owner: null },
    ])
    await soon(async () => expect(await needsOfLost(b.ask)).toEqual(['unsent_offline']))
    expect(await takeOver(b.ask)).toMatchObject({ station: 'Bench 1', imported: 3, known: 0, left: 0 })
    expect(await b.ask('warehouse:left-behind', nothing)).toEqual([])
    await soon(async () => expect(await needsOfLost(b.ask)).toEqual([]))
    await b.ask('station:sync', nothing)
    await soon(async () => expect(await openOps(b.ask)).toBe(0))
    expect(await shipmentsOf(market, orders)).toEqual([1, 1, 1])

    const back = await openHubStation(server, market, 'Bench 1', { dataDir: copy })
    await atHub(back.ask)
    await soon(async () => expect(await openOps(back.ask)).toBe(0))
    expect((await back.ask('warehouse:neighbors', nothing)).hub?.journal?.takenOver).toEqual({
      station: 'Bench 2',
      operations: 3,
    })
    expect(await shipmentsOf(market, orders)).toEqual([1, 1, 1])
    expect(await creates(market)).toBe(3)
    // Both say who did it, and where.
    const { settings } = await b.ask('settings:read', nothing)
    const takeover = async (ask: Ask) =>
      (await ask('evidence:list', { kind: 'work_taken_over', offset: 0, limit: 5 })).rows.map(
        ({ operator, payload }) => ({ operator, payload }),
      )
    const [{ operator = '', payload } = {}, ...more] = await takeover(b.ask)
    expect([payload, more]).toMatchObject([{ station: 'Bench 1', imported: 3 }, []])
    expect(settings.operator).toBe('')
    expect(await takeover(back.ask)).toMatchObject([{ operator, payload: { to: 'Bench 2', operations: 3 } }])
  })

  it('are handed over before their station sends anything, although nobody has sent them yet', async () => {
    const { server, market, b, orders, copy } = await lose(2)
    await market.goOffline()
    await takeOver(b.ask)
    const back = await openHubStation(server, market, 'Bench 1', { dataDir: copy })
    await atHub(back.ask)
    await soon(async () => expect(await openOps(back.ask)).toBe(0))
    await market.goOnline()
    await b.ask('station:sync', nothing)
    await soon(async () => expect(await openOps(b.ask)).toBe(0))
    expect(await shipmentsOf(market, orders)).toEqual([1, 1])
    expect(await creates(market)).toBe(2)
  })

  it('are not sent by their station, which waits for the hub to say whose they are', async () => {
    const { server, market, b, orders, copy } = await lose(2)
    await takeOver(b.ask)
    await b.close()
    const sent = await creates(market)
    const back = await openHubStation(server, market, 'Bench 1', { dataDir: copy })
    await soon(async () => expect(await openOps(back.ask)).toBe(0))
    expect(await creates(market)).toBe(sent)
    const { ask } = await openHubStation(server, market, 'Bench 2', {
      dataDir: b.dataDir,
      clock: createHurriedClock(HURRY),
    })
    await soon(async () => expect(await openOps(ask)).toBe(0))
    expect(await shipmentsOf(market, orders)).toEqual([1, 1])
    expect(await creates(market)).toBe(2)
  })

  it('are found at the marketplace by their station if it comes back without the hub', async () => {
    const { server, market, b, orders, copy } = await lose(2)
    await takeOver(b.ask)
    await b.ask('station:sync', nothing)
    await soon(async () => expect(await openOps(b.ask)).toBe(0))
    await server.kill()
    const back = await openHubStation(server, market, 'Bench 1', { dataDir: copy })
    await soon(async () => expect(await openOps(back.ask)).toBe(0))
    expect(await shipmentsOf(market, orders)).toEqual([1, 1])
    expect(await creates(market)).toBe(2)
  })

  it('are found at the marketplace where their station had sent them and had no answer (I10)', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    const control = createControl(market.controlUrl)
    const a = await openHubStation(server, market, 'Bench 1')
    await ready(a.ask)
    const b = await openHubStation(server, market, 'Bench 2', { clock: createHurriedClock(HURRY) })
    await ready(b.ask)
    // The marketplace does what is asked, and nobody hears of it.
    await control.addFault({ kind: 'hang', when: 'after', method: 'POST', route: '/api/*' })
    const orders = await packMany(a.ask, 2)
    await soon(async () => expect(await creates(market)).toBe(2))
    await a.close()
    await control.clearFaults()
    await journaled(server, 2)
    expect(await takeOver(b.ask)).toMatchObject({ imported: 2 })
    await b.ask('station:sync', nothing)
    await soon(async () => expect(await openOps(b.ask)).toBe(0))
    expect(await shipmentsOf(market, orders)).toEqual([1, 1])
    expect(await creates(market)).toBe(2)
  })

  it('come back to their own station when its disk is of an earlier time, and are sent once', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    const first = await openHubStation(server, market, 'Bench 1')
    await ready(first.ask)
    await market.goOffline()
    const before = await packMany(first.ask, 1)
    await first.close()
    const earlier = tempDir()
    cpSync(first.dataDir, earlier, { recursive: true })
    const again = await openHubStation(server, market, 'Bench 1', { dataDir: first.dataDir })
    const orders = [...before, ...(await packMany(again.ask, 2))]
    await journaled(server, 3)
    await again.close()

    const clock = createHurriedClock(HURRY)
    const back = await openHubStation(server, market, 'Bench 1', { dataDir: earlier, clock })
    await soon(async () => expect(await openOps(back.ask)).toBe(3))
    expect(await back.ask('station:notices', nothing)).toMatchObject([{ kind: 'ops_returned', count: 2 }])
    await market.goOnline()
    await back.ask('station:sync', nothing)
    await soon(async () => expect(await openOps(back.ask)).toBe(0))
    expect(await shipmentsOf(market, orders)).toEqual([1, 1, 1])
    expect(await creates(market)).toBe(3)
    await journaled(server, 0)
  })

  it('stay with a station that is at work', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    const a = await openHubStation(server, market, 'Bench 1')
    await ready(a.ask)
    const b = await openHubStation(server, market, 'Bench 2')
    await ready(b.ask)
    await market.goOffline()
    await packMany(a.ask, 1)
    await journaled(server, 1)
    await soon(async () => expect((await b.ask('warehouse:neighbors', nothing)).stations).toHaveLength(1))
    const [found] = await b.ask('warehouse:left-behind', nothing)
    expect(found).toMatchObject({ station: 'Bench 1', atWork: true })
    const stationId = found?.stationId ?? ''
    expect((await b.refusal('warehouse:adopt', { stationId })).code).toBe('station_at_work')
  })

  it('are taken over once the hub answers again, when it stops in the middle, which people are told', async () => {
    const { server, market, b, orders } = await lose(2)
    const stationId = await goneStation(b.ask)
    server.freeze()
    for (const refusal of await Promise.all([
      b.refusal('warehouse:left-behind', nothing),
      b.refusal('warehouse:adopt', { stationId }),
    ]))
      expect(refusal.code).toBe('hub_away')
    server.thaw()
    await soon(async () => expect((await takeOver(b.ask)).imported).toBe(2))
    await soon(async () => expect(await shipmentsOf(market, orders)).toEqual([1, 1]))
  })
})
