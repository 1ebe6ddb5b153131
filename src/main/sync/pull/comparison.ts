import type { Clock } from '../../base/clock'
import { PartnerError } from '../../partner/errors'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import { readSetting, writeSetting } from '../../store/tables/settings'
import { backoffMs } from '../connection/backoff'
import { createSteps, type Steps } from '../connection/steps'

/** When the daily comparison of a resource is due, and what a failure costs it: for orders and for items alike. */
export type Comparison = Omit<Steps, 'now'> & {
  /** Begins one as soon as possible, from the first page. */
  now: () => void
  /** Whether `now` still waits for `answered`. */
  isAsked: () => boolean
  answered: () => void
  /** Until the next one is due, ms. A clock that was set back does not delay it. */
  dueInMs: () => number
  /** It is over. @param at by this PC's clock, ISO 8601 UTC */
  done: (tx: Tx, at: string) => void
  /** Another station's ended so long ago, and all that it found is here. */
  doneElsewhere: (agoMs: number) => void
  /** What was requested has come. */
  succeeded: () => void
  /** Failures in a row. */
  failures: () => number
}

/** Pause between two pages, so that they never saturate the link. */
export const PAGE_PAUSE_MS = 5_000
/** Most records that are read one by one after a comparison; a list that leaves out more has a different problem. */
export const MOST_UNLISTED = 500
/** After a comparison that failed, or showed nothing. */
export const AGAIN_MS = 3_600_000
const EVERY_MS = 24 * 3_600_000
const MOST_FAILURES = 6

export type ComparisonDeps = {
  db: Db
  clock: Clock
  random: () => number
  /** The setting that holds when the last one was over; never rename it. */
  doneAt: string
  /** One step. @returns how long to wait before the next, ms */
  step: () => Promise<number>
  /** It failed too often in a row, perhaps because a link has expired: the next one begins with the first page. */
  giveUp: () => void
  onFault: (error: unknown) => void
}

export function createComparison(deps: ComparisonDeps): Comparison {
  const { db, clock, doneAt } = deps
  let failures = 0
  let isAsked = false

  const dueInMs = (): number => {
    const sinceMs = clock.wallMs() - Date.parse(readSetting(db, doneAt) ?? '')
    return sinceMs >= 0 && sinceMs < EVERY_MS ? EVERY_MS - sinceMs : 0
  }

  const recover = (error: unknown): number => {
    failures += 1
    if (!(error instanceof PartnerError)) deps.onFault(error)
    if (failures < MOST_FAILURES) return PAGE_PAUSE_MS + backoffMs(failures, deps.random())
    failures = 0
    deps.giveUp()
    return AGAIN_MS
  }

  const steps = createSteps(clock, () => deps.step().catch(recover), deps.onFault)
  return {
    ...steps,
    now() {
      isAsked = true
      steps.now()
    },
    isAsked: () => isAsked,
    answered: () => void (isAsked = false),
    dueInMs,
    done: (tx, at) => writeSetting(tx, doneAt, at),
    doneElsewhere(agoMs) {
      if (dueInMs() >= EVERY_MS - agoMs) return
      const at = new Date(clock.wallMs() - agoMs).toISOString()
      inTransaction(db, (tx) => writeSetting(tx, doneAt, at))
    },
    succeeded: () => void (failures = 0),
    failures: () => failures,
  }
}
