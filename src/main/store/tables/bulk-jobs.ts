import { OP_STATES, type OpState } from '../../../shared/domain/outbox/operation'
import type { BulkKind, BulkSpec, BulkState } from '../../../shared/domain/items/bulk-job'
import type { ItemFilter } from '../../../shared/domain/items/item-filter'
import { run, sql, writeOne, type Db, type Tx } from '../db/database'
import { storedJson } from '../db/stored-json'
import type { Capture } from './outbox'

/** Bulk jobs: changes to many items that a person confirms at once. */

/** Where the rows of a job are from. Stored as JSON; never rename a field. */
export type BulkSource =
  | { from: 'filter'; filter: ItemFilter }
  | { from: 'file'; name: string; headings: readonly string[] }
  /** What an earlier job changed, to change it back. */
  | { from: 'job'; jobId: number; headings: readonly string[] }

export type BulkJob = {
  jobId: number
  kind: BulkKind
  source: BulkSource
  spec: BulkSpec
  state: BulkState
  paused: boolean
  /** The last row that the present step has done. */
  place: number
  rowCount: number
  belowFloor: boolean
  createdAt: string
  createdBy: string
  /** When it was confirmed, and by whom; `null` for a draft. */
  capture: Capture | null
  endedAt: string | null
}

type StoredJob = {
  job_id: number
  kind: BulkKind
  source: string
  spec: string
  state: BulkState
  paused: 0 | 1
  place: number
  row_count: number
  below_floor: 0 | 1
  created_at: string
  created_by: string
  capture: string | null
  ended_at: string | null
}

/** `null` for a job of which something cannot be read: nothing more is done for it. Its operations go on. */
function toJob(db: Db, row: StoredJob): BulkJob | null {
  const read = (column: 'source' | 'spec' | 'capture'): unknown =>
    row[column] === null ? null : storedJson(db, row[column], `bulk_jobs.${column}`, row.job_id)
  const [source, spec, capture] = [read('source'), read('spec'), read('capture')]
  if (source === undefined || spec === undefined || capture === undefined) return null
  return {
    jobId: row.job_id,
    kind: row.kind,
    source: source as BulkSource,
    spec: spec as BulkSpec,
    state: row.state,
    paused: row.paused === 1,
    place: row.place,
    rowCount: row.row_count,
    belowFloor: row.below_floor === 1,
    createdAt: row.created_at,
    createdBy: row.created_by,
    capture: capture as Capture | null,
    endedAt: row.ended_at,
  }
}

/** Adds a job whose rows are still to come. @returns its number: its time, or the next that no job has */
export function addJob(
  tx: Tx,
  job: Pick<BulkJob, 'kind' | 'source' | 'spec' | 'createdBy'>,
  wallMs: number,
): number {
  const last = sql(tx, 'SELECT coalesce(max(job_id), 0) FROM bulk_jobs').pluck().get() as number
  const jobId = Math.max(Math.round(wallMs), last + 1)
  run(
    tx,
    `INSERT INTO bulk_jobs (job_id, kind, source, spec, state, created_at, created_by)
     VALUES (?, ?, ?, ?, 'reading', ?, ?)`,
    jobId,
    job.kind,
    JSON.stringify(job.source),
    JSON.stringify(job.spec),
    new Date(wallMs).toISOString(),
    job.createdBy,
  )
  return jobId
}

/** The job, or `null`. */
export function findJob(db: Db, jobId: number): BulkJob | null {
  const row = sql(db, 'SELECT * FROM bulk_jobs WHERE job_id = ?').get(jobId) as StoredJob | undefined
  return row === undefined ? null : toJob(db, row)
}

/** Newest first. */
export function listJobs(db: Db, limit: number): BulkJob[] {
  const rows = sql(db, 'SELECT * FROM bulk_jobs ORDER BY job_id DESC LIMIT ?').all(limit) as StoredJob[]
  return rows.flatMap((row) => toJob(db, row) ?? [])
}

/** Jobs in one of these states, oldest first. */
export function jobsIn(db: Db, states: readonly BulkState[]): BulkJob[] {
  const rows = sql(
    db,
    'SELECT * FROM bulk_jobs WHERE state IN (SELECT value FROM json_each(?)) ORDER BY job_id',
  ).all(JSON.stringify(states)) as StoredJob[]
  return rows.flatMap((row) => toJob(db, row) ?? [])
}

export type JobChange = Partial<
  Pick<
    BulkJob,
    'spec' | 'source' | 'state' | 'paused' | 'place' | 'rowCount' | 'belowFloor' | 'capture' | 'endedAt'
  >
>

/** Changes what is given, and nothing else. */
export function changeJob(tx: Tx, jobId: number, change: JobChange): void {
  const values: Record<string, unknown> = {}
  if (change.spec !== undefined) values['spec'] = JSON.stringify(change.spec)
  if (change.source !== undefined) values['source'] = JSON.stringify(change.source)
  if (change.state !== undefined) values['state'] = change.state
  if (change.paused !== undefined) values['paused'] = change.paused ? 1 : 0
  if (change.place !== undefined) values['place'] = change.place
  if (change.rowCount !== undefined) values['row_count'] = change.rowCount
  if (change.belowFloor !== undefined) values['below_floor'] = change.belowFloor ? 1 : 0
  if (change.capture !== undefined) values['capture'] = JSON.stringify(change.capture)
  if (change.endedAt !== undefined) values['ended_at'] = change.endedAt
  const columns = Object.keys(values).map((name) => `${name} = ?`)
  writeOne(tx, `UPDATE bulk_jobs SET ${columns.join(', ')} WHERE job_id = ?`, ...Object.values(values), jobId)
}

/** Deletes a job with its rows. Its operations stay in the outbox. */
export function deleteJob(tx: Tx, jobId: number): void {
  run(tx, 'DELETE FROM bulk_jobs WHERE job_id = ?', jobId)
}

export type OpCounts = Readonly<Record<OpState, number>>

/** How many operations of the job are in each state. */
export function countOps(db: Db, jobId: number): OpCounts {
  const rows = sql(db, 'SELECT state, ops FROM bulk_counts WHERE job_id = ?').all(jobId) as {
    state: OpState
    ops: number
  }[]
  const counts = Object.fromEntries(OP_STATES.map((state) => [state, 0])) as Record<OpState, number>
  for (const { state, ops } of rows) counts[state] = ops
  return counts
}
