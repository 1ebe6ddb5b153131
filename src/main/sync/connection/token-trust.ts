import type { SyncGate } from '../../../shared/contract/views'
import type { Clock } from '../../base/clock'
import { PartnerError } from '../../partner/errors'
import type { AccountVerdict } from './judge-account'
import { askAgainMs, backoffMs } from './backoff'
import type { Gate } from './gate'

/**
 * Whether the token in use is proven to belong to this database's account. Until it is, the station sends no request
 * with it and reads nothing into the database (I14); packing goes on.
 */
export type TokenTrust = {
  proven(): boolean
  /** Compares with the marketplace now, unless that is in progress or not needed. */
  check(): Promise<void>
  /** Call it when the token was proven in another way, or replaced by a proven one. */
  settle(): void
  /** The same gate, closed while the token is not proven. */
  guard(gate: Gate): Gate
  stop(): Promise<void>
}

export type TokenTrustDeps = {
  clock: Clock
  random: () => number
  token: () => string | null
  /** Also true without any token: then there is nothing to send with. */
  isProven: () => boolean
  /** @throws PartnerError `unauthorized` when the token is refused */
  compare: () => Promise<AccountVerdict>
  onSame: () => void
  onOther: () => void
  onChange: () => void
  onFault: (error: unknown) => void
}

/** Asks nothing before `check`. */
export function createTokenTrust(deps: TokenTrustDeps): TokenTrust {
  const { clock } = deps
  let known = { token: deps.token(), proven: deps.isProven() }
  /** A replaced token is not proven by what was known about the previous one. */
  const isProven = (): boolean => {
    const token = deps.token()
    if (token !== known.token) known = { token, proven: deps.isProven() }
    return known.proven
  }
  let shows: SyncGate = 'unproven'
  let failures = 0
  let pausesMs: typeof askAgainMs = backoffMs
  let stopped = false
  let cancelTimer: (() => void) | null = null
  let checking: Promise<void> | null = null

  const show = (next: SyncGate): void => {
    const changed = next !== shows
    shows = next
    if (changed) deps.onChange()
  }
  /** @param pauseMs seconds after no answer, minutes after one that may be another one later */
  const later = (pauseMs: typeof askAgainMs = backoffMs): void => {
    failures = pauseMs === pausesMs ? failures + 1 : 1
    pausesMs = pauseMs
    if (!stopped) cancelTimer = clock.after(pauseMs(failures, deps.random()), () => void check())
  }
  const compare = async (): Promise<void> => {
    const verdict = await deps.compare()
    // Replaced or proven by a person meanwhile.
    if (stopped || isProven()) return
    if (verdict === 'unclear') {
      show('offline')
      return later()
    }
    show('unproven')
    if (verdict === 'same') return deps.onSame()
    if (verdict === 'other') deps.onOther()
    // A person is asked, or leads to the other account; but orders that show whose it is may come first.
    later(askAgainMs)
  }
  const run = async (): Promise<void> => {
    try {
      await compare()
    } catch (error) {
      if (!(error instanceof PartnerError)) deps.onFault(error)
      else if (error.code === 'unauthorized' && !stopped && !isProven()) {
        // A firewall's page says nothing about the token.
        const byFirewall = error.diagnosis?.reason === 'firewall'
        show(byFirewall ? 'offline' : 'unauthorized')
        if (!byFirewall) return later(askAgainMs)
      }
      later()
    }
  }
  const check = (): Promise<void> => {
    if (isProven() || stopped) return Promise.resolve()
    cancelTimer?.()
    cancelTimer = null
    checking ??= run().finally(() => {
      checking = null
    })
    return checking
  }

  return {
    proven: isProven,
    check,
    settle() {
      known = { token: deps.token(), proven: deps.isProven() }
      failures = 0
      shows = 'unproven'
      cancelTimer?.()
      cancelTimer = null
      deps.onChange()
    },
    guard: (gate) => ({
      ...gate,
      state: () => (isProven() ? gate.state() : shows),
      allows: (channel) => isProven() && gate.allows(channel),
      admit: (channel) => isProven() && gate.admit(channel),
      waitMs: (channel) => (isProven() ? gate.waitMs(channel) : null),
    }),
    async stop() {
      stopped = true
      cancelTimer?.()
      await checking
    },
  }
}
