import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { ANY_ITEM } from '../../../src/shared/domain/items/item-filter'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { inTransaction } from '../../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../../src/main/store/db/open'
import { writeSetting } from '../../../src/main/store/tables/settings'
import type { StationEvent } from '../../../src/shared/contract/views'
import { compose, FIRST_PAGE, imported, nothing, openMarket, packOldest } from '../../support/composed'
import { tempDir } from '../../support/temp-dir'
import { eventually } from '../../support/eventually'

describe('training', () => {
  it('starts without any configuration, with orders to pack and a warehouse', async () => {
    const { ask } = await compose(tempDir())
    await imported(ask)
    const bootstrap = await ask('station:bootstrap', nothing)
    expect(bootstrap.connection).toMatchObject({ mode: 'training', provisioned: false })
    expect(bootstrap.settings.warehouseId).toEqual(expect.any(Number))
    expect((await ask('packing:queue', FIRST_PAGE)).total).toBeGreaterThan(10)
  })

  it('keeps packed orders over a restart, and sends them', async () => {
    const dataDir = tempDir()
    const first = await compose(dataDir)
    await imported(first.ask)
    const { seq } = await packOldest(first.ask)
    await first.close()
    const second = await compose(dataDir)
    await vi.waitFor(
      async () => {
        const { rows } = await second.ask('outbox:list', { view: 'all', offset: 0, limit: 10 })
        expect(rows).toMatchObject([{ seq, state: 'confirmed' }])
      },
      { timeout: 10_000 },
    )
  })

  it('notifies the window of changes', async () => {
    const { ask, packbench } = await compose(tempDir())
    await imported(ask)
    const seen: StationEvent['kind'][] = []
    packbench.onEvent(({ kind }) => seen.push(kind))
    await packOldest(ask)
    await eventually(() => {
      for (const kind of ['orders_changed', 'outbox_changed', 'status'] as const) expect(seen).toContain(kind)
    })
  })
})

describe('the connection', () => {
  it('goes live when address and token are right, keeps both sealed, and is live after a restart', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const first = await compose(dataDir)
    const seen: StationEvent['kind'][] = []
    first.packbench.onEvent(({ kind }) => seen.push(kind))
    await first.ask('settings:connect', { baseUrl: `${market.baseUrl}/`, accessToken: market.accessToken })
    expect(seen).toContain('station_replaced')
    await imported(first.ask)
    await first.close()
    const second = await compose(dataDir)
    const { connection } = await second.ask('settings:read', nothing)
    expect(connection).toEqual({
      mode: 'live',
      baseUrl: market.baseUrl,
      hasToken: true,
      provisioned: false,
      firstStart: false,
      openElsewhere: 0,
    })
    expect(readFileSync(join(dataDir, 'connection.json'), 'utf8')).not.toContain(market.accessToken)
    await imported(second.ask)
  })

  it('is refused at the field at fault, and nothing changes', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const { ask, refusal } = await compose(dataDir)
    const connect = (baseUrl: string, accessToken: string) =>
      refusal('settings:connect', { baseUrl, accessToken })
    expect(await connect(market.baseUrl, 'wrong')).toMatchObject({
      code: 'unauthorized',
      fields: { accessToken: 'unauthorized' },
    })
    expect(await connect('http://127.0.0.1:9', 'x')).toMatchObject({
      code: 'unreachable',
      fields: { baseUrl: 'unreachable' },
    })
    expect(await connect(`${market.baseUrl}/nowhere`, market.accessToken)).toMatchObject({
      code: 'not_marketplace',
    })
    expect(await connect('http://partner.example', market.accessToken)).toMatchObject({
      code: 'address_insecure',
      fields: { baseUrl: 'insecure' },
    })
    expect(await connect('ftp://x', 'x')).toMatchObject({ code: 'invalid_request' })
    expect((await ask('settings:read', nothing)).connection.mode).toBe('training')
    expect(existsSync(join(dataDir, 'connection.json'))).toBe(false)
  })

  it('comes from the environment, and the station cannot change it', async () => {
    const market = await openMarket()
    const { ask, refusal } = await compose(tempDir(), { ...market.live, warehouseId: 42 })
    await imported(ask)
    const { connection, settings } = await ask('settings:read', nothing)
    expect(connection).toMatchObject({ mode: 'live', provisioned: true })
    expect(settings.warehouseId).toBe(42)
    expect(await refusal('settings:train', nothing)).toMatchObject({ code: 'provisioned' })
    const elsewhere = { baseUrl: 'http://127.0.0.1:9', accessToken: 'x' }
    expect(await refusal('settings:connect', elsewhere)).toMatchObject({ code: 'provisioned' })
  })

  it('pauses on a wrong token, loses nothing, and continues with a new one, even after a restart', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const first = await compose(dataDir, market.live)
    await imported(first.ask)
    await market.control.setAccessToken('training-1', 'rotated')
    await packOldest(first.ask)
    await eventually(async () => {
      expect((await first.ask('station:bootstrap', nothing)).status).toMatchObject({
        gate: 'unauthorized',
        waiting: 1,
      })
    })
    await first.ask('settings:connect', { baseUrl: market.baseUrl, accessToken: 'rotated' })
    await eventually(async () => {
      expect((await first.ask('station:bootstrap', nothing)).status).toMatchObject({
        gate: 'online',
        waiting: 0,
      })
    })
    await first.close()
    const second = await compose(dataDir, market.live)
    await second.ask('station:sync', nothing)
    expect((await second.ask('station:bootstrap', nothing)).status.gate).toBe('online')
  })

  it('keeps its token if the address stays and no token is typed, but asks for one for a new address', async () => {
    const market = await openMarket()
    const { ask, refusal } = await compose(tempDir())
    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: '' })
    await imported(ask)
    expect(
      await refusal('settings:connect', { baseUrl: 'http://127.0.0.1:9', accessToken: '' }),
    ).toMatchObject({
      code: 'invalid_request',
      fields: { accessToken: 'missing' },
    })
  })

  it('is not switched away from open operations', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const { ask, refusal } = await compose(dataDir)
    await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
    await imported(ask)
    await market.close()
    await packOldest(ask)
    expect(await refusal('settings:train', nothing)).toMatchObject({ code: 'ops_open' })
    expect((await ask('settings:read', nothing)).connection.mode).toBe('live')
  })

  it('is switched once when requested twice at the same time', async () => {
    const market = await openMarket()
    const { ask } = await compose(tempDir())
    const connect = () =>
      ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
    await Promise.all([connect(), connect(), connect()])
    await imported(ask)
    const { seq } = await packOldest(ask)
    await eventually(async () => {
      const { rows } = await ask('outbox:list', { view: 'all', offset: 0, limit: 10 })
      expect(rows).toMatchObject([{ seq, state: 'confirmed', attempts: 1 }])
    })
  })

  it('stays unchanged when the other account cannot be opened or saved', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const { ask, refusal } = await compose(dataDir)
    await imported(ask)
    mkdirSync(join(dataDir, 'connection.json'))
    await refusal('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
    expect((await ask('settings:read', nothing)).connection.mode).toBe('training')
    await market.control.clearRequestLog()
    await ask('station:sync', nothing)
    expect(await market.control.requestLog()).toEqual([])
  })

  it('with a damaged file is an error, never a silent return to training', async () => {
    const dataDir = tempDir()
    writeFileSync(join(dataDir, 'connection.json'), '{"baseUrl": "htt')
    await expect(compose(dataDir)).rejects.toMatchObject({ code: 'data_dir_unusable' })
  })
})

describe('settings', () => {
  it('are saved, and refused at the field if unknown', async () => {
    const dataDir = tempDir()
    const first = await compose(dataDir)
    const settings = {
      warehouseId: 9,
      currency: 'EUR',
      timeZone: 'Europe/Berlin',
      transitDays: 5,
      carrier: 'DHL',
      operator: 'Ann',
      purgeDays: 14,
      evidenceMonths: 24,
      archiveDays: 365,
    }
    await first.ask('settings:save', settings)
    expect(await first.refusal('settings:save', { ...settings, timeZone: 'Mars/Olympus' })).toMatchObject({
      code: 'invalid_request',
      fields: { timeZone: 'unknown' },
    })
    expect(await first.refusal('settings:save', { ...settings, currency: 'XQZ' })).toMatchObject({
      fields: { currency: 'unknown' },
    })
    await first.close()
    const second = await compose(dataDir)
    expect((await second.ask('settings:read', nothing)).settings).toEqual(settings)
  })
})

/** Leaves the state of a station that stopped between two pages of changes. */
function leaveRoundUnderWay(dataDir: string): void {
  const [account = ''] = readdirSync(join(dataDir, 'live'))
  const db = openDatabase(join(dataDir, 'live', account, 'station.sqlite'))
  const next = '/api/v1.0/orders?updated_after=2099-01-01T00:00:00.000Z'
  inTransaction(db, (tx) =>
    writeSetting(
      tx,
      'pull.round',
      JSON.stringify({ startedAt: '2026-11-20T09:00:00.000Z', next, orders: 0 }),
    ),
  )
  closeDatabase(db)
}

describe('a clock that differs', () => {
  it('is confirmed by a person, and then times are stamped again', async () => {
    const market = await openMarket()
    await market.control.changeSettings({ clockOffsetMs: 600_000 })
    const { ask, refusal, packbench } = await compose(tempDir(), market.live)
    const states: string[] = []
    packbench.onEvent((event) => {
      if (event.kind === 'status') states.push(event.status.clock.state)
    })
    await imported(ask)
    await eventually(() => expect(states).toContain('refused'))
    const { rows } = await ask('packing:queue', FIRST_PAGE)
    const orderId = rows[0]?.orderId ?? 0
    const { lines } = await ask('packing:open', { orderId })
    const request = {
      orderId,
      lineIds: lines.filter(({ isShippingFee }) => !isShippingFee).map(({ lineId }) => lineId),
      carrier: null,
      trackingNumber: null,
      trackingUrl: null,
      warehouseId: 1,
    }
    expect(await refusal('packing:pack', request)).toMatchObject({ code: 'clock_differs' })
    expect((await ask('station:confirm-clock', nothing)).clock.state).toBe('confirmed')
    await ask('packing:pack', request)
  })
})

describe('items', () => {
  it('created here appear once they are confirmed, even without a network, and their categories are read', async () => {
    const market = await openMarket()
    const { ask, packbench } = await compose(tempDir(), market.live)
    const events: StationEvent['kind'][] = []
    packbench.onEvent(({ kind }) => events.push(kind))
    await imported(ask)
    const body = { title: 'Tote', price: 1, msrp: 2, brand_id: 3, category_id: 5101, warehouse_id: 1 }
    const { seq, externalId } = await ask('items:create', {
      body: { ...body, quality: 'good', photos: [{ url: 'https://example.com/a.jpg', subtype: 'front' }] },
    })
    await eventually(async () => expect((await ask('outbox:read', { seq })).item).not.toBeNull())
    await market.close()
    const { rows, created } = await ask('items:list', {
      filter: { ...ANY_ITEM, externalId },
      sort: { by: 'title', descending: false },
      offset: 0,
      limit: 10,
    })
    expect(created).toEqual([])
    expect(rows).toMatchObject([{ externalId, title: 'Tote', state: 'processing' }])
    expect(events).toContain('items_changed')
    expect(await ask('items:category', { refresh: false })).toContainEqual(
      expect.objectContaining({ id: 5101 }),
    )
  })
})

describe('closing', () => {
  it('takes a few seconds at most, even if nothing answers', async () => {
    const market = await openMarket()
    const { ask, close } = await compose(tempDir(), market.live)
    await imported(ask)
    await market.control.addFault({ kind: 'hang', method: '*', route: '/api/*' })
    await packOldest(ask)
    void ask('station:sync', nothing).catch(() => {})
    await eventually(async () => expect(await market.control.faultLog()).not.toEqual([]))
    const beganMs = performance.now()
    await close()
    expect(performance.now() - beganMs).toBeLessThan(5_000)
  })
})

describe('the buyers’ key', () => {
  it('costs only the addresses until the next import when lost, and no queued work', async () => {
    const market = await openMarket()
    const dataDir = tempDir()
    const first = await compose(dataDir, market.live)
    await imported(first.ask)
    const { rows } = await first.ask('packing:queue', FIRST_PAGE)
    await market.control.setAccessToken('training-1', 'rotated')
    const { order } = await packOldest(first.ask)
    expect(rows[0]?.orderId).toBe(order.orderId)
    await first.close()
    leaveRoundUnderWay(dataDir)
    writeFileSync(join(dataDir, 'secret.key'), Buffer.alloc(32, 7))
    await market.control.setAccessToken('training-1', market.accessToken)
    const second = await compose(dataDir, market.live)
    await imported(second.ask)
    await eventually(async () => {
      const { state } = (await second.ask('outbox:list', { view: 'all', offset: 0, limit: 5 })).rows[0] ?? {}
      expect(state).toBe('confirmed')
    })
    expect((await second.ask('packing:open', { orderId: order.orderId })).buyer?.name).toEqual(
      expect.any(String),
    )
  })
})
