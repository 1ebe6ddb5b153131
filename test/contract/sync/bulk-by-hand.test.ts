import { expect, it } from 'vitest'
import { delistItem, updateItem } from '../../../src/main/areas/items/change-item'
import { opsOfRows } from '../../../src/main/store/views/job-ops'
import type { PriceRule } from '../../../src/shared/domain/items/price-rule'
import { withBulk, type BulkBench } from '../../support/bulk'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { ITEMS, writes } from './item-ops'

/** What people do by hand with an item that a bulk job is about to change. */

const LESS_TEN: PriceRule = {
  change: { by: 'percent', hundredths: -1_000 },
  rounding: 'cent',
  neverBelowCents: null,
}

type Paused = { bench: SyncBench; jobs: BulkBench; jobId: number; itemNumber: string }

/** A job with all the listed items in the outbox that was paused before it sent anything. */
async function paused(kind: 'price' | 'delist'): Promise<Paused> {
  const bench = await makeSyncBench()
  await bench.station.itemPull.now()
  const jobs = withBulk(bench.station, undefined, (ms) => bench.turn(ms))
  const jobId = await jobs.fromFilter(kind, { states: ['listed'] })
  if (kind === 'price') await jobs.setUp(jobId, { price: LESS_TEN })
  else await jobs.draft(jobId)
  jobs.confirm(jobId)
  await jobs.until(jobId, 'running')
  jobs.pause(jobId, true)
  bench.station.engine.start()
  return { bench, jobs, jobId, itemNumber: jobs.rows(jobId)[2]?.itemKey ?? '' }
}

it('delists an item although a paused job has yet to change its price, which is dropped', async () => {
  const { bench, jobs, jobId, itemNumber } = await paused('price')
  const { seq } = delistItem(bench.station, { itemNumber })
  await bench.until(seq, 'confirmed')
  expect(await writes(bench)).toEqual([`DELETE ${ITEMS}/${itemNumber}`])
  expect(opsOfRows(bench.station.db, jobId, 3, 3)).toMatchObject([
    { state: 'discarded', discardReason: 'replaced' },
  ])
  jobs.pause(jobId, false)
  const { ops, rows } = await jobs.until(jobId, 'done')
  expect(ops).toMatchObject({ confirmed: rows - 1, discarded: 1, held: 0 })
})

it('delists an item at once by hand although a paused job is about to, and once only', async () => {
  const { bench, jobs, jobId, itemNumber } = await paused('delist')
  const { seq } = delistItem(bench.station, { itemNumber })
  expect(delistItem(bench.station, { itemNumber }).seq).toBe(seq)
  await bench.until(seq, 'confirmed')
  expect(await writes(bench)).toEqual([`DELETE ${ITEMS}/${itemNumber}`])
  jobs.pause(jobId, false)
  expect(await jobs.until(jobId, 'done')).toMatchObject({ ops: { discarded: 1, held: 0 } })
  expect(new Set(await writes(bench)).size).toBe((await writes(bench)).length)
})

it('sends a price set by hand although a paused job has yet to change it', async () => {
  const { bench, jobs, jobId, itemNumber } = await paused('price')
  const { seq } = updateItem(bench.station, { itemNumber, priceCents: 7_777, maxDiscountPercent: null })
  await bench.until(seq, 'confirmed')
  jobs.pause(jobId, false)
  expect(await jobs.until(jobId, 'done')).toMatchObject({ ops: { discarded: 1, held: 0 } })
  expect((await writes(bench)).filter((write) => write.includes(itemNumber))).toHaveLength(1)
})

it('sends a change of a job that may have arrived before a later delisting', async () => {
  const { bench, jobs, jobId, itemNumber } = await paused('price')
  await bench.control.addFault({
    kind: 'drop',
    method: 'PUT',
    route: `${ITEMS}/${itemNumber}`,
    count: 1,
  })
  jobs.pause(jobId, false)
  const [op] = opsOfRows(bench.station.db, jobId, 3, 3)
  await bench.until(op?.seq ?? 0, 'unknown')
  const { seq } = delistItem(bench.station, { itemNumber })
  await bench.until(seq, 'confirmed')
  const about = (await writes(bench)).filter((write) => write.includes(itemNumber))
  expect(about).toEqual([
    `PUT ${ITEMS}/${itemNumber}`,
    `PUT ${ITEMS}/${itemNumber}`,
    `DELETE ${ITEMS}/${itemNumber}`,
  ])
})

it('packs although everything of a job waits', async () => {
  const { bench } = await paused('price')
  const order = await bench.newOrder()
  await bench.until(bench.pack(order.id, goodsOf(order)).seq, 'confirmed')
  expect(await writes(bench)).toHaveLength(1)
})
