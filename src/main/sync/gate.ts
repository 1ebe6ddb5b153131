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
  const close = (next: 'throttled' | 'offline', askedMs: number | null): void => {
    const waitingMs = waitMs() ?? 0
    // Lanes that fail together count as one failure, and a wait that was asked for is never cut short.
    if (waitingMs === 0) failures += 1
    else if (askedMs === null || askedMs <= waitingMs) return
    // Asked to wait no time at all, the station still pauses: every lane would ask again at once.
    const delayMs =
      askedMs === null ? backoffMs(failures, random()) : Math.max(askedMs, backoffMs(1, random()))
    opensAtMs = clock.monotonicMs() + delayMs
    if (next === 'throttled') throttledUntil = new Date(clock.wallMs() + delayMs).toISOString()
    become(next)
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
      if (error.tokenReplaced) return
      if (error.code === 'unauthorized') become('unauthorized')
      // Only another token opens that one, whatever late answers say.
      if (state === 'unauthorized') return
      if (error.code === 'rate_limited') close('throttled', error.retryAfterMs)
      if (error.code === 'unreachable') close('offline', null)
    },
    reopen() {
      failures = 0
      opensAtMs = null
      if (state === 'unauthorized' || state === 'throttled') become('online')
    },
  }
}
