import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Packbench } from '../../src/main/app/compose'
import type { RequestChannel } from '../../src/shared/contract/channels'
import type { ErrorCode, Result } from '../../src/shared/contract/result'
import type { OrderView, StationStatus } from '../../src/shared/contract/views'
import type { CrowdAsks, CrowdSays, CrowdStart } from './messages'
import { openComposed } from './open-composed'

/** Stations of a warehouse in one process, each of them complete, without a window: they open orders and pack them. */

const start = JSON.parse(process.argv[2] ?? '') as CrowdStart
const say = (what: CrowdSays): void => void process.send?.(what)
const stations: Packbench[] = []
const LOOK_MS = 10
const SEEN_WITHIN_MS = 10_000
/** Of how many claims it is watched how soon another station sees them. */
const EACH_WATCHED = 5
/** Another station has it on its bench, or has packed it. */
const ELSEWHERE: ReadonlySet<ErrorCode> = new Set(['order_elsewhere', 'line_elsewhere', 'no_lines'])
let stopped = false

async function value<T>(station: Packbench, channel: RequestChannel, request: unknown): Promise<T> {
  const result = (await station.handle(channel, request)) as Result<T>
  if (!result.ok) throw new Error(`${channel}: ${result.error.code} ${result.error.message}`)
  return result.value
}
const statusOf = async (station: Packbench): Promise<StationStatus> =>
  (await value<{ status: StationStatus }>(station, 'station:bootstrap', {})).status
const openAt = (station: Packbench, orderId: number) => value<OrderView>(station, 'packing:open', { orderId })

async function watchClaim(other: Packbench, orderId: number): Promise<void> {
  const beganMs = performance.now()
  while (performance.now() - beganMs < SEEN_WITHIN_MS) {
    if ((await openAt(other, orderId)).bench !== null)
      return say({ kind: 'seen', ms: performance.now() - beganMs })
    await delay(LOOK_MS)
  }
  say({ kind: 'failed', what: `the claim of ${orderId} was not seen at another station` })
}

/** Opens an order, and packs it unless another station has it. */
async function work(at: number, orderId: number, isWatched: boolean): Promise<void> {
  const station = stations[at] as Packbench
  const about = { orderId, station: start.first + at }
  await value(station, 'packing:put', { orderId })
  const other = stations[(at + 2) % stations.length]
  if (isWatched && other !== undefined && other !== station) await watchClaim(other, orderId)
  await delay(start.packEveryMs / 2)
  const order = await openAt(station, orderId)
  const lineIds = order.lines
    .filter((line) => !line.isShippingFee && line.shipmentId === null)
    .map((line) => line.lineId)
  const pack = { orderId, lineIds, carrier: 'UPS', trackingNumber: '', trackingUrl: null, warehouseId: 1 }
  const result = await station.handle('packing:pack', pack)
  if (result.ok) say({ kind: 'packed', ...about, at: new Date().toISOString() })
  else if (ELSEWHERE.has(result.error.code)) say({ kind: 'elsewhere', ...about })
  else say({ kind: 'failed', what: `${orderId}: ${result.error.code} ${result.error.message}` })
  await value(station, 'packing:put', { orderId: null })
}

async function workOn(at: number): Promise<void> {
  const orderIds = start.orderIds[at] ?? []
  // They do not all move at once; two neighbors do.
  await delay((start.packEveryMs * Math.floor(at / 2)) / stations.length)
  for (const [index, orderId] of orderIds.entries()) {
    const beganMs = performance.now()
    if (stopped) return
    try {
      await work(at, orderId, index % EACH_WATCHED === 0)
    } catch (error) {
      say({ kind: 'failed', what: String(error) })
    }
    await delay(Math.max(0, start.packEveryMs - (performance.now() - beganMs)))
  }
}

async function look(): Promise<void> {
  const all = await Promise.all(stations.map(statusOf))
  say({
    kind: 'looked',
    ages: all.map(({ dataAsOf }) => Date.now() - Date.parse(dataAsOf ?? '')),
    open: all.reduce((sum, { waiting }) => sum + waiting, 0),
    held: all.reduce((sum, { held }) => sum + held, 0),
  })
}

async function imported(station: Packbench): Promise<void> {
  while ((await statusOf(station)).dataAsOf === null) await delay(100)
}

async function main(): Promise<void> {
  const went = new Promise<void>((resolve) => {
    process.on('message', ({ ask }: CrowdAsks) => {
      if (ask === 'go') resolve()
      if (ask === 'stop') stopped = true
      if (ask === 'look') void look().catch((error: unknown) => say({ kind: 'failed', what: String(error) }))
    })
  })
  const opened = await Promise.all(
    start.orderIds.map((_, at) =>
      openComposed({
        dataDir: join(start.dir, `bench-${start.first + at}`),
        stationName: `Bench ${start.first + at}`,
        servers: [start.hubUrl],
        marketplace: start.marketplace,
      }),
    ),
  )
  stations.push(...opened)
  await Promise.all(stations.map(imported))
  say({ kind: 'ready' })
  await went
  await Promise.all(stations.map((_, at) => workOn(at)))
}
void main().catch((error: unknown) => say({ kind: 'failed', what: String(error) }))
void once(process, 'disconnect').then(() => process.exit())
