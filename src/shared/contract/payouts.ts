import { z } from 'zod'
import { call, typed } from './call'
import type { PayoutView } from './payout-views'
import { table, type SavedTable } from './tables'

const DAY_MS = 86_400_000
const MOST_DAYS = 1_100

const day = z.iso.date()
const period = { from: day, to: day }

/** What orders bring: for those who may see the account's money. */
export const payoutCalls = {
  'statistics:payouts': call({
    request: z
      .strictObject(period)
      .refine(({ from, to }) => from <= to && Date.parse(to) - Date.parse(from) < MOST_DAYS * DAY_MS),
    value: typed<PayoutView>(),
    errors: ['archive_unusable'],
    needs: 'see_money',
    records: 'nothing',
  }),
  /** Saves a table of the window as CSV. */
  'statistics:save-payouts': call({
    request: z.strictObject({ name: z.enum(['days', 'categories']), ...period, table }),
    value: typed<SavedTable>(),
    errors: [],
    needs: 'see_money',
    records: {
      kind: 'list_export',
      asked: ({ from, to, table: { rows } }) => ({ list: 'payouts', from, to, count: rows.length }),
    },
  }),
}
