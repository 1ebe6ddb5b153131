import { z } from 'zod'
import { OPERATOR_ROLES } from '../domain/operator-role'
import { REQUEST_CHANNELS } from './channels'

/** What the window asks about operators. */

/** A badge is a code that `badgeOf` understands. */
export const signInRequest = z.union([
  z.strictObject({ badge: z.string().min(1).max(100) }),
  z.strictObject({ operatorId: z.uuid(), pin: z.string().max(100) }),
])

export type SignIn = z.output<typeof signInRequest>

/** A supervisor at the packer's screen allows one call with exactly this request. */
export const lendRequest = z.strictObject({
  channel: z.enum(REQUEST_CHANNELS),
  request: z.unknown(),
  by: signInRequest,
})

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
