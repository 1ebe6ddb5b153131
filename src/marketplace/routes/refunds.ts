import type { FastifyInstance } from 'fastify'
import { createRefundRequest, readBody } from '../bodies'
import type { Core } from '../core'
import { createRefund } from '../operations/refunds'
import { orderOf } from './orders'

/** @see partner-api "POST /api/v1.0/orders/{id}/refund" */
export function refundRoutes(api: FastifyInstance, core: Core): void {
  api.post('/orders/:id/refund', (request, reply) => {
    const id = core.db.transaction(() => {
      const order = orderOf(core, request, 'id', 'not_found_on_write')
      return createRefund(core, order, readBody(core.settings, createRefundRequest, request.body).amount)
    })()
    return reply.code(core.settings.statusRefundCreated).send({ id })
  })
}
