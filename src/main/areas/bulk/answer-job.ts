import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { missingColumns } from '../../../shared/domain/items/csv-columns'
import { isUnderWay } from '../../../shared/domain/items/bulk-job'
import { StationError } from '../../base/station-error'
import { inTransaction } from '../../store/db/database'
import { changeJob } from '../../store/tables/bulk-jobs'
import { countRows } from '../../store/tables/bulk-rows'
import { captureNow, whoWorksHere } from '../station/capture'
import type { Station } from '../station/station'
import type { BulkRunner } from './bulk-runner'
import { jobOf } from './view-job'

/** A person's decisions about a whole job. */

export type Answering = Pick<Station, 'db' | 'clock' | 'clockWatch' | 'osUser' | 'signedIn' | 'engine'> & {
  bulk: Pick<BulkRunner, 'wake' | 'undoneBy'>
}

/**
 * Confirms a draft: from here on its rows become operations, in parts and whatever happens to the process.
 * @throws StationError `job_not_found`, `job_state` unless it is a draft that was worked out, `rows_wrong`,
 *   `nothing_selected`, `confirmation_needed` with the number of rows below the floor in `fields.belowFloor`,
 *   `invalid_request` if the person has seen another number of rows, `clock_differs`, `disk_full`, `database_error`
 */
export function confirmJob(
  station: Answering,
  { jobId, rows, belowFloor }: ParsedRequestOf<'bulk:confirm'>,
): void {
  inTransaction(station.db, (tx) => {
    const job = jobOf(tx, jobId)
    if (job.state !== 'draft') throw new StationError('job_state', `job ${jobId} is ${job.state}`)
    const { wrong, low, leftOut } = countRows(tx, jobId)
    if (wrong > 0 || (job.source.from !== 'filter' && missingColumns(job.kind, job.spec.columns).length > 0))
      throw new StationError('rows_wrong', `${wrong} rows have problems`, { wrong: String(wrong) })
    const chosen = job.rowCount - leftOut
    if (chosen === 0) throw new StationError('nothing_selected', 'every row is left out')
    if (chosen !== rows)
      throw new StationError('invalid_request', `there are ${chosen} rows, not ${rows}`, { rows: 'changed' })
    if (low > 0 && !belowFloor)
      throw new StationError('confirmation_needed', `${low} rows are below the floor`, {
        belowFloor: String(low),
      })
    changeJob(tx, jobId, { state: 'queueing', place: 0, belowFloor, capture: captureNow(tx, station) })
  })
  station.bulk.wake()
}

/**
 * Pauses a job, or resumes it: what was never sent waits; what may have been sent is still looked for.
 * @throws StationError `job_not_found`, `job_state` unless it is under way
 */
export function pauseJob(station: Answering, { jobId, paused }: ParsedRequestOf<'bulk:pause'>): void {
  inTransaction(station.db, (tx) => {
    const { state } = jobOf(tx, jobId)
    if (state !== 'queueing' && state !== 'running')
      throw new StationError('job_state', `job ${jobId} is ${state}`)
    changeJob(tx, jobId, { paused })
  })
  if (paused) return
  station.bulk.wake()
  station.engine.wake()
}

/**
 * Undoes what was never sent of a job. What may have been sent stays, and can be changed back afterwards.
 * @throws StationError `job_not_found`, `job_state` unless it is under way
 */
export function undoJob(station: Answering, jobId: number): void {
  inTransaction(station.db, (tx) => {
    const { state } = jobOf(tx, jobId)
    if (!isUnderWay(state)) throw new StationError('job_state', `job ${jobId} is ${state}`)
    changeJob(tx, jobId, { state: 'undoing', paused: false })
  })
  station.bulk.undoneBy(jobId, whoWorksHere(station))
  station.bulk.wake()
}
