import { randomInt, randomUUID } from 'node:crypto'
import type { OperatorDetail, OperatorView, SignInView } from '../../../shared/contract/operators'
import { mayDo, type Act } from '../../../shared/domain/operators/permissions'
import type { SaveOperator, SignIn } from '../../../shared/contract/operators'
import { BADGE_LETTERS, badgeOf, BADGE_PREFIX, SAFE_LETTERS } from '../../../shared/domain/scanning/badge'
import type { Clock } from '../../base/clock'
import { Signal } from '../../base/signal'
import { createIdleWatch, type IdleWatch } from '../../base/idle'
import { createTries, hashOf, isPin, type Tries } from './pin'
import type { PreferenceFile } from '../settings/preferences'
import type { SignInFile } from './sign-in-state'
import { StationError } from '../../base/station-error'
import { readOperators, type StoredOperator } from './stored-operator'
import { sameName } from './take-operators'

/**
 * Who works at this PC, in the private section `operators` (see preferences.ts). IT removes the sealed file when no
 * supervisor is left who could sign in: then there are no operators, and nothing requires signing in. Main keeps who is
 * signed in, the lock, idle time and wrong PINs; they survive a restart.
 */
export type Operators = {
  /** `null` also while the station is locked: nothing is done in the name of somebody who is away. */
  signedIn(): OperatorView | null
  isBarred(): boolean
  /** The listener is called whenever the station has locked itself. */
  onLocked(listener: () => void): void
  /** @param recordedAs the name stored with the steps confirmed now */
  view(recordedAs: string): SignInView
  /** @throws StationError `badge_unknown`, `pin_wrong`, `too_many_tries` with `seconds` to wait */
  signIn(by: SignIn): Promise<OperatorView>
  /** The operator who is signed in stays signed in. @throws StationError as `signIn`, `not_supervisor` */
  approve(by: SignIn): Promise<OperatorView>
  /** A locked station stays locked. */
  signOut(): void
  /**
   * Locks the station until somebody signs in; nothing is locked without operators, or while nobody is signed in and
   * nobody has a PIN.
   */
  lock(): void
  /** Notes that somebody is working here. */
  noteActive(): void
  /** The preferences changed: idle time is measured by the new ones. */
  refresh(): void
  /** @throws StationError `sign_in_needed`, `station_locked` when nothing may be seen or done now */
  refuseBarred(): void
  /** Whether the signed-in operator may do it without a supervisor. If there are no operators, everybody may. */
  mayDo(act: Act): boolean
  /** Active ones first, by name. */
  list(): OperatorDetail[]
  /** @throws StationError `invalid_request` with the problem per field: `name` taken, `pin` missing, `active` last_way_in */
  save(request: SaveOperator): Promise<void>
  /** As they are stored, for the warehouse's setup. */
  stored(): readonly StoredOperator[]
  /** Takes the place of all operators. */
  replace(next: readonly StoredOperator[]): void
  /** Whatever changes meanwhile, a barred station stays barred until somebody signs in. */
  keepBarred(change: () => void): void
  close(): void
}

const SECTION = 'operators'
const MINUTE_MS = 60_000
/** After a restart the station may lock this much early. */
const ACTIVITY_KEPT_MS = 15_000
/** PINs tried for unknown operators are counted together. */
const NOBODY = 'nobody'

export function createOperators(preferences: PreferenceFile, clock: Clock, file: SignInFile): Operators {
  return new PcOperators(preferences, clock, file)
}

class PcOperators implements Operators {
  private operators: readonly StoredOperator[]
  private signedInId: string | null
  private locked: boolean
  private readonly idle: IdleWatch
  private readonly tries: Tries
  /** When this was saved last, by the monotonic clock. */
  private keptAtMs = Number.NEGATIVE_INFINITY
  private readonly lockedItself = new Signal()

  constructor(
    private readonly preferences: PreferenceFile,
    private readonly clock: Clock,
    private readonly file: SignInFile,
  ) {
    this.operators = readOperators(preferences.readPrivate(SECTION))
    const before = file.read()
    this.signedInId = before?.signedInId ?? null
    // SECURITY: a station whose state is unknown counts as locked.
    this.locked = this.active().length > 0 && (before?.locked ?? true)
    this.idle = createIdleWatch(
      clock,
      () => this.idleMs(),
      () => {
        if (this.lockNow()) this.lockedItself.tell()
      },
      before?.activeAtMs ?? null,
    )
    this.tries = createTries(clock, before?.tries ?? {}, () => this.keep())
    if (!this.isBarred()) this.idle.start()
  }

  onLocked(listener: () => void): void {
    this.lockedItself.on(listener)
  }

  signedIn(): OperatorView | null {
    const operator = this.isBarred() ? null : this.current()
    return operator === null ? null : viewOf(operator)
  }

  isBarred(): boolean {
    return this.barred() !== null
  }

  view(recordedAs: string): SignInView {
    return {
      signedIn: this.signedIn(),
      barred: this.barred(),
      recordedAs,
      operators: this.active()
        .toSorted(byName)
        .map((one) => ({ ...viewOf(one), hasPin: one.pin !== null })),
      signInNeeded: this.signInNeeded(),
      mayManage: this.manages(),
    }
  }

  async signIn(by: SignIn): Promise<OperatorView> {
    return this.enter(await this.identify(by))
  }

  async approve(by: SignIn): Promise<OperatorView> {
    const operator = await this.identify(by)
    if (operator.role !== 'supervisor')
      throw new StationError('not_supervisor', 'only a supervisor can allow this')
    return viewOf(operator)
  }

  signOut(): void {
    this.signedInId = null
    this.keep()
  }

  lock(): void {
    this.lockNow()
  }

  noteActive(): void {
    if (this.isBarred()) return
    this.idle.note()
    if (this.idleMs() > 0 && this.clock.monotonicMs() - this.keptAtMs >= ACTIVITY_KEPT_MS) this.keep()
  }

  refresh(): void {
    if (!this.isBarred()) this.idle.start()
  }

  refuseBarred(): void {
    const code = this.barred()
    if (code !== null) throw new StationError(code, 'somebody must sign in first')
  }

  mayDo(act: Act): boolean {
    return this.manages() || (!this.isBarred() && mayDo('packer', act))
  }

  list(): OperatorDetail[] {
    return this.operators
      .toSorted((left, right) => Number(right.active) - Number(left.active) || byName(left, right))
      .map((operator) => ({
        ...viewOf(operator),
        badge: operator.badge,
        hasPin: operator.pin !== null,
        active: operator.active,
      }))
  }

  async save(request: SaveOperator): Promise<void> {
    const pin = request.pin === null ? null : await hashOf(request.pin)
    const present = this.operators.find(({ id }) => id === request.operatorId)
    if (request.operatorId !== null && present === undefined) throw invalid('operatorId', 'unknown')
    const next: StoredOperator = {
      id: present?.id ?? randomUUID(),
      name: request.name,
      role: request.role,
      active: request.active,
      badge: present === undefined || request.newBadge ? newBadge(this.operators) : present.badge,
      pin: pin ?? present?.pin ?? null,
    }
    const others = this.operators.filter(({ id }) => id !== next.id)
    this.refuse(next, others)
    this.replace([...others, next])
  }

  stored(): readonly StoredOperator[] {
    return this.operators
  }

  replace(next: readonly StoredOperator[]): void {
    this.preferences.savePrivate(SECTION, next)
    this.operators = [...next]
    this.keep()
  }

  keepBarred(change: () => void): void {
    const before = this.barred()
    const isLimitNew = this.idleMs() === 0
    change()
    // Nobody is locked out for the time before there was a limit.
    if (before === null && isLimitNew) this.idle.note()
    if (before === null || this.isBarred()) return
    this.locked = true
    this.signedInId = null
    this.keep()
  }

  close(): void {
    this.idle.stop()
    this.keep()
  }

  private active(): StoredOperator[] {
    return this.operators.filter((operator) => operator.active)
  }

  private current(): StoredOperator | null {
    return this.active().find(({ id }) => id === this.signedInId) ?? null
  }

  private supervised(): boolean {
    return this.active().some(({ role }) => role === 'supervisor')
  }

  private signInNeeded(): boolean {
    return this.active().length > 0 && (this.supervised() || this.preferences.read().lock.signInNeeded)
  }

  private manages(): boolean {
    return !this.isBarred() && (!this.supervised() || this.current()?.role === 'supervisor')
  }

  private idleMs(): number {
    return this.preferences.read().lock.idleMinutes * MINUTE_MS
  }

  /** Elapsed idle time locks before anything else is decided, however late its timer is. */
  private barred(): SignInView['barred'] {
    if (this.active().length === 0) return null
    if (!this.locked) this.idle.judge()
    if (this.locked) return 'station_locked'
    return this.current() === null && this.signInNeeded() ? 'sign_in_needed' : null
  }

  /** Whether somebody could unlock it: new operators without a PIN may have no printed badge yet. */
  private mayReturn(): boolean {
    return this.current() !== null || this.active().some(({ pin }) => pin !== null)
  }

  /** @returns whether it is locked by this call */
  private lockNow(): boolean {
    if (this.active().length === 0 || this.locked || !this.mayReturn()) return false
    this.locked = true
    this.signedInId = null
    this.idle.stop()
    this.keep()
    return true
  }

  private enter(operator: StoredOperator): OperatorView {
    this.signedInId = operator.id
    this.locked = false
    this.idle.note()
    this.idle.start()
    this.keep()
    return viewOf(operator)
  }

  private async identify(by: SignIn): Promise<StoredOperator> {
    if ('badge' in by) {
      const badge = badgeOf(by.badge)
      const owner = this.active().find((one) => one.badge === badge)
      if (badge !== null && owner !== undefined) return owner
      throw new StationError('badge_unknown', 'no active operator has this badge')
    }
    const claimed = this.active().find(({ id }) => id === by.operatorId)
    this.tries.begin(claimed?.id ?? NOBODY)
    if (claimed?.pin == null || !(await isPin(claimed.pin, by.pin)))
      throw new StationError('pin_wrong', 'the PIN is wrong')
    this.tries.forget(claimed.id)
    // Checking the PIN took a moment: the operator may have been deactivated meanwhile.
    const still = this.active().find(({ id }) => id === claimed.id)
    if (still === undefined) throw new StationError('pin_wrong', 'the operator is no longer active')
    return still
  }

  /** @throws StationError as `save` */
  private refuse(next: StoredOperator, others: readonly StoredOperator[]): void {
    if (others.some(({ name }) => sameName(name, next.name))) throw invalid('name', 'taken')
    // A badge that was never printed must not be the only way into the settings.
    if (next.role === 'supervisor' && next.active && next.pin === null) throw invalid('pin', 'missing')
    if (
      next.id === this.signedInId &&
      !next.active &&
      this.preferences.read().lock.signInNeeded &&
      badgesOnly(others)
    )
      throw invalid('active', 'last_way_in')
  }

  private keep(): void {
    if (this.operators.length === 0) return
    const activeAtMs = this.idleMs() > 0 ? this.idle.lastWallMs() : null
    this.keptAtMs = this.clock.monotonicMs()
    const { signedInId, locked } = this
    this.file.save({ signedInId, locked, activeAtMs, tries: this.tries.counts() })
  }
}

/** Somebody is left, but nobody with a PIN: there may be no printed badge to sign in with. */
function badgesOnly(operators: readonly StoredOperator[]): boolean {
  const active = operators.filter((operator) => operator.active)
  return active.length > 0 && active.every(({ pin }) => pin === null)
}

function viewOf({ id, name, role }: StoredOperator): OperatorView {
  return { operatorId: id, name, role }
}

function byName(left: StoredOperator, right: StoredOperator): number {
  return left.name.localeCompare(right.name)
}

function invalid(field: string, problem: string): StationError {
  return new StationError('invalid_request', `operator: ${field} ${problem}`, { [field]: problem })
}

/** SECURITY: twelve letters out of twenty from the system's random generator: a badge cannot be guessed. */
function newBadge(operators: readonly StoredOperator[]): string {
  const letters = Array.from({ length: BADGE_LETTERS }, () => SAFE_LETTERS[randomInt(SAFE_LETTERS.length)])
  const badge = `${BADGE_PREFIX}${letters.join('').toUpperCase()}`
  return operators.some((operator) => operator.badge === badge) ? newBadge(operators) : badge
}
