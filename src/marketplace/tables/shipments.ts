import { isLive, SHIPMENT_STATES } from '../../shared/domain/shipments/shipment'
import { nextId, statement, type Db } from '../database'

export type ShipmentRow = {
  id: number
  order_id: number
  state: string
  carrier: string | null
  tracking_number: string | null
  tracking_url: string | null
  warehouse_id: number
  packed_at: number
  shipped_at: number | null
  expected_to_deliver_at: number | null
  delivered_at: number | null
  canceled_at: number | null
  /** 1 once the shipment was shipped for the first time. */
  carrier_locked: 0 | 1
}

const NOT_LIVE = SHIPMENT_STATES.filter((state) => !isLive(state))
  .map((state) => `'${state}'`)
  .join(', ')

/** The shipment of an order, or `null`. */
export function findShipment(db: Db, orderId: number, shipmentId: number): ShipmentRow | null {
  const row = statement(db, 'SELECT * FROM shipments WHERE id = ? AND order_id = ?').get(shipmentId, orderId)
  return (row as ShipmentRow | undefined) ?? null
}

export function shipmentsOf(db: Db, orderId: number): ShipmentRow[] {
  return statement(db, 'SELECT * FROM shipments WHERE order_id = ? ORDER BY id').all(orderId) as ShipmentRow[]
}

/** Adds a shipment with its lines and returns its ID. */
export function addShipment(db: Db, shipment: Omit<ShipmentRow, 'id'>, lineIds: readonly number[]): number {
  const id = nextId(db, 'shipments')
  statement(
    db,
    `INSERT INTO shipments VALUES (:id, :order_id, :state, :carrier, :tracking_number, :tracking_url, :warehouse_id,
      :packed_at, :shipped_at, :expected_to_deliver_at, :delivered_at, :canceled_at, :carrier_locked)`,
  ).run({ id, ...shipment })
  const link = statement(db, 'INSERT INTO shipment_lines VALUES (?, ?)')
  for (const lineId of lineIds) link.run(id, lineId)
  takeLines(db, id)
  return id
}

export function updateShipmentRow(db: Db, shipment: ShipmentRow): void {
  statement(
    db,
    `UPDATE shipments SET state = :state, carrier = :carrier, tracking_number = :tracking_number,
      tracking_url = :tracking_url, packed_at = :packed_at, shipped_at = :shipped_at,
      expected_to_deliver_at = :expected_to_deliver_at, delivered_at = :delivered_at, canceled_at = :canceled_at,
      carrier_locked = :carrier_locked WHERE id = :id AND order_id = :order_id`,
  ).run(shipment)
}

/** Assigns the shipment's lines to it. */
export function takeLines(db: Db, shipmentId: number): void {
  statement(
    db,
    `UPDATE order_lines SET shipment_id = ?
     WHERE id IN (SELECT order_line_id FROM shipment_lines WHERE shipment_id = ?)`,
  ).run(shipmentId, shipmentId)
}

/** Releases the shipment's lines; a line that another live shipment also contains goes to that one. */
export function freeLines(db: Db, shipmentId: number): void {
  statement(
    db,
    `UPDATE order_lines SET shipment_id = (
       SELECT max(s.id) FROM shipment_lines sl JOIN shipments s ON s.id = sl.shipment_id
       WHERE sl.order_line_id = order_lines.id AND s.id <> ? AND s.state NOT IN (${NOT_LIVE}))
     WHERE shipment_id = ?`,
  ).run(shipmentId, shipmentId)
}

/** True when a line of the shipment is assigned to another shipment. */
export function linesTakenByOthers(db: Db, shipmentId: number): boolean {
  const row = statement(
    db,
    `SELECT 1 FROM shipment_lines sl JOIN order_lines l ON l.id = sl.order_line_id
     WHERE sl.shipment_id = ? AND l.shipment_id IS NOT NULL AND l.shipment_id <> ?`,
  ).get(shipmentId, shipmentId)
  return row !== undefined
}
