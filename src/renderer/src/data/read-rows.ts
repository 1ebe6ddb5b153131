import type { Result } from '../../../shared/contract/result'
import { MOST_TABLE_ROWS } from '../../../shared/domain/statistics/csv'

/** As many as one answer may hold. */
const ROWS_PER_REQUEST = 500

/**
 * Reads a windowed list from its beginning, for a file: at most `MOST_TABLE_ROWS`, and each row once although others
 * are added or move meanwhile.
 * @returns the rows, and how many the list has
 */
export async function readRows<Row>(
  ask: (offset: number, limit: number) => Promise<Result<{ total: number; rows: readonly Row[] }>>,
  keyOf: (row: Row) => number | string,
): Promise<Result<{ total: number; rows: Row[] }>> {
  const found = new Map<number | string, Row>()
  for (let offset = 0; ; offset += ROWS_PER_REQUEST) {
    const answer = await ask(offset, Math.min(ROWS_PER_REQUEST, MOST_TABLE_ROWS - offset))
    if (!answer.ok) return answer
    const { total, rows } = answer.value
    for (const row of rows) if (!found.has(keyOf(row))) found.set(keyOf(row), row)
    if (offset + rows.length >= Math.min(total, MOST_TABLE_ROWS) || rows.length === 0)
      return { ...answer, value: { total, rows: [...found.values()] } }
  }
}
