import type { PartnerErrorCode } from '../../../shared/domain/outbox/partner-error-code'
import type { Clock } from '../../base/clock'
import { failingSince, noteFailing } from '../../store/tables/op-notes'
import type { Db, Tx } from '../../store/db/database'
import type { Op } from '../../store/tables/outbox'
import type { Gate } from '../connection/gate'

/** How long the marketplace has failed, or been busy, with each op: in the end a person is asked. */
export type OpFailures = {
  /** Notes one more failure. @param at ISO 8601 UTC */
  note(tx: Tx, op: Pick<Op, 'seq'>, at: string): void
  /** True when a person should decide about it. @param answer the last one */
  tooLong(op: Pick<Op, 'seq'>, answer: TransientCode): boolean
  forget(op: Pick<Op, 'seq'>): void
}

export type OpFailuresDeps = { db: Db; clock: Clock; gate: Pick<Gate, 'state'> }

const OF_ALL: ReadonlySet<string> = new Set(['offline', 'silent', 'failing', 'foreign', 'unauthorized'])
/**
 * Errors: longer than a deployment, shorter than a shift. Busy: longer than any lock is held; what is still in the way then
 * is a state that only a person can resolve.
 */
const MOST_MS = { server_error: 3_600_000, busy: 600_000 } as const
type TransientCode = keyof typeof MOST_MS

/** Whether an answer with this code may be another one later, although nobody does anything. */
export function isTransient(code: PartnerErrorCode): code is TransientCode {
  return Object.hasOwn(MOST_MS, code)
}

/**
 * Starts without any record. The time of the first failure is stored with the op, so that a restart does not start
 * over; within a process, elapsed time is monotonic, so that setting the clock changes nothing.
 */
export function createOpFailures({ db, clock, gate }: OpFailuresDeps): OpFailures {
  const sinceMs = new Map<number, number>()
  const beganMs = (seq: number, since: string): number => {
    const known = sinceMs.get(seq)
    if (known !== undefined) return known
    const passedMs = clock.wallMs() - Date.parse(since)
    const began = clock.monotonicMs() - Math.max(passedMs, 0)
    sinceMs.set(seq, began)
    return began
  }
  return {
    note(tx, { seq }, at) {
      beganMs(seq, noteFailing(tx, seq, at))
    },
    tooLong({ seq }, answer) {
      // While everything fails, asking people about each op would help nobody.
      if (OF_ALL.has(gate.state())) return false
      const since = failingSince(db, seq)
      return since !== null && clock.monotonicMs() - beganMs(seq, since) >= MOST_MS[answer]
    },
    forget({ seq }) {
      sinceMs.delete(seq)
    },
  }
}
