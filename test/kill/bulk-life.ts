import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { createControl } from '../../src/marketplace/control-client'
import { startMarketplace, type RunningMarketplace } from '../../src/marketplace/server'
import type { BulkJobView } from '../../src/shared/contract/bulk'
import { csvOfItems } from './bulk-items'
import { Journey, type Seen } from './bulk-journey'
import type { Start } from './messages'
import { scaledClock } from './scaled-clock'
import { StationProcess } from './station'

export type BulkSize = {
  items: number
  /** Writes to items that the marketplace takes in a second of its time. */
  perSecond: number
  /** How many times as fast as real time all clocks are. */
  speed: number
  /** Orders packed while each of the two jobs runs. */
  packs: number
}

/** What happened, as the marketplace has seen it; `seen` compares what the station said meanwhile. */
export type BulkRun = {
  size: BulkSize
  marketplace: RunningMarketplace
  kills: number
  jobs: { create: BulkJobView; price: BulkJobView }
  seen: { create: Seen; price: Seen }
  packed: readonly number[]
}

/** Off the present price, in hundredths of a percent. */
const LESS_TEN = -1_000

/**
 * Creates items from a CSV file and then changes all their prices, while orders are packed; kills the station with
 * SIGKILL in the middle of each of the two. `check` runs before the marketplace is closed.
 * @param file the bundled station process
 */
export async function playBulk(
  file: string,
  size: BulkSize,
  check: (run: BulkRun) => Promise<void>,
): Promise<void> {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-bulk-'))
  const time = { beganMs: Date.now(), speed: size.speed }
  const marketplace = await startMarketplace({
    dataDir: join(dir, 'marketplace'),
    orders: 0,
    items: 0,
    control: true,
    nowMs: scaledClock(time).wallMs,
    settings: { itemWriteLimit: size.perSecond, itemWriteWindowMs: 1_000 },
  })
  const control = createControl(marketplace.controlUrl ?? '')
  const orders: number[] = []
  for (let count = 0; count < 2 * size.packs; count += 1)
    orders.push((await control.placeOrder({ lines: 2 })).id)
  const { baseUrl, accessToken } = marketplace
  const start: Start = { dataDir: join(dir, 'station'), baseUrl, accessToken, time, dieAt: null }
  const journey = new Journey({ marketplace, size, orders, open: () => new StationProcess(file, start) })
  try {
    const created = await confirmed(journey, { do: 'draftItems', csv: csvOfItems(size.items) })
    const create = await journey.through(created, { method: 'POST', killAt: Math.ceil(size.items / 3) })
    const changed = await confirmed(journey, {
      do: 'draftPrices',
      items: size.items,
      hundredths: LESS_TEN,
    })
    const price = await journey.through(changed, { method: 'PUT', killAt: Math.ceil(size.items / 2) })
    await check({
      size,
      marketplace,
      kills: journey.kills,
      jobs: { create: create.job, price: price.job },
      seen: { create: create.seen, price: price.seen },
      packed: orders,
    })
    await journey.station.close()
  } finally {
    await journey.station.kill()
    await marketplace.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Confirms a draft once it was worked out. @returns the number of its job */
async function confirmed(
  { station, size }: Journey,
  draft: Parameters<StationProcess['many']>[0],
): Promise<number> {
  let [job] = await station.many(draft)
  while (job !== undefined && job.state !== 'draft') {
    await pause(10)
    ;[job] = await station.many({ do: 'read', jobId: job.jobId })
  }
  if (job?.rows !== size.items || job.wrong !== 0)
    throw new Error(`the draft is not as it should be: ${JSON.stringify(job)}`)
  await station.many({ do: 'confirm', jobId: job.jobId })
  return job.jobId
}
