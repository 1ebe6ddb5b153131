import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Core } from '../core'
import { accountOf, idParam, sendEmpty } from '../http'
import { cancelOrder } from '../operations/cancel-order'
import { cutPage, instantOf, readPage, type Query } from '../paging'
import { Refusal, type Outcome } from '../refusal'
import type { Replica } from '../replica'
import { orderResources } from '../resources'
import { findOrder, listOrders, type OrderRow } from '../tables/orders'

/** @see partner-api "GET /api/v1.0/orders" and the order endpoints after it */
export function orderRoutes(api: FastifyInstance, core: Core, replica: Replica): void {
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
    const accountId = accountOf(request).id
    const fromReplica = replica.answersNext()
    const rows = fromReplica
      ? replica.list(accountId, filter, page)
      : listOrders(core.db, accountId, filter, page)
    const missing = new Set(settings.ordersMissingFromLists)
    const sent = cutPage(settings, request, reply, page, rows).filter(({ id }) => !missing.has(id))
    return reply.send(fromReplica ? replica.resources(sent) : orderResources(core, sent))
  })

  api.get('/orders/:id', (request, reply) => {
    const order = orderOf(core, request, 'id', 'not_found')
    if (!replica.answersNext()) return reply.send(orderResources(core, [order])[0])
    const copy = replica.find(order.account_id, order.id)
    if (copy === null) throw new Refusal('not_found', 'the replica does not have it yet')
    return reply.send(copy)
  })

  api.post('/orders/:id/cancel', (request, reply) => {
    core.db.transaction(() => cancelOrder(core, orderOf(core, request, 'id', 'not_found_on_write')))()
    return sendEmpty(reply, settings.statusOrderCanceled)
  })
}

/** The caller's order named in the path; another account's is treated as one that does not exist. */
export function orderOf(core: Core, request: FastifyRequest, param: string, otherwise: Outcome): OrderRow {
  const id = idParam(request, param)
  const order = id === null ? null : findOrder(core.db, accountOf(request).id, id)
  if (order === null) throw new Refusal(otherwise, 'no such order')
  return order
}
