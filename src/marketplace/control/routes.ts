import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z, ZodError } from 'zod'
import type { Core } from '../core'
import { idParam } from '../http'
import { runJobs } from '../jobs'
import { Refusal } from '../refusal'
import { itemResource, orderResources } from '../resources'
import { settingsSchema } from '../settings'
import { allAccounts, setAccessToken } from '../tables/accounts'
import { findAnyItem, setItemCodes, setItemErrors, setItemState } from '../tables/items'
import { findAnyOrder, type OrderRow } from '../tables/orders'
import { changeOrder, orderChangeSchema } from './changes'
import { faultSchema } from './fault-plan'
import { newOrderSchema, placeCustomerOrder } from './new-order'
import { isLoopbackHost } from '../../shared/domain/station/web-address'
import { CONTROL_PREFIX, type Wire } from './wire'

const jobsSchema = z.strictObject({ force: z.boolean().default(false) })
const tokenSchema = z.strictObject({ accessToken: z.string().min(1).nullable() })
/** What the marketplace, or the partner's other software, may do to an item. */
const itemChangeSchema = z.strictObject({
  state: z.string().min(1).optional(),
  listingErrorMessages: z.array(z.unknown()).optional(),
  externalId: z.string().nullable().optional(),
  mpn: z.string().nullable().optional(),
})
export type ItemChange = z.infer<typeof itemChangeSchema>

/**
 * Registers the control API. Unlike the Partner API's, its error answers have a body, `{error}`. SECURITY: it requires
 * no token and can do anything, so it exists only on request, on a loopback address. A web page cannot call it: the
 * Host header reveals another name that resolves to this address, and every change must be declared as JSON, for which
 * a browser asks permission first and never gets it.
 */
export async function registerControl(app: FastifyInstance, core: Core, wire: Wire): Promise<void> {
  await app.register(
    (control, _options, done) => {
      control.setErrorHandler((error, _request, reply) => {
        const status = error instanceof ZodError ? 400 : error instanceof Refusal ? refusalStatus(error) : 500
        const message = error instanceof ZodError ? z.prettifyError(error) : String(error)
        return reply.code(status).send({ error: message })
      })
      control.addHook('onRequest', (request, reply, done) => {
        const refusal = controlRefusal(request)
        if (refusal === null) return done()
        void reply.code(refusal.status).send({ error: refusal.error })
      })
      orderControl(control, core)
      stateControl(control, core)
      wireControl(control, wire)
      done()
    },
    { prefix: CONTROL_PREFIX },
  )
}

/** Requests that are refused outright. */
function controlRefusal({ method, headers }: FastifyRequest): { status: number; error: string } | null {
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  if (!isLoopbackHost(host)) return { status: 421, error: 'the control API answers to a loopback host only' }
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase()
  const changes = ['POST', 'PUT', 'PATCH'].includes(method)
  const isJson = type === 'application/json' || (!changes && type === undefined)
  return isJson ? null : { status: 415, error: 'the control API takes application/json only' }
}

function refusalStatus(refusal: Refusal): number {
  return refusal.outcome === 'not_found' ? 404 : 409
}

function orderControl(control: FastifyInstance, core: Core): void {
  control.post('/orders', (request, reply) => {
    const id = placeCustomerOrder(core, newOrderSchema.parse(request.body ?? {}))
    return reply.code(201).send(orderResources(core, [orderOf(core, id)])[0])
  })
  control.get('/orders/:id', (request, reply) =>
    reply.send(orderResources(core, [orderOf(core, idParam(request, 'id'))])[0]),
  )
  control.post('/orders/:id/change', (request, reply) => {
    const order = orderOf(core, idParam(request, 'id'))
    return reply.send(changeOrder(core, order, orderChangeSchema.parse(request.body)))
  })
  control.post('/items/:item_number', (request, reply) => {
    const { item_number: itemNumber } = request.params as { item_number: string }
    const change = itemChangeSchema.parse(request.body)
    const item = findAnyItem(core.db, itemNumber)
    if (item === null) throw new Refusal('not_found', `no item ${itemNumber}`)
    if (change.listingErrorMessages !== undefined)
      setItemErrors(core.db, item.id, change.listingErrorMessages)
    const { externalId = item.external_id, mpn = item.mpn } = change
    setItemCodes(core.db, item.id, { externalId, mpn })
    setItemState(core.db, item.id, { state: change.state ?? item.state, dueAt: null, nowMs: core.now() })
    return reply.send(itemResource(core, findAnyItem(core.db, itemNumber) ?? item))
  })
}

function orderOf(core: Core, id: number | null): OrderRow {
  const order = id === null ? null : findAnyOrder(core.db, id)
  if (order === null) throw new Refusal('not_found', 'no such order')
  return order
}

function stateControl(control: FastifyInstance, core: Core): void {
  control.post('/jobs', (request, reply) =>
    reply.send(runJobs(core, jobsSchema.parse(request.body ?? {}).force)),
  )
  control.get('/settings', (_request, reply) => reply.send(core.settings))
  control.patch('/settings', (request, reply) => {
    Object.assign(core.settings, settingsSchema.partial().parse(request.body))
    return reply.send(core.settings)
  })
  control.get('/accounts', (_request, reply) =>
    reply.send(
      allAccounts(core.db).map((account) => ({ name: account.name, accessToken: account.access_token })),
    ),
  )
  control.put('/accounts/:name', (request, reply) => {
    const { name } = request.params as { name: string }
    const { accessToken } = tokenSchema.parse(request.body)
    if (!setAccessToken(core.db, name, accessToken)) throw new Refusal('not_found', `no account ${name}`)
    return reply.send({ name, accessToken })
  })
}

function wireControl(control: FastifyInstance, wire: Wire): void {
  control.post('/faults', (request: FastifyRequest, reply) =>
    reply.code(201).send({ id: wire.plan.add(faultSchema.parse(request.body)) }),
  )
  control.get('/faults', (_request, reply) => reply.send(wire.plan.list()))
  control.delete('/faults', (_request, reply) => {
    wire.plan.clear()
    return reply.send({})
  })
  control.get('/faults/log', (_request, reply) =>
    reply.send(wire.journal.all().filter((entry) => entry.fault !== null)),
  )
  control.get('/requests', (_request, reply) => reply.send(wire.journal.all()))
  control.delete('/requests', (_request, reply) => {
    wire.journal.clear()
    return reply.send({})
  })
}
