import { checkBehind } from '../../store/db/check-aside'
import type { Db } from '../../store/db/database'
import { isUnchecked, noteChecked } from '../../store/db/damage'
import type { Gate } from './gate'

/**
 * Has a file checked that was left open and is already at work. Until it is known to be whole, nothing is requested from
 * the marketplace; packing goes on.
 */
export type CheckWatch = {
  /** The same gate, closed until the check is over: what a damaged file says must not be sent. */
  guard: (gate: Gate) => Gate
  stop(): Promise<void>
}

export type CheckWatchDeps = {
  db: Db
  onWhole: () => void
  onDamage: () => void
  onFault: (error: unknown) => void
  /** @default checkBehind */
  check?: typeof checkBehind
}

/** One per database. Starts checking at once if that is due. */
export function createCheckWatch(deps: CheckWatchDeps): CheckWatch {
  const { db, check = checkBehind } = deps
  let stopped = false
  const checking = isUnchecked(db) ? check(db.name) : null
  const judge = (verdict: string | null): void => {
    // The next start checks it then.
    if (stopped || !db.open) return
    if (noteChecked(db, verdict)) deps.onWhole()
    else deps.onDamage()
  }
  const over = checking?.verdict.then(judge).catch(deps.onFault)
  return {
    guard: (gate) => ({
      ...gate,
      state: () => (isUnchecked(db) ? 'checking' : gate.state()),
      allows: (channel) => !isUnchecked(db) && gate.allows(channel),
      admit: (channel) => !isUnchecked(db) && gate.admit(channel),
      waitMs: (channel) => (isUnchecked(db) ? null : gate.waitMs(channel)),
    }),
    async stop() {
      stopped = true
      await checking?.stop()
      await over
    },
  }
}
