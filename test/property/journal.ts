import { isDeepStrictEqual } from 'node:util'
import type { JournalEntry } from '../../src/marketplace/control-client'
import type { OpKind } from '../../src/shared/domain/outbox/operation'
import { STATIONS, type StationName } from './schedule'

/** What the marketplace received from the stations: the only proof of what was sent and what was applied. */

/** One write of a station, from the marketplace's journal. */
export type Write = {
  station: StationName
  kind: OpKind
  orderId: number | null
  itemKey: string | null
  body: Body
  /** When it arrived, and when it took effect; `null` when it never did. */
  atMs: number
  appliedMs: number | null
  /** The ID of the created record. */
  made: string | null
  /** It is yet to be applied. */
  pending: boolean
  /** A complete answer said that it was not applied. */
  refused: boolean
  /** A fault answered like a success, and nothing was done: no station can tell. */
  pretended: boolean
}

export type Body = Readonly<Record<string, unknown>>

/** Statuses that say for certain that nothing was done. */
const REFUSALS: ReadonlySet<number> = new Set([400, 401, 403, 404, 409, 422, 429])

/** Faults that a schedule disguises as success; every other foreign answer has another status. */
const PRETENCES: ReadonlySet<string> = new Set(['status 200', 'status 204', 'answer 201'])

/** The writes in the journal, in order. */
export function writesIn(entries: readonly JournalEntry[], running: ReadonlySet<JournalEntry>): Write[] {
  return entries.flatMap((entry) => {
    const station = STATIONS.find((name) => name === entry.agent)
    const meant = meaningOf(entry)
    if (station === undefined || meant === null) return []
    return {
      ...meant,
      station,
      body: (entry.body ?? {}) as Body,
      atMs: Date.parse(entry.at),
      appliedMs: entry.appliedAt === null ? null : Date.parse(entry.appliedAt),
      made: entry.made,
      pending: entry.fault === 'late' && entry.outcome === null && running.has(entry),
      refused: entry.sent !== null && REFUSALS.has(entry.sent),
      pretended: entry.appliedAt === null && PRETENCES.has(`${entry.fault} ${entry.sent}`),
    }
  })
}

const MOVES: Readonly<Record<string, OpKind>> = {
  shipped: 'ship_shipment',
  delivered: 'deliver_shipment',
  canceled: 'cancel_shipment',
}

type Meaning = Pick<Write, 'kind' | 'orderId' | 'itemKey'>

function meaningOf({ method, path, body }: JournalEntry): Meaning | null {
  const [, , , resource, id = '', part, shipment] = (path.split('?')[0] ?? '').split('/')
  if (resource === 'items') return ofItem(method, id === '' ? null : decodeURIComponent(id), body)
  if (resource !== 'orders' || method !== 'POST') return null
  const about = { orderId: Number(id), itemKey: null }
  if (part === 'refund') return { kind: 'create_refund', ...about }
  if (part === 'cancel') return { kind: 'cancel_order', ...about }
  if (part !== 'shipments') return null
  if (shipment === undefined) return { kind: 'create_shipment', ...about }
  const kind = MOVES[String((body as Body | null)?.['state'])]
  return kind === undefined ? null : { kind, ...about }
}

function ofItem(method: string, number: string | null, body: unknown): Meaning | null {
  if (method === 'PUT') return { kind: 'update_item', orderId: null, itemKey: number }
  if (method === 'DELETE') return { kind: 'delist_item', orderId: null, itemKey: number }
  if (method !== 'POST') return null
  const key = (body as Body | null)?.['external_id']
  return { kind: 'create_item', orderId: null, itemKey: typeof key === 'string' ? key : null }
}

/** Whether two bodies say the same, in whatever order. */
export function sameBody(left: unknown, right: unknown): boolean {
  return isDeepStrictEqual(left, right)
}

/** Whether the station cannot know that it was not applied. */
export function mayHaveArrived(write: Write): boolean {
  return write.appliedMs !== null || write.pending || !write.refused
}

/** A request to the marketplace: an op as it was acknowledged. */
export type Asked = { kind: OpKind; orderId: number | null; itemKey: string | null; body: Body }

/**
 * Whether the write contains the request. A pack is identified by its time to the millisecond, which is unique per
 * order and station, and by its lines; never by its label, because labels collide.
 */
export function carries(write: Write, asked: Asked): boolean {
  if (write.kind !== asked.kind || write.orderId !== asked.orderId) return false
  switch (asked.kind) {
    case 'create_shipment':
      return sameMoment(write, asked, 'packed_at') && lineSet(write.body) === lineSet(asked.body)
    case 'ship_shipment':
      return sameMoment(write, asked, 'shipped_at')
    case 'deliver_shipment':
      return sameMoment(write, asked, 'delivered_at')
    case 'cancel_shipment':
      return sameMoment(write, asked, 'canceled_at')
    case 'create_refund':
      return write.body['amount'] === asked.body['amount']
    case 'cancel_order':
      return true
    case 'create_item':
      return write.itemKey === asked.itemKey && write.body['title'] === asked.body['title']
    case 'update_item':
      return write.itemKey === asked.itemKey && JSON.stringify(write.body) === JSON.stringify(asked.body)
    case 'delist_item':
      return write.itemKey === asked.itemKey
  }
}

/** The lines of a pack, sorted. */
export function lineSet(body: Body): string {
  return [...((body['order_line_ids'] ?? []) as number[])].sort((left, right) => left - right).join()
}

function sameMoment(write: Write, asked: Asked, field: string): boolean {
  return Date.parse(String(write.body[field])) === Date.parse(String(asked.body[field]))
}
