import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createControl, type Control } from '../../src/marketplace/control-client'
import { seededRandom } from '../../src/marketplace/sample/random'
import { startMarketplace } from '../../src/marketplace/server'
import { untilSettled } from './lives'
import type { Act, OpReport, Start } from './messages'
import { scaledClock } from './scaled-clock'
import { Killed, StationProcess } from './station'
import { ManyInStorm } from './storm-many'

export type Storm = { kills: number; ops: number; confirmed: number; held: number }

/** New work in each life, so that every kill hits some. */
const ORDERS_PER_LIFE = 4
/** Created by one job, which a few lives take to send. */
const ITEMS = 150
/** On a slow machine a start takes most of this: some are killed before they are ready. */
const SOON_MS = 250
const LATER_MS = 700
/** At this speed, the settle window of two minutes takes two seconds. */
const SPEED = 60

/**
 * A packer works through orders, and a supervisor creates many items, while the station is killed at random moments and
 * the network loses one request in five; a killed station is restarted at once. Afterwards every order and item is
 * compared with what was requested.
 */
export async function playStorm(file: string, seed: number, kills: number): Promise<Storm> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-storm-'))
  const random = seededRandom(seed)
  const time = { beganMs: Date.now(), speed: SPEED }
  const marketplace = await startMarketplace({
    dataDir: join(dir, 'marketplace'),
    orders: 0,
    items: 0,
    control: true,
    nowMs: scaledClock(time).wallMs,
  })
  const control = createControl(marketplace.controlUrl ?? '')
  const orderIds: number[] = []
  for (let count = 0; count < (kills + 1) * ORDERS_PER_LIFE; count += 1)
    orderIds.push((await control.placeOrder({ lines: 2 })).id)
  await loseRequests(control, seed)
  const start: Start = {
    dataDir: join(dir, 'station'),
    baseUrl: marketplace.baseUrl,
    accessToken: marketplace.accessToken,
    time,
    dieAt: null,
  }
  const told = new Set<string>()
  const many = new ManyInStorm(ITEMS, random)
  let killed = 0
  let station = new StationProcess(file, start)
  try {
    for (;;) {
      const timer = new AbortController()
      if (killed < kills) void killLater(station, SOON_MS + random.int(0, LATER_MS), timer.signal)
      try {
        await many.work(station)
        await workThrough(station, orderIds.slice(0, (killed + 1) * ORDERS_PER_LIFE), told)
        if (killed >= kills) break
        await station.gone
      } catch (error) {
        if (!(error instanceof Killed)) throw error
      } finally {
        timer.abort()
      }
      killed += 1
      station = new StationProcess(file, start)
    }
    await control.clearFaults()
    await many.finish(station)
    const ops = await untilSettled(station)
    await checkOrders(
      control,
      orderIds,
      ops.filter(({ orderId }) => orderId !== null),
      told,
    )
    await many.check(marketplace)
    await station.close()
    const count = (state: string): number => ops.filter((op) => op.state === state).length
    return { kills: killed, ops: ops.length, confirmed: count('confirmed'), held: count('held') }
  } finally {
    await station.kill()
    await marketplace.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

async function killLater(station: StationProcess, ms: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(ms, null, { signal })
  } catch {
    return
  }
  await station.kill()
}

async function loseRequests(control: Control, seed: number): Promise<void> {
  const aim = { method: 'POST', route: '/api/*', probability: 0.05 }
  await control.addFault({ kind: 'drop', when: 'before', ...aim, seed })
  await control.addFault({ kind: 'drop', when: 'after', ...aim, seed: seed + 1 })
  await control.addFault({ kind: 'status', status: 502, when: 'after', ...aim, seed: seed + 2 })
  // Still in flight when the station is up again, and well inside the settle window.
  await control.addFault({ kind: 'delay', ms: 800, ...aim, seed: seed + 3 })
}

/** Packs, ships and partly refunds every order, in this order, each once. */
async function workThrough(station: StationProcess, orderIds: number[], told: Set<string>): Promise<void> {
  const there = new Set((await station.ops()).map(({ kind, orderId }) => `${orderId} ${kind}`))
  for (const key of told) if (!there.has(key)) throw new Error(`I4: ${key} was confirmed and is gone`)
  for (const orderId of orderIds)
    for (const [kind, act] of actsOn(orderId)) {
      const key = `${orderId} ${kind}`
      if (there.has(key)) continue
      const refused = await station.act(act)
      // An earlier op of the shipment may be waiting for a person.
      if (refused === null) told.add(key)
    }
}

function actsOn(orderId: number): [string, Act][] {
  return [
    ['create_shipment', { do: 'pack', orderId }],
    ['ship_shipment', { do: 'ship', orderId }],
    ['create_refund', { do: 'refund', orderId, amountCents: 100 }],
  ]
}

async function checkOrders(
  control: Control,
  orderIds: number[],
  ops: OpReport[],
  told: ReadonlySet<string>,
): Promise<void> {
  const key = ({ orderId, kind }: OpReport): string => `${orderId} ${kind}`
  const kept = new Set(ops.map(key))
  for (const each of told) if (!kept.has(each)) throw new Error(`I4: ${each} was confirmed and is gone`)
  if (kept.size !== ops.length) throw new Error('I3: an op is queued twice')
  for (const orderId of orderIds) {
    const order = await control.readOrder(orderId)
    if (order.shipments.length > 1)
      throw new Error(`I3: order ${orderId} has ${order.shipments.length} shipments`)
    if (order.refunds.length > 1) throw new Error(`I3: order ${orderId} has ${order.refunds.length} refunds`)
    const [shipment] = order.shipments
    for (const op of ops.filter((each) => each.orderId === orderId && each.state === 'confirmed')) {
      const body = JSON.parse(op.body) as Record<string, string>
      const shown =
        op.kind === 'create_shipment'
          ? shipment?.packed_at === body['packed_at']
          : op.kind === 'ship_shipment'
            ? shipment?.shipped_at === body['shipped_at']
            : order.refunds.length === 1
      if (!shown) throw new Error(`I5: op ${op.seq} (${op.kind}) is confirmed and not there`)
    }
  }
}
