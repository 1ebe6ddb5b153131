import { Pool } from 'undici'
import type { TestStation } from './account'
import { goodsOf } from './marketplace-pages'
import { type MarketplaceProcess } from './marketplace-process'
import { packShipment } from '../../src/main/areas/packing/pack-shipment'
import { moveShipment } from '../../src/main/areas/packing/move-shipment'
import { ACCESS_TOKEN_HEADER, partnerPaths } from '../../src/shared/partner-api/http'
import type { Order } from '../../src/shared/partner-api/order'

/** Each order in turn: a parcel is packed, shipped and delivered, and another one is packed. */
export const OPS_PER_LANE = 4

const PARCEL = { carrier: 'UPS', trackingNumber: '1Z999', trackingUrl: null, warehouseId: 1 }

/** Takes in an order and confirms all its steps. */
export function queueLane(station: TestStation, order: Order): void {
  const [first = 0, ...rest] = goodsOf(order)
  const at = (): string => new Date(station.clock.wallMs()).toISOString()
  const { shipmentId } = packShipment(station, { orderId: order.id, lineIds: [first], ...PARCEL })
  const unchanged = { carrier: null, trackingNumber: null, trackingUrl: null, confirmedUnusual: false }
  const none = { shippedAt: null, expectedToDeliverAt: null, deliveredAt: null, canceledAt: null }
  const shipped = { shippedAt: at(), expectedToDeliverAt: at() }
  moveShipment(station, { shipmentId, move: 'ship', ...unchanged, ...none, ...shipped })
  moveShipment(station, { shipmentId, move: 'deliver', ...unchanged, ...none, deliveredAt: at() })
  packShipment(station, { orderId: order.id, lineIds: rest, ...PARCEL })
}

/** Sends the same requests with nothing around them: `inFlight` at a time, each order's one after the other. */
export async function drainBare(
  market: MarketplaceProcess,
  orders: readonly Order[],
  inFlight: number,
): Promise<number> {
  const pool = new Pool(market.baseUrl, { connections: inFlight, pipelining: 1 })
  const headers = { [ACCESS_TOKEN_HEADER]: market.accessToken }
  const read = async (orderId: number): Promise<void> => {
    const answer = await pool.request({ path: partnerPaths.order(orderId), method: 'GET', headers })
    if (answer.statusCode !== 200) throw new Error(`GET answered ${answer.statusCode}`)
    await answer.body.text()
  }
  const write = async (path: string, body: object): Promise<string> => {
    const answer = await pool.request({
      path,
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (answer.statusCode >= 300) throw new Error(`POST ${path} answered ${answer.statusCode}`)
    return answer.body.text()
  }
  const now = (): string => new Date().toISOString()
  const pack = async (orderId: number, lineIds: readonly number[]): Promise<number> => {
    await read(orderId)
    const parcel = { carrier: 'UPS', tracking_number: '1Z999', warehouse_id: 1, packed_at: now() }
    const answer = await write(partnerPaths.shipments(orderId), { ...parcel, order_line_ids: lineIds })
    return (JSON.parse(answer) as { id: number }).id
  }
  const move = async (orderId: number, shipmentId: number, body: object): Promise<void> => {
    await read(orderId)
    await write(partnerPaths.shipment(orderId, shipmentId), body)
  }
  const waiting = [...orders]
  const worker = async (): Promise<void> => {
    for (let order = waiting.shift(); order !== undefined; order = waiting.shift()) {
      const [first = 0, ...rest] = goodsOf(order)
      const shipmentId = await pack(order.id, [first])
      await move(order.id, shipmentId, { state: 'shipped', shipped_at: now(), expected_to_deliver_at: now() })
      await move(order.id, shipmentId, { state: 'delivered', delivered_at: now() })
      await pack(order.id, rest)
    }
  }
  await Promise.all(Array.from({ length: inFlight }, worker))
  await pool.close()
  return orders.length * OPS_PER_LANE
}
