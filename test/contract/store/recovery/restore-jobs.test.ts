import { describe, expect, it } from 'vitest'
import { deleteBulkJob } from '../../../../src/main/areas/bulk/change-draft'
import { viewJobs } from '../../../../src/main/areas/bulk/view-job'
import { inTransaction } from '../../../../src/main/store/db/database'
import { openDatabase, closeDatabase } from '../../../../src/main/store/db/open'
import { salvageJobs } from '../../../../src/main/store/recovery/salvage-jobs'
import { restoreBackup } from '../../../../src/main/store/recovery/open-station'
import { changeJob, findJob } from '../../../../src/main/store/tables/bulk-jobs'
import { rowsAfter } from '../../../../src/main/store/tables/bulk-rows'
import { opsOfRows } from '../../../../src/main/store/views/job-ops'
import { makeStation } from '../../../support/account'
import { putItems, someItems, withBulk, type BulkBench } from '../../../support/bulk'
import { leafPages, ruinPage } from '../../../support/damage'
import { eventually } from '../../../support/eventually'
import { makeSyncBench, type SyncBench } from '../../../support/sync-bench'
import { backUp } from './crashed'

/** Bulk jobs when the station continues from a backup (I10). */

const ROWS = 60
const HEADINGS = 'external_id,title,price,msrp,category_id,brand_id,warehouse_id,quality,photos'
const CSV = [
  HEADINGS,
  ...Array.from(
    { length: ROWS },
    (_, place) => `N-${place},Coat,12.00,20.00,5101,7,1,new,front=https://x.test/1.jpg`,
  ),
].join('\n')

const jobsAt = (bench: SyncBench): BulkBench => withBulk(bench.station, undefined, (ms) => bench.turn(ms))
const listed = (bench: SyncBench, { bulk }: BulkBench) => viewJobs({ ...bench.station, bulk })

/** A job of new items, and a backup from the middle of its queueing. */
async function halfQueued() {
  const bench = await makeSyncBench({ itemWriteLimit: 1_000 })
  const jobs = jobsAt(bench)
  const jobId = await jobs.fromFile('create', CSV)
  await jobs.draft(jobId)
  jobs.confirm(jobId)
  await eventually(async () => {
    await bench.turn(1)
    expect(jobs.job(jobId).place).toBe(50)
  })
  const backup = await backUp(bench.station, bench.clock.wallMs())
  return { bench, jobs, jobId, backup }
}

async function restore(bench: SyncBench, jobs: BulkBench, backup: string): Promise<BulkBench> {
  jobs.bulk.stop()
  await bench.station.close()
  restoreBackup({ file: bench.station.file, backup, wallMs: bench.clock.wallMs() })
  await bench.restartStation()
  return jobsAt(bench)
}

/** The external IDs that the marketplace has made items of. */
async function made({ control }: SyncBench): Promise<string[]> {
  const log = await control.requestLog()
  return log.flatMap(({ method, appliedAt, body }) =>
    method === 'POST' && appliedAt !== null ? [String((body as { external_id?: string }).external_id)] : [],
  )
}

async function finish(bench: SyncBench, jobs: BulkBench, jobId: number): Promise<void> {
  bench.station.engine.start()
  await eventually(async () => {
    await bench.turn(31_000)
    expect(jobs.job(jobId).state).toBe('done')
  })
}

describe('continuing from a backup', () => {
  it('goes on with a job that was still being queued then, and creates each item once', async () => {
    const { bench, jobs, jobId, backup } = await halfQueued()
    await jobs.until(jobId, 'running')
    bench.station.engine.start()
    await eventually(async () => {
      await bench.turn(1)
      expect(jobs.job(jobId).ops.confirmed).toBeGreaterThan(9)
    })
    const again = await restore(bench, jobs, backup)
    expect(again.job(jobId)).toMatchObject({ state: 'running', rows: ROWS, paused: false })
    expect(opsOfRows(bench.station.db, jobId, 1, ROWS).map(({ row }) => row)).toEqual(
      Array.from({ length: ROWS }, (_, place) => place + 1),
    )
    await finish(bench, again, jobId)
    expect(again.job(jobId)).toMatchObject({ refused: 0, ops: { confirmed: ROWS, held: 0, discarded: 0 } })
    const items = await made(bench)
    expect(items).toHaveLength(ROWS)
    expect(new Set(items).size).toBe(ROWS)
  })

  it('queues the remaining rows if the present file has not queued them either', async () => {
    const { bench, jobs, jobId, backup } = await halfQueued()
    const again = await restore(bench, jobs, backup)
    expect(again.job(jobId).place).toBe(50)
    await finish(bench, again, jobId)
    expect(new Set(await made(bench)).size).toBe(ROWS)
  })

  it('keeps a job paused, and what was decided since', async () => {
    const { bench, jobs, jobId, backup } = await halfQueued()
    await jobs.until(jobId, 'running')
    jobs.pause(jobId, true)
    const draft = await jobs.fromFile('create', CSV.replaceAll('N-', 'M-'))
    await jobs.draft(draft)
    const again = await restore(bench, jobs, backup)
    expect(again.job(jobId)).toMatchObject({ state: 'running', paused: true })
    expect(again.job(draft)).toMatchObject({ state: 'draft', rows: ROWS, wrong: 0 })
    expect(again.rows(draft).at(-1)).toMatchObject({ row: ROWS, itemKey: `M-${ROWS - 1}` })
  })

  it('queues no row twice, even if only an older copy of the job could be read', async () => {
    const { bench, jobs, jobId } = await halfQueued()
    await jobs.until(jobId, 'running')
    inTransaction(bench.station.db, (tx) => changeJob(tx, jobId, { state: 'queueing', place: 10 }))
    jobs.bulk.wake()
    expect(await jobs.until(jobId, 'running')).toMatchObject({ refused: 0, ops: { ready: ROWS } })
    expect(bench.station.faults).toEqual([])
  })

  it('does not bring back a job that was finished and deleted since', async () => {
    const { bench, jobs, jobId, backup } = await halfQueued()
    await jobs.until(jobId, 'running')
    await finish(bench, jobs, jobId)
    await deleteBulkJob(bench.station.db, jobId)
    const again = await restore(bench, jobs, backup)
    expect(listed(bench, again)).toEqual([])
    bench.station.engine.start()
    await bench.turn(300_000)
    expect(await made(bench)).toHaveLength(ROWS)
  })
})

describe('taking jobs over from a damaged file', () => {
  it('keeps the readable rows of a confirmed job, and no half of a draft', async () => {
    const station = makeStation()
    for (let place = 0; place < 3; place += 1)
      putItems(station, someItems(1_500).slice(place * 500, (place + 1) * 500))
    const jobs = withBulk(station)
    const running = await jobs.fromFilter('price')
    await jobs.draft(running)
    const draft = await jobs.fromFilter('price')
    await jobs.draft(draft)
    inTransaction(station.db, (tx) => changeJob(tx, running, { state: 'running' }))
    jobs.bulk.stop()
    await station.close()
    const pages = leafPages(station.file, 'bulk_rows')
    ruinPage(station.file, pages[Math.floor(pages.length / 4)] ?? 0)
    const present = openDatabase(station.file)
    const next = makeStation()
    inTransaction(next.db, (tx) => salvageJobs(tx, present))
    closeDatabase(present)
    const kept = rowsAfter(next.db, running, 0, 2_000)
    expect(kept.length).toBeGreaterThan(100)
    expect(kept.length).toBeLessThan(1_500)
    expect(kept.map(({ row }) => row)).toEqual(kept.map((_, place) => place + 1))
    expect(findJob(next.db, running)).toMatchObject({ state: 'running', rowCount: 1_500 })
    expect(findJob(next.db, draft)).toBeNull()
    expect(rowsAfter(next.db, draft, 0, 1)).toEqual([])
  })

  it('keeps the jobs of the backup if those of the present file cannot be read', async () => {
    const station = makeStation()
    putItems(station, someItems(3))
    const jobs = withBulk(station)
    await jobs.draft(await jobs.fromFilter('price'))
    jobs.bulk.stop()
    await station.close()
    ruinPage(station.file, leafPages(station.file, 'bulk_jobs')[0] ?? 0)
    const present = openDatabase(station.file)
    const next = makeStation()
    putItems(next, someItems(3))
    const there = withBulk(next)
    const jobId = await there.fromFilter('delist')
    await there.draft(jobId)
    inTransaction(next.db, (tx) => salvageJobs(tx, present))
    closeDatabase(present)
    expect(there.job(jobId)).toMatchObject({ state: 'draft', rows: 3 })
  })
})
