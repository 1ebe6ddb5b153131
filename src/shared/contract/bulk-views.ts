import type { BulkKind, BulkSpec, BulkState, RowOutcome, RowProblem } from '../domain/items/bulk-job'
import type { ItemFilter } from '../domain/items/item-filter'
import type { HeldReason } from '../domain/outbox/held-reason'
import type { OpState } from '../domain/outbox/operation'

/** What main shows of bulk jobs. */

/** Where the items of a job are from; `headings`: those of the file's columns. */
export type BulkSourceView =
  | { from: 'filter'; filter: ItemFilter }
  | { from: 'file'; name: string; headings: readonly string[] }
  | { from: 'job'; jobId: number; headings: readonly string[] }

export type BulkJobView = {
  jobId: number
  kind: BulkKind
  source: BulkSourceView
  spec: BulkSpec
  state: BulkState
  paused: boolean
  /** Rows, and how many of them the present step has done. */
  rows: number
  place: number
  /** Rows with a problem that are not left out. */
  wrong: number
  /** Rows that sell below the floor. */
  low: number
  leftOut: number
  /** Confirmed rows of which no operation came. */
  refused: number
  /** Operations by state. */
  ops: Readonly<Record<OpState, number>>
  createdAt: string
  createdBy: string
  confirmedAt: string | null
  confirmedBy: string | null
  endedAt: string | null
  progress: BulkProgress
}

export type BulkProgress = {
  /** Operations a minute that were finished in the last minutes; `null` while that is not known. */
  perMinute: number | null
  /** Until all are finished at that rate; `null` while it is not known or the job is paused. */
  secondsLeft: number | null
  /** About how many writes to items a minute the marketplace lets through; `null` if it has refused none. */
  allowedPerMinute: number | null
}

export type BulkRowView = {
  row: number
  itemKey: string | null
  title: string | null
  cells: readonly string[] | null
  beforeCents: number | null
  afterCents: number | null
  beforePercent: number | null
  afterPercent: number | null
  /** About what a sale pays out after the change, going by this many sales of its category; `null` if unknown. */
  payout: { cents: number; sales: number } | null
  belowFloor: boolean
  leftOut: boolean
  problems: readonly RowProblem[]
  /** Why no operation came of it. */
  outcome: RowOutcome | null
  op: { seq: number; state: OpState; heldReason: HeldReason | null; discardReason: string | null } | null
}
export type BulkRowList = { total: number; rows: readonly BulkRowView[] }
