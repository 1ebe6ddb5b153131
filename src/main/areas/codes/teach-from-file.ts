import { setImmediate as nextTurn } from 'node:timers/promises'
import type { TaughtFile } from '../../../shared/contract/codes'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import {
  MOST_TAUGHT_BYTES,
  MOST_TAUGHT_ROWS,
  taughtRowReader,
  type TaughtProblem,
} from '../../../shared/domain/scanning/taught-table'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import { inTransaction } from '../../store/db/database'
import { keepTaught } from '../../store/tables/taught-codes'
import { readTable, type TableRow } from '../bulk/read-table'
import { whoWorksHere } from '../station/capture'
import type { Station } from '../station/station'
import { announceCodes } from './teach-code'

/** A commit of so many takes a few milliseconds. */
const BATCH = 500
const MOST_PROBLEMS = 50

/**
 * Teaches what a file has, in parts with the event loop free in between. What a kill leaves out, the same file adds later.
 * @throws StationError `file_unreadable`, `file_too_large`, each with a code for `file` in its fields
 */
export async function teachFromFile(
  station: Station,
  { content }: ParsedRequestOf<'codes:from-file'>,
): Promise<TaughtFile> {
  const { db, clock, events } = station
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > MOST_TAUGHT_BYTES)
    throw new StationError('file_too_large', `${bytes.length} bytes`, { file: 'too_large' })
  const [headings, ...rows] = await readRows(bytes)
  const read = taughtRowReader(headings?.cells ?? [])
  if (read === null)
    throw new StationError('file_unreadable', 'a column is missing', { file: 'no_code_column' })
  const by = { taughtAt: formatInstant(clock.wallMs()), taughtBy: whoWorksHere(station) }
  const problems: TaughtProblem[] = []
  const counts = { taught: 0, known: 0 }
  try {
    for (let from = 0; from < rows.length; from += BATCH) {
      inTransaction(db, (tx) =>
        rows.slice(from, from + BATCH).forEach(({ row, cells }) => {
          const code = read(cells)
          if (typeof code === 'string') problems.push({ row, kind: code })
          else counts[keepTaught(tx, { ...code, ...by }) ? 'taught' : 'known'] += 1
        }),
      )
      await nextTurn()
    }
  } finally {
    // Also of what was kept before the disk was full.
    if (counts.taught > 0) announceCodes(events)
  }
  return {
    ...{ ...counts, problems: problems.slice(0, MOST_PROBLEMS) },
    moreProblems: Math.max(0, problems.length - MOST_PROBLEMS),
  }
}

async function readRows(bytes: Buffer): Promise<TableRow[]> {
  try {
    return await readTable(bytes, MOST_TAUGHT_ROWS)
  } catch (error) {
    if (error instanceof StationError && error.code === 'too_many_rows')
      throw new StationError('file_too_large', error.message, { file: 'too_many_codes' })
    throw error
  }
}
