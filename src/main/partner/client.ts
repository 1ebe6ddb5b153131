import type { z } from 'zod'
import { readCategories, type Category } from '../../shared/partner-api/category'
import { ACCESS_TOKEN_HEADER, partnerPaths } from '../../shared/partner-api/http'
import {
  createdItem,
  createItemBody,
  readItem,
  updateItemBody,
  type CreatedItem,
  type CreateItemBody,
  type Item,
  type ListItemsQuery,
  type UpdateItemBody,
} from '../../shared/partner-api/item'
import { parseJson } from '../../shared/partner-api/json'
import { readOrder, type ListOrdersQuery, type Order } from '../../shared/partner-api/order'
import {
  createdRefund,
  createRefundBody,
  type CreatedRefund,
  type CreateRefundBody,
} from '../../shared/partner-api/refund'
import {
  createdShipment,
  createShipmentBody,
  updateShipmentBody,
  type CreatedShipment,
  type CreateShipmentBody,
  type UpdateShipmentBody,
} from '../../shared/partner-api/shipment'
import { recordsIn } from '../../shared/partner-api/tolerant'
import { UnauthorizedError, UnexpectedAnswerError, UnreadableRecordError } from './errors'
import type { Exchange, ExchangeOptions, HttpAnswer, HttpRequest, ResponseSample } from './exchange'
import { PLAIN_NETWORK, type Network } from './network'
import { nextLink, readElements, readValue, withoutDepths, type Page, type PageLink } from './pages'
import {
  checkId,
  itemPath,
  readBaseUrl,
  readToken,
  targetOf,
  writeBody,
  writeQuery,
  type Query,
} from './request-parts'
import { diagnosisOfBody, isHtml } from './reason'

export type PartnerClientOptions = {
  /** Origin, or origin and path prefix, with or without a trailing slash. */
  baseUrl: string
  /** Read for each request, so that a replaced token takes effect at once. `null`: nothing is sent. */
  accessToken: () => string | null
  /** Name, route, connection and TLS session together. Default 5 s. */
  connectTimeoutMs?: number
  /** From the last byte of the request to the head of the answer. Default 20 s. */
  headersTimeoutMs?: number
  /** Longest silence while the answer's body arrives. Default 20 s. */
  bodyTimeoutMs?: number
  /** Default 32 MiB: many times the largest page. */
  maxBodyBytes?: number
  /** Default `Packbench`. */
  userAgent?: string
  /** Proxies and trusted certificates. Default: no proxy. */
  network?: Network
  /** Called for every answer, whatever its status. Must not throw. */
  onResponse?: (sample: ResponseSample) => void
  /** Wall clock, milliseconds since the epoch. */
  nowMs: () => number
}

/**
 * The twelve endpoints. Every failure is a `PartnerError` with a stable code. Nothing is retried and no redirect is
 * followed, because only the caller knows which requests may be repeated.
 * @see partner-api "Endpoints"
 */
export type PartnerClient = {
  /** @see partner-api "POST /api/v1.0/items" */
  createItem(body: CreateItemBody): Promise<CreatedItem>
  /** With `page`, `query` is ignored: the link holds it. @see partner-api "GET /api/v1.0/items" */
  listItems(query?: ListItemsQuery, page?: PageLink): Promise<Page<Item>>
  /** @see partner-api "GET /api/v1.0/items/{item_number}" */
  readItem(itemNumber: string): Promise<Item>
  /** @see partner-api "PUT /api/v1.0/items/{item_number}" */
  updateItem(itemNumber: string, body: UpdateItemBody): Promise<void>
  /** @see partner-api "DELETE /api/v1.0/items/{item_number}" */
  delistItem(itemNumber: string): Promise<void>
  /** With `page`, `query` is ignored: the link holds it. @see partner-api "GET /api/v1.0/orders" */
  listOrders(query?: ListOrdersQuery, page?: PageLink): Promise<Page<Order>>
  /** @see partner-api "GET /api/v1.0/orders/{id}" */
  readOrder(orderId: number): Promise<Order>
  /** @see partner-api "POST /api/v1.0/orders/{id}/shipments" */
  createShipment(orderId: number, body: CreateShipmentBody): Promise<CreatedShipment>
  /** @see partner-api "POST /api/v1.0/orders/{order_id}/shipments/{shipment_id}" */
  updateShipment(orderId: number, shipmentId: number, body: UpdateShipmentBody): Promise<void>
  /** @see partner-api "POST /api/v1.0/orders/{id}/refund" */
  createRefund(orderId: number, body: CreateRefundBody): Promise<CreatedRefund>
  /** @see partner-api "POST /api/v1.0/orders/{id}/cancel" */
  cancelOrder(orderId: number): Promise<void>
  /** @see partner-api "GET /api/v1.0/categories" */
  listCategories(): Promise<Category[]>
  /** Ends all connections at once; see `Exchange.close`. */
  close(): Promise<void>
}

export const DEFAULT_LIMITS = {
  connectTimeoutMs: 5_000,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 20_000,
  maxBodyBytes: 32 * 1_048_576,
} as const

/** Opens no connection yet. Throws a TypeError when `baseUrl` is not an http or https URL. */
export function createPartnerClient(options: PartnerClientOptions): PartnerClient {
  const call = createCall(options)
  return {
    createItem: async (body) => call.create(partnerPaths.items(), createItemBody, body, createdItem),
    listItems: async (query = {}, page) => call.list(partnerPaths.items(), readItem, query, page),
    readItem: async (itemNumber) => call.read(itemPath(itemNumber), readItem),
    updateItem: async (itemNumber, body) => call.write('PUT', itemPath(itemNumber), updateItemBody, body),
    delistItem: async (itemNumber) => call.write('DELETE', itemPath(itemNumber)),
    listOrders: async (query = {}, page) => call.list(partnerPaths.orders(), readOrder, query, page),
    readOrder: async (orderId) => {
      const path = partnerPaths.order(checkId(orderId))
      const order = await call.read(path, readOrder)
      if (order.id !== orderId) throw new UnexpectedAnswerError(`GET ${path}: answered another order`)
      return order
    },
    createShipment: async (orderId, body) =>
      call.create(partnerPaths.shipments(checkId(orderId)), createShipmentBody, body, createdShipment),
    updateShipment: async (orderId, shipmentId, body) => {
      const path = partnerPaths.shipment(checkId(orderId), checkId(shipmentId))
      return call.write('POST', path, updateShipmentBody, body)
    },
    createRefund: async (orderId, body) =>
      call.create(partnerPaths.refund(checkId(orderId)), createRefundBody, body, createdRefund),
    cancelOrder: async (orderId) => call.write('POST', partnerPaths.cancel(checkId(orderId))),
    listCategories: async () => call.tree(partnerPaths.categories(), readCategories),
    close: () => call.close(),
  }
}

/** Loading the HTTP library takes a large part of a start and no start needs it, so the first request loads it. */
function openWhenNeeded(options: ExchangeOptions): Exchange {
  let opening: Promise<Exchange> | null = null
  const open = () => (opening ??= import('./exchange').then(({ createExchange }) => createExchange(options)))
  return {
    send: async (request) => (await open()).send(request),
    close: async () => (await open()).close(),
  }
}

/** The three kinds of answers of the twelve endpoints. */
function createCall(options: PartnerClientOptions) {
  const base = readBaseUrl(options.baseUrl)
  const exchange = openWhenNeeded({
    origin: base.origin,
    limits: {
      connectTimeoutMs: options.connectTimeoutMs ?? DEFAULT_LIMITS.connectTimeoutMs,
      headersTimeoutMs: options.headersTimeoutMs ?? DEFAULT_LIMITS.headersTimeoutMs,
      bodyTimeoutMs: options.bodyTimeoutMs ?? DEFAULT_LIMITS.bodyTimeoutMs,
      maxBodyBytes: options.maxBodyBytes ?? DEFAULT_LIMITS.maxBodyBytes,
    },
    network: options.network ?? PLAIN_NETWORK,
    nowMs: options.nowMs,
    onResponse: options.onResponse,
  })

  const send = async (
    method: HttpRequest['method'],
    path: string,
    rest: { target?: string; body?: string; isList?: boolean; wants: HttpRequest['wants'] },
  ): Promise<HttpAnswer> => {
    const label = `${method} ${path}`
    const token = readToken(label, options.accessToken())
    const headers: Record<string, string> = {
      accept: 'application/json',
      'user-agent': options.userAgent ?? 'Packbench',
      [ACCESS_TOKEN_HEADER]: token,
    }
    if (rest.body !== undefined) headers['content-type'] = 'application/json'
    const target = rest.target ?? base.prefix + path
    const { body = null, wants, isList = false } = rest
    const request = { method, target, headers, body, wants, isList, label }
    return exchange.send(request).catch((error: unknown) => {
      if (!(error instanceof UnauthorizedError) || options.accessToken() === token) throw error
      const { status, diagnosis } = error
      throw new UnauthorizedError(error.message, { status, diagnosis, tokenReplaced: true })
    })
  }

  const read = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const label = `GET ${path}`
    const answer = await send('GET', path, { wants: 'body' })
    return readAnswer(label, answer.status, readJson(label, answer), schema)
  }

  const tree = async <T>(path: string, schema: z.ZodType<T>): Promise<T> => {
    const label = `GET ${path}`
    const answer = await send('GET', path, { wants: 'body', isList: true })
    return readAnswer(label, answer.status, readList(label, answer, path), schema)
  }

  const list = async <T>(
    path: string,
    schema: z.ZodType<T>,
    query: Query,
    page: PageLink | undefined,
  ): Promise<Page<T>> => {
    const label = `GET ${path}`
    const target =
      page === undefined ? base.prefix + path + writeQuery(label, query) : targetOf(base, label, page)
    const answer = await send('GET', path, { target, wants: 'body', isList: page === undefined })
    // Elements are parsed one by one, so that one nested too deeply costs no other.
    const elements = readList(label, answer, path)
    const next = nextLink(label, answer.link, base.origin + target)
    return { ...(await readElements(elements, schema)), next }
  }

  const create = async <B, T>(
    path: string,
    schema: z.ZodType<B>,
    body: B,
    answerSchema: z.ZodType<T>,
  ): Promise<T> => {
    const label = `POST ${path}`
    const answer = await send('POST', path, { body: writeBody(label, schema, body), wants: 'body' })
    return readAnswer(label, answer.status, readJson(label, answer), answerSchema)
  }

  const write = async <B>(
    method: 'POST' | 'PUT' | 'DELETE',
    path: string,
    schema?: z.ZodType<B>,
    body?: B,
  ): Promise<void> => {
    const text = schema === undefined ? {} : { body: writeBody(`${method} ${path}`, schema, body) }
    await send(method, path, { ...text, wants: 'nothing' })
  }

  return { read, tree, list, create, write, close: () => exchange.close() }
}

function readAnswer<T>(label: string, status: number, raw: unknown, schema: z.ZodType<T>): T {
  const read = readValue(schema, raw)
  if (read.ok) return read.value
  const message = `${label}: answered ${status}, ${read.problem}`
  // Any other JSON is no record, and no answer of a marketplace.
  if (typeof raw !== 'object' || raw === null) throw new UnexpectedAnswerError(message, { status })
  const { problem, fields } = read
  throw new UnreadableRecordError(message, { raw: withoutDepths(raw), problem, fields }, status)
}

/** These say that there is nothing; 202 would say that nothing is known yet. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([200, 204])

/** The elements of a list of the resource at the end of `path`. */
function readList(label: string, answer: HttpAnswer, path: string): readonly unknown[] {
  const { status, contentType, text, isWhole } = answer
  // An empty answer declared as HTML is a portal's.
  const isBlank = text.trim() === '' && isWhole && WITHOUT_BODY.has(status) && !isHtml(contentType)
  const elements = isBlank ? [] : recordsIn(readJson(label, answer), path.slice(path.lastIndexOf('/') + 1))
  if (elements === undefined)
    throw new UnexpectedAnswerError(`${label}: answered ${status} with no list`, { status })
  return elements
}

function readJson(label: string, { status, contentType, text }: HttpAnswer): unknown {
  try {
    return parseJson(text)
  } catch {
    // The parser's message quotes the body, which may hold a buyer's data.
    const message = `${label}: answered ${status} with a body that is not JSON`
    throw new UnexpectedAnswerError(message, {
      status,
      diagnosis: diagnosisOfBody(status, contentType, text),
    })
  }
}
