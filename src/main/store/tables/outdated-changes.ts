import { isOpen } from '../../../shared/domain/outbox/operation'
import { updateItemBody, type UpdateItemBody } from '../../../shared/partner-api/item'
import { sql, type Db, type Tx } from '../db/database'
import { replaceBody } from './op-notes'
import { advance, itemLane, OPEN, type StoredOp } from './outbox'

/**
 * Prices and discounts are absolute, so only the latest may go out. Ops queued one after the other go out in that
 * order; but when ops from another file come in between, an older one would undo a newer one.
 */

/**
 * How to tell which of two ops is later: by their places in the outbox or, for ops of different stations, by the time
 * of their confirmation on the marketplace's clock, as far as it was known.
 */
export type LaterBy = 'seq' | 'time'

/**
 * Ends open changes that a later one, confirmed or open, replaces.
 * @param items only for these items; for every item if omitted
 * @param at ISO 8601 UTC
 */
export function dropOutdatedChanges(
  tx: Tx,
  by: LaterBy,
  at: string,
  items: ReadonlySet<string> | null = null,
): void {
  for (const item of items ?? itemsWithChanges(tx)) dropOutdated(tx, item, by, at)
}

function itemsWithChanges(db: Db): string[] {
  return sql(db, `SELECT DISTINCT item_key FROM outbox WHERE ${OPEN} AND kind = 'update_item'`)
    .pluck()
    .all() as string[]
}

type Change = { row: StoredOp; asked: UpdateItemBody }

function dropOutdated(tx: Tx, item: string, by: LaterBy, at: string): void {
  const rows = sql(
    tx,
    `SELECT * FROM outbox WHERE lane = +? AND kind = 'update_item' AND state <> 'discarded' ORDER BY seq`,
  ).all(itemLane(item)) as StoredOp[]
  const changes = rows.flatMap(asChange)
  if (by === 'time') changes.sort((left, right) => timeOf(left.row) - timeOf(right.row))
  const later = new Set<string>()
  for (const { row, asked } of changes.toReversed()) {
    const rest = Object.entries(asked).filter(([field]) => !later.has(field))
    for (const field of Object.keys(asked)) later.add(field)
    // An op in flight is left to finish.
    if (!isOpen(row.state) || row.state === 'sending') continue
    if (rest.length === 0) end(tx, row, at)
    else if (rest.length < Object.keys(asked).length)
      // Nothing is recognized by these bytes, so part of them may be removed.
      replaceBody(tx, row.seq, JSON.stringify(Object.fromEntries(rest)))
  }
}

function asChange(row: StoredOp): Change[] {
  try {
    const asked = updateItemBody.safeParse(JSON.parse(row.body))
    return asked.success ? [{ row, asked: asked.data }] : []
  } catch {
    return []
  }
}

function timeOf({ captured_at, clock_offset_ms }: StoredOp): number {
  return Date.parse(captured_at) + (clock_offset_ms ?? 0)
}

function end(tx: Tx, row: StoredOp, at: string): void {
  advance(tx, row, row.state === 'ready' ? 'annihilate' : 'follow', { at, discardReason: 'replaced' })
}
