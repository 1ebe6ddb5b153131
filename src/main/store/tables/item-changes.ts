import { updateItemBody } from '../../../shared/partner-api/item'
import { isDelisted } from '../../../shared/domain/items/item-state'
import { run, sql, type Db, type Tx } from '../db/database'
import { itemLane } from './outbox'

/** What changed in an item, as its copies showed it: for the chart of its price and for its history. */

export const CHANGED_FIELDS = ['price', 'listed_price', 'discount', 'state'] as const
export type ChangedField = (typeof CHANGED_FIELDS)[number]
/** Cents, percent, or a state. */
export type ChangedValue = number | string | null
/** What is compared of two copies. */
export type Comparable = Readonly<Record<ChangedField, ChangedValue>>

export type ItemChange = {
  /** ISO 8601 UTC. */
  at: string
  field: ChangedField
  old: ChangedValue
  new: ChangedValue
  /** The op of this station that caused it; `null` for somebody else. */
  opSeq: number | null
}

/** A price that changes every day has its last half year. */
const MOST_KEPT = 200

/** Notes what differs between two copies of an item. @param at when it changed, ISO 8601 UTC */
export function noteItemChanges(
  tx: Tx,
  item: { itemId: number; itemNumber: string },
  before: Comparable,
  after: Comparable,
  at: string,
): void {
  const changed = CHANGED_FIELDS.filter((field) => before[field] !== after[field])
  for (const field of changed)
    run(
      tx,
      'INSERT INTO item_changes (item_id, at, field, old, new, op_seq) VALUES (?, ?, ?, ?, ?, ?)',
      ...[item.itemId, at, field, before[field], after[field]],
      causeOf(tx, item.itemNumber, field, after[field]),
    )
  if (changed.length > 0) forgetOldest(tx, item.itemId)
}

function forgetOldest(tx: Tx, itemId: number): void {
  run(
    tx,
    // With pluses, or SQLite would prepare it again each time.
    `DELETE FROM item_changes WHERE item_id = +@itemId AND change_id <=
       (SELECT change_id FROM item_changes WHERE item_id = +@itemId ORDER BY change_id DESC LIMIT 1 OFFSET +@kept)`,
    { itemId, kept: MOST_KEPT },
  )
}

/** The changes of an item, oldest first. */
export function changesOfItem(db: Db, itemNumber: string): ItemChange[] {
  return sql(
    db,
    `SELECT at, field, old, new, op_seq AS opSeq FROM item_changes
      WHERE item_id = (SELECT item_id FROM items WHERE item_number = ?) ORDER BY change_id`,
  ).all(itemNumber) as ItemChange[]
}

/** The last op of this station that may have been sent and asked for this, if no earlier change of it came from that op. */
function causeOf(tx: Tx, itemNumber: string, field: ChangedField, value: ChangedValue): number | null {
  const ops = sql(
    tx,
    `SELECT seq, kind, body FROM outbox
      WHERE lane = +? AND kind IN ('update_item', 'delist_item') AND state IN ('sending', 'unknown', 'confirmed')
        -- A state may change twice because of one op: it goes, and is gone.
        AND (kind = 'delist_item' OR seq NOT IN
              (SELECT op_seq FROM item_changes c JOIN items i USING (item_id)
                WHERE i.item_number = +? AND c.field = +? AND op_seq IS NOT NULL))
      ORDER BY seq DESC`,
  ).all(itemLane(itemNumber), itemNumber, field) as { seq: number; kind: string; body: string }[]
  return ops.find((op) => askedFor(op, field, value))?.seq ?? null
}

function askedFor(op: { kind: string; body: string }, field: ChangedField, value: ChangedValue): boolean {
  if (field === 'state') return op.kind === 'delist_item' && typeof value === 'string' && isDelisted(value)
  if (op.kind !== 'update_item') return false
  const asked = updateItemBody.safeParse(jsonOf(op.body)).data
  const wanted = field === 'discount' ? asked?.discount?.max_discount.percentage : asked?.price
  return wanted !== undefined && (wanted === value || field === 'listed_price')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
