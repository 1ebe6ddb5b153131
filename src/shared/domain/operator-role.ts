/** Stored; never rename. A supervisor may change operators and settings; without any supervisor everybody may. */
export const OPERATOR_ROLES = ['packer', 'supervisor'] as const
export type OperatorRole = (typeof OPERATOR_ROLES)[number]
