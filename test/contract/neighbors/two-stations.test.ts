import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { createControl, type NewOrder } from '../../../src/marketplace/control-client'
import type { OrderView } from '../../../src/shared/contract/views'
import { compose, FIRST_PAGE, imported, nothing, type Ask } from '../../support/composed'
import { openTestMarketplace } from '../../support/marketplace'
import { tempDir } from '../../support/temp-dir'
import { freeUdpPort } from '../../support/udp'

/** Two complete stations of one account, which reach each other by real datagrams. */

type Bench = Awaited<ReturnType<typeof openBenches>>

async function openBenches(more: { secondToken?: string } = {}) {
  const marketplace = await openTestMarketplace({ dataDir: tempDir(), seed: 5, orders: 6, items: 5 })
  onTestFinished(() => marketplace.close())
  const ports = [await freeUdpPort(), await freeUdpPort()] as const
  const open = async (at: 0 | 1, accessToken: string) => {
    const dataDir = tempDir()
    const lan = {
      stationName: `Bench ${at + 1}`,
      port: ports[at],
      addresses: [`127.0.0.1:${ports[at === 0 ? 1 : 0]}`],
    }
    mkdirSync(dataDir, { recursive: true })
    writeFileSync(join(dataDir, 'preferences.json'), JSON.stringify({ lan }))
    const station = await compose(dataDir, { baseUrl: marketplace.baseUrl, accessToken, warehouseId: 1 })
    const closeWindow = station.packbench.onEvent(() => {})
    return Object.assign(station, { lan, dataDir, closeWindow })
  }
  const control = createControl(marketplace.controlUrl)
  const a = await open(0, marketplace.accessToken)
  const b = await open(1, more.secondToken ?? marketplace.accessToken)
  return { marketplace, control, a, b }
}

async function meet({ a, b }: Bench): Promise<void> {
  for (const { ask } of [a, b]) {
    await imported(ask)
    await eventually(async () => expect((await ask('warehouse:neighbors', nothing)).stations).toHaveLength(1))
  }
}

const eventually = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 15_000, interval: 20 })

const read = (ask: Ask, orderId: number): Promise<OrderView> => ask('packing:open', { orderId })

/** An order with several items. */
async function anOrder({ control, a, b }: Bench, lines: NewOrder['lines'] = 3): Promise<OrderView> {
  const { id } = await control.placeOrder({ lines })
  for (const { ask } of [a, b]) {
    await ask('station:sync', nothing)
    await eventually(async () => void (await read(ask, id)))
  }
  return read(a.ask, id)
}

const pack = (orderId: number, lineIds: number[]) =>
  ({ orderId, lineIds, carrier: 'UPS', trackingNumber: '', trackingUrl: null, warehouseId: 1 }) as const
const goods = ({ lines }: OrderView) =>
  lines.filter((line) => !line.isShippingFee).map(({ lineId }) => lineId)
const elsewhere = ({ lines }: OrderView) =>
  lines.filter((line) => line.elsewhere !== null).map(({ lineId }) => lineId)

describe('an order on another bench', () => {
  it('is shown with its station, cannot be packed elsewhere, and changes hands by a takeover', async () => {
    const benches = await openBenches()
    const { a, b } = benches
    await meet(benches)
    const order = await anOrder(benches)
    const { orderId } = order
    await a.ask('packing:put', { orderId })
    await eventually(async () => {
      expect((await read(b.ask, orderId)).bench).toMatchObject({ station: 'Bench 1', tookOver: false })
    })
    const row = (await b.ask('packing:queue', FIRST_PAGE)).rows.find((one) => one.orderId === orderId)
    expect(row?.bench).toMatchObject({ station: 'Bench 1' })

    await b.ask('packing:put', { orderId })
    expect(await b.refusal('packing:pack', pack(orderId, goods(order)))).toMatchObject({
      code: 'order_elsewhere',
      fields: { station: 'Bench 1' },
    })
    expect((await read(a.ask, orderId)).bench).toBeNull()

    const taken = await b.ask('packing:take', { orderId })
    expect(taken.from).toMatch(/^Bench 1, ./)
    expect(taken.order.bench).toBeNull()
    await eventually(async () => {
      expect((await read(a.ask, orderId)).bench).toMatchObject({ station: 'Bench 2', tookOver: true })
    })
    expect((await a.refusal('packing:pack', pack(orderId, goods(order)))).code).toBe('order_elsewhere')
    await b.ask('packing:pack', pack(orderId, goods(order)))
    const { rows } = await b.ask('evidence:list', { offset: 0, limit: 20 })
    expect(rows.map(({ kind }) => kind)).toContain('take_over')
    const entry = rows.find(({ kind }) => kind === 'take_over')
    expect(entry?.payload).toMatchObject({ orderId, from: taken.from })
  })

  it('is free when its window is closed, and when its packer leaves it', async () => {
    const benches = await openBenches()
    const { a, b } = benches
    await meet(benches)
    const { orderId } = await anOrder(benches)
    await a.ask('packing:put', { orderId })
    await eventually(async () => expect((await read(b.ask, orderId)).bench).not.toBeNull())
    await a.ask('packing:put', { orderId: null })
    await eventually(async () => expect((await read(b.ask, orderId)).bench).toBeNull())
    await a.ask('packing:put', { orderId })
    await eventually(async () => expect((await read(b.ask, orderId)).bench).not.toBeNull())
    a.closeWindow()
    await eventually(async () => expect((await read(b.ask, orderId)).bench).toBeNull())
  })

  it.each([
    [
      'switched off on the network',
      ({ a }: Bench) => a.ask('settings:save-preferences', { lan: { ...a.lan, on: false } }),
    ],
    ['stopped', ({ a }: Bench) => a.close()],
  ])('is free at once if its station is %s', async (_, leave) => {
    const benches = await openBenches()
    const { a, b } = benches
    await meet(benches)
    const { orderId } = await anOrder(benches)
    await a.ask('packing:put', { orderId })
    await eventually(async () => expect((await read(b.ask, orderId)).bench).not.toBeNull())
    await leave(benches)
    // Much sooner than a station counts as gone.
    await vi.waitFor(async () => expect((await read(b.ask, orderId)).bench).toBeNull(), { timeout: 4_000 })
  })

  it('can still be shipped, canceled and put on hold', async () => {
    const benches = await openBenches()
    const { a, b } = benches
    await meet(benches)
    const order = await anOrder(benches)
    const { orderId } = order
    const { shipmentId } = await b.ask('packing:pack', pack(orderId, goods(order).slice(0, 1)))
    await a.ask('packing:put', { orderId })
    await eventually(async () => expect((await read(b.ask, orderId)).bench).not.toBeNull())
    const nowIso = new Date().toISOString()
    const times = { expectedToDeliverAt: nowIso, deliveredAt: null, canceledAt: null }
    const texts = { carrier: null, trackingNumber: null, trackingUrl: null }
    const move = { shipmentId, move: 'ship', shippedAt: nowIso, confirmedUnusual: false } as const
    await b.ask('packing:move', { ...move, ...times, ...texts })
    await b.ask('orders:hold', { orderId, reason: 'missing' })
  })

  it('is skipped when another order needs the scanned item too', async () => {
    const benches = await openBenches()
    const { a, b } = benches
    await meet(benches)
    const older = await anOrder(benches, [{ mpn: 'SHARED' }])
    const newer = await anOrder(benches, [{ mpn: 'SHARED' }])
    const needing = () => b.ask('packing:scan', { codes: ['SHARED'] })
    expect(await needing()).toMatchObject({ orderId: older.orderId })
    await a.ask('packing:put', { orderId: older.orderId })
    await eventually(async () => expect(await needing()).toMatchObject({ orderId: newer.orderId }))
    await a.ask('packing:put', { orderId: newer.orderId })
    await eventually(async () => expect(await needing()).toMatchObject({ orderId: older.orderId }))
    // Packed there and not sent yet: no longer needed here, although the order is on no bench.
    await benches.marketplace.goOffline()
    await a.ask('packing:put', { orderId: null })
    await a.ask('packing:pack', pack(older.orderId, goods(older)))
    await eventually(async () => expect(await needing()).toMatchObject({ orderId: newer.orderId }))
  })
})

describe('lines that were packed elsewhere and not sent', () => {
  it('are shown and refused, without any marketplace, and free once the pack is canceled', async () => {
    const benches = await openBenches()
    const { a, b, marketplace } = benches
    await meet(benches)
    const order = await anOrder(benches)
    const { orderId } = order
    const [first = 0, ...rest] = goods(order)
    await marketplace.goOffline()
    const { shipmentId } = await a.ask('packing:pack', pack(orderId, [first]))
    await b.ask('packing:put', { orderId })
    await eventually(async () => expect(elsewhere(await read(b.ask, orderId))).toEqual([first]))
    expect(
      (await read(b.ask, orderId)).lines.find(({ lineId }) => lineId === first)?.elsewhere,
    ).toMatchObject({
      station: 'Bench 1',
    })
    expect((await b.refusal('packing:pack', pack(orderId, [first, ...rest]))).code).toBe('line_elsewhere')
    await b.ask('packing:pack', pack(orderId, rest.slice(0, 1)))

    const canceledAt = new Date().toISOString()
    const times = { shippedAt: null, expectedToDeliverAt: null, deliveredAt: null, canceledAt }
    const texts = { carrier: null, trackingNumber: null, trackingUrl: null }
    const move = { shipmentId, move: 'cancel', confirmedUnusual: false } as const
    await a.ask('packing:move', { ...move, ...times, ...texts })
    await eventually(async () => expect(elsewhere(await read(b.ask, orderId))).toEqual([]))
    await b.ask('packing:pack', pack(orderId, [first]))
  })

  it('stay packed when they are sent, until the order itself shows them', async () => {
    const benches = await openBenches()
    const { a, b, marketplace } = benches
    await meet(benches)
    const order = await anOrder(benches)
    const { orderId } = order
    const [first = 0] = goods(order)
    await marketplace.goOffline()
    await b.ask('packing:put', { orderId })
    await a.ask('packing:pack', pack(orderId, [first]))
    await eventually(async () => expect(elsewhere(await read(b.ask, orderId))).toEqual([first]))
    await marketplace.goOnline()
    const free = async () => {
      const line = (await read(b.ask, orderId)).lines.find(({ lineId }) => lineId === first)
      return line?.elsewhere === null && line.shipmentId === null
    }
    await a.ask('station:sync', nothing)
    await eventually(async () => {
      expect(await free()).toBe(false)
      const { rows } = await a.ask('outbox:list', { view: 'all', offset: 0, limit: 10 })
      expect(rows[0]?.state).toBe('confirmed')
    })
    await b.ask('station:sync', nothing)
    await eventually(async () => {
      expect(await free()).toBe(false)
      const line = (await read(b.ask, orderId)).lines.find(({ lineId }) => lineId === first)
      expect([line?.elsewhere, line?.shipmentId]).toEqual([null, expect.any(String)])
    })
  })
})

it('a station keeps its id; a copy of its settings does not transfer it', async () => {
  const { a, b } = await openBenches()
  const idOf = (dataDir: string) => readFileSync(join(dataDir, 'station-id'), 'utf8')
  const [first, second] = [idOf(a.dataDir), idOf(b.dataDir)]
  expect(first).not.toBe(second)
  await a.close()
  await compose(a.dataDir)
  expect(idOf(a.dataDir)).toBe(first)
})

describe('lost contact', () => {
  it('L2: never stops packing; the conflict is held, and no line is in two shipments', async () => {
    const benches = await openBenches()
    const { a, b, marketplace, control } = benches
    await meet(benches)
    const order = await anOrder(benches)
    const { orderId } = order
    for (const { ask, lan } of [a, b]) await ask('settings:save-preferences', { lan: { ...lan, on: false } })
    await marketplace.goOffline()
    // With one label and one moment for both, either bench would take the other's parcel for its own.
    for (const [{ ask }, trackingNumber] of [
      [a, 'LABEL-1'],
      [b, 'LABEL-2'],
    ] as const) {
      await ask('packing:put', { orderId })
      await ask('packing:pack', { ...pack(orderId, goods(order)), trackingNumber })
    }
    await marketplace.goOnline()
    for (const { ask } of [a, b]) await ask('station:sync', nothing)
    await eventually(async () => {
      const [one, two] = await Promise.all(
        [a, b].map(({ ask }) => ask('outbox:list', { view: 'all', offset: 0, limit: 10 })),
      )
      const states = [one?.rows[0], two?.rows[0]].map((row) => `${row?.state} ${row?.heldReason ?? ''}`)
      expect(states.toSorted()).toEqual(['confirmed ', 'held line_taken'])
    })
    const { shipments } = await control.readOrder(orderId)
    expect(shipments.filter(({ state }) => state !== 'canceled')).toHaveLength(1)
  })

  it('L3: is all that stations with different tokens have', async () => {
    const benches = await openBenches({ secondToken: 'another token' })
    const { a, b } = benches
    await eventually(async () => {
      expect((await a.ask('warehouse:neighbors', nothing)).ignored.foreign).toBeGreaterThan(0)
    })
    expect((await a.ask('warehouse:neighbors', nothing)).stations).toEqual([])
    for (const { ask } of [a, b]) await ask('warehouse:passphrase', { passphrase: 'correct horse battery' })
    await eventually(async () =>
      expect((await a.ask('warehouse:neighbors', nothing)).stations).toHaveLength(1),
    )
    expect(await a.ask('settings:save-preferences', {})).not.toHaveProperty('lanSecret')
  })
})
