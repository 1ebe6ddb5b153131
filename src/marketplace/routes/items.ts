import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ITEMS_PAGE_SIZE } from '../../shared/partner-api/item'
import { createItemRequest, readBody, updateItemRequest } from '../bodies'
import type { Core } from '../core'
import { accountOf, sendEmpty } from '../http'
import { createItem, delistItem, updateItem } from '../operations/items'
import { cutPage, instantOf, readPage, textOf, type Query } from '../paging'
import { RateLimit } from '../rate-limit'
import { Refusal } from '../refusal'
import { itemResource } from '../resources'
import { findItem, listItems, statesInUse, type ItemFilter, type ItemRow } from '../tables/items'

/** @see partner-api "POST /api/v1.0/items" and the item endpoints after it */
export function itemRoutes(api: FastifyInstance, core: Core): void {
  const { db, settings } = core
  const rate = new RateLimit(core)

  api.post('/items', (request, reply) => {
    const account = accountOf(request)
    rate.spend(account.id)
    const body = readBody(settings, createItemRequest, request.body)
    const itemNumber = db.transaction(() => createItem(core, account.id, body))()
    return reply.code(settings.statusItemCreated).send({ item_number: itemNumber })
  })

  api.get('/items', (request, reply) => {
    const query = request.query as Query
    const page = readPage(settings, query, ITEMS_PAGE_SIZE)
    const { id } = accountOf(request)
    const rows = listItems(db, id, readFilter(core, id, query), page)
    const sent = cutPage(settings, request, reply, page, rows)
    return reply.send(sent.map((row) => itemResource(core, row)))
  })

  api.get('/items/:item_number', (request, reply) => reply.send(itemResource(core, itemOf(core, request))))

  api.put('/items/:item_number', (request, reply) => {
    rate.spend(accountOf(request).id)
    const item = itemOf(core, request)
    const body = readBody(settings, updateItemRequest, request.body)
    db.transaction(() => updateItem(core, item, body))()
    return sendEmpty(reply, settings.statusItemUpdated)
  })

  api.delete('/items/:item_number', (request, reply) => {
    rate.spend(accountOf(request).id)
    delistItem(core, itemOf(core, request))
    return sendEmpty(reply, settings.statusItemDeleted)
  })
}

function readFilter({ db, settings }: Core, accountId: number, query: Query): ItemFilter {
  const statuses = readStatuses(query) ?? settings.defaultItemStatuses
  if (settings.unknownItemStatus === 'refuse') refuseUnknown(statesInUse(db, accountId), statuses)
  return {
    updatedBefore: instantOf(query, 'updated_before'),
    updatedAfter: instantOf(query, 'updated_after'),
    statuses: settings.deletedItems === 'gone' ? statuses.filter((status) => status !== 'deleted') : statuses,
    externalId: textOf(query, 'external_id'),
    mpn: textOf(query, 'mpn'),
    precisionMs: settings.timestampPrecision === 'milliseconds' ? 1 : 1000,
  }
}

function refuseUnknown(used: ReadonlySet<string>, statuses: readonly string[]): void {
  for (const status of statuses)
    if (!used.has(status)) throw new Refusal('malformed', `status: no item is ${status}`)
}

/** Comma-separated, or repeated; `null` when omitted. */
function readStatuses(query: Query): string[] | null {
  // Fastify's query parser gives a string, or an array when a name is repeated.
  const given = query['status'] as string | string[] | undefined
  if (given === undefined || given === '') return null
  const texts = Array.isArray(given) ? given : [given]
  return texts.flatMap((text) => text.split(',')).map((text) => text.trim())
}

function itemOf(core: Core, request: FastifyRequest): ItemRow {
  const { item_number: itemNumber } = request.params as { item_number: string }
  const item = findItem(core.db, accountOf(request).id, itemNumber)
  if (item === null || (item.state === 'deleted' && core.settings.deletedItems === 'gone'))
    throw new Refusal('not_found', 'no such item')
  return item
}
