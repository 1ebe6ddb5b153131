/** Names by which desk pages keep what they show, as `reads.keep` takes them: others open these pages, too. */

/** Which operations are listed. */
export const OUTBOX_VIEW = 'outbox view'
/** The operation that is shown in full, by its place in the outbox; `null` while the list is. */
export const OPEN_OP = 'open operation'
