import { addSample, ratePerMinute, type RateSample } from '../../../shared/domain/items/finish-rate'
import type { BulkState } from '../../../shared/domain/items/bulk-job'
import { StationError } from '../../base/station-error'
import { Timer } from '../../base/timer'
import { inTransaction } from '../../store/db/database'
import { countOps, deleteJob, jobsIn, type BulkJob } from '../../store/tables/bulk-jobs'
import { deleteRowsOf } from '../../store/tables/bulk-rows'
import { readStationSettings } from '../settings/settings'
import { createDaily, trustedNow, type Daily, type DailyEnd } from '../station/daily'
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
  return new JobsInParts(deps)
}

/** `BulkRunner`: works on each job in parts. */
class JobsInParts implements BulkRunner {
  private readonly tidying: Daily
  /** Before the next part. */
  private readonly pause: Timer
  /** Who has asked to undo a job. */
  private readonly askedBy = new Map<number, string>()
  /** How many operations of a job were finished, and when. */
  private readonly samples = new Map<number, readonly RateSample[]>()
  private stopListening: (() => void) | null = null
  private running = false

  constructor(private readonly deps: BulkRunnerDeps) {
    this.pause = new Timer(deps.clock)
    this.tidying = createDaily(deps.clock, () => this.tidy(), deps.onFault)
  }

  start(): void {
    this.running = true
    this.dropHalfRead()
    this.stopListening = this.deps.events.onEvent(({ kind }) => {
      if (kind === 'outbox_changed') this.observe()
    })
    this.tidying.start(DAY_MS / 24)
    this.wake()
  }

  stop(): void {
    this.running = false
    this.pause.cancel()
    this.stopListening?.()
    this.tidying.stop()
  }

  wake(): void {
    if (this.running && !this.pause.isSet()) this.pause.set(0, () => this.next())
  }

  perMinute(jobId: number): number | null {
    return ratePerMinute(this.samples.get(jobId) ?? [], this.deps.clock.monotonicMs())
  }

  undoneBy(jobId: number, by: string): void {
    this.askedBy.set(jobId, by)
  }

  private next(): void {
    if (!this.running || !this.deps.db.open) return
    let restMs: number | null = null
    try {
      if (this.part()) restMs = PAUSE_MS
      else this.endAll()
    } catch (error) {
      this.deps.onFault(error)
      restMs = AGAIN_MS
    }
    if (restMs !== null) this.pause.set(restMs, () => this.next())
  }

  /** @returns false when there is nothing to do */
  private part(): boolean {
    const { db, events } = this.deps
    for (const state of AT_WORK) {
      const job = jobsIn(db, [state]).find(({ paused }) => !(paused && state === 'queueing'))
      if (job === undefined) continue
      if (state === 'undoing' && !this.undo(job)) continue
      if (state === 'queueing') this.queue(job)
      if (state === 'checking') checkPart(this.deps, job)
      events.bulkChanged()
      return true
    }
    return false
  }

  private queue(job: BulkJob): void {
    const { events, engine } = this.deps
    queuePart(this.deps, job)
    events.itemsChanged()
    events.outboxChanged()
    engine.wake()
  }

  /** @returns false when only what may have been sent is left */
  private undo(job: BulkJob): boolean {
    const { events } = this.deps
    if (!undoPart(this.deps, job, this.askedBy.get(job.jobId) ?? null)) return false
    events.itemsChanged()
    events.outboxChanged()
    return true
  }

  private endAll(): void {
    for (const job of jobsIn(this.deps.db, ['running', 'undoing'])) {
      if (!endIfDone(this.deps, job)) continue
      this.samples.delete(job.jobId)
      this.askedBy.delete(job.jobId)
      this.deps.events.bulkChanged()
    }
  }

  /** An operation was finished, by the engine or by a person. */
  private observe(): void {
    const { db, clock, events } = this.deps
    const open = jobsIn(db, ['queueing', 'running', 'undoing'])
    for (const { jobId } of open) {
      const { confirmed, discarded } = countOps(db, jobId)
      const sample = { ms: clock.monotonicMs(), finished: confirmed + discarded }
      this.samples.set(jobId, addSample(this.samples.get(jobId) ?? [], sample))
    }
    if (open.length > 0) {
      events.bulkChanged()
      this.wake()
    }
  }

  private *tidy(): Generator<void, DailyEnd> {
    const { db } = this.deps
    const now = trustedNow(this.deps)
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

  /** Its rows were not all stored when the process ended. */
  private dropHalfRead(): void {
    const { db } = this.deps
    try {
      for (const { jobId } of jobsIn(db, ['reading'])) inTransaction(db, (tx) => deleteJob(tx, jobId))
    } catch (error) {
      if (!(error instanceof StationError)) throw error
    }
  }
}
