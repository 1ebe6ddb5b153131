import { cpSync, existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createControl, type Control } from '../../src/marketplace/control-client'
import { startMarketplace, type RunningMarketplace } from '../../src/marketplace/server'
import type { Account } from '../../src/main/app/account/open'
import { accountDir } from '../../src/main/app/account/connection'
import { inTransaction } from '../../src/main/store/db/database'
import { applyOrder } from '../../src/main/store/tables/orders'
import { listOutbox } from '../../src/main/store/views/outbox-list'
import { NEWEST_KEPT } from '../../src/main/store/archive/finished'
import { createManualClock, type ManualClock } from '../support/clock'
import { FIRST_OLD, oldOrder } from '../support/old-orders'
import { makeOrder } from '../support/orders'
import type { Orders } from './disk-life'
import { liveDeps, openLive, type Live, type LiveStart } from './live'
import { perform } from './disk-steps'

/** The marketplace and the station as they are before a life on a bad disk: prepared once, and copied for each. */

export const BEGAN_MS = Date.parse('2026-11-20T09:00:00.000Z')
/** In time for the first life, which moves its own clock. */
const MARKET_MS = BEGAN_MS + 90_000
export const OLD_ORDERS = 7

export type Prepared = { dir: string; orders: Orders; imported: readonly number[] }

export type Copy = {
  marketplace: RunningMarketplace
  control: Control
  clock: ManualClock
  start: LiveStart
}

export async function prepare(dir: string): Promise<Prepared> {
  const clock = createManualClock(BEGAN_MS - 60_000)
  const marketplace = await startMarket(join(dir, 'market'), clock)
  const control = createControl(marketplace.controlUrl ?? '')
  const place = async (): Promise<number> => (await control.placeOrder({ lines: 2 })).id
  const orders: Orders = {
    before: await place(),
    during: await place(),
    refunded: await place(),
    toShip: await place(),
    after: await place(),
    refundedAfter: await place(),
    last: await place(),
    fresh: await place(),
  }
  const start = startOf(join(dir, 'data'), marketplace)
  const live = await openLive(liveDeps(start, clock), marketplace.baseUrl)
  await live.account().pull.now()
  perform(live.account(), { do: 'pack', orderId: orders.toShip })
  await drain(live, clock)
  await live.account().close()
  cpSync(join(dir, 'data'), join(dir, 'data-old'), { recursive: true })
  // The same with orders for the archive, which only this station knows.
  const old = startOf(join(dir, 'data-old'), marketplace)
  const oldLive = await openLive(liveDeps(old, clock), marketplace.baseUrl)
  addOldOrders(oldLive.account())
  await oldLive.account().close()
  const imported = [await place(), await place()]
  await marketplace.close()
  for (const data of ['data', 'data-old']) renameSync(accountIn(join(dir, data)), join(dir, data, 'account'))
  return { dir, orders, imported }
}

function addOldOrders({ db, seal }: Account): void {
  const old = Array.from({ length: OLD_ORDERS }, (_, index) => oldOrder(FIRST_OLD + index))
  const newer = Array.from({ length: NEWEST_KEPT }, (_, index) => makeOrder({ id: 900_000 + index }))
  inTransaction(db, (tx) => {
    for (const order of [...old, ...newer]) applyOrder(tx, order, new Date(BEGAN_MS).toISOString(), seal)
  })
}

function startMarket(dataDir: string, clock: ManualClock): Promise<RunningMarketplace> {
  const settings = { jobIntervalMs: 1_000_000 }
  return startMarketplace({ dataDir, orders: 0, items: 2, control: true, settings, nowMs: clock.wallMs })
}

const startOf = (dataDir: string, { baseUrl, accessToken }: RunningMarketplace): LiveStart => ({
  dataDir,
  baseUrl,
  accessToken,
})

/** The only account's folder. */
export function accountIn(dataDir: string): string {
  return join(dataDir, 'live', readdirSync(join(dataDir, 'live'))[0] ?? '')
}

/**
 * A copy in `to`, whose marketplace runs.
 * @param from a prepared folder, or one that `putAside` has made of another copy
 */
export async function copyOf(from: string, to: string, withOldOrders = false): Promise<Copy> {
  const dataDir = join(to, 'data')
  cpSync(join(from, 'market'), join(to, 'market'), { recursive: true })
  cpSync(join(from, withOldOrders ? 'data-old' : 'data'), dataDir, { recursive: true })
  const clock = createManualClock(MARKET_MS)
  const marketplace = await startMarket(join(to, 'market'), clock)
  const account = accountDir(dataDir, { mode: 'live', baseUrl: marketplace.baseUrl, number: 1 })
  mkdirSync(dirname(account), { recursive: true })
  renameSync(join(dataDir, 'account'), account)
  const control = createControl(marketplace.controlUrl ?? '')
  return { marketplace, control, clock, start: startOf(dataDir, marketplace) }
}

/** Makes of a copy, whose marketplace is closed, what other copies can be made of. */
export function putAside(dir: string): void {
  const data = join(dir, 'data')
  if (existsSync(join(data, 'live'))) renameSync(accountIn(data), join(data, 'account'))
}

const STEP_MS = 5_000
/** More than three settle windows. */
const MOST_STEPS = 200

/** Lets the station work until nothing is open, or only what waits for a person. @returns whether it came to that */
export async function drain(live: Live, clock: ManualClock): Promise<boolean> {
  for (let steps = 0; steps < MOST_STEPS; steps += 1) {
    await live.ready()
    const { engine, db } = live.account()
    await engine.settled()
    if (db.open && isDrained(live.account())) return true
    clock.advance(STEP_MS)
    await pause(1)
  }
  return false
}

function isDrained({ db }: Account): boolean {
  const { rows } = listOutbox(db, 'all', 0, 500)
  const held = new Set(rows.filter(({ state }) => state === 'held').map(({ orderId }) => orderId))
  return rows.every(
    ({ state, orderId }) => ['confirmed', 'discarded', 'held'].includes(state) || held.has(orderId),
  )
}
