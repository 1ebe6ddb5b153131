import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Core } from '../core'
import { accountOf, idParam, sendEmpty } from '../http'
import { cancelOrder } from '../operations/cancel-order'
import { cutPage, instantOf, readPage, type Query } from '../paging'
import { Refusal, type Outcome } from '../refusal'
import { orderResources } from '../resources'
import { findOrder, listOrders, type OrderRow } from '../tables/orders'

/** @see partner-api "GET /api/v1.0/orders" and the order endpoints after it */
export function orderRoutes(api: FastifyInstance, core: Core): void {
  const { settings } = core

  api.get('/orders', (request, reply) => {
    const query = request.query as Query
    const page = readPage(settings, query, {
      default: settings.ordersPageSizeDefault,
      maximum: settings.ordersPageSizeMaximum,
    })
    const filter = {
      createdAfter: instantOf(query, 'created_after'),
      createdBefore: instantOf(query, 'created_before'),
      updatedAfter: instantOf(query, 'updated_after'),
      updatedBefore: instantOf(query, 'updated_before'),
    }
    const rows = listOrders(core.db, accountOf(request).id, filter, page)
    return reply.send(orderResources(core, cutPage(settings, request, reply, page, rows)))
  })

  api.get('/orders/:id', (request, reply) => {
    const order = orderOf(core, request, 'id', 'not_found')
    return reply.send(orderResources(core, [order])[0])
  })

  api.post('/orders/:id/cancel', (request, reply) => {
    core.db.transaction(() => cancelOrder(core, orderOf(core, request, 'id', 'not_found_on_write')))()
    return sendEmpty(reply, settings.statusOrderCanceled)
  })
}

/** The caller's order that the path names; another account's is as unknown as one that is not there. */
export function orderOf(core: Core, request: FastifyRequest, param: string, otherwise: Outcome): OrderRow {
  const id = idParam(request, param)
  const order = id === null ? null : findOrder(core.db, accountOf(request).id, id)
  if (order === null) throw new Refusal(otherwise, 'no such order')
  return order
}
