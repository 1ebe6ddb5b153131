import { randomInt, randomUUID, scrypt, timingSafeEqual, randomBytes } from 'node:crypto'
import { z } from 'zod'
import type { OperatorDetail, OperatorView, SignInView } from '../shared/contract/operators'
import { OPERATOR_ROLES } from '../shared/domain/operator-role'
import type { SaveOperator } from '../shared/contract/operator-requests'
import { BADGE_LETTERS, badgeOf, BADGE_PREFIX, SAFE_LETTERS } from '../shared/domain/command'
import type { Clock } from './clock'
import type { PreferenceFile } from './preferences'
import { StationError } from './station-error'

/**
 * Who works at this PC, in the private section `operators` of preferences.json. IT removes that section when no
 * supervisor is left who could sign in: then there are no operators, and nothing asks for one.
 */
export type Operators = {
  signedIn(): OperatorView | null
  /** @param recordedAs the name kept with what is confirmed now */
  view(recordedAs: string): SignInView
  /** @throws StationError `badge_unknown` */
  signInByBadge(code: string): OperatorView
  /** @throws StationError `pin_wrong`, `too_many_tries` with `seconds` to wait */
  signInByPin(operatorId: string, pin: string): Promise<OperatorView>
  signOut(): void
  /** Until somebody signs in again; without operators nothing is locked. */
  lock(): void
  /** @throws StationError `sign_in_needed`, `station_locked` when nothing may be recorded now */
  refuseBarred(): void
  /** @throws StationError `supervisor_needed` unless a supervisor is signed in, or there is none at all */
  refuseUnlessManaging(): void
  /** Active ones first, by name. */
  list(): OperatorDetail[]
  /** @throws StationError `invalid_request` with what is wrong by field: `name` taken, `pin` missing */
  save(request: SaveOperator): Promise<void>
}

const SECTION = 'operators'

/** Stored; never rename. */
const storedOperator = z.object({
  id: z.uuid(),
  name: z.string().min(1),
  role: z.enum(OPERATOR_ROLES),
  badge: z.string(),
  pin: z.object({ salt: z.base64(), hash: z.base64() }).nullable(),
  active: z.boolean(),
})
type Operator = z.output<typeof storedOperator>

export function createOperators(preferences: PreferenceFile, clock: Clock): Operators {
  const read = (): Operator[] => readOperators(preferences.readPrivate(SECTION))
  let operators = read()
  let signedInId: string | null = null
  let locked = false
  const tries = createTries(clock)

  const active = (): Operator[] => operators.filter((operator) => operator.active)
  const current = (): Operator | null => active().find(({ id }) => id === signedInId) ?? null
  const barred = (): SignInView['barred'] => {
    if (active().length === 0) return null
    if (locked) return 'station_locked'
    return preferences.read().lock.signInNeeded && current() === null ? 'sign_in_needed' : null
  }
  const mayManage = (): boolean =>
    (current()?.role === 'supervisor' && !locked) || active().every(({ role }) => role !== 'supervisor')
  const enter = (operator: Operator): OperatorView => {
    signedInId = operator.id
    locked = false
    return viewOf(operator)
  }
  const keep = (next: Operator[]): void => {
    preferences.savePrivate(SECTION, next)
    operators = next
  }

  return {
    signedIn() {
      const operator = current()
      return operator === null ? null : viewOf(operator)
    },
    view: (recordedAs) => ({
      signedIn: current() === null ? null : viewOf(current() as Operator),
      barred: barred(),
      recordedAs,
      operators: active()
        .toSorted(byName)
        .map((operator) => ({ ...viewOf(operator), hasPin: operator.pin !== null })),
      mayManage: mayManage(),
    }),
    signInByBadge(code) {
      const badge = badgeOf(code)
      const operator = active().find((one) => one.badge === badge)
      if (badge === null || operator === undefined)
        throw new StationError('badge_unknown', 'no active operator has this badge')
      return enter(operator)
    },
    async signInByPin(operatorId, pin) {
      tries.begin(operatorId)
      const operator = active().find(({ id }) => id === operatorId)
      if (operator?.pin == null || !(await isPin(operator.pin, pin)))
        throw new StationError('pin_wrong', 'the PIN is wrong')
      tries.forget(operatorId)
      return enter(operator)
    },
    signOut() {
      signedInId = null
      locked = false
    },
    lock() {
      locked = active().length > 0
    },
    refuseBarred() {
      const code = barred()
      if (code !== null) throw new StationError(code, 'somebody must sign in first')
    },
    refuseUnlessManaging() {
      if (!mayManage()) throw new StationError('supervisor_needed', 'a supervisor must be signed in')
    },
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
      // A badge that was never printed must not be the only key to the settings.
      if (next.role === 'supervisor' && next.active && next.pin === null) throw invalid('pin', 'missing')
      keep([...others, next])
    },
  }
}

function readOperators(stored: unknown): Operator[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one) => storedOperator.safeParse(one).data ?? [])
}

function viewOf({ id, name, role }: Operator): OperatorView {
  return { operatorId: id, name, role }
}

function byName(left: Operator, right: Operator): number {
  return left.name.localeCompare(right.name)
}

/** Two people of one name could not be told apart in the evidence. */
function sameName(left: string, right: string): boolean {
  return left.localeCompare(right, undefined, { sensitivity: 'accent' }) === 0
}

function invalid(field: string, problem: string): StationError {
  return new StationError('invalid_request', `operator: ${field} ${problem}`, { [field]: problem })
}

/** SECURITY: twelve of twenty letters drawn by the system's generator: nobody guesses a badge. */
function newBadge(operators: readonly Operator[]): string {
  const letters = Array.from({ length: BADGE_LETTERS }, () => SAFE_LETTERS[randomInt(SAFE_LETTERS.length)])
  const badge = `${BADGE_PREFIX}${letters.join('').toUpperCase()}`
  return operators.some((operator) => operator.badge === badge) ? newBadge(operators) : badge
}

const HASH_BYTES = 32
const SALT_BYTES = 16

async function hashOf(pin: string): Promise<NonNullable<Operator['pin']>> {
  const salt = randomBytes(SALT_BYTES)
  return { salt: salt.toString('base64'), hash: (await derive(pin, salt)).toString('base64') }
}

async function isPin(kept: NonNullable<Operator['pin']>, pin: string): Promise<boolean> {
  const hash = Buffer.from(kept.hash, 'base64')
  const given = await derive(pin, Buffer.from(kept.salt, 'base64'))
  return hash.length === given.length && timingSafeEqual(hash, given)
}

/** SECURITY: slow on purpose, and beside the main thread: a PIN is short. */
function derive(pin: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(pin, salt, HASH_BYTES, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

const FREE_TRIES = 5
const FIRST_WAIT_MS = 30_000
const LONGEST_WAIT_MS = 900_000

/**
 * SECURITY: after five wrong PINs each further one costs a wait that doubles, so that nobody tries them all. A try counts
 * before it is judged, so that a hundred at once count too.
 */
function createTries(clock: Clock) {
  const tried = new Map<string, { count: number; untilMs: number }>()
  return {
    begin(operatorId: string): void {
      const { count, untilMs } = tried.get(operatorId) ?? { count: 0, untilMs: 0 }
      const restMs = untilMs - clock.monotonicMs()
      if (restMs > 0) {
        const seconds = String(Math.ceil(restMs / 1_000))
        throw new StationError('too_many_tries', `too many wrong PINs; wait ${seconds} s`, { seconds })
      }
      const waitMs = count + 1 < FREE_TRIES ? 0 : FIRST_WAIT_MS * 2 ** (count + 1 - FREE_TRIES)
      tried.set(operatorId, {
        count: count + 1,
        untilMs: clock.monotonicMs() + Math.min(waitMs, LONGEST_WAIT_MS),
      })
    },
    forget: (operatorId: string): boolean => tried.delete(operatorId),
  }
}
