import type { z } from 'zod'
import type { Diagnosis } from '../../shared/domain/station/connection-reason'
import { partnerPaths } from '../../shared/partner-api/http'
import { InvalidRequestError, UnauthorizedError } from './errors'
import { readValue, type PageLink } from './pages'

/** The parts of a request, each checked before anything is sent. */

export type Query = Readonly<Record<string, string | number | readonly string[] | undefined>>

export type BaseUrl = { origin: string; prefix: string }

/** Throws a TypeError when the text is not an http or https URL. */
export function readBaseUrl(text: string): BaseUrl {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !['http:', 'https:'].includes(url.protocol)) {
    throw new TypeError('the base URL of the Partner API must be an http or https URL')
  }
  return { origin: url.origin, prefix: url.pathname.replace(/(?<!\/)\/+$/, '') }
}

/** Characters allowed in an HTTP header: a token pasted with a line break is refused, not sent in part. */
const HEADER_VALUE = /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/

/** The header's value. Throws `unauthorized` without a usable token. */
export function readToken(label: string, token: string | null): string {
  if (token === null)
    throw new UnauthorizedError(`${label}: there is no access token`, { diagnosis: noToken('none is set') })
  if (!HEADER_VALUE.test(token))
    throw new UnauthorizedError(`${label}: the access token cannot be sent`, {
      diagnosis: noToken('it holds characters that no header may have'),
    })
  return token
}

function noToken(detail: string): Diagnosis {
  return { reason: 'no_token', detail }
}

/** Throws `invalid_request`. */
export function checkId(id: number): number {
  if (!Number.isSafeInteger(id)) throw new InvalidRequestError('an id in the path must be a safe integer')
  return id
}

/** An unpaired surrogate cannot be escaped. */
const UNPAIRED_SURROGATE = /\p{Cs}/u

/** Path of an item. Throws `invalid_request`. */
export function itemPath(itemNumber: string): string {
  // SECURITY: these segments survive escaping, and a server would resolve them to another path.
  const unsafe = itemNumber === '' || itemNumber === '.' || itemNumber === '..'
  if (unsafe || UNPAIRED_SURROGATE.test(itemNumber)) {
    throw new InvalidRequestError('an item number in the path must be a text that can be escaped')
  }
  return partnerPaths.item(itemNumber)
}

/**
 * The query with its `?`, or nothing; lists are comma-separated. Throws `invalid_request`.
 * @see partner-api "GET /api/v1.0/items"
 */
export function writeQuery(label: string, query: Query): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined) continue
    if (typeof value === 'number' && !(Number.isSafeInteger(value) && value > 0)) {
      throw new InvalidRequestError(`${label}: ${name} must be a positive integer`)
    }
    params.set(name, typeof value === 'object' ? value.join(',') : String(value))
  }
  return params.size === 0 ? '' : `?${params.toString()}`
}

/** Path and query of a page link. Throws `invalid_request`. */
export function targetOf(base: BaseUrl, label: string, page: PageLink): string {
  // SECURITY: a link may date from another base URL; the token goes to the current origin only.
  const url = URL.canParse(page) ? new URL(page) : null
  if (url?.origin !== base.origin) {
    throw new InvalidRequestError(`${label}: the page link is not on the marketplace's own origin`)
  }
  return url.pathname + url.search
}

/** The body's JSON text. Throws `invalid_request` when the strict schema refuses it. */
export function writeBody<B>(label: string, schema: z.ZodType<B>, body: unknown): string {
  const read = readValue(schema, body)
  if (!read.ok) throw new InvalidRequestError(`${label}: ${read.problem}`)
  return JSON.stringify(read.value)
}
