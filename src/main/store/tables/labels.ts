import { setImmediate as nextTurn } from 'node:timers/promises'
import { labelKey, type LabeledParcel } from '../../../shared/domain/shipments/used-label'
import { sql, type Db } from '../db/database'

/**
 * Which orders' parcels carry a tracking number. Kept in memory, some 80 bytes per parcel, and read from the file on
 * first use: an index in the file would cost every pack a page. The memory only says where to look; the file has the
 * answer, so entries that were rolled back or changed since do no harm.
 */

type Labels = {
  orders: Map<string, number[]>
  /** How far the file was read; `null` when read to its end. */
  readTo: string | null
}

const known = new WeakMap<Db, Labels>()

/** A few milliseconds' worth. */
const READ_AT_ONCE = 1_000
/** A number that this many orders share is not a label's, so not all of them are examined. */
const MOST_ORDERS = 20

/** Call it with every write of a tracking number. */
export function noteLabel(db: Db, orderId: number, trackingNumber: string | null): void {
  const labels = known.get(db)
  if (labels !== undefined) note(labels, orderId, trackingNumber)
}

/** Every parcel with one of these tracking numbers, however the digits are grouped, in any state. */
export function parcelsWithLabel(db: Db, numbers: readonly string[]): LabeledParcel[] {
  const keys = new Set(numbers.map(labelKey).filter((key) => key !== null))
  if (keys.size === 0) return []
  const labels = labelsOf(db)
  while (labels.readTo !== null) readSome(db, labels)
  const orderIds = new Set([...keys].flatMap((key) => labels.orders.get(key)?.slice(-MOST_ORDERS) ?? []))
  return [...orderIds].flatMap((orderId) => parcelsOf(db, orderId, keys))
}

/** Reads ahead for `parcelsWithLabel`, a little at a time, so that no scan waits for all of it. */
export async function readLabelsAhead(db: Db): Promise<void> {
  if (known.has(db)) return
  const labels = labelsOf(db)
  while (labels.readTo !== null) {
    await nextTurn()
    if (!db.open) return
    readSome(db, labels)
  }
}

function labelsOf(db: Db): Labels {
  let labels = known.get(db)
  if (labels === undefined) known.set(db, (labels = { orders: new Map(), readTo: '' }))
  return labels
}

function readSome(db: Db, labels: Labels): void {
  if (labels.readTo === null) return
  const rows = sql(
    db,
    `SELECT shipment_uid, order_id, tracking_number FROM shipments WHERE shipment_uid > +?
      ORDER BY shipment_uid LIMIT ${READ_AT_ONCE}`,
  )
    .raw()
    .all(labels.readTo) as [string, number, string | null][]
  for (const [, orderId, trackingNumber] of rows) note(labels, orderId, trackingNumber)
  labels.readTo = rows.length < READ_AT_ONCE ? null : (rows.at(-1)?.[0] ?? null)
}

function note({ orders }: Labels, orderId: number, trackingNumber: string | null): void {
  const key = trackingNumber === null ? null : labelKey(trackingNumber)
  if (key === null) return
  const before = orders.get(key)
  if (before === undefined) orders.set(key, [orderId])
  else if (before.at(-1) !== orderId) before.push(orderId)
}

function parcelsOf(db: Db, orderId: number, keys: ReadonlySet<string>): LabeledParcel[] {
  const rows = sql(
    db,
    `SELECT order_id AS orderId, state, packed_at AS packedAt, shipped_at AS shippedAt, tracking_number AS trackingNumber
       FROM shipments WHERE order_id = ? AND tracking_number IS NOT NULL`,
  ).all(orderId) as (LabeledParcel & { trackingNumber: string })[]
  return rows
    .filter(({ trackingNumber }) => keys.has(labelKey(trackingNumber) ?? ''))
    .map(({ trackingNumber: _, ...parcel }) => parcel)
}
