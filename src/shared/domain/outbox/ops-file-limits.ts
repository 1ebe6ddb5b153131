/** What a file of open operations may hold: what is larger is refused before anything of it is read. */

/** A week offline of a busy station is 20,000. */
export const MOST_FILE_OPS = 50_000
/** UTF-8. */
export const MOST_FILE_BYTES = 40_000_000
