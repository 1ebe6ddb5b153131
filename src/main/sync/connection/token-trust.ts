import type { SyncGate } from '../../../shared/contract/views'
import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'
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
  return new ComparedToken(deps)
}

/** `TokenTrust`, by comparing what the token shows with this database's account. */
class ComparedToken implements TokenTrust {
  private readonly nextCheck: Timer
  /** A replaced token is not proven by what was known about the previous one. */
  private known: { token: string | null; proven: boolean }
  /** The state of the gate while the token is not proven. */
  private shows: SyncGate = 'unproven'
  /** How often it was compared in vain, with pauses of the same kind. */
  private failures = 0
  private pausesMs: typeof askAgainMs = backoffMs
  private checking: Promise<void> | null = null
  private stopped = false

  constructor(private readonly deps: TokenTrustDeps) {
    this.nextCheck = new Timer(deps.clock)
    this.known = this.look()
  }

  proven(): boolean {
    if (this.deps.token() !== this.known.token) this.known = this.look()
    return this.known.proven
  }

  check(): Promise<void> {
    if (this.proven() || this.stopped) return Promise.resolve()
    this.nextCheck.cancel()
    this.checking ??= this.run().finally(() => {
      this.checking = null
    })
    return this.checking
  }

  settle(): void {
    this.known = this.look()
    this.failures = 0
    this.shows = 'unproven'
    this.nextCheck.cancel()
    this.deps.onChange()
  }

  guard(gate: Gate): Gate {
    return {
      ...gate,
      state: () => (this.proven() ? gate.state() : this.shows),
      allows: (channel) => this.proven() && gate.allows(channel),
      admit: (channel) => this.proven() && gate.admit(channel),
      waitMs: (channel) => (this.proven() ? gate.waitMs(channel) : null),
    }
  }

  async stop(): Promise<void> {
    this.stopped = true
    this.nextCheck.cancel()
    await this.checking
  }

  private look(): { token: string | null; proven: boolean } {
    return { token: this.deps.token(), proven: this.deps.isProven() }
  }

  private async run(): Promise<void> {
    try {
      await this.compare()
    } catch (error) {
      if (!(error instanceof PartnerError)) this.deps.onFault(error)
      else if (error.code === 'unauthorized' && !this.stopped && !this.proven()) {
        // A firewall's page says nothing about the token.
        const byFirewall = error.diagnosis?.reason === 'firewall'
        this.show(byFirewall ? 'offline' : 'unauthorized')
        if (!byFirewall) return this.later(askAgainMs)
      }
      this.later()
    }
  }

  private async compare(): Promise<void> {
    const verdict = await this.deps.compare()
    // Replaced or proven by a person meanwhile.
    if (this.stopped || this.proven()) return
    if (verdict === 'unclear') {
      this.show('offline')
      return this.later()
    }
    this.show('unproven')
    if (verdict === 'same') return this.deps.onSame()
    if (verdict === 'other') this.deps.onOther()
    // A person is asked, or leads to the other account; but orders that show whose it is may come first.
    this.later(askAgainMs)
  }

  private show(next: SyncGate): void {
    const changed = next !== this.shows
    this.shows = next
    if (changed) this.deps.onChange()
  }

  /** @param pauseMs seconds after no answer, minutes after one that may be another one later */
  private later(pauseMs: typeof askAgainMs = backoffMs): void {
    this.failures = pauseMs === this.pausesMs ? this.failures + 1 : 1
    this.pausesMs = pauseMs
    if (!this.stopped) this.nextCheck.set(pauseMs(this.failures, this.deps.random()), () => void this.check())
  }
}
