import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, vi } from 'vitest'
import type { StationEvent } from '../../../src/shared/contract/views'
import { createHurriedClock } from '../../support/clock'
import {
  compose,
  FIRST_PAGE,
  imported,
  nothing,
  openMarket,
  packOldest,
  type Ask,
} from '../../support/composed'
import { LARGE_BYTES } from '../../../src/main/store/db/check-aside'
import { leafPages, leaveOpen, ruinPage } from '../../support/damage'
import { tempDir } from '../../support/temp-dir'

const ACCOUNT = 'training-1'
type Market = Awaited<ReturnType<typeof openMarket>>

const hurried = () => createHurriedClock(60)
const accountDirIn = (dataDir: string) => join(dataDir, 'live', readdirSync(join(dataDir, 'live'))[0] ?? '')
const rowsOf = async (ask: Ask) =>
  (await ask('outbox:list', { view: 'all', offset: 0, limit: 50 })).rows.toReversed()
const noticesOf = async (ask: Ask) =>
  (await ask('station:notices', nothing)).map(({ kind, count }) => [kind, count])
const shutOut = ({ control }: Market) => control.setAccessToken(ACCOUNT, 'another')
const letIn = ({ control, accessToken }: Market) => control.setAccessToken(ACCOUNT, accessToken)

const gateOf = async (ask: Ask) => (await ask('station:bootstrap', nothing)).status.gate
/** Makes the file so large that it is checked behind the first screen. */
const enlarge = (file: string): void => {
  const db = new Database(file)
  db.prepare(`INSERT INTO settings (key, value) VALUES ('large', hex(zeroblob(?)))`).run(LARGE_BYTES / 2)
  db.close()
}

const allDone = (ask: Ask, ops: number) =>
  vi.waitFor(
    async () => {
      expect((await rowsOf(ask)).map(({ state }) => state)).toEqual(Array(ops).fill('confirmed'))
    },
    { timeout: 15_000 },
  )

async function live(market: Market) {
  const dataDir = tempDir()
  const station = await compose(dataDir, market.live, false, hurried())
  const events: StationEvent['kind'][] = []
  station.packbench.onEvent(({ kind }) => events.push(kind))
  await imported(station.ask)
  return { ...station, dataDir, events }
}

describe('backups', () => {
  it('are made and listed, newest first', async () => {
    const { ask } = await live(await openMarket())
    expect(await ask('station:backups', nothing)).toEqual([])
    const first = await ask('station:back-up', nothing)
    const second = await ask('station:back-up', nothing)
    expect(await ask('station:backups', nothing)).toEqual([second, first])
  })

  it('restore open operations as unknown, keep confirmed ones, and send nothing twice (I3, I10)', async () => {
    const market = await openMarket()
    const { ask, events } = await live(market)
    await shutOut(market)
    const before = await packOldest(ask)
    const { name } = await ask('station:back-up', nothing)
    await letIn(market)
    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
    await allDone(ask, 1)
    const after = await packOldest(ask)
    await allDone(ask, 2)
    await shutOut(market)
    const waiting = await packOldest(ask)

    events.length = 0
    const restoring = ask('station:restore', { name })
    await new Promise((resolve) => setImmediate(resolve))
    // Requested while the file is being replaced; answered from the new one.
    const meanwhile = rowsOf(ask)
    const packed = [before, after, waiting]
    expect(events).not.toContain('station_replaced')
    expect(await restoring).toEqual({ reopened: 1 })
    expect(events).toContain('station_replaced')
    // The first was open in the backup, and the second is not in it: the replaced file knows how they ended.
    expect((await meanwhile).map(({ orderId, state }) => [orderId, state])).toEqual([
      [before.order.orderId, 'confirmed'],
      [after.order.orderId, 'confirmed'],
      [waiting.order.orderId, 'unknown'],
    ])
    expect(await noticesOf(ask)).toEqual([['data_restored', 1]])
    await letIn(market)
    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
    await allDone(ask, 3)
    await imported(ask)
    for (const { order, shipmentId } of packed) {
      const { shipments } = await market.control.readOrder(order.orderId)
      expect(shipments).toHaveLength(1)
      const here = await ask('packing:open', { orderId: order.orderId })
      expect(here.shipments.map(({ serverId }) => serverId)).toEqual([shipments[0]?.id])
      expect(here.shipments[0]?.shipmentId).toBe(shipmentId)
    }
  })

  it('are refused when missing or unusable, and nothing changes', async () => {
    const market = await openMarket()
    const { ask, refusal, dataDir, events } = await live(market)
    await packOldest(ask)
    const { name } = await ask('station:back-up', nothing)
    writeFileSync(join(accountDirIn(dataDir), 'backups', name), 'a letter '.repeat(2_000))
    events.length = 0
    expect(await refusal('station:restore', { name })).toMatchObject({ code: 'backup_unusable' })
    expect(await refusal('station:restore', { name: 'station.sqlite' })).toMatchObject({
      code: 'backup_not_found',
    })
    expect(events).not.toContain('station_replaced')
    expect(await rowsOf(ask)).toHaveLength(1)
    expect(await noticesOf(ask)).toEqual([])
  })

  it('are among the files from which no address, name or token can be read', async () => {
    const market = await openMarket()
    const { ask, dataDir } = await live(market)
    const { name } = await ask('station:back-up', nothing)
    const bytes = readFileSync(join(accountDirIn(dataDir), 'backups', name)).toString('latin1')
    const { rows } = await ask('packing:queue', FIRST_PAGE)
    const { buyer } = await ask('packing:open', { orderId: rows[0]?.orderId ?? 0 })
    for (const secret of [buyer?.email, buyer?.name, buyer?.address[0], market.accessToken]) {
      expect(secret).toMatch(/.{4}/)
      expect(bytes).not.toContain(secret)
    }
  })
})

/** A station that was closed while a pack waited to be sent. */
async function closedWithAPack(market: Market) {
  const { ask, dataDir, close } = await live(market)
  await shutOut(market)
  const { order } = await packOldest(ask)
  await close()
  return { order, dataDir, file: join(accountDirIn(dataDir), 'station.sqlite') }
}

describe('a damaged file', () => {
  it('is saved at the start, and the app starts', async () => {
    const market = await openMarket()
    const { order, dataDir, file } = await closedWithAPack(market)
    ruinPage(file, 1)
    await letIn(market)
    const { ask } = await compose(dataDir, market.live, false, hurried())
    await imported(ask)
    expect(await noticesOf(ask)).toEqual([['data_salvaged', 1]])
    await allDone(ask, 1)
    expect((await market.control.readOrder(order.orderId)).shipments).toHaveLength(1)
    expect(readdirSync(accountDirIn(dataDir)).some((name) => /^aside-.*-damaged/.test(name))).toBe(true)
  })

  it('of a power cut is at work at once, sends nothing while it is checked, and is saved', async () => {
    const market = await openMarket()
    const { order, dataDir, file } = await closedWithAPack(market)
    enlarge(file)
    for (const page of leafPages(file, 'item_changes')) ruinPage(file, page)
    leaveOpen(file)
    await letIn(market)
    const { ask, packbench } = await compose(dataDir, market.live, false, hurried())
    const events: StationEvent['kind'][] = []
    packbench.onEvent(({ kind }) => events.push(kind))
    expect(await gateOf(ask)).toBe('checking')
    expect(await rowsOf(ask)).toMatchObject([{ state: 'ready' }])
    await vi.waitFor(() => expect(events).toContain('station_replaced'), { timeout: 15_000 })
    expect(await gateOf(ask)).not.toBe('checking')
    expect(await noticesOf(ask)).toEqual([['data_salvaged', 1]])
    await allDone(ask, 1)
    expect((await market.control.readOrder(order.orderId)).shipments).toHaveLength(1)
  })

  it('that turns out to be whole after a power cut stays, and sends what waits', async () => {
    const market = await openMarket()
    const { dataDir, file } = await closedWithAPack(market)
    enlarge(file)
    leaveOpen(file)
    await letIn(market)
    const { ask } = await compose(dataDir, market.live, false, hurried())
    expect(await gateOf(ask)).toBe('checking')
    await allDone(ask, 1)
    expect(await noticesOf(ask)).toEqual([])
  })

  it('is saved as soon as the damage is found while the station works', async () => {
    const market = await openMarket()
    // The exit was clean, so the start has no reason to check.
    const { order, dataDir, file } = await closedWithAPack(market)
    for (const page of leafPages(file, 'order_lines')) ruinPage(file, page)
    const { ask, packbench } = await compose(dataDir, market.live, false, hurried())
    const events: StationEvent['kind'][] = []
    packbench.onEvent(({ kind }) => events.push(kind))
    await vi.waitFor(
      async () => {
        await packbench.handle('packing:open', { orderId: order.orderId })
        expect(events).toContain('station_replaced')
      },
      { timeout: 15_000 },
    )
    expect(await noticesOf(ask)).toEqual([['data_salvaged', 1]])
    await letIn(market)
    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
    await allDone(ask, 1)
    expect((await market.control.readOrder(order.orderId)).shipments).toHaveLength(1)
    const aside = readdirSync(accountDirIn(dataDir)).find((name) => name.endsWith('-damaged.sqlite'))
    const raw = new Database(join(accountDirIn(dataDir), aside ?? ''), { readonly: true })
    expect(raw.pragma('quick_check(1)', { simple: true })).not.toBe('ok')
    raw.close()
  })
})
