import type { Control, ControlOrder } from '../../src/marketplace/control-client'
import type { OpReport } from './messages'
import { REFUND_CENTS, type Scenario, type Subject } from './scenarios'

type Marketplace = { baseUrl: string; accessToken: string }

/** Checks that the marketplace did each op exactly once, with the captured times, or not at all. */
export async function checkEffects(
  control: Control,
  marketplace: Marketplace,
  scenario: Scenario,
  subject: Subject,
  ops: OpReport[],
): Promise<void> {
  const order = await control.readOrder(subject.orderId)
  const applied = (await control.requestLog()).filter(({ appliedAt }) => appliedAt !== null)
  const writes = (method: string, path: string): number =>
    applied.filter((entry) => entry.method === method && entry.path === path).length
  for (const op of ops) {
    const times = await effectsOf(op)
    if (op.state === 'confirmed' && times !== 1)
      fail(op, times > 1 ? 'I3' : 'I5', `took effect ${times} times`)
    if (op.state === 'discarded' && times !== 0) fail(op, 'I5', `discarded, and took effect ${times} times`)
    if (op.state === 'held') checkHeld(scenario, op, times)
    if (!['confirmed', 'discarded', 'held'].includes(op.state)) fail(op, 'I9', `is ${op.state}`)
  }

  async function effectsOf(op: OpReport): Promise<number> {
    const body = JSON.parse(op.body) as Record<string, string>
    const [shipment] = order.shipments
    const path = `/api/v1.0/orders/${order.id}`
    switch (op.kind) {
      case 'create_shipment':
        if (order.shipments.length !== writes('POST', `${path}/shipments`))
          fail(op, 'I3', 'counted differently')
        if (op.state === 'confirmed' && op.serverRef !== String(shipment?.id))
          fail(op, 'I5', 'another shipment')
        return order.shipments.filter(({ packed_at: at }) => at === body['packed_at']).length
      case 'ship_shipment':
        return shipment?.shipped_at === body['shipped_at'] ? 1 : 0
      case 'deliver_shipment':
        return shipment?.delivered_at === body['delivered_at'] ? 1 : 0
      case 'cancel_shipment':
        return shipment?.canceled_at === body['canceled_at'] ? 1 : 0
      case 'cancel_order':
        return cancellations(order)
      case 'create_refund':
        return order.refunds.filter(({ total_refunded: total }) => total === REFUND_CENTS).length
      case 'create_item':
        return writes('POST', '/api/v1.0/items')
      case 'update_item':
        return (await readItem(marketplace, subject.itemNumber)).price === Number(body['price']) ? 1 : 0
      case 'delist_item':
        return writes('DELETE', `/api/v1.0/items/${subject.itemNumber}`)
    }
  }
}

/** A refund that was looked for in vain waits for a person, and is not on the marketplace. */
function checkHeld({ trouble }: Scenario, op: OpReport, times: number): void {
  const expected = op.kind === 'create_refund' && op.heldReason === 'unconfirmed'
  if (!expected) fail(op, 'I9', `held (${op.heldReason}) after ${trouble}`)
  if (times !== 0) fail(op, 'I5', `held, and took effect ${times} times`)
}

function cancellations(order: ControlOrder): number {
  return order.refunds.filter(({ type }) => type === 'cancellation').length
}

async function readItem(
  { baseUrl, accessToken }: Marketplace,
  itemNumber: string,
): Promise<{ price: number }> {
  const headers = { 'x-partner-access-token': accessToken }
  const response = await fetch(`${baseUrl}/api/v1.0/items/${itemNumber}`, { headers })
  return (await response.json()) as { price: number }
}

function fail({ seq, kind, state }: OpReport, invariant: string, problem: string): never {
  throw new Error(`${invariant}: op ${seq} (${kind}, ${state}): ${problem}`)
}
