import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import type { GatedRequest, Gate } from './gate'

/**
 * The client for all of an account's requests: it reports each of them and its outcome to the gate.
 * It blocks nothing: callers check whether they may send.
 * @param rest `background` for a client whose reads no person requested
 */
export function createGatedClient(
  client: PartnerClient,
  gate: Pick<Gate, 'ask'>,
  rest: Pick<GatedRequest, 'background'> = {},
): PartnerClient {
  const told = async <T>(asked: GatedRequest, request: () => Promise<T>): Promise<T> => {
    const ended = gate.ask({ ...asked, ...rest })
    try {
      const answer = await request()
      ended('answered')
      return answer
    } catch (error) {
      ended(error instanceof PartnerError ? error : 'nothing')
      throw error
    }
  }
  const order = (channel: 'order_reads' | 'order_writes', id: number): GatedRequest => ({
    channel,
    resource: `order:${id}`,
  })
  const item = (channel: 'item_reads' | 'item_writes', key: string): GatedRequest => ({
    channel,
    resource: `item:${key}`,
  })

  return {
    createItem: (body) =>
      told(item('item_writes', body.external_id ?? body.title), () => client.createItem(body)),
    listItems: (query, page) =>
      told(item('item_reads', query?.external_id ?? ''), () => client.listItems(query, page)),
    readItem: (itemNumber) => told(item('item_reads', itemNumber), () => client.readItem(itemNumber)),
    updateItem: (itemNumber, body) =>
      told(item('item_writes', itemNumber), () => client.updateItem(itemNumber, body)),
    delistItem: (itemNumber) => told(item('item_writes', itemNumber), () => client.delistItem(itemNumber)),
    listOrders: (query, page) =>
      told({ channel: 'order_list', resource: 'orders' }, () => client.listOrders(query, page)),
    readOrder: (orderId) => told(order('order_reads', orderId), () => client.readOrder(orderId)),
    createShipment: (orderId, body) =>
      told(order('order_writes', orderId), () => client.createShipment(orderId, body)),
    updateShipment: (orderId, shipmentId, body) =>
      told(order('order_writes', orderId), () => client.updateShipment(orderId, shipmentId, body)),
    createRefund: (orderId, body) =>
      told(order('order_writes', orderId), () => client.createRefund(orderId, body)),
    cancelOrder: (orderId) => told(order('order_writes', orderId), () => client.cancelOrder(orderId)),
    listCategories: () =>
      told({ channel: 'item_reads', resource: 'categories' }, () => client.listCategories()),
    close: () => client.close(),
  }
}
