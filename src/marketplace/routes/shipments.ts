import type { FastifyInstance } from 'fastify'
import { createShipmentRequest, readBody, updateShipmentRequest } from '../bodies'
import type { Core } from '../core'
import { idParam, sendEmpty } from '../http'
import { createShipment, updateShipment } from '../operations/shipments'
import { Refusal } from '../refusal'
import { findShipment } from '../tables/shipments'
import { orderOf } from './orders'

/** @see partner-api "POST /api/v1.0/orders/{id}/shipments" and the update after it */
export function shipmentRoutes(api: FastifyInstance, core: Core): void {
  const { db, settings } = core

  api.post('/orders/:id/shipments', (request, reply) => {
    const id = db.transaction(() => {
      const order = orderOf(core, request, 'id', 'not_found_on_write')
      return createShipment(core, order, readBody(settings, createShipmentRequest, request.body))
    })()
    return reply.code(settings.statusShipmentCreated).send({ id })
  })

  api.post('/orders/:order_id/shipments/:shipment_id', (request, reply) => {
    db.transaction(() => {
      const order = orderOf(core, request, 'order_id', 'not_found_on_write')
      const shipmentId = idParam(request, 'shipment_id')
      const shipment = shipmentId === null ? null : findShipment(db, order.id, shipmentId)
      if (shipment === null) throw new Refusal('not_found_on_write', 'no such shipment')
      updateShipment(core, order, shipment, readBody(settings, updateShipmentRequest, request.body))
    })()
    return sendEmpty(reply, settings.statusShipmentUpdated)
  })
}
