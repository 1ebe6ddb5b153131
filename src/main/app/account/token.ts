import type { StationMode } from '../../../shared/contract/views'
import type { Clock } from '../../base/clock'
import { Signal } from '../../base/signal'
import type { Network } from '../../partner/network'
import { inTransaction, type Db } from '../../store/db/database'
import { noteProvenToken, type ProvenHow } from '../../store/tables/proven-tokens'
import { writeSecret, writeSetting } from '../../store/tables/settings'
import type { Gate, Outcome } from '../../sync/connection/gate'
import { createTokenTrust, type TokenTrust } from '../../sync/connection/token-trust'
import { fingerprint } from './connection'
import { createComparison } from './prove'

export type TokenDeps = {
  db: Db
  clock: Clock
  mode: StationMode
  baseUrl: string
  userAgent: string
  network: Network
  /** The environment's token. */
  provisioned: string | null
  /** The token belongs to another account; nothing was sent or read with it for this one. */
  onOtherAccount: (accessToken: string) => void
  onFault: (error: unknown) => void
}

/** An account's token, and whether it is proven to belong to it (I14). */
export class AccountToken {
  /** A request that compares the account had this outcome. */
  readonly compared = new Signal<[Outcome]>()
  /** The marketplace has shown that the token is this account's. */
  readonly shown = new Signal()
  /** People may see another state of it. */
  readonly changed = new Signal()
  private readonly comparison
  private readonly trust: TokenTrust

  /** @param token `null` while there is none, or it cannot be opened */
  constructor(
    private readonly deps: TokenDeps,
    private token: string | null,
  ) {
    const { db, clock, baseUrl, userAgent, network } = deps
    this.comparison = createComparison({
      ...{ db, baseUrl, userAgent, network },
      token: () => this.token,
      onOutcome: this.compared.tell,
    })
    this.trust = createTokenTrust({
      clock,
      random: Math.random,
      token: () => this.token,
      isProven: () => this.isProven(),
      compare: () => this.comparison.run(),
      onSame: () => this.isSame(),
      onOther: () => {
        if (this.token !== null) deps.onOtherAccount(this.token)
      },
      onChange: this.changed.tell,
      onFault: deps.onFault,
    })
  }

  present(): string | null {
    return this.token
  }

  /** The token, once it is proven. */
  proven(): string | null {
    return this.trust.proven() ? this.token : null
  }

  check(): void {
    void this.trust.check()
  }

  /** The same gate, closed while the token is not proven. */
  guard(gate: Gate): Gate {
    return this.trust.guard(gate)
  }

  /** The system's secret store answers only now; `null` if it has no token. */
  cameLate(token: string | null): void {
    this.token ??= token
    this.trust.settle()
  }

  /** @param sealed the same token, as it is stored */
  replace(token: string, sealed: Buffer, how: ProvenHow): void {
    const { db, provisioned } = this.deps
    inTransaction(db, (tx) => {
      writeSecret(tx, 'access-token', sealed)
      writeSetting(tx, 'token.replaces', provisioned === null ? null : fingerprint(provisioned))
      noteProvenToken(tx, token, how, this.now())
    })
    this.token = token
    this.trust.settle()
  }

  async stop(): Promise<void> {
    await Promise.all([this.trust.stop(), this.comparison.close()])
  }

  private isProven(): boolean {
    const { deps, comparison, token } = this
    return deps.mode === 'training' || token === null || (deps.db.open && comparison.proven(token))
  }

  private isSame(): void {
    const { token } = this
    if (token !== null) inTransaction(this.deps.db, (tx) => noteProvenToken(tx, token, 'shown', this.now()))
    this.trust.settle()
    this.shown.tell()
  }

  private now(): string {
    return new Date(this.deps.clock.wallMs()).toISOString()
  }
}
