import { z } from 'zod'

/** Who works at this PC: what the window sees of it, and what it may ask. */

/** Stored; never rename. A supervisor may change operators and settings; without any supervisor everybody may. */
export const OPERATOR_ROLES = ['packer', 'supervisor'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]

export type OperatorView = { operatorId: string; name: string; role: OperatorRole }

/** As supervisors see them; the badge signs its owner in, so it goes nowhere else. */
export type OperatorDetail = OperatorView & { badge: string; hasPin: boolean; active: boolean }

export type SignInView = {
  signedIn: OperatorView | null
  /** Somebody must sign in before anything is recorded: nobody has, or the station was locked. */
  barred: 'sign_in_needed' | 'station_locked' | null
  /** The name that is kept with what is confirmed now. */
  recordedAs: string
  /** Who may sign in, by name. */
  operators: readonly (OperatorView & { hasPin: boolean })[]
  /** Whether operators and settings may be changed now. */
  mayManage: boolean
}

/** A badge is a code that `badgeOf` understands. */
export const signInRequest = z.union([
  z.strictObject({ badge: z.string().min(1).max(100) }),
  z.strictObject({ operatorId: z.uuid(), pin: z.string().max(100) }),
])

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
  /** The badge before it signs nobody in any more. */
  newBadge: z.boolean(),
})
export type SaveOperator = z.output<typeof saveOperatorRequest>
