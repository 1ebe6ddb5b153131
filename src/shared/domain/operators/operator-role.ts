/** Stored; never rename. `permissions.ts` has the permissions; without any supervisor everybody may do everything. */
export const OPERATOR_ROLES = ['packer', 'supervisor'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
