import { FEWEST_SALES, aboutPayout, type PayoutShare } from '../../../shared/domain/items/price-rule'
import { isUnderWay } from '../../../shared/domain/items/bulk-job'
import type { BulkJobView, BulkProgress, BulkRowList, BulkRowView } from '../../../shared/contract/bulk'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { StationError } from '../../base/station-error'
import type { Db } from '../../store/db/database'
import { countOps, findJob, listJobs, type BulkJob, type OpCounts } from '../../store/tables/bulk-jobs'
import { countRows, listRows, type BulkRow, type RowCounts } from '../../store/tables/bulk-rows'
import { latestSales } from '../../store/views/items-to-change'
import { opsOfRows, type RowOp } from '../../store/views/job-ops'
import type { Station } from '../station/station'
import type { BulkRunner } from './bulk-runner'

export type BulkView = Pick<Station, 'db' | 'gate'> & { bulk: Pick<BulkRunner, 'perMinute'> }

const MOST_JOBS = 100

/** The newest jobs, drafts among them. */
export function viewJobs(station: BulkView): BulkJobView[] {
  return listJobs(station.db, MOST_JOBS).map((job) => viewJob(station, job))
}

/** @throws StationError `job_not_found` */
export function readJob(station: BulkView, jobId: number): BulkJobView {
  return viewJob(station, jobOf(station.db, jobId))
}

/** @throws StationError `job_not_found` */
export function jobOf(db: Db, jobId: number): BulkJob {
  const job = findJob(db, jobId)
  if (job === null) throw new StationError('job_not_found', `no job ${jobId}`)
  return job
}

function viewJob(station: BulkView, job: BulkJob): BulkJobView {
  const { db } = station
  const rows = countRows(db, job.jobId)
  const ops = countOps(db, job.jobId)
  return {
    jobId: job.jobId,
    kind: job.kind,
    source: job.source,
    spec: job.spec,
    state: job.state,
    paused: job.paused,
    rows: job.rowCount,
    place: job.place,
    ...rows,
    ops,
    createdAt: job.createdAt,
    createdBy: job.createdBy,
    confirmedAt: job.capture?.at ?? null,
    confirmedBy: job.capture?.by ?? null,
    endedAt: job.endedAt,
    progress: progressOf(station, job, rows, ops),
  }
}

/** How many of a job's rows still have to be finished: in the outbox or on their way there. */
export function unfinished(
  { state, rowCount }: Pick<BulkJob, 'state' | 'rowCount'>,
  { leftOut, refused }: Pick<RowCounts, 'leftOut' | 'refused'>,
  { ready, sending, unknown, confirmed, discarded, held }: OpCounts,
): number {
  if (state !== 'queueing') return ready + sending + unknown
  return Math.max(0, rowCount - leftOut - refused - confirmed - discarded - held)
}

function progressOf({ gate, bulk }: BulkView, job: BulkJob, rows: RowCounts, ops: OpCounts): BulkProgress {
  const allowedPerMinute = gate.itemWritesPerMinute()
  if (!isUnderWay(job.state)) return { perMinute: null, secondsLeft: null, allowedPerMinute }
  const perMinute = bulk.perMinute(job.jobId)
  const left = unfinished(job, rows, ops)
  const secondsLeft = perMinute === null || job.paused ? null : Math.ceil((left * 60) / perMinute)
  return { perMinute: job.paused ? null : perMinute, secondsLeft, allowedPerMinute }
}

/**
 * A window of the job's rows.
 * @throws StationError `job_not_found`
 */
export function viewRows(
  { db }: BulkView,
  { jobId, shown, offset, limit }: ParsedRequestOf<'bulk:rows'>,
): BulkRowList {
  const job = jobOf(db, jobId)
  const rows = listRows(db, jobId, shown, offset, limit)
  const [first, last] = [rows.at(0)?.row ?? 0, rows.at(-1)?.row ?? 0]
  const ops = new Map(opsOfRows(db, jobId, first, last).map((op) => [op.row, op]))
  const shares = job.kind === 'price' || job.kind === 'create' ? payoutShares(db) : null
  const counts = countRows(db, jobId)
  const totals: Readonly<Record<typeof shown, number>> = {
    all: job.rowCount,
    wrong: counts.wrong,
    low: counts.low,
    left_out: counts.leftOut,
    refused: counts.refused,
    held: countOps(db, jobId).held,
  }
  return {
    total: totals[shown],
    rows: rows.map((row) => viewRow(row, ops.get(row.row), shares)),
  }
}

function viewRow(row: BulkRow, op: RowOp | undefined, shares: Shares | null): BulkRowView {
  return {
    row: row.row,
    itemKey: row.itemKey,
    title: row.title,
    cells: row.cells,
    beforeCents: row.before?.priceCents ?? null,
    afterCents: row.afterCents,
    beforePercent: row.before?.maxDiscountPercent ?? null,
    afterPercent: row.afterPercent,
    payout: shares === null ? null : payoutOf(row, shares),
    belowFloor: row.belowFloor,
    leftOut: row.leftOut,
    problems: row.problems,
    outcome: row.outcome,
    op:
      op === undefined
        ? null
        : {
            seq: op.seq,
            state: op.state,
            heldReason: op.heldReason,
            discardReason: op.discardReason,
          },
  }
}

type Shares = ReadonlyMap<number, PayoutShare>

/** By category. Sales of items whose category is not known here say nothing. */
function payoutShares(db: Db): Shares {
  const shares = new Map<number, PayoutShare>()
  for (const { categoryId, paidCents, soldCents } of latestSales(db)) {
    if (categoryId === null) continue
    const known = shares.get(categoryId) ?? { paidCents: 0, soldCents: 0, sales: 0 }
    shares.set(categoryId, {
      paidCents: known.paidCents + paidCents,
      soldCents: known.soldCents + soldCents,
      sales: known.sales + 1,
    })
  }
  return shares
}

function payoutOf({ before, afterCents }: BulkRow, shares: Shares): BulkRowView['payout'] {
  const share = before?.categoryId == null ? undefined : shares.get(before.categoryId)
  const cents = afterCents === null ? null : aboutPayout(afterCents, share ?? null)
  if (cents === null || share === undefined || share.sales < FEWEST_SALES) return null
  return { cents, sales: share.sales }
}
