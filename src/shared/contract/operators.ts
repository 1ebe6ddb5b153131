import { z } from 'zod'
import { OPERATOR_ROLES, type OperatorRole } from '../domain/operators/operator-role'
import { call, typed } from './call'
import { nothing } from './fields'

/** The operators of this PC. */

export type OperatorView = { operatorId: string; name: string; role: OperatorRole }

/** As shown to supervisors; a badge signs its owner in, so it is sent nowhere else. */
export type OperatorDetail = OperatorView & { badge: string; hasPin: boolean; active: boolean }

/** An act that a supervisor allowed once. */
export type LentView = { supervisor: string; seconds: number }

export type SignInView = {
  signedIn: OperatorView | null
  /** Somebody must sign in before anything is recorded: nobody is signed in, or the station was locked. */
  barred: 'sign_in_needed' | 'station_locked' | null
  /** The name recorded with new confirmations. */
  recordedAs: string
  /** Who may sign in, by name. */
  operators: readonly (OperatorView & { hasPin: boolean })[]
  /** Whether sign-in is required, by the preferences or because there is a supervisor. */
  signInNeeded: boolean
  /** Whether operators and settings may be changed now. */
  mayManage: boolean
}

/** A badge is a code that `badgeOf` understands. */
const signInRequest = z.union([
  z.strictObject({ badge: z.string().min(1).max(100) }),
  z.strictObject({ operatorId: z.uuid(), pin: z.string().max(100) }),
])
export type SignIn = z.output<typeof signInRequest>

export const saveOperatorRequest = z.strictObject({
  /** `null` adds one, with a new badge. */
  operatorId: z.uuid().nullable(),
  name: z.string().trim().min(1).max(60),
  role: z.enum(OPERATOR_ROLES),
  active: z.boolean(),
  /** Four to twelve digits; `null` keeps the present one. */
  pin: z
    .string()
    .regex(/^\d{4,12}$/)
    .nullable(),
  /** The previous badge no longer signs anybody in. */
  newBadge: z.boolean(),
})
export type SaveOperator = z.output<typeof saveOperatorRequest>

const howOf = (by: SignIn) => ('badge' in by ? { how: 'badge' } : { how: 'pin', operatorId: by.operatorId })

export const operatorCalls = {
  'operators:sign-in': call({
    request: signInRequest,
    value: typed<SignInView>(),
    errors: ['badge_unknown', 'pin_wrong', 'too_many_tries'],
    needs: 'anyone',
    records: { kind: 'sign_in', asked: howOf, entering: true },
  }),
  'operators:sign-out': call({
    request: nothing,
    value: typed<SignInView>(),
    errors: [],
    needs: 'anyone',
    records: { kind: 'sign_out' },
  }),
  /** The station keeps its state and records nothing until somebody signs in. */
  'operators:lock': call({
    request: nothing,
    value: typed<SignInView>(),
    errors: [],
    needs: 'anyone',
    records: { kind: 'lock' },
  }),
  /** Somebody touched the window or typed in it. */
  'operators:active': call({
    request: nothing,
    value: typed<null>(),
    errors: [],
    needs: 'report',
    records: 'nothing',
  }),
  'operators:list': call({
    request: nothing,
    value: typed<readonly OperatorDetail[]>(),
    errors: [],
    needs: 'operators',
    records: 'nothing',
  }),
  'operators:save': call({
    request: saveOperatorRequest,
    value: typed<readonly OperatorDetail[]>(),
    errors: [],
    needs: 'operators',
    records: {
      kind: 'operators',
      asked: ({ pin, ...request }) => ({ ...request, newPin: pin !== null }),
    },
  }),
}

/**
 * A supervisor at the packer's screen allows one call with exactly this request, which goes through once within
 * `seconds`; the value has that supervisor's name. `channels`: the calls that can be named.
 */
export const lendCalls = <C extends string>(channels: readonly C[]) => ({
  'operators:lend': call({
    request: z.strictObject({ channel: z.enum(channels), request: z.unknown(), by: signInRequest }),
    value: typed<LentView>(),
    errors: ['badge_unknown', 'pin_wrong', 'too_many_tries', 'not_supervisor', 'not_lendable'],
    // Whether the call may be lent depends on that call's own permission.
    needs: 'report',
    records: {
      kind: 'lent',
      asked: ({ channel, request, by }, { kindOf }) => ({ lent: kindOf(channel, request), ...howOf(by) }),
      done: ({ supervisor }) => ({ approvedBy: supervisor }),
    },
  }),
})
