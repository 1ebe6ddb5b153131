import { sql, type Db } from '../db/database'
import { lastSeq } from '../tables/outbox'

/** Every op of the station's own file by its position. Ops are numbered without gaps, but for those in the archive. */

const BLOCK_BITS = 12
const BLOCK = 1 << BLOCK_BITS

type Gap = { block: number; missing: number }

/** How many ops the station's own file has. */
export function countHistory(db: Db): number {
  const missing = sql(db, 'SELECT coalesce(sum(missing), 0) FROM outbox_gaps').pluck().get() as number
  return lastSeq(db) - missing
}

/** Where in the order of `seq` a window begins. */
type HistoryPlace = {
  /** The window's first op is at or after it. */
  fromSeq: number
  /** How many ops from `fromSeq` on come before the window: less than a block. */
  skip: number
}

/** Where the op at `offset`, oldest first, is. */
export function placeInHistory(db: Db, offset: number): HistoryPlace {
  const gaps = sql(db, 'SELECT block, missing FROM outbox_gaps WHERE missing > 0 ORDER BY block')
  let missing = 0
  for (const gap of gaps.iterate() as IterableIterator<Gap>) {
    const first = Math.max(gap.block * BLOCK, 1)
    const before = first - 1 - missing
    if (offset < before) break
    const inBlock = (gap.block + 1) * BLOCK - first - gap.missing
    if (offset < before + inBlock) return { fromSeq: first, skip: offset - before }
    missing += gap.missing
  }
  return { fromSeq: offset + 1 + missing, skip: 0 }
}
