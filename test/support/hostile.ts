import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import { makeOrder } from './orders'

/** A request of the Partner API, identified by what it asks for. */
export type HostileRequest = {
  what: 'orders' | 'order' | 'item' | 'items' | 'create' | 'update' | 'other'
  orderId: number
  url: URL
  body: string
}

export type Hostile = {
  baseUrl: string
  requests: HostileRequest[]
  of(what: HostileRequest['what']): HostileRequest[]
}

type Answer = (request: HostileRequest, response: ServerResponse, nth: number) => void

/** A server that answers as the test says, with anything that HTTP can carry. Stops after the test. */
export async function startHostile(answer: Answer): Promise<Hostile> {
  const requests: HostileRequest[] = []
  const server = createServer((incoming, response) => {
    // Its clock is the machine's, and the station's is the test's: nothing would be sent before somebody confirms the
    // clock.
    response.sendDate = false
    void read(incoming).then((request) => {
      requests.push(request)
      answer(request, response, requests.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { baseUrl, requests, of: (what) => requests.filter((request) => request.what === what) }
}

async function read(incoming: IncomingMessage): Promise<HostileRequest> {
  let body = ''
  for await (const chunk of incoming) body += String(chunk)
  const url = new URL(incoming.url ?? '', 'http://marketplace')
  const [resource, id, part, partId] = url.pathname.split('/').slice(3)
  return { what: kindOf(incoming.method, resource, id, part, partId), orderId: Number(id), url, body }
}

function kindOf(method?: string, resource?: string, id?: string, part?: string, partId?: string) {
  if (resource === 'items') return id === undefined ? 'items' : 'item'
  if (resource !== 'orders') return 'other'
  if (method === 'POST') return part === 'shipments' ? (partId === undefined ? 'create' : 'update') : 'other'
  return id === undefined ? 'orders' : 'order'
}

/**
 * JSON text in which the string `raw:…` is inserted verbatim, for values that JSON.stringify never writes: `1e999`, a
 * long integer.
 */
export function rawJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/"raw:([^"]*)"/g, '$1')
}

/** An order with a value in every field that the document names, as plain data. */
export function fullOrder(id: number): Record<string, unknown> {
  const discount = { max_discount: { percentage: 10 } }
  const order = makeOrder({
    id,
    order_payments: [{ id: id * 10, total_collected: 12_300, transaction_type: 'card' }],
    shipments: [
      {
        id: id * 10 + 5,
        state: 'packed',
        carrier: 'UPS',
        tracking_number: '1Z',
        tracking_url: 'https://example.com/1Z',
        warehouse_id: 7,
        packed_at: '2026-11-19T10:00:00.000Z',
        shipped_at: null,
        expected_to_deliver_at: null,
        delivered_at: null,
        canceled_at: null,
      },
    ],
    refunds: [
      {
        id: id * 10 + 6,
        type: 'order_refund',
        source: 'dropshipper',
        state: 'pending',
        total_refunded: 100,
        refund_lines: [{ id: 1, order_line_id: id * 10 + 1, amount: 100, description: 'a stain' }],
      },
    ],
  })
  for (const line of order.order_lines)
    Object.assign(line, {
      shipment_id: id * 10 + 5,
      listed_item_price: 4_100,
      net: 4_000,
      discount: 100,
      allowed_discount: discount,
      tax: 0,
      estimated_payout: 3_500,
    })
  return order
}

export type Path = readonly (string | number)[]

/** The path of every part of a value, including containers, but not of the value itself. */
export function placesOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at]
  const inside = Object.entries(value).flatMap(([name, part]) =>
    placesOf(part, [...at, Array.isArray(value) ? Number(name) : name]),
  )
  return at.length === 0 ? inside : [at, ...inside]
}

/** A copy with one part replaced; `undefined` removes it. */
export function withAt(value: unknown, [first, ...rest]: Path, replacement: unknown): unknown {
  if (first === undefined) return replacement
  if (Array.isArray(value))
    return value.map((part: unknown, index) => (index === first ? withAt(part, rest, replacement) : part))
  const copy = { ...(value as Record<string, unknown>) }
  copy[String(first)] = withAt(copy[String(first)], rest, replacement)
  return copy
}
