import { addSample, ratePerMinute, type RateSample } from '../../../shared/domain/items/finish-rate'
import type { BulkState } from '../../../shared/domain/items/bulk-job'
import { StationError } from '../../base/station-error'
import { inTransaction } from '../../store/db/database'
import { countOps, deleteJob, jobsIn, type BulkJob } from '../../store/tables/bulk-jobs'
import { deleteRowsOf } from '../../store/tables/bulk-rows'
import { readStationSettings } from '../settings/settings'
import { createDaily, trustedNow, type DailyEnd } from '../station/daily'
import type { Station } from '../station/station'
import { checkPart, endIfDone, queuePart, undoPart, type BulkDeps } from './bulk-parts'

/** Works on bulk jobs in parts, with the event loop free in between, and goes on with them after a restart. */
export type BulkRunner = {
  start(): void
  stop(): void
  /** There may be something to do now. */
  wake(): void
  /** Operations of the job finished a minute in the last minutes; `null` while that is not known. */
  perMinute(jobId: number): number | null
  /** Who has asked to undo the job; it is stored with each operation that is discarded. */
  undoneBy(jobId: number, by: string): void
}

export type BulkRunnerDeps = BulkDeps &
  Pick<Station, 'clockWatch' | 'engine' | 'events'> & {
    onFault: (error: unknown) => void
  }

/** Pause between two parts, so that the bench comes first. */
const PAUSE_MS = 20
/** After an error, such as a full disk. */
const AGAIN_MS = 5_000
const DAY_MS = 86_400_000
const DELETED_AT_ONCE = 500

/** In this order: what is confirmed comes first. */
const AT_WORK: readonly BulkState[] = ['undoing', 'queueing', 'checking']

export function createBulkRunner(deps: BulkRunnerDeps): BulkRunner {
  const { db, clock, events, engine, onFault } = deps
  const askedBy = new Map<number, string>()
  const samples = new Map<number, readonly RateSample[]>()
  let cancel: (() => void) | null = null
  let cancelListening: (() => void) | null = null
  let running = false

  /** @returns false when there is nothing to do */
  const part = (): boolean => {
    for (const state of AT_WORK) {
      const job = jobsIn(db, [state]).find(({ paused }) => !(paused && state === 'queueing'))
      if (job === undefined) continue
      if (state === 'undoing' && !undo(job)) continue
      if (state === 'queueing') queue(job)
      if (state === 'checking') checkPart(deps, job)
      events.bulkChanged()
      return true
    }
    return false
  }

  const queue = (job: BulkJob): void => {
    queuePart(deps, job)
    events.itemsChanged()
    events.outboxChanged()
    engine.wake()
  }

  /** @returns false when only what may have been sent is left */
  const undo = (job: BulkJob): boolean => {
    if (!undoPart(deps, job, askedBy.get(job.jobId) ?? null)) return false
    events.itemsChanged()
    events.outboxChanged()
    return true
  }

  const next = (): void => {
    cancel = null
    if (!running || !db.open) return
    let restMs: number | null = null
    try {
      if (part()) restMs = PAUSE_MS
      else endAll()
    } catch (error) {
      onFault(error)
      restMs = AGAIN_MS
    }
    if (restMs !== null) cancel = clock.after(restMs, next)
  }

  const endAll = (): void => {
    for (const job of jobsIn(db, ['running', 'undoing'])) if (endIfDone(deps, job)) ended(job)
  }

  const ended = ({ jobId }: BulkJob): void => {
    samples.delete(jobId)
    askedBy.delete(jobId)
    events.bulkChanged()
  }

  const wake = (): void => {
    if (running && cancel === null) cancel = clock.after(0, next)
  }

  /** An operation was finished, by the engine or by a person. */
  const observe = (): void => {
    const open = jobsIn(db, ['queueing', 'running', 'undoing'])
    for (const { jobId } of open) {
      const { confirmed, discarded } = countOps(db, jobId)
      const sample = { ms: clock.monotonicMs(), finished: confirmed + discarded }
      samples.set(jobId, addSample(samples.get(jobId) ?? [], sample))
    }
    if (open.length > 0) {
      events.bulkChanged()
      wake()
    }
  }

  function* tidy(): Generator<void, DailyEnd> {
    const now = trustedNow(deps)
    const { archiveDays } = readStationSettings({ db })
    if (now === null) return 'try_again'
    if (archiveDays === 0) return
    const before = new Date(now - archiveDays * DAY_MS).toISOString()
    for (const { jobId, endedAt } of jobsIn(db, ['done', 'undone'])) {
      if (endedAt === null || endedAt >= before) continue
      while (inTransaction(db, (tx) => deleteRowsOf(tx, jobId, DELETED_AT_ONCE)) > 0) yield
      inTransaction(db, (tx) => deleteJob(tx, jobId))
    }
  }
  const tidying = createDaily(clock, tidy, onFault)

  /** Its rows were not all stored when the process ended. */
  const dropHalfRead = (): void => {
    try {
      for (const { jobId } of jobsIn(db, ['reading'])) inTransaction(db, (tx) => deleteJob(tx, jobId))
    } catch (error) {
      if (!(error instanceof StationError)) throw error
    }
  }

  return {
    start() {
      running = true
      dropHalfRead()
      cancelListening = events.onEvent(({ kind }) => {
        if (kind === 'outbox_changed') observe()
      })
      tidying.start(DAY_MS / 24)
      wake()
    },
    stop() {
      running = false
      cancel?.()
      cancel = null
      cancelListening?.()
      tidying.stop()
    },
    wake,
    perMinute: (jobId) => ratePerMinute(samples.get(jobId) ?? [], clock.monotonicMs()),
    undoneBy(jobId, by) {
      askedBy.set(jobId, by)
    },
  }
}
