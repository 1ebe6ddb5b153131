import { findByUid } from './truth'
import type { World } from './world'

/**
 * Prints what the marketplace received and shows, and the outcome of each acknowledged op: for replaying a failed
 * schedule.
 */
export async function explain(world: World): Promise<void> {
  const lines = world.writes().map((write) => JSON.stringify(write))
  for (const orderId of world.orderIds) {
    const { shipments, refunds, order_lines: orderLines, state } = await world.control.readOrder(orderId)
    lines.push(JSON.stringify({ orderId, state, shipments, refunds }))
    lines.push(JSON.stringify(orderLines.map(({ id, shipment_id: shipmentId }) => ({ id, shipmentId }))))
  }
  for (const { station, op, former, resends, adopted, rewound, gone } of world.acknowledged) {
    const now = findByUid(world.benches[station].station.db, op.opUid)
    lines.push(JSON.stringify({ station, now: now ?? 'gone', former, resends, adopted, rewound, gone }))
  }
  console.error(lines.join('\n'))
}
