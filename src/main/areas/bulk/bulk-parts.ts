import type { RowOutcome } from '../../../shared/domain/items/bulk-job'
import type { PriceFloor } from '../../../shared/domain/items/price-rule'
import { isOpen, OP_STATES } from '../../../shared/domain/outbox/operation'
import { createItemBody } from '../../../shared/partner-api/item'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import { apart, inTransaction, type Tx } from '../../store/db/database'
import { storedFields } from '../../store/db/stored-json'
import { changeJob, countOps, type BulkJob } from '../../store/tables/bulk-jobs'
import { noteOutcome, rowsAfter, saveRow, type BulkRow, type WorkedOut } from '../../store/tables/bulk-rows'
import { cachedLeaves } from '../../store/tables/categories'
import { findItem } from '../../store/tables/items'
import { advance } from '../../store/tables/outbox'
import { hasOp, unsentOps } from '../../store/views/job-ops'
import { queueDelist, queueUpdate, type Confirmed } from '../items/change-item'
import { idOfMoment, queueCreate } from '../items/create-item'
import type { Station } from '../station/station'
import { beforeOf, isDelistWaiting, NOTHING, rulesNow, workOut, type Rules } from './work-out'

/**
 * The steps of a bulk job, in parts: each is one commit that leaves the job ready for the next, so that it goes on from
 * there whatever moment the process ends.
 */

export type BulkDeps = Pick<Station, 'db' | 'clock'> & { floor: () => PriceFloor }

const CHECKED_AT_ONCE = 100
/** The bench does not wait longer for a part of a draft. */
const MOST_PART_MS = 40
/** A row is an op with its indexes: with fifty, a commit takes a few milliseconds. */
const QUEUED_AT_ONCE = 50
const UNDONE_AT_ONCE = 100

/** Works out the next rows of a draft: at least one, and no further one once they have taken so long. */
export function checkPart({ db, clock, floor }: BulkDeps, job: BulkJob): void {
  const rules = rulesNow(db, job.kind, floor())
  const untilMs = clock.monotonicMs() + MOST_PART_MS
  inTransaction(db, (tx) => {
    let last = job.rowCount
    for (const row of rowsAfter(tx, job.jobId, job.place, CHECKED_AT_ONCE)) {
      saveRow(tx, job.jobId, row.row, workedOut(tx, job, row, rules))
      last = row.row
      if (clock.monotonicMs() >= untilMs) break
    }
    changeJob(tx, job.jobId, last < job.rowCount ? { place: last } : { place: 0, state: 'draft' })
  })
}

/** A row that breaks a rule of ours must not keep all other drafts waiting, at every start again. */
function workedOut(tx: Tx, job: BulkJob, row: BulkRow, rules: Rules): WorkedOut {
  try {
    return workOut(tx, job, row, rules)
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error
    console.error(`row ${row.row} of job ${job.jobId} cannot be worked out`, error)
    return { ...NOTHING, problems: [{ field: '', code: 'not_worked_out' }] }
  }
}

/** Puts the next rows of a confirmed job into the outbox: the operations and the place in the job are one commit. */
export function queuePart({ db, clock }: BulkDeps, job: BulkJob): void {
  const { jobId, capture } = job
  if (capture === null) throw new Error(`job ${jobId} was never confirmed`)
  inTransaction(db, (tx) => {
    const rows = rowsAfter(tx, jobId, job.place, QUEUED_AT_ONCE)
    const leaves = job.kind === 'create' ? cachedLeaves(tx) : null
    const at = formatInstant(clock.wallMs())
    for (const row of rows) {
      const outcome = queueRow(tx, job, row, { capture, at, leaves })
      if (outcome !== null) noteOutcome(tx, jobId, row.row, outcome)
    }
    const last = rows.at(-1)?.row ?? job.rowCount
    changeJob(tx, jobId, { place: last, ...(last < job.rowCount ? {} : { state: 'running' }) })
  })
}

/** @returns why there is no operation; `null` if there is one, or none was asked for */
function queueRow(
  tx: Tx,
  { jobId, kind }: BulkJob,
  row: BulkRow,
  { leaves, ...when }: Pick<Confirmed, 'capture' | 'at'> & Pick<Rules, 'leaves'>,
): RowOutcome | null {
  // After a backup was restored, the outbox may be ahead of the job.
  if (row.leftOut || row.problems.length > 0 || hasOp(tx, jobId, row.row)) return null
  const confirmed: Confirmed = { ...when, job: { jobId, row: row.row } }
  try {
    return apart(tx, () =>
      kind === 'create' ? queueNew(tx, jobId, row, confirmed, leaves) : queueChange(tx, kind, row, confirmed),
    )
  } catch (error) {
    if (error instanceof StationError && isRowOutcome(error.code)) return error.code
    throw error
  }
}

const REFUSALS: ReadonlySet<string> = new Set<RowOutcome>([
  'item_not_found',
  'item_not_listed',
  'item_exists',
  'invalid_request',
])

function isRowOutcome(code: string): code is RowOutcome {
  return REFUSALS.has(code)
}

function queueNew(tx: Tx, jobId: number, row: BulkRow, confirmed: Confirmed, leaves: Rules['leaves']): null {
  const body = createItemBody.safeParse(
    storedFields(tx, row.body, 'bulk_rows.body', `${jobId}/${row.row}`),
  ).data
  if (body === undefined)
    throw new StationError('invalid_request', `row ${row.row} of job ${jobId} cannot be read`)
  const externalId = body.external_id ?? `${idOfMoment(tx, jobId)}-${row.row}`
  queueCreate(tx, { ...body, external_id: externalId }, confirmed, leaves)
  return null
}

function queueChange(
  tx: Tx,
  kind: Exclude<BulkJob['kind'], 'create'>,
  { itemKey, before, afterCents, afterPercent }: BulkRow,
  confirmed: Confirmed,
): RowOutcome | null {
  const item = itemKey === null ? null : findItem(tx, itemKey)
  if (item === null) return 'item_not_found'
  const itemNumber = item.item_number
  if (kind === 'delist') {
    if (isDelistWaiting(tx, itemNumber)) return 'already_waiting'
    queueDelist(tx, itemNumber, confirmed)
    return null
  }
  // What somebody has set since the preview was not part of the decision.
  const now = beforeOf(tx, item)
  const changed =
    kind === 'price'
      ? now.priceCents !== before?.priceCents
      : now.maxDiscountPercent !== before?.maxDiscountPercent
  if (changed) return 'changed_since'
  queueUpdate(tx, { itemNumber, priceCents: afterCents, maxDiscountPercent: afterPercent }, confirmed)
  return null
}

/**
 * Discards the next operations that were never sent.
 * @param by who asked for it; `null` when that goes on after a restart
 * @returns false when none is left
 */
export function undoPart({ db, clock }: BulkDeps, { jobId }: BulkJob, by: string | null): boolean {
  return inTransaction(db, (tx) => {
    const ops = unsentOps(tx, jobId, UNDONE_AT_ONCE)
    const at = formatInstant(clock.wallMs())
    for (const op of ops)
      advance(tx, op, 'discard', { at, ...(by === null ? {} : { by }), discardReason: 'undone' })
    return ops.length > 0
  })
}

/** Ends a job if nothing of it is open. @returns whether it did */
export function endIfDone({ db, clock }: BulkDeps, { jobId, state }: BulkJob): boolean {
  const counts = countOps(db, jobId)
  if (OP_STATES.some((one) => isOpen(one) && counts[one] > 0)) return false
  const endedAt = formatInstant(clock.wallMs())
  inTransaction(db, (tx) =>
    changeJob(tx, jobId, { state: state === 'undoing' ? 'undone' : 'done', paused: false, endedAt }),
  )
  return true
}
