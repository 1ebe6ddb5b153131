import { NOT_PROVISIONED } from '../../src/main/app/provisioning/provisioning'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock, type Clock } from '../../src/main/base/clock'
import { composePackbench, type Packbench } from '../../src/main/app/compose'
import { createBrowserPrinting } from '../../src/main/hosts/browser/printing'
import { createKeyFileSecrets } from '../../src/main/hosts/key-file-secrets'
import { createPrintPages } from '../../src/main/hosts/print-pages'
import type { ControlOrder } from '../../src/marketplace/control-client'
import type { ValueOf } from '../../src/shared/contract/bridge'
import type { RequestChannel } from '../../src/shared/contract/channels'
import type { RequestOf } from '../../src/shared/contract/requests'
import type { Result } from '../../src/shared/contract/result'
import { bundle } from '../support/bundle'
import { createHurriedClock } from '../support/clock'
import { tempDir } from '../support/temp-dir'
import { Figures } from './figures'
import { startMarketplaceProcess, type MarketplaceProcess } from './marketplace-process'

/** A week without network: PACKBENCH_WEEK orders, seven days' worth, are packed and shipped, and then sent. */
const ORDERS = Number(process.env['PACKBENCH_WEEK'] ?? 280)
const DAYS = 7
const DAY_MS = 86_400_000
/** Ten times what an idle machine needs. */
const LONG_MS = Math.max(5 * 60_000, ORDERS * 500)
/** Growth of the heap from before the week to its peak while sending. Generous: a leak per op would be more. */
const MOST_GROWTH_MIB = 250

/** Each payment twice, refunds as negative amounts, and a marketplace that takes any refund. */
const ODD_MONEY = {
  paymentsShown: 'authorization_and_capture',
  refundSign: 'minus',
  refundBound: 'none',
} as const

const nothing = {}
const ACCOUNT = 'training-1'
/** The first pause after a refusal is a minute. */
const HURRIED = createHurriedClock(20)

it(
  'a week offline goes out once, with its own times, and the window is answered meanwhile (I4, I5, I9, I11)',
  async () => {
    const figures = new Figures()
    const built = await bundle('src/marketplace/cli.ts')
    onTestFinished(() => built.remove())
    const marketDir = tempDir()
    let daysAgo = DAYS
    const clock: Clock = {
      ...systemClock,
      wallMs: () => Date.now() - daysAgo * DAY_MS,
      // The PC is switched off each night.
      uptime: () => ({ bootId: `day ${daysAgo}`, ms: performance.now() }),
    }
    const dataDir = tempDir()

    let market = await startMarketplaceProcess(built.file, marketDir, 0)
    onTestFinished(() => market.stop())
    await market.control.changeSettings({
      clockOffsetMs: -DAYS * DAY_MS,
      ...ODD_MONEY,
    })
    const orders = await placeOrders(market)
    let station = await openStation(dataDir, clock, market)
    onTestFinished(() => station.close())
    await until(async () => (await station.ask('station:bootstrap', nothing)).status.dataAsOf !== null)
    await market.stop()
    figures.weigh('before the week')

    const packed = new Map<number, string>()
    const refunded = new Map<number, readonly number[]>()
    const perDay = Math.ceil(orders.length / DAYS)
    for (let day = 0; day < DAYS; day += 1) {
      for (const order of orders.slice(day * perDay, (day + 1) * perDay))
        packed.set(order.id, await packAndShip(station, clock, order))
      const first = orders[day * perDay]
      if (first !== undefined) refunded.set(first.id, await refundTwice(station, first))
      daysAgo -= 1
      await station.close()
      station = await openStation(dataDir, daysAgo === 0 ? HURRIED : clock, market)
      figures.weigh('while it is packed')
    }
    const waiting = (await station.ask('station:bootstrap', nothing)).status.waiting
    expect(waiting).toBe(orders.length * 2 + refunded.size * 2)

    const { accessToken } = market
    const port = Number(new URL(market.baseUrl).port)
    // Where the station cannot meet it yet, it becomes what the station meets: with other orders, and the token refused.
    const unmet = await startMarketplaceProcess(built.file, marketDir, 0)
    onTestFinished(() => unmet.stop())
    const changed = await changeSome(unmet, orders)
    await unmet.control.setAccessToken(ACCOUNT, null)
    await unmet.stop()
    market = await startMarketplaceProcess(built.file, marketDir, port)
    await market.control.changeSettings(ODD_MONEY)
    void station.ask('station:sync', nothing)
    await until(async () => (await station.ask('station:bootstrap', nothing)).status.gate === 'unauthorized')
    // Nobody touches the station once it is well again.
    await market.control.setAccessToken(ACCOUNT, accessToken)
    await until(async () => (await station.ask('station:bootstrap', nothing)).status.gate !== 'unauthorized')
    const began = performance.now()
    // Behind each held pack its departure waits, and so do the refunds of some.
    const behind = changed.length + 2 * changed.filter(({ id }) => refunded.has(id)).length
    await until(() => askAsAWindow(station, figures, orders, { held: changed.length, waiting: behind }))
    await checkStopped(market, station, changed)
    await sendChanged(station)
    await until(() => askAsAWindow(station, figures, orders, { held: 0, waiting: 0 }))
    const seconds = (performance.now() - began) / 1_000
    await checkAll(market, packed)
    for (const [orderId, cents] of refunded) {
      const { refunds } = await market.control.readOrder(orderId)
      expect(refunds.map(({ total_refunded: total }) => -total)).toEqual(cents)
    }
    figures.weigh('after it went out')
    console.log(
      [
        `A week offline: ${orders.length} orders, ${waiting} ops, ${DAYS} restarts`,
        `  went out in ${seconds.toFixed(1)} s (${(waiting / seconds).toFixed(0)} ops/s), stopped ${changed.length}, lost 0, doubled 0`,
        ...figures.lines(),
      ].join('\n'),
    )
    const growth = figures.weigh('while it goes out').heap - figures.weigh('before the week').heap
    expect(growth).toBeLessThan(MOST_GROWTH_MIB)
  },
  LONG_MS,
)

type Station = {
  ask<C extends RequestChannel>(channel: C, request: RequestOf<C>): Promise<ValueOf[C]>
  close(): Promise<void>
}

async function openStation(dataDir: string, clock: Clock, market: MarketplaceProcess): Promise<Station> {
  const { baseUrl, accessToken } = market
  const packbench: Packbench = await composePackbench(
    {
      host: 'browser',
      port: null,
      open: false,
      dataDir: join(dataDir, 'station'),
      training: false,
      verbose: false,
      doctor: false,
      warnings: [],
      kiosk: false,
      provisioning: NOT_PROVISIONED,
      provisioned: { baseUrl, accessToken, warehouseId: 1 },
    },
    {
      kind: 'browser',
      secrets: createKeyFileSecrets(join(dataDir, 'station')),
      printing: createBrowserPrinting(createPrintPages()),
      onWake: () => () => {},
      quit: () => {},
    },
    '0.0.0-week',
    clock,
  )
  let open = true
  return {
    async ask<C extends RequestChannel>(channel: C, request: RequestOf<C>) {
      const result = (await packbench.handle(channel, request)) as Result<ValueOf[C]>
      if (!result.ok) throw new Error(`${channel}: ${result.error.code} ${result.error.message}`)
      return result.value
    },
    async close() {
      if (open) await packbench.close()
      open = false
    },
  }
}

async function placeOrders({ control }: MarketplaceProcess): Promise<ControlOrder[]> {
  const orders: ControlOrder[] = []
  while (orders.length < ORDERS) {
    const batch = Array.from({ length: Math.min(20, ORDERS - orders.length) }, () => control.placeOrder())
    orders.push(...(await Promise.all(batch)))
  }
  return orders
}

/** @returns the time of packing */
async function packAndShip(station: Station, clock: Clock, order: ControlOrder): Promise<string> {
  const carrierFields = { carrier: 'UPS', trackingNumber: `W${order.id}`, trackingUrl: null }
  const { shipmentId, order: view } = await station.ask('packing:pack', {
    orderId: order.id,
    lineIds: order.order_lines.map(({ id }) => id),
    ...carrierFields,
    warehouseId: 1,
  })
  const shippedAt = new Date(clock.wallMs()).toISOString()
  const packedAt = view.shipments[0]?.packedAt ?? ''
  await station.ask('packing:move', {
    shipmentId,
    move: 'ship',
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    // Packed and shipped at the same moment, at the earliest.
    shippedAt: shippedAt < packedAt ? packedAt : shippedAt,
    expectedToDeliverAt: new Date(clock.wallMs() + DAY_MS).toISOString(),
    deliveredAt: null,
    canceledAt: null,
    confirmedUnusual: false,
  })
  return packedAt
}

/** A part, and then all that is left, which is what the buyer paid once and no cent more. @returns both, in cents */
async function refundTwice(
  station: Station,
  { id: orderId, amount }: ControlOrder,
): Promise<readonly number[]> {
  const ask = (amountCents: number) =>
    station.ask('orders:refund', { orderId, amountCents, confirmedLarge: true })
  const { order } = await ask(100)
  expect(order.refundRestCents).toBe(amount - 100)
  await expect(ask(amount - 99)).rejects.toThrow('refund_amount')
  const { order: after } = await ask(amount - 100)
  expect(after.refundRestCents).toBe(0)
  return [100, amount - 100]
}

/**
 * The requests of a person who continues to work.
 * @param left orders that others changed need a person, and no others; what waits behind them
 * @returns true when nothing else is waiting any more
 */
async function askAsAWindow(
  station: Station,
  figures: Figures,
  orders: readonly ControlOrder[],
  left: { held: number; waiting: number },
): Promise<boolean> {
  figures.weigh('while it goes out')
  const page = { offset: 0, limit: 50 }
  await figures.time('packing:queue', () =>
    station.ask('packing:queue', { view: 'to_deliver', search: '', ...page }),
  )
  await figures.time('outbox:list', () => station.ask('outbox:list', { view: 'open', ...page }))
  const orderId = orders[Math.floor(Math.random() * orders.length)]?.id ?? 0
  await figures.time('packing:open', () => station.ask('packing:open', { orderId }))
  const { status } = await station.ask('station:bootstrap', nothing)
  const held = await station.ask('outbox:list', { view: 'held', offset: 0, limit: 10 })
  expect(held.rows.filter(({ heldReason }) => !CHANGED.has(heldReason ?? ''))).toEqual([])
  return status.waiting === left.waiting && status.held === left.held
}

/** One order in so many is changed at the marketplace while the station cannot know. */
const EVERY = 20
const CHANGED = new Set(['items_changed', 'address_changed'])

/** Their lines come to mean other items, or they get another address. */
async function changeSome(
  { control }: MarketplaceProcess,
  orders: readonly ControlOrder[],
): Promise<ControlOrder[]> {
  const some = orders.filter((_, index) => index % EVERY === 0)
  for (const [index, { id, order_lines: lines }] of some.entries()) {
    const lineId = lines.find((line) => !line.is_shipping_fee)?.id ?? 0
    const line = { action: 'setLine', lineId, itemNumber: `M9${index}`, externalId: `EXT-9${index}` } as const
    await control.changeOrder(
      id,
      index % 2 === 0 ? line : { action: 'setAddress', line1: `${index} New Street` },
    )
  }
  return some
}

/** Nothing was sent of them, and an alarm stops each parcel. */
async function checkStopped(
  { control }: MarketplaceProcess,
  station: Station,
  changed: readonly ControlOrder[],
): Promise<void> {
  for (const { id } of changed) expect((await control.readOrder(id)).shipments, `order ${id}`).toEqual([])
  const alarms = await station.ask('station:notices', nothing)
  const stopped = alarms.filter(({ kind }) => CHANGED.has(kind)).map(({ orderId }) => orderId ?? 0)
  // No more are listed than somebody can read.
  if (changed.length <= alarms.length)
    expect(stopped.toSorted((one, other) => one - other)).toEqual(
      changed.map(({ id }) => id).toSorted((one, other) => one - other),
    )
}

/** A person has looked at each of them. */
async function sendChanged(station: Station): Promise<void> {
  for (;;) {
    const { rows } = await station.ask('outbox:list', { view: 'held', offset: 0, limit: 200 })
    if (rows.length === 0) return
    for (const { seq } of rows) await station.ask('outbox:answer', { seq, answer: 'resend', reason: '' })
  }
}

/** Every order has exactly the shipment that was packed, at its own time, and it is shipped. */
async function checkAll({ control }: MarketplaceProcess, packed: ReadonlyMap<number, string>): Promise<void> {
  for (const [orderId, packedAt] of packed) {
    const { shipments } = await control.readOrder(orderId)
    expect(shipments, `order ${orderId}`).toMatchObject([{ state: 'shipped', packed_at: packedAt }])
  }
}

async function until(done: () => Promise<boolean>): Promise<void> {
  while (!(await done())) await pause(100)
}
