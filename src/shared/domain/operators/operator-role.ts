/** Stored; never rename. What each may do is in `permissions.ts`; without any supervisor everybody may do everything. */
export const OPERATOR_ROLES = ['packer', 'supervisor'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
