/** Limits of a file of open operations: a larger one is refused unread. */

/** A week offline of a busy station is 20,000. */
export const MOST_FILE_OPS = 50_000
/** UTF-8. */
export const MOST_FILE_BYTES = 40_000_000
