import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Packbench } from '../../src/main/app/compose'
import type { Result } from '../../src/shared/contract/result'
import type { OrderView } from '../../src/shared/contract/views'
import type { CrowdStart, CrowdSays } from './messages'
import { openComposed } from './open-composed'

/** The other stations of a warehouse, all in one process, each of them complete: they open orders and pack them. */

const start = JSON.parse(process.argv[2] ?? '') as CrowdStart
const say = (what: CrowdSays): void => void process.send?.(what)

const open = (index: number): Promise<Packbench> =>
  openComposed({
    dataDir: join(start.dir, `bench-${index}`),
    stationName: `Bench ${index}`,
    servers: [start.hubUrl],
    marketplace: start.marketplace,
  })

async function value<T>(asked: Promise<unknown>): Promise<T> {
  const result = (await asked) as Result<T>
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.message}`)
  return result.value
}

/** Opens its orders one after the other, and packs each. */
async function work(station: Packbench, orderIds: readonly number[]): Promise<void> {
  for (const orderId of orderIds) {
    const startedMs = performance.now()
    try {
      await value(station.handle('bench:put', { orderId }))
      const order = await value<OrderView>(station.handle('order:open', { orderId }))
      await delay(start.packEveryMs / 2)
      const lineIds = order.lines
        .filter((line) => !line.isShippingFee && line.shipmentId === null)
        .map((line) => line.lineId)
      const pack = { orderId, lineIds, carrier: 'UPS', trackingNumber: '', trackingUrl: null, warehouseId: 1 }
      await value(station.handle('shipment:pack', pack))
      say({ kind: 'packed' })
    } catch (error) {
      say({ kind: 'failed', what: String(error) })
    }
    await delay(Math.max(0, start.packEveryMs - (performance.now() - startedMs)))
  }
}

async function imported(station: Packbench): Promise<void> {
  for (;;) {
    const { status } = await value<{ status: { dataAsOf: string | null } }>(
      station.handle('station:bootstrap', {}),
    )
    if (status.dataAsOf !== null) return
    await delay(100)
  }
}

async function main(): Promise<void> {
  const stations: Packbench[] = []
  for (let index = 1; index <= start.stations; index += 1) stations.push(await open(index))
  await Promise.all(stations.map(imported))
  say({ kind: 'ready' })
  await Promise.all(
    stations.map(async (station, index) => {
      // They do not all move at once.
      await delay((start.packEveryMs * index) / stations.length)
      await work(
        station,
        start.orderIds.filter((_, at) => at % stations.length === index),
      )
    }),
  )
}
void main().catch((error: unknown) => say({ kind: 'failed', what: String(error) }))
