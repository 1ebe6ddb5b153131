import { fork } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { NOT_PROVISIONED } from '../../src/main/app/provisioning/provisioning'
import { bundle } from '../support/bundle'
import { compose, imported, nothing } from '../support/composed'
import { fetchPages, goodsOf, untouchedOrders } from '../support/marketplace-pages'
import { startMarketplaceProcess } from '../support/marketplace-process'
import { HAS_NATS } from '../support/nats-process'
import { startNatsServer } from '../support/nats-server'
import { tempDir } from '../support/temp-dir'
import { printTurns, turnsWhile } from '../support/turns'
import type { CrowdAsks, CrowdSays, CrowdStart } from '../hub/messages'

/** What 40 stations that pack 200 orders a minute cost each one's main thread, beside the same station alone (H8). */

const OTHERS = 39
const ORDERS_A_MINUTE = 200
const MEASURED_MS = 60_000
const WITHIN_MS = 900_000

type Station = Awaited<ReturnType<typeof compose>>

it.skipIf(!HAS_NATS)('the main thread of one of 40 stations', { timeout: WITHIN_MS }, async () => {
  const server = await startNatsServer()
  const market = await startMarketplaceProcess(1_200)
  const orders = untouchedOrders(await fetchPages(market, 200))
  // Two minutes for the others, and what this station packs itself.
  const needed = ORDERS_A_MINUTE * 2
  expect(orders.length).toBeGreaterThan(needed + 40)
  const own = orders.slice(needed)

  const open = async (hub: boolean): Promise<Station> => {
    const dataDir = tempDir()
    mkdirSync(dataDir, { recursive: true })
    const lan = { on: hub, stationName: 'Bench 40' }
    writeFileSync(join(dataDir, 'preferences.json'), JSON.stringify({ lan }))
    const live = { baseUrl: market.baseUrl, accessToken: market.accessToken, warehouseId: 1 }
    const at = hub ? { hub: { servers: [server.url], credentials: null } } : {}
    const station = await compose(dataDir, live, false, undefined, NOT_PROVISIONED, undefined, at)
    station.packbench.onEvent(() => {})
    await imported(station.ask)
    return station
  }
  const packEveryMs = (60_000 * (OTHERS + 1)) / ORDERS_A_MINUTE
  const packFor = async ({ ask }: Station, ms: number): Promise<void> => {
    const untilMs = performance.now() + ms
    while (performance.now() < untilMs) {
      const order = own.shift()
      if (order === undefined) throw new Error('no orders are left')
      await ask('packing:put', { orderId: order.id })
      await delay(packEveryMs / 2)
      const pack = { carrier: 'UPS', trackingNumber: '', trackingUrl: null, warehouseId: 1 } as const
      await ask('packing:pack', { orderId: order.id, lineIds: goodsOf(order), ...pack })
      await delay(packEveryMs / 2)
    }
  }

  const alone = await open(false)
  printTurns('one station alone, 5 orders a minute', await turnsWhile(() => packFor(alone, MEASURED_MS)))
  await alone.close()

  const station = await open(true)
  const built = await bundle('test/hub/crowd-process.ts')
  onTestFinished(() => built.remove())
  const start: CrowdStart = {
    dir: tempDir(),
    first: 1,
    hubUrl: server.url,
    marketplace: market,
    orderIds: Array.from({ length: OTHERS }, (_, at) =>
      orders
        .slice(0, needed)
        .filter((_order, index) => index % OTHERS === at)
        .map(({ id }) => id),
    ),
    packEveryMs,
  }
  const crowd = fork(built.file, [JSON.stringify(start)], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  onTestFinished(() => void crowd.kill('SIGKILL'))
  let [ready, packed] = [false, 0]
  const failed: string[] = []
  crowd.on('message', (said: CrowdSays) => {
    if (said.kind === 'ready') ready = true
    if (said.kind === 'packed') packed += 1
    if (said.kind === 'failed') failed.push(said.what)
  })
  await vi.waitFor(() => expect([ready, failed]).toEqual([true, []]), { timeout: 600_000, interval: 100 })
  await vi.waitFor(
    async () => expect((await station.ask('warehouse:neighbors', nothing)).stations).toHaveLength(OTHERS),
    { timeout: 60_000, interval: 200 },
  )
  crowd.send({ ask: 'go' } satisfies CrowdAsks)
  const before = packed
  const turns = await turnsWhile(() => packFor(station, MEASURED_MS))
  const { hub } = await station.ask('warehouse:neighbors', nothing)
  expect(hub).toMatchObject({ state: 'open', refusal: null })
  expect(failed).toEqual([])
  // As fast as was said, or the figure says nothing.
  expect(packed - before).toBeGreaterThan(0.8 * ORDERS_A_MINUTE * (OTHERS / (OTHERS + 1)))
  printTurns(`one of ${OTHERS + 1} stations, ${packed - before} orders packed by the others`, turns)
})
