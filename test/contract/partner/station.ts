import { onTestFinished } from 'vitest'
import {
  createPartnerClient,
  type PartnerClient,
  type PartnerClientOptions,
} from '../../../src/main/partner/client'
import type { ControlOrder } from '../../../src/marketplace/control-client'
import type { MarketplaceOptions } from '../../../src/marketplace/server'
import type { CreateShipmentBody } from '../../../src/shared/partner-api/shipment'
import { at, FIRST_TOKEN, goodsOf, itemBody, startBench, type Bench } from '../marketplace/harness'

export type Station = { bench: Bench; client: PartnerClient }

/** A client that is closed after the test. */
export function clientFor(bench: Bench, options: Partial<PartnerClientOptions> = {}): PartnerClient {
  const client = createPartnerClient({
    baseUrl: bench.baseUrl,
    accessToken: () => FIRST_TOKEN,
    nowMs: () => Date.now(),
    ...options,
  })
  onTestFinished(() => client.close())
  return client
}

/** The real client with a real marketplace that contains nothing yet. */
export async function startStation(
  options: Partial<MarketplaceOptions> = {},
  clientOptions: Partial<PartnerClientOptions> = {},
): Promise<Station> {
  const bench = await startBench(options)
  return { bench, client: clientFor(bench, clientOptions) }
}

/** A body that packs the given lines now. */
export function packBody(
  bench: Bench,
  lineIds: number[],
  more: Partial<CreateShipmentBody> = {},
): CreateShipmentBody {
  return { warehouse_id: 1, order_line_ids: lineIds, packed_at: at(bench), ...more }
}

export type EndpointName = Exclude<keyof PartnerClient, 'close'>

/** A call that the marketplace accepts, and its route. */
export type ReadyCall = {
  name: EndpointName
  method: string
  route: string
  /** Whether success needs a body; the document says "no body" for the other answers. */
  needsBody: boolean
  run: (client: PartnerClient) => Promise<unknown>
}

/** One valid call for each of the twelve endpoints, each with its own order or item. */
export async function readyCalls({ bench, client }: Station): Promise<ReadyCall[]> {
  const listed = async (): Promise<string> => {
    const { item_number: itemNumber } = await client.createItem(itemBody())
    await bench.control.runJobs(true)
    return itemNumber
  }
  const order = (): Promise<ControlOrder> => bench.control.placeOrder({ lines: 2 })
  const [toRead, toPack, toDeliver, toRefund, toCancel] = [
    await order(),
    await order(),
    await order(),
    await order(),
    await order(),
  ]
  const shipment = await client.createShipment(toDeliver.id, packBody(bench, goodsOf(toDeliver)))
  const [readable, changeable, removable] = [await listed(), await listed(), await listed()]
  await bench.control.clearRequestLog()

  const items = '/api/v1.0/items'
  const orders = '/api/v1.0/orders'
  const delivered = { state: 'delivered', delivered_at: at(bench) } as const
  return [
    call('createItem', 'POST', items, true, (c) => c.createItem(itemBody())),
    call('listItems', 'GET', items, true, (c) => c.listItems()),
    call('readItem', 'GET', `${items}/${readable}`, true, (c) => c.readItem(readable)),
    call('updateItem', 'PUT', `${items}/${changeable}`, false, (c) => c.updateItem(changeable, { price: 1 })),
    call('delistItem', 'DELETE', `${items}/${removable}`, false, (c) => c.delistItem(removable)),
    call('listOrders', 'GET', orders, true, (c) => c.listOrders()),
    call('readOrder', 'GET', `${orders}/${toRead.id}`, true, (c) => c.readOrder(toRead.id)),
    call('createShipment', 'POST', `${orders}/${toPack.id}/shipments`, true, (c) =>
      c.createShipment(toPack.id, packBody(bench, goodsOf(toPack))),
    ),
    call('updateShipment', 'POST', `${orders}/${toDeliver.id}/shipments/${shipment.id}`, false, (c) =>
      c.updateShipment(toDeliver.id, shipment.id, delivered),
    ),
    call('createRefund', 'POST', `${orders}/${toRefund.id}/refund`, true, (c) =>
      c.createRefund(toRefund.id, { amount: 1 }),
    ),
    call('cancelOrder', 'POST', `${orders}/${toCancel.id}/cancel`, false, (c) => c.cancelOrder(toCancel.id)),
    call('listCategories', 'GET', '/api/v1.0/categories', true, (c) => c.listCategories()),
  ]
}

function call(
  name: EndpointName,
  method: string,
  route: string,
  needsBody: boolean,
  run: ReadyCall['run'],
): ReadyCall {
  return { name, method, route, needsBody, run }
}
