import { randomInt, randomUUID } from 'node:crypto'
import type { OperatorDetail, OperatorView, SignInView } from '../../../shared/contract/operators'
import { mayDo, type Act } from '../../../shared/domain/operators/permissions'
import type { SaveOperator, SignIn } from '../../../shared/contract/operators'
import { BADGE_LETTERS, badgeOf, BADGE_PREFIX, SAFE_LETTERS } from '../../../shared/domain/scanning/badge'
import type { Clock } from '../../base/clock'
import { createIdleWatch } from '../../base/idle'
import { createTries, hashOf, isPin } from './pin'
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

type Operator = StoredOperator

/** @param onLocked called when the station locked itself */
export function createOperators(
  preferences: PreferenceFile,
  clock: Clock,
  file: SignInFile,
  onLocked: () => void,
): Operators {
  let operators = readOperators(preferences.readPrivate(SECTION))
  const active = (): Operator[] => operators.filter((operator) => operator.active)
  const before = file.read()
  let signedInId = before?.signedInId ?? null
  // SECURITY: a station whose state is unknown counts as locked.
  let locked = active().length > 0 && (before?.locked ?? true)
  const keep = (): void => {
    if (operators.length === 0) return
    const activeAtMs = idleMs() > 0 ? idle.lastWallMs() : null
    keptAtMs = clock.monotonicMs()
    file.save({ signedInId, locked, activeAtMs, tries: tries.counts() })
  }
  let keptAtMs = -Infinity

  const current = (): Operator | null => active().find(({ id }) => id === signedInId) ?? null
  const supervised = (): boolean => active().some(({ role }) => role === 'supervisor')
  const signInNeeded = (): boolean =>
    active().length > 0 && (supervised() || preferences.read().lock.signInNeeded)
  const idleMs = (): number => preferences.read().lock.idleMinutes * MINUTE_MS
  /** Whether somebody could unlock it: new operators without a PIN may have no printed badge yet. */
  const mayReturn = (): boolean => current() !== null || active().some(({ pin }) => pin !== null)
  const lock = (): boolean => {
    if (active().length === 0 || locked || !mayReturn()) return false
    locked = true
    signedInId = null
    idle.stop()
    keep()
    return true
  }
  const idle = createIdleWatch(clock, idleMs, () => lock() && onLocked(), before?.activeAtMs ?? null)
  const tries = createTries(clock, before?.tries ?? {}, () => keep())
  /** Elapsed idle time locks before anything else is decided, however late its timer is. */
  const barred = (): SignInView['barred'] => {
    if (active().length === 0) return null
    if (!locked) idle.judge()
    if (locked) return 'station_locked'
    return current() === null && signInNeeded() ? 'sign_in_needed' : null
  }
  const manages = (): boolean => barred() === null && (!supervised() || current()?.role === 'supervisor')
  const enter = (operator: Operator): OperatorView => {
    signedInId = operator.id
    locked = false
    idle.note()
    idle.start()
    keep()
    return viewOf(operator)
  }

  const identify = async (by: SignIn): Promise<Operator> => {
    if ('badge' in by) {
      const badge = badgeOf(by.badge)
      const owner = active().find((one) => one.badge === badge)
      if (badge !== null && owner !== undefined) return owner
      throw new StationError('badge_unknown', 'no active operator has this badge')
    }
    const claimed = active().find(({ id }) => id === by.operatorId)
    tries.begin(claimed?.id ?? NOBODY)
    if (claimed?.pin == null || !(await isPin(claimed.pin, by.pin)))
      throw new StationError('pin_wrong', 'the PIN is wrong')
    tries.forget(claimed.id)
    // Checking the PIN took a moment: the operator may have been deactivated meanwhile.
    const still = active().find(({ id }) => id === claimed.id)
    if (still === undefined) throw new StationError('pin_wrong', 'the operator is no longer active')
    return still
  }

  if (barred() === null) idle.start()
  return {
    signedIn() {
      const operator = barred() === null ? current() : null
      return operator === null ? null : viewOf(operator)
    },
    isBarred: () => barred() !== null,
    view(recordedAs) {
      const operator = barred() === null ? current() : null
      return {
        signedIn: operator === null ? null : viewOf(operator),
        barred: barred(),
        recordedAs,
        operators: active()
          .toSorted(byName)
          .map((one) => ({ ...viewOf(one), hasPin: one.pin !== null })),
        signInNeeded: signInNeeded(),
        mayManage: manages(),
      }
    },
    signIn: async (by) => enter(await identify(by)),
    async approve(by) {
      const operator = await identify(by)
      if (operator.role !== 'supervisor')
        throw new StationError('not_supervisor', 'only a supervisor can allow this')
      return viewOf(operator)
    },
    signOut() {
      signedInId = null
      keep()
    },
    lock: () => void lock(),
    noteActive() {
      if (barred() !== null) return
      idle.note()
      if (idleMs() > 0 && clock.monotonicMs() - keptAtMs >= ACTIVITY_KEPT_MS) keep()
    },
    refresh() {
      if (barred() === null) idle.start()
    },
    refuseBarred() {
      const code = barred()
      if (code !== null) throw new StationError(code, 'somebody must sign in first')
    },
    mayDo: (act) => manages() || (barred() === null && mayDo('packer', act)),
    list: () =>
      operators
        .toSorted((left, right) => Number(right.active) - Number(left.active) || byName(left, right))
        .map((operator) => ({
          ...viewOf(operator),
          badge: operator.badge,
          hasPin: operator.pin !== null,
          active: operator.active,
        })),
    async save(request) {
      const pin = request.pin === null ? null : await hashOf(request.pin)
      const present = operators.find(({ id }) => id === request.operatorId)
      if (request.operatorId !== null && present === undefined) throw invalid('operatorId', 'unknown')
      const next: Operator = {
        id: present?.id ?? randomUUID(),
        name: request.name,
        role: request.role,
        active: request.active,
        badge: present === undefined || request.newBadge ? newBadge(operators) : present.badge,
        pin: pin ?? present?.pin ?? null,
      }
      const others = operators.filter(({ id }) => id !== next.id)
      if (others.some(({ name }) => sameName(name, next.name))) throw invalid('name', 'taken')
      // A badge that was never printed must not be the only way into the settings.
      if (next.role === 'supervisor' && next.active && next.pin === null) throw invalid('pin', 'missing')
      if (
        next.id === signedInId &&
        !next.active &&
        preferences.read().lock.signInNeeded &&
        badgesOnly(others)
      )
        throw invalid('active', 'last_way_in')
      preferences.savePrivate(SECTION, [...others, next])
      operators = [...others, next]
      keep()
    },
    stored: () => operators,
    replace(next) {
      preferences.savePrivate(SECTION, next)
      operators = [...next]
      keep()
    },
    keepBarred(change) {
      const before = barred()
      const isLimitNew = idleMs() === 0
      change()
      // Nobody is locked out for the time before there was a limit.
      if (before === null && isLimitNew) idle.note()
      if (before === null || barred() !== null) return
      locked = true
      signedInId = null
      keep()
    },
    close() {
      idle.stop()
      keep()
    },
  }
}

/** Somebody is left, but nobody with a PIN: there may be no printed badge to sign in with. */
function badgesOnly(operators: readonly Operator[]): boolean {
  const active = operators.filter((operator) => operator.active)
  return active.length > 0 && active.every(({ pin }) => pin === null)
}

function viewOf({ id, name, role }: Operator): OperatorView {
  return { operatorId: id, name, role }
}

function byName(left: Operator, right: Operator): number {
  return left.name.localeCompare(right.name)
}

function invalid(field: string, problem: string): StationError {
  return new StationError('invalid_request', `operator: ${field} ${problem}`, { [field]: problem })
}

/** SECURITY: twelve letters out of twenty from the system's random generator: a badge cannot be guessed. */
function newBadge(operators: readonly Operator[]): string {
  const letters = Array.from({ length: BADGE_LETTERS }, () => SAFE_LETTERS[randomInt(SAFE_LETTERS.length)])
  const badge = `${BADGE_PREFIX}${letters.join('').toUpperCase()}`
  return operators.some((operator) => operator.badge === badge) ? newBadge(operators) : badge
}
