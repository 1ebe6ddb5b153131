import { z } from 'zod'
import { OPERATOR_ROLES } from '../../../shared/domain/operators/operator-role'

/** Stored here and in the warehouse's setup; never rename. */
export const storedOperator = z.object({
  id: z.uuid(),
  name: z.string().min(1),
  role: z.enum(OPERATOR_ROLES),
  badge: z.string(),
  pin: z.object({ salt: z.base64(), hash: z.base64() }).nullable(),
  active: z.boolean(),
})
export type StoredOperator = z.output<typeof storedOperator>

/** Entries that cannot be read are left out. */
export function readOperators(stored: unknown): StoredOperator[] {
  if (!Array.isArray(stored)) return []
  return stored.flatMap((one) => storedOperator.safeParse(one).data ?? [])
}
