import type { DiscountRule, PriceRule } from './price-rule'

/** Changes to many items, confirmed at once: a bulk job and its rows. */

/** What a job does with each item. Stored; never rename. */
export const BULK_KINDS = ['price', 'discount', 'delist', 'create'] as const
export type BulkKind = (typeof BULK_KINDS)[number]

/**
 * `reading`: rows are being collected; `checking`: they are being worked out; `draft`: a person decides; `queueing`:
 * confirmed, rows become operations; `running`: all are in the outbox; `undoing`: what was never sent is discarded;
 * `done`, `undone`: nothing is open. Stored; never rename.
 */
export const BULK_STATES = [
  'reading',
  'checking',
  'draft',
  'queueing',
  'running',
  'undoing',
  'done',
  'undone',
] as const
export type BulkState = (typeof BULK_STATES)[number]

/** Nothing of it has been confirmed: it can be changed and deleted. */
export function isDraft(state: BulkState): boolean {
  return state === 'reading' || state === 'checking' || state === 'draft'
}

/** Confirmed, and not finished. */
export function isUnderWay(state: BulkState): boolean {
  return state === 'queueing' || state === 'running' || state === 'undoing'
}

/** The decimal sign in a file. Stored; never rename. */
export const DECIMAL_SIGNS = ['point', 'comma'] as const
export type DecimalSign = (typeof DECIMAL_SIGNS)[number]

/** What a person has decided about a job's rows. Stored as JSON; never rename a field. */
export type BulkSpec = {
  /** `null` while none was chosen, or when the file says each price. */
  price: PriceRule | null
  discount: DiscountRule | null
  /** Of a file: the field of each column, or `null` for a column that is not used. */
  columns: readonly (string | null)[]
  decimal: DecimalSign
  /** For items whose row names none. */
  photoSubtype: string
}

export const EMPTY_SPEC: BulkSpec = {
  price: null,
  discount: null,
  columns: [],
  decimal: 'point',
  photoSubtype: '',
}

/** Files with more are refused. */
export const MOST_BULK_ROWS = 20_000
export const MOST_BULK_BYTES = 20 * 1_024 * 1_024
export const MOST_BULK_COLUMNS = 100
/** Characters in one cell. */
export const LONGEST_CELL = 10_000

/**
 * What is wrong with a row. `field`: empty when it is about the whole row; `detail`: the code or the character that it
 * is about. Stored as JSON.
 */
export type RowProblem = { field: string; code: string; detail?: string }

/** Why a confirmed row did not become an operation. Stored; never rename. */
export const ROW_OUTCOMES = [
  'item_not_found',
  'item_not_listed',
  'item_exists',
  'invalid_request',
  'changed_since',
  'already_waiting',
  'undone',
] as const
export type RowOutcome = (typeof ROW_OUTCOMES)[number]
