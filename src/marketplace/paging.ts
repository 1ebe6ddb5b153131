import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { readInstant } from './instants'
import { Refusal } from './refusal'
import type { MarketplaceSettings } from './settings'

/** A place in a list: the sort column's value and the id of the last row sent. */
export type Cursor = { key: number; id: number }
export type Page = { size: number; cursor: Cursor; sort: MarketplaceSettings['listSort'] }
/** Selects the rows after `:cursorKey`, `:cursorId`, in order. When sorted by ID, the plain form lets SQLite seek. */
export const AFTER_CURSOR = {
  id: 'id > :cursorId ORDER BY id',
  updated_at: '(updated_at, id) > (:cursorKey, :cursorId) ORDER BY updated_at, id',
} as const satisfies Record<MarketplaceSettings['listSort'], string>

export type Query = Readonly<Record<string, unknown>>

/** The place before the first row. */
export const BEFORE_ALL: Cursor = { key: -1, id: -1 }
const cursorSchema = z.tuple([z.int(), z.int()])

/**
 * Reads `page_size` and `cursor`. The cursor is a key, not an offset, so that rows added, removed or changed between
 * two pages neither skip nor repeat another row.
 * @see partner-api "Limits"
 */
export function readPage(
  settings: MarketplaceSettings,
  query: Query,
  limits: { default: number; maximum: number },
): Page {
  return {
    size: readPageSize(settings, query, limits),
    cursor: readCursor(query),
    sort: settings.listSort,
  }
}

function readPageSize(
  settings: MarketplaceSettings,
  query: Query,
  limits: { default: number; maximum: number },
): number {
  const text = textOf(query, 'page_size')
  if (text === null) return limits.default
  if (!/^\d{1,9}$/.test(text) || Number(text) < 1) throw new Refusal('malformed', 'page_size: not a count')
  const size = Number(text)
  if (size <= limits.maximum) return size
  if (settings.pageSizeAboveMaximum === 'refuse')
    throw new Refusal('malformed', 'page_size: above the maximum')
  return limits.maximum
}

function readCursor(query: Query): Cursor {
  const text = textOf(query, 'cursor')
  if (text === null) return BEFORE_ALL
  try {
    const [key, id] = cursorSchema.parse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8')))
    return { key, id }
  } catch {
    throw new Refusal('malformed', 'cursor: not one of ours')
  }
}

/**
 * Cuts off the extra row and, if there is one, adds the `Link` header to the next page with all filters kept.
 * @see partner-api "GET /api/v1.0/items"
 */
export function cutPage<Row extends { id: number; updated_at: number }>(
  settings: MarketplaceSettings,
  request: FastifyRequest,
  reply: FastifyReply,
  page: Page,
  rows: Row[],
): Row[] {
  if (rows.length <= page.size) return rows
  const sent = rows.slice(0, page.size)
  const last = sent[sent.length - 1] as Row
  const cursor = Buffer.from(JSON.stringify([last[page.sort], last.id])).toString('base64url')
  const url = new URL(request.url, `http://${request.host}`)
  url.searchParams.set('cursor', cursor)
  const target = settings.linkForm === 'absolute' ? url.href : `${url.pathname}${url.search}`
  reply.header('link', `<${target}>; rel="next"`)
  return sent
}

/** A query value as text; `null` when absent. A repeated value is malformed. */
export function textOf(query: Query, name: string): string | null {
  const value = query[name]
  if (value === undefined) return null
  if (typeof value !== 'string') throw new Refusal('malformed', `${name}: given more than once`)
  return value
}

/** A query value as milliseconds since the epoch; `null` when absent. */
export function instantOf(query: Query, name: string): number | null {
  const text = textOf(query, name)
  if (text === null) return null
  // A plus sign that the caller did not escape arrives as a space.
  const ms = readInstant(text.replace(/ (00:?00)$/, '+$1'))
  if (ms === null) throw new Refusal('malformed', `${name}: not an ISO 8601 UTC timestamp`)
  return ms
}
