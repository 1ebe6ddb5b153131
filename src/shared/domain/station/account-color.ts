/** The colors of accounts. Stored; never rename. */
export const ACCOUNT_COLORS = ['blue', 'teal', 'violet', 'pink', 'brown', 'gray'] as const
export type AccountColor = (typeof ACCOUNT_COLORS)[number]

/** The first color that no other account has; when all are taken, the one that the fewest have. */
export function freeColor(taken: readonly AccountColor[]): AccountColor {
  const uses = (color: AccountColor): number => taken.filter((one) => one === color).length
  return ACCOUNT_COLORS.reduce((best, color) => (uses(color) < uses(best) ? color : best))
}
