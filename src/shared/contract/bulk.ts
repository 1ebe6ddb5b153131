import { z } from 'zod'
import {
  BULK_KINDS,
  DECIMAL_SIGNS,
  LONGEST_CELL,
  MOST_BULK_BYTES,
  MOST_BULK_COLUMNS,
  type BulkKind,
  type BulkSpec,
  type BulkState,
  type RowOutcome,
  type RowProblem,
} from '../domain/items/bulk-job'
import { ROUNDINGS } from '../domain/items/price-rule'
import { call, typed } from './call'
import { cents, nothing } from './fields'
import { itemFilterFields } from './item-filter'
import type { SavedTable } from './tables'
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

/** Changes to many items: drafts, which change nothing, and confirmed jobs. */

const jobId = z.int().positive()
const oneJob = z.strictObject({ jobId })
const signedCents = z.int().min(-1_000_000_000).max(1_000_000_000)

/** @see src/shared/domain/items/price-rule.ts */
const priceRule = z.strictObject({
  change: z.discriminatedUnion('by', [
    z.strictObject({ by: z.literal('percent'), hundredths: z.int().min(-10_000).max(100_000) }),
    z.strictObject({ by: z.literal('amount'), cents: signedCents }),
    z.strictObject({ by: z.literal('msrp'), hundredths: z.int().min(1).max(100_000) }),
    z.strictObject({ by: z.literal('set'), cents: cents.min(1) }),
  ]),
  rounding: z.enum(ROUNDINGS),
  neverBelowCents: cents.min(1).nullable(),
})
const discountRule = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('set'), percent: z.int().min(0).max(100) }),
  z.strictObject({ by: z.literal('points'), points: z.int().min(-100).max(100) }),
])

export const BULK_ROWS_SHOWN = ['all', 'wrong', 'low', 'left_out', 'refused', 'held'] as const

const kind = z.enum(BULK_KINDS)

export const bulkCalls = {
  'bulk:list': call({
    request: nothing,
    /** Newest first. */
    value: typed<readonly BulkJobView[]>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'bulk:read': call({
    request: oneJob,
    value: typed<BulkJobView>(),
    errors: ['job_not_found'],
    needs: 'look',
    records: 'nothing',
  }),
  'bulk:rows': call({
    request: z.strictObject({
      jobId,
      shown: z.enum(BULK_ROWS_SHOWN),
      offset: z.int().min(0),
      limit: z.int().min(1).max(200),
    }),
    value: typed<BulkRowList>(),
    errors: ['job_not_found'],
    needs: 'look',
    records: 'nothing',
  }),
  /** A draft with the items that match now. */
  'bulk:from-filter': call({
    request: z.strictObject({
      kind: z.enum(['price', 'discount', 'delist']),
      filter: z.strictObject(itemFilterFields),
    }),
    value: typed<{ jobId: number }>(),
    errors: ['nothing_selected', 'too_many_rows'],
    needs: 'prepare_many',
    records: 'nothing',
  }),
  'bulk:from-file': call({
    request: z.strictObject({
      kind,
      name: z.string().max(500),
      /** The bytes of a CSV file in base64. */
      content: z.base64().max(Math.ceil((MOST_BULK_BYTES + 3) / 3) * 4),
      decimal: z.enum(DECIMAL_SIGNS),
    }),
    value: typed<{ jobId: number }>(),
    errors: ['file_unreadable', 'file_too_large', 'nothing_selected', 'too_many_rows'],
    needs: 'prepare_many',
    records: 'nothing',
  }),
  /** A draft that gives the items a job has changed their price or discount from before. */
  'bulk:change-back': call({
    request: oneJob,
    value: typed<{ jobId: number }>(),
    errors: ['job_not_found', 'job_state', 'nothing_selected'],
    needs: 'prepare_many',
    records: 'nothing',
  }),
  /** Changes what is given of a draft's rules; its rows are worked out again. */
  'bulk:set-up': call({
    request: z.strictObject({
      jobId,
      price: priceRule.nullable().optional(),
      discount: discountRule.nullable().optional(),
      columns: z.array(z.string().max(200).nullable()).max(MOST_BULK_COLUMNS).optional(),
      decimal: z.enum(DECIMAL_SIGNS).optional(),
      photoSubtype: z.string().trim().max(100).optional(),
    }),
    value: typed<BulkJobView>(),
    errors: ['job_not_found', 'job_state'],
    needs: 'prepare_many',
    records: 'nothing',
  }),
  /** Corrects one cell of a draft's file. */
  'bulk:edit': call({
    request: z.strictObject({
      jobId,
      row: z.int().positive(),
      column: z.int().min(0).max(MOST_BULK_COLUMNS),
      text: z.string().max(LONGEST_CELL),
    }),
    value: typed<BulkJobView>(),
    errors: ['job_not_found', 'job_state'],
    needs: 'prepare_many',
    records: 'nothing',
  }),
  'bulk:leave-out': call({
    request: z.strictObject({
      jobId,
      rows: z.union([z.array(z.int().positive()).max(1_000), z.literal('wrong')]),
      leftOut: z.boolean(),
    }),
    value: typed<BulkJobView>(),
    errors: ['job_not_found', 'job_state'],
    needs: 'prepare_many',
    records: 'nothing',
  }),
  /** Deletes a draft, or a finished job from the list. */
  'bulk:delete': call({
    request: oneJob,
    value: typed<null>(),
    errors: ['job_not_found', 'job_state'],
    needs: 'prepare_many',
    records: 'nothing',
  }),
  /** From here on each row is an operation. */
  'bulk:confirm': call({
    request: z.strictObject({
      jobId,
      /** How many rows the person has seen; another number is refused. */
      rows: z.int().positive(),
      /** Prices below the floor are meant. */
      belowFloor: z.boolean(),
    }),
    value: typed<BulkJobView>(),
    errors: [
      'job_not_found',
      'job_state',
      'rows_wrong',
      'nothing_selected',
      'confirmation_needed',
      'clock_differs',
    ],
    needs: ({ belowFloor }) => (belowFloor ? 'sell_below_floor' : 'change_many'),
    records: {
      kind: 'many_confirmed',
      asked: (request) => request,
      done: ({ kind }) => ({ change: kind }),
    },
  }),
  /** Sends nothing more of a job until it is resumed; what may have been sent is still looked for. */
  'bulk:pause': call({
    request: z.strictObject({ jobId, paused: z.boolean() }),
    value: typed<BulkJobView>(),
    errors: ['job_not_found', 'job_state'],
    needs: 'change_many',
    records: {
      kind: ({ paused }) => (paused ? 'many_paused' : 'many_resumed'),
      asked: ({ jobId }) => ({ jobId }),
    },
  }),
  /** Discards what was never sent. */
  'bulk:undo': call({
    request: oneJob,
    value: typed<BulkJobView>(),
    errors: ['job_not_found', 'job_state'],
    needs: 'change_many',
    records: { kind: 'many_undone', asked: (request) => request },
  }),
  /** Saves what became of each row as CSV. */
  'bulk:save-result': call({
    request: oneJob,
    value: typed<SavedTable>(),
    errors: ['job_not_found'],
    needs: 'export_lists',
    records: { kind: 'list_export', asked: ({ jobId }) => ({ list: 'bulk', jobId }) },
  }),
}
