import { expect, it } from 'vitest'
import { updateItem } from '../../../src/main/areas/items/change-item'
import { inTransaction } from '../../../src/main/store/db/database'
import { saveCategories } from '../../../src/main/store/tables/categories'
import { opsOfRows } from '../../../src/main/store/views/job-ops'
import type { PriceRule } from '../../../src/shared/domain/items/price-rule'
import { eventually } from '../../support/eventually'
import { readItems } from '../../support/read-items'
import { withBulk, type BulkBench } from '../../support/bulk'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'
import { fault, ITEMS, writes } from './item-ops'

const LESS_TEN: PriceRule = {
  change: { by: 'percent', hundredths: -1_000 },
  rounding: 'cent',
  neverBelowCents: null,
}

/** How many items the marketplace lists. */
const LISTED = 17

/** A station that knows all of the marketplace's items. */
async function makeBench(settings = {}): Promise<{ bench: SyncBench; jobs: BulkBench }> {
  const bench = await makeSyncBench(settings)
  await bench.station.itemPull.now()
  return { bench, jobs: withBulk(bench.station, undefined, (ms) => bench.turn(ms)) }
}

async function lowerAll({ bench, jobs }: { bench: SyncBench; jobs: BulkBench }): Promise<number> {
  const jobId = await jobs.fromFilter('price', { states: ['listed'] })
  await jobs.setUp(jobId, { price: LESS_TEN })
  expect(bench.station.faults).toEqual([])
  return jobId
}

/** The changes of items that the marketplace has taken. */
async function taken({ control }: SyncBench): Promise<unknown[]> {
  const log = await control.requestLog()
  return log.filter(({ method, appliedAt }) => method === 'PUT' && appliedAt !== null)
}

/** As the marketplace shows them, by item. */
async function shownPrices({ station }: SyncBench): Promise<Map<string, number | null>> {
  const { rows } = await readItems(station, { states: ['listed'] })
  return new Map(rows.map(({ itemNumber, priceCents }) => [itemNumber, priceCents]))
}

it('changes every price once, and ends when the marketplace has confirmed all', async () => {
  const made = await makeBench()
  const { bench, jobs } = made
  const jobId = await lowerAll(made)
  const before = jobs.rows(jobId)
  expect(before).toHaveLength(LISTED)
  jobs.confirm(jobId)
  bench.station.engine.start()
  expect(await jobs.until(jobId, 'done')).toMatchObject({ ops: { confirmed: LISTED, held: 0 }, refused: 0 })
  const prices = await shownPrices(bench)
  for (const { itemKey, afterCents } of before) expect(prices.get(itemKey ?? '')).toBe(afterCents)
  expect(await writes(bench)).toHaveLength(LISTED)
})

it('sends nothing more while it is paused, still reads back what may have been sent, and goes on', async () => {
  const made = await makeBench({ itemWriteLimit: 5 })
  const { bench, jobs } = made
  const jobId = await lowerAll(made)
  const lost = `${ITEMS}/${jobs.rows(jobId)[0]?.itemKey}`
  await fault(bench, { kind: 'drop', when: 'after' }, 'PUT', lost)
  await fault(bench, { kind: 'status', status: 503, skip: 1 }, 'GET', lost)
  jobs.confirm(jobId)
  await jobs.until(jobId, 'running')
  jobs.pause(jobId, true)
  bench.station.engine.start()
  await bench.turn(60_000)
  expect(await writes(bench)).toEqual([])
  jobs.pause(jobId, false)
  await eventually(async () => {
    await bench.turn(10)
    expect(jobs.job(jobId).ops.unknown).toBe(1)
  })
  jobs.pause(jobId, true)
  await bench.turn(1)
  const sent = (await writes(bench)).length
  expect(jobs.job(jobId).ops.ready).toBeGreaterThan(5)
  await eventually(async () => {
    await bench.turn(30_000)
    expect(jobs.job(jobId).ops).toMatchObject({ unknown: 0, sending: 0 })
  })
  expect(await writes(bench)).toHaveLength(sent)
  expect(jobs.job(jobId).progress.secondsLeft).toBeNull()
  jobs.pause(jobId, false)
  await eventually(async () => {
    await bench.turn(30_000)
    expect(jobs.job(jobId).state).toBe('done')
  })
  expect(jobs.job(jobId).ops.confirmed).toBe(LISTED)
  expect(await taken(bench)).toHaveLength(LISTED)
})

it('undoes what was never sent, and changes the others back', async () => {
  const made = await makeBench({ itemWriteLimit: 5 })
  const { bench, jobs } = made
  const jobId = await lowerAll(made)
  const before = await shownPrices(bench)
  jobs.confirm(jobId)
  await jobs.until(jobId, 'running')
  bench.station.engine.start()
  await eventually(async () => {
    await bench.turn(1)
    expect(jobs.job(jobId).ops.confirmed).toBeGreaterThan(2)
  })
  jobs.undo(jobId)
  const { ops } = await jobs.until(jobId, 'undone')
  expect(ops.confirmed + ops.discarded).toBe(LISTED)
  expect(ops.discarded).toBeGreaterThan(0)
  expect(opsOfRows(bench.station.db, jobId, 1, 20).map(({ discardReason }) => discardReason)).toContain(
    'undone',
  )
  const back = await jobs.changeBack(jobId)
  expect(await jobs.draft(back)).toMatchObject({ rows: ops.confirmed, wrong: 0 })
  jobs.confirm(back)
  await eventually(async () => {
    await bench.turn(30_000)
    expect(jobs.job(back).state).toBe('done')
  })
  expect(await shownPrices(bench)).toEqual(before)
})

it('leaves alone what somebody has changed since the preview', async () => {
  const made = await makeBench()
  const { bench, jobs } = made
  const jobId = await lowerAll(made)
  const [first] = jobs.rows(jobId)
  updateItem(bench.station, { itemNumber: first?.itemKey ?? '', priceCents: 7_777, maxDiscountPercent: null })
  jobs.confirm(jobId)
  bench.station.engine.start()
  expect(await jobs.until(jobId, 'done')).toMatchObject({ ops: { confirmed: LISTED - 1 }, refused: 1 })
  expect(jobs.rows(jobId, 'refused')).toMatchObject([{ row: 1, outcome: 'changed_since', op: null }])
  expect((await shownPrices(bench)).get(first?.itemKey ?? '')).toBe(7_777)
})

it('a price set by hand goes out before the rest of a job, and a pack before both', async () => {
  const made = await makeBench({ itemWriteLimit: 2, itemWriteWindowMs: 60_000 })
  const { bench, jobs } = made
  const jobId = await lowerAll(made)
  const last = jobs.rows(jobId).at(-1)?.itemKey ?? ''
  const order = await bench.newOrder()
  jobs.confirm(jobId)
  await jobs.until(jobId, 'running')
  updateItem(bench.station, { itemNumber: last, priceCents: 7_777, maxDiscountPercent: null })
  const { seq } = bench.pack(order.id, goodsOf(order))
  bench.station.engine.start()
  await bench.until(seq, 'confirmed')
  const sent = await writes(bench)
  const at = (part: string) => sent.findIndex((write) => write.includes(part))
  expect(at(`/orders/${order.id}/shipments`)).toBeGreaterThanOrEqual(0)
  expect(at(last)).toBeGreaterThanOrEqual(0)
  // Two writes are allowed a minute: without its turn, the one by hand would wait for ten.
  expect(sent.filter((write) => write.startsWith('PUT')).length).toBeLessThan(8)
  expect(bench.station.gate.state()).toBe('items_throttled')
})

it('goes on after a restart in the middle of queueing, and queues no row twice', async () => {
  const made = await makeBench()
  const { bench, jobs } = made
  const text = Array.from(
    { length: 120 },
    (_, n) => `N-${n},Coat,12.00,20.00,5,7,3,new,front=https://x.test/1.jpg`,
  )
  const head = 'external_id,title,price,msrp,category_id,brand_id,warehouse_id,quality,photos'
  inTransaction(bench.station.db, (tx) =>
    saveCategories(tx, [{ id: 5, name: 'Coats' }], '2026-11-20T09:00:00.000Z'),
  )
  const jobId = await jobs.fromFile('create', [head, ...text].join('\n'))
  await jobs.draft(jobId)
  jobs.confirm(jobId)
  await eventually(async () => {
    await bench.turn(1)
    expect(jobs.job(jobId).place).toBe(50)
  })
  jobs.bulk.stop()
  await bench.restartStation()
  const again = withBulk(bench.station, undefined, (ms) => bench.turn(ms))
  expect(again.job(jobId)).toMatchObject({ state: 'queueing', place: 50, ops: { ready: 50 } })
  expect(await again.until(jobId, 'running')).toMatchObject({ ops: { ready: 120 }, refused: 0 })
  expect(opsOfRows(bench.station.db, jobId, 1, 120).map(({ row }) => row)).toEqual(
    Array.from({ length: 120 }, (_, index) => index + 1),
  )
  expect(await writes(bench)).toEqual([])
})
