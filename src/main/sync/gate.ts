import type { SyncGate } from '../../shared/contract/views'
import type { Clock } from '../clock'
import type { PartnerError } from '../partner/errors'
import { backoffMs } from './backoff'

/**
 * Whether the account may talk to the marketplace now. What concerns every lane alike closes it: no network, a refused
 * token, being told to wait. What concerns one order never does (I7).
 */
export type Gate = {
  state(): SyncGate
  /** ISO 8601 UTC while throttled, else `null`. */
  throttledUntil(): string | null
  /** True when a request may be tried now. */
  allows(): boolean
  /** How long until it allows again; `null` when only `reopen` opens it. */
  waitMs(): number | null
  succeeded(): void
  failed(error: PartnerError): void
  /** Try again at once: the network is back, the token was replaced, a person asked. */
  reopen(): void
}

export type GateDeps = { clock: Clock; random: () => number; onChange: () => void }

/** A gate that is open. */
export function createGate({ clock, random, onChange }: GateDeps): Gate {
  let state: SyncGate = 'online'
  let failures = 0
  let opensAtMs: number | null = null
  let throttledUntil: string | null = null

  const become = (next: SyncGate): void => {
    const changed = next !== state
    state = next
    if (next !== 'throttled') throttledUntil = null
    if (changed) onChange()
  }
  const waitMs = (): number | null => {
    if (state === 'unauthorized') return null
    return opensAtMs === null ? 0 : Math.max(0, opensAtMs - clock.monotonicMs())
  }

  return {
    state: () => state,
    throttledUntil: () => throttledUntil,
    waitMs,
    allows: () => waitMs() === 0,
    succeeded() {
      // An answer to an older request must not reopen what a newer refusal closed.
      if (state === 'unauthorized' || (state === 'throttled' && waitMs() !== 0)) return
      failures = 0
      opensAtMs = null
      become('online')
    },
    failed(error) {
      if (error.code === 'unauthorized') {
        become('unauthorized')
      } else if (error.code === 'rate_limited') {
        failures += 1
        const delayMs = error.retryAfterMs ?? backoffMs(failures, random())
        opensAtMs = clock.monotonicMs() + delayMs
        throttledUntil = new Date(clock.wallMs() + delayMs).toISOString()
        become('throttled')
      } else if (error.code === 'unreachable' && state !== 'unauthorized') {
        // Lanes that fail together count as one failure.
        if (waitMs() === 0) failures += 1
        opensAtMs = clock.monotonicMs() + backoffMs(Math.max(1, failures), random())
        become('offline')
      }
    },
    reopen() {
      failures = 0
      opensAtMs = null
      if (state === 'unauthorized' || state === 'throttled') become('online')
    },
  }
}
