import { z } from 'zod'
import { call, typed } from './call'
import { nothing } from './fields'
import type { SavedTable } from './tables'
import type { QueueRow } from './views'

/** Finished orders that were moved out of the way of the daily work. */

/** One of the archive's files: a month of purchases. */
export type ArchiveMonth = {
  /** `YYYY-MM`; `undated` for orders without a purchase time. */
  month: string
  /** `null` if the file cannot be read. */
  orders: number | null
  bytes: number
}

/** Newest first; `more` if there were too many to list. */
export type ArchivedOrders = { rows: readonly QueueRow[]; more: boolean }

const month = z.string().regex(/^(\d{4}-\d{2}|undated)$/)

export const archiveCalls = {
  'archive:months': call({
    request: nothing,
    /** Newest first. */
    value: typed<readonly ArchiveMonth[]>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  'archive:search': call({
    request: z.strictObject({ search: z.string().max(200) }),
    value: typed<ArchivedOrders>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** Saves a month's orders as CSV, without buyers' data. */
  'archive:export': call({
    request: z.strictObject({ month }),
    value: typed<SavedTable>(),
    errors: ['archive_unusable'],
    needs: 'export_lists',
    records: { kind: 'list_export', asked: ({ month }) => ({ list: 'archive', month }) },
  }),
}
