/** The usual reasons to set an order aside, in the order in which HOLD proposes them. Any other is typed. */
export const HOLD_REASONS = ['missing', 'damaged', 'address', 'supervisor'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]
