import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { ExportedOps, StationEvent } from '../../../src/shared/contract/views'
import type { OutboxRow } from '../../../src/shared/contract/op-views'
import {
  compose,
  FIRST_PAGE,
  imported,
  nothing,
  openMarket,
  packOldest,
  type Ask,
} from '../../support/composed'
import { createHurriedClock } from '../../support/clock'
import { tempDir } from '../../support/temp-dir'
import { eventually } from '../../support/eventually'
import { hire } from '../../support/people'

/** Leaving an account with open operations: quit, reset, switch. */

const ACCOUNT = 'training-1'
/** Imported ops are looked for during two minutes before they are sent. */
const hurried = () => createHurriedClock(60)
type Market = Awaited<ReturnType<typeof openMarket>>

/** A live station, connected by hand, with one packed order that cannot be sent. */
async function blocked(market: Market) {
  const dataDir = tempDir()
  const station = await compose(dataDir, {}, false, hurried())
  await connect(station.ask, market)
  await imported(station.ask)
  await market.control.setAccessToken(ACCOUNT, 'another')
  const { order } = await packOldest(station.ask)
  return { ...station, dataDir, orderId: order.orderId, accountDir: accountDirIn(dataDir) }
}

const accountDirIn = (dataDir: string) => join(dataDir, 'live', readdirSync(join(dataDir, 'live'))[0] ?? '')
const connect = (ask: Ask, { baseUrl, accessToken }: Market, exportOps = false) =>
  ask('settings:connect', { baseUrl, accessToken, exportOps })
const letIn = ({ control, accessToken }: Market) => control.setAccessToken(ACCOUNT, accessToken)
const modeOf = async (ask: Ask) => (await ask('settings:read', nothing)).connection.mode
const rowsOf = async (ask: Ask): Promise<OutboxRow[]> =>
  [...(await ask('outbox:list', { view: 'all', offset: 0, limit: 50 })).rows].reverse()
const shipmentsOf = async ({ control }: Market, orderId: number) =>
  (await control.readOrder(orderId)).shipments

function fileOf(exported: ExportedOps | null): string {
  if (exported === null || exported.path === null) throw new Error('nothing was exported')
  return readFileSync(exported.path, 'utf8')
}

async function done(ask: Ask): Promise<void> {
  await vi.waitFor(
    async () => {
      const rows = await rowsOf(ask)
      expect(rows.at(-1)?.state).toBe('confirmed')
    },
    { timeout: 15_000 },
  )
}

describe('with open operations', () => {
  it.each(['quit', 'reset'] as const)('%s is refused, and nothing changes', async (how) => {
    const market = await openMarket()
    const { ask, refusal, quit, packbench } = await blocked(market)
    const before = await rowsOf(ask)
    expect(await refusal('station:leave', { how, exportOps: false })).toMatchObject({ code: 'ops_open' })
    expect(await rowsOf(ask)).toMatchObject(before.map(({ opUid, seq }) => ({ opUid, seq })))
    expect(await modeOf(ask)).toBe('live')
    expect(packbench.openWork().ops).toBe(1)
    expect(quit).not.toHaveBeenCalled()
  })

  it('quitting can export them to a file, which is imported at the next start', async () => {
    const market = await openMarket()
    const first = await blocked(market)
    const exported = await first.ask('station:leave', { how: 'quit', exportOps: true })
    expect(exported).toMatchObject({ ops: 1, content: fileOf(exported) })
    await eventually(() => expect(first.quit).toHaveBeenCalledOnce())
    await first.close()
    await letIn(market)
    const { ask } = await compose(first.dataDir, {}, false, hurried())
    await imported(ask)
    await ask('station:sync', nothing)
    expect(await rowsOf(ask)).toMatchObject([{ state: 'discarded' }])
    expect(await shipmentsOf(market, first.orderId)).toEqual([])
    expect(await ask('outbox:import', { content: fileOf(exported) })).toEqual({ imported: 1, known: 0 })
    await done(ask)
    expect(await shipmentsOf(market, first.orderId)).toHaveLength(1)
  })

  it('a reset exports them to a file, which is imported when the account is connected again', async () => {
    const market = await openMarket()
    const { ask, packbench, orderId, accountDir, dataDir } = await blocked(market)
    const seen: StationEvent['kind'][] = []
    packbench.onEvent(({ kind }) => seen.push(kind))
    const exported = await ask('station:leave', { how: 'reset', exportOps: true })
    expect(seen).toContain('station_replaced')
    expect(await modeOf(ask)).toBe('training')
    expect(readdirSync(accountDir)).toEqual(['evidence.sqlite', 'exports'])
    expect(existsSync(join(dataDir, 'connection.json'))).toBe(false)
    await letIn(market)
    await connect(ask, market)
    await imported(ask)
    expect(await rowsOf(ask)).toEqual([])
    await ask('outbox:import', { content: fileOf(exported) })
    await done(ask)
    expect(await shipmentsOf(market, orderId)).toHaveLength(1)
  })

  it('the evidence names each imported operation: who imported it, its recorded author and its request', async () => {
    const market = await openMarket()
    const { ask, refusal } = await blocked(market)
    const { pat, sam } = await hire(ask)
    await ask('operators:sign-in', { badge: pat.badge })
    await packOldest(ask)
    await ask('operators:sign-in', { badge: sam.badge })
    const rows = await rowsOf(ask)
    const exported = fileOf(await ask('station:leave', { how: 'reset', exportOps: true }))
    await letIn(market)
    await connect(ask, market)
    await imported(ask)
    const forged = exported.replace('"carrier":', '"carrier" :')
    expect(await refusal('outbox:import', { content: forged })).toMatchObject({ code: 'file_untrusted' })
    expect(await ask('outbox:import', { content: exported })).toEqual({ imported: 2, known: 0 })
    expect(await ask('outbox:import', { content: exported })).toEqual({ imported: 0, known: 2 })

    const entries = (await ask('evidence:list', { offset: 0, limit: 50 })).rows.filter(
      ({ payload }) => 'opUid' in payload,
    )
    const asked = exported.split('\n').slice(1, 3)
    expect(entries.toReversed()).toMatchObject(
      rows.map(({ opUid, orderId, capturedAt, capturedBy }, index) => ({
        kind: 'import',
        operator: 'Sam',
        payload: {
          opUid,
          opKind: 'create_shipment',
          orderId,
          capturedAt,
          fromFile: capturedBy,
          asked: (JSON.parse(asked[index] ?? '') as { body: string }).body,
        },
      })),
    )
    expect(rows.at(-1)?.capturedBy).toBe('Pat')
    expect(entries).toHaveLength(2)
    expect((await ask('evidence:verify', nothing)).finding).toBeNull()
  })

  it('another account can be connected once they are exported', async () => {
    const [market, other] = [await openMarket(), await openMarket()]
    const { ask, refusal, orderId } = await blocked(market)
    expect(await refusal('settings:connect', { ...other.live, exportOps: false })).toMatchObject({
      code: 'invalid_request',
    })
    const { baseUrl, accessToken } = other
    expect(await refusal('settings:connect', { baseUrl, accessToken })).toMatchObject({ code: 'ops_open' })
    const exported = await connect(ask, other, true)
    expect((await ask('settings:read', nothing)).connection.baseUrl).toBe(baseUrl)
    expect(await refusal('outbox:import', { content: fileOf(exported) })).toMatchObject({
      code: 'other_account',
    })
    await ask('settings:train', { exportOps: true })
    expect(await refusal('outbox:import', { content: fileOf(exported) })).toMatchObject({
      code: 'other_account',
    })
    await letIn(market)
    await connect(ask, market)
    await ask('outbox:import', { content: fileOf(exported) })
    await done(ask)
    expect(await shipmentsOf(market, orderId)).toHaveLength(1)
  })

  it('they return at once when the switch fails after all, and continue here', async () => {
    const market = await openMarket()
    const { ask, refusal, dataDir, orderId } = await blocked(market)
    // The connection file can no longer be removed.
    rmSync(join(dataDir, 'connection.json'))
    mkdirSync(join(dataDir, 'connection.json', 'in-the-way'), { recursive: true })
    await refusal('settings:train', { exportOps: true })
    expect(await modeOf(ask)).toBe('live')
    expect((await rowsOf(ask)).map(({ state }) => state)).toEqual(['discarded', 'unknown'])
    await letIn(market)
    await ask('station:sync', nothing)
    await done(ask)
    expect(await shipmentsOf(market, orderId)).toHaveLength(1)
  })

  it('one in flight leaves as well, and is found where it is imported (I3)', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const { ask } = await compose(dataDir)
    await connect(ask, market)
    await imported(ask)
    await market.control.addFault({
      kind: 'hang',
      when: 'after',
      method: 'POST',
      route: '/api/v1.0/orders/*',
    })
    const { order } = await packOldest(ask)
    await eventually(async () => expect(await market.control.faultLog()).toHaveLength(1))
    const exported = await ask('station:leave', { how: 'reset', exportOps: true })
    expect(exported?.content).toContain('"state":"sending"')
    await connect(ask, market)
    await imported(ask)
    await ask('outbox:import', { content: fileOf(exported) })
    await done(ask)
    expect(await shipmentsOf(market, order.orderId)).toHaveLength(1)
  }, 30_000)

  it('a pack made while the account is closing is never forgotten', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const { ask, refusal } = await compose(dataDir)
    await connect(ask, market)
    await imported(ask)
    await market.control.addFault({ kind: 'hang', method: 'GET', route: '/api/v1.0/orders' })
    void ask('station:sync', nothing).catch(() => {})
    await eventually(async () => expect(await market.control.faultLog()).not.toEqual([]))
    const refused = refusal('station:leave', { how: 'reset', exportOps: false })
    // By then the account has been released, and its closing waits for the request that hangs.
    await new Promise((resolve) => setImmediate(resolve))
    const { order } = await packOldest(ask)
    expect(await refused).toMatchObject({ code: 'ops_open' })
    expect(await modeOf(ask)).toBe('live')
    await done(ask)
    expect(await shipmentsOf(market, order.orderId)).toHaveLength(1)
  })
})

describe('with no open operations', () => {
  it('quitting ends the app after the answer, and writes no file', async () => {
    const market = await openMarket()
    const { ask, quit } = await compose(tempDir(), market.live)
    await imported(ask)
    expect(await ask('station:leave', { how: 'quit', exportOps: true })).toBeNull()
    expect(quit).not.toHaveBeenCalled()
    await eventually(() => expect(quit).toHaveBeenCalledOnce())
  })

  it('a reset removes the account and all its data', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const { ask } = await compose(dataDir)
    await connect(ask, market)
    await imported(ask)
    mkdirSync(join(accountDirIn(dataDir), 'backups'), { recursive: true })
    expect(await ask('station:leave', { how: 'reset', exportOps: false })).toBeNull()
    expect(readdirSync(accountDirIn(dataDir))).toEqual(['evidence.sqlite'])
    expect(await modeOf(ask)).toBe('training')
    await imported(ask)
  })

  it('a reset of a station with a connection from IT starts again with that connection', async () => {
    const market = await openMarket()
    const { ask } = await compose(tempDir(), market.live)
    await imported(ask)
    const { order } = await packOldest(ask)
    await done(ask)
    await ask('station:leave', { how: 'reset', exportOps: false })
    expect(await modeOf(ask)).toBe('live')
    await imported(ask)
    expect(await rowsOf(ask)).toEqual([])
    expect((await ask('packing:open', { orderId: order.orderId })).shipments).toHaveLength(1)
  })

  it('a reset of training brings back the sample orders', async () => {
    const { ask } = await compose(tempDir())
    await imported(ask)
    const { total } = await ask('packing:queue', FIRST_PAGE)
    await packOldest(ask)
    await ask('station:leave', { how: 'reset', exportOps: false })
    await imported(ask)
    expect((await ask('packing:queue', FIRST_PAGE)).total).toBe(total)
    expect(await rowsOf(ask)).toEqual([])
  })
})
