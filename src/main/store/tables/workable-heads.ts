import { sql, type Db } from '../db/database'
import { OPEN, toOp, type Op, type StoredOp } from './outbox'

/** Which ops of the outbox can be worked on now. */

export type Workable = {
  from?: number
  /** Ops on orders, on items, or on items by bulk jobs; `all` by default. */
  about?: 'orders' | 'items' | 'jobs' | 'all'
  /** Only ops that were sent and are to be looked for. */
  readBackOnly?: boolean
}

const ABOUT = {
  all: { index: 'outbox_open', condition: '' },
  orders: { index: 'outbox_open', condition: 'AND o.order_id IS NOT NULL' },
  items: { index: 'outbox_open_items', condition: 'AND o.order_id IS NULL AND o.job_id IS NULL' },
} as const

/** Spelled like the condition of their index. A refusal for now takes the attempt back, so that it counts as unsent. */
const MAYBE_SENT = `(o.state <> 'ready' OR o.attempts > 0)`

/**
 * Heads of lanes that can be worked on, oldest first. A lane whose head is held yields nothing and so blocks only
 * itself (I7). A head that is `sending` in a lane that is not busy was left that way by an error.
 * @param busy lanes that have an op in flight
 * @param from where the search begins: no earlier op can be worked on
 */
export function workableHeads(
  db: Db,
  busy: ReadonlySet<string>,
  limit: number,
  { from = 0, about = 'all', readBackOnly = false }: Workable = {},
): Op[] {
  const found =
    about === 'jobs'
      ? headsOfJobs(db, busy, limit, from, readBackOnly)
      : headsIn(db, busy, limit, from, { ...ABOUT[about], readBackOnly })
  return found.map((row) => toOp(db, row))
}

/** Where to look for heads: an index, and the condition that it, or the search, adds to being open. */
type Search = { index: string; condition: string; readBackOnly: boolean; jobId?: number }

function headsIn(
  db: Db,
  busy: ReadonlySet<string>,
  limit: number,
  from: number,
  { index, condition, readBackOnly, jobId }: Search,
): StoredOp[] {
  return sql(
    db,
    `SELECT o.* FROM outbox o INDEXED BY ${index}
      WHERE o.state <> 'held' AND o.${OPEN} AND o.seq >= +@from ${condition}
        ${readBackOnly ? `AND o.state <> 'ready'` : ''} AND o.lane NOT IN (SELECT value FROM json_each(@busy))
        AND NOT EXISTS (SELECT 1 FROM outbox p WHERE p.lane = o.lane AND p.seq < o.seq AND p.${OPEN})
      ORDER BY o.seq LIMIT +@limit`,
  ).all({
    from,
    busy: JSON.stringify([...busy]),
    limit,
    ...(jobId === undefined ? {} : { jobId }),
  }) as StoredOp[]
}

/** Those that may have been sent, of every job, so that they are read back; unsent ones unless their job is paused. */
function headsOfJobs(
  db: Db,
  busy: ReadonlySet<string>,
  limit: number,
  from: number,
  readBackOnly: boolean,
): StoredOp[] {
  const sent = headsIn(db, busy, limit, 0, {
    index: 'outbox_job_sent',
    condition: `AND o.job_id IS NOT NULL AND ${MAYBE_SENT}`,
    readBackOnly,
  })
  const fresh = (jobId: number): StoredOp[] =>
    headsIn(db, busy, limit, from, {
      index: 'outbox_job_open',
      condition: `AND o.job_id = @jobId AND o.job_id IS NOT NULL AND NOT ${MAYBE_SENT}`,
      readBackOnly: false,
      jobId,
    })
  const unsent = readBackOnly ? [] : sendingJobs(db).flatMap(fresh)
  return [...sent, ...unsent].toSorted((a, b) => a.seq - b.seq).slice(0, limit)
}

/** Jobs with ops that were never sent, unless they are paused. Without its job, an op goes out like any other. */
function sendingJobs(db: Db): number[] {
  return sql(
    db,
    `SELECT job_id FROM bulk_counts c WHERE state = 'ready' AND ops > 0
       AND NOT EXISTS (SELECT 1 FROM bulk_jobs j WHERE j.job_id = c.job_id AND (j.paused = 1 OR j.state = 'undoing'))`,
  )
    .pluck()
    .all() as number[]
}
