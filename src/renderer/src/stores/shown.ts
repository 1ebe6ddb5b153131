/** Names by which desk pages keep what they show, as `reads.keep` takes them: others open these pages, too. */

/** Which operations are listed. */
export const OUTBOX_VIEW = 'outbox view'
/** The operation that is shown in full, by its place in the outbox; `null` while the list is. */
export const OPEN_OP = 'open operation'

/** What is looked for in the archive; `null` until something is. */
export const ARCHIVE_SEARCH = 'archive search'

/** The page of items: the list, the form of a new one, or one of them. */
export const ITEMS_SHOWN = 'items shown'
export type ItemsShown = 'list' | 'new' | { itemNumber: string }
