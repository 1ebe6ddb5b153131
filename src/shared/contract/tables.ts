import { z } from 'zod'
import { MOST_TABLE_ROWS } from '../domain/statistics/csv'

/** A table as the window shows it, in the language of the window, to be saved as a file. */

const MOST_COLUMNS = 30

/** An entry in words, with a pasted text of the greatest length in it. */
const cell = z.union([z.string().max(8_000), z.number()])

/** Each row has a cell for each column. */
export const table = z
  .strictObject({
    columns: z.array(z.string().max(200)).min(1).max(MOST_COLUMNS),
    rows: z.array(z.array(cell).max(MOST_COLUMNS)).max(MOST_TABLE_ROWS),
  })
  .refine(({ columns, rows }) => rows.every((row) => row.length === columns.length))
export type Table = z.input<typeof table>

/** Where it is, in the account's folder of exports. */
export type SavedTable = { path: string; rows: number }
