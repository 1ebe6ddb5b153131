import type { Diagnosis } from '../../../shared/domain/station/connection-reason'
import type { NoConnection } from '../../../shared/contract/views'
import type { Clock } from '../../base/clock'
import type { Outcome } from './gate'

/** Keeps why the latest request failed, and since when requests have failed for that reason. */
export type LastFailure = {
  /** Call it with the outcome of each request. */
  note(outcome: Outcome): void
  /** `null` once the marketplace has answered. */
  view(): NoConnection | null
}

export function createLastFailure(deps: {
  clock: Clock
  baseUrl: string
  onChange: () => void
}): LastFailure {
  // Only the host: a path may hold what identifies the partner.
  const { host } = new URL(deps.baseUrl)
  let last: NoConnection | null = null

  const become = (diagnosis: Diagnosis | null): void => {
    const changed = diagnosis?.reason !== last?.reason || diagnosis?.detail !== last?.detail
    const since = diagnosis?.reason === last?.reason ? last?.since : undefined
    const now = new Date(deps.clock.wallMs()).toISOString()
    last = diagnosis === null ? null : { ...diagnosis, since: since ?? now, host }
    if (changed) deps.onChange()
  }
  return {
    note(outcome) {
      if (outcome === 'answered') return become(null)
      if (outcome === 'nothing' || outcome.tokenReplaced) return
      // Without a diagnosis it says nothing: a wrong address, too, answers 404 for an order.
      if (outcome.diagnosis !== null) become(outcome.diagnosis)
    },
    view: () => last,
  }
}

/** Writes to the log why there is no connection, once for each reason, and when it is back. */
export function createConnectionLog(log: (line: string) => void): (now: NoConnection | null) => void {
  let told: NoConnection | null = null
  return (now) => {
    if (now?.reason === told?.reason) return
    if (now !== null) log(`No connection to ${now.host}: ${now.reason} (${now.detail}).`)
    else if (told !== null) log(`Connected to ${told.host} again.`)
    told = now
  }
}
