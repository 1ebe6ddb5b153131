import { setImmediate as nextTurn } from 'node:timers/promises'
import type { z } from 'zod'
import { fieldOf, readTolerantly } from '../../shared/partner-api/tolerant'
import { UnexpectedAnswerError, type Problem, type Unreadable } from './errors'
import { findLink } from './link-header'

/**
 * Lists come in pages; the `Link` header leads to the next.
 * @see partner-api "GET /api/v1.0/items", "GET /api/v1.0/orders"
 */

/** Absolute URL of a next page. Opaque: follow it or keep it, never build or change one. */
export type PageLink = string

export type Page<T> = {
  entries: T[]
  unreadable: Unreadable[]
  next: PageLink | null
  /** The answer had no body: nothing to show, though no list says that there is nothing. */
  isBlank?: true
}

export type PageLimits = {
  /** More pages than this count as a server that goes in circles. Default `MAX_PAGES`. */
  maxPages?: number
}

export const MAX_PAGES = 100_000

/**
 * Yields the first page and every page after it.
 * Throws `unexpected_answer` if a link repeats or the pages do not end.
 */
export async function* followPages<T>(
  first: () => Promise<Page<T>>,
  more: (link: PageLink) => Promise<Page<T>>,
  limits: PageLimits = {},
): AsyncGenerator<Page<T>, void, undefined> {
  const maxPages = limits.maxPages ?? MAX_PAGES
  const followed = new Set<PageLink>()
  let page = await first()
  while (true) {
    yield page
    if (page.next === null) return
    if (followed.has(page.next)) throw new UnexpectedAnswerError('pages: a link came a second time')
    if (followed.size + 1 >= maxPages) throw new UnexpectedAnswerError(`pages: more than ${maxPages}`)
    followed.add(page.next)
    page = await more(page.next)
  }
}

/**
 * The link to the next page, or `null` on the last one, always on the request's origin. Relative links resolve against
 * the request's URL.
 * Throws `unexpected_answer` if the header cannot be read: stopping there would silently lose pages.
 */
export function nextLink(label: string, header: string | null, requestUrl: string): PageLink | null {
  if (header === null) return null
  const uri = readNext(label, header)
  if (uri === null) return null
  const base = new URL(requestUrl)
  const url = URL.canParse(uri, requestUrl) ? new URL(uri, requestUrl) : null
  // SECURITY: every request carries the access token, so another origin must never be followed.
  if (url === null || !(url.origin === base.origin || isBehindTls(url, base))) {
    throw new UnexpectedAnswerError(`${label}: the next page is not on the marketplace's own origin`)
  }
  return base.origin + url.pathname + url.search
}

/** A server behind a TLS front end does not know that it is reached over https, and may not know the port. */
function isBehindTls(url: URL, base: URL): boolean {
  const sameHost = url.hostname === base.hostname && url.protocol === 'http:' && base.protocol === 'https:'
  return sameHost && (url.port === '' || url.port === (base.port || '443'))
}

/** Targets with which servers say that there is no next page. */
const NOWHERE: ReadonlySet<string> = new Set(['', 'null', 'undefined', 'none', 'nil', '#'])

function readNext(label: string, header: string): string | null {
  const { target, broken } = findLink(header, 'next')
  if (target === null && broken) throw new UnexpectedAnswerError(`${label}: the Link header cannot be read`)
  return target === null || NOWHERE.has(target.toLowerCase()) ? null : target
}

/** So many are read in one turn of the event loop: a large page would keep a scan waiting. */
const READ_AT_ONCE = 25

/** Reads a list's elements one by one. */
export async function readElements<T>(
  elements: readonly unknown[],
  schema: z.ZodType<T>,
): Promise<Omit<Page<T>, 'next'>> {
  const entries: T[] = []
  const unreadable: Unreadable[] = []
  for (const [index, raw] of elements.entries()) {
    if (index > 0 && index % READ_AT_ONCE === 0) await nextTurn()
    const read = readValue(schema, raw)
    if (read.ok) entries.push(read.value)
    else unreadable.push({ raw: withoutDepths(raw), problem: read.problem, fields: read.fields })
  }
  return { entries, unreadable }
}

export type Read<T> = { ok: true; value: T } | ({ ok: false } & Problem)

const SHOWN_ISSUES = 5

/** No resource of the document nests half as deep, and a hostile depth overflows the stack when writing JSON. */
const DEEPEST = 64

function isTooDeep(value: unknown): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; depth <= DEEPEST; depth += 1) {
    level = level.filter(isContainer).flatMap((part): unknown[] => Object.values(part))
    if (level.length === 0) return false
  }
  return true
}

/** A copy without values nested too deeply, so that the record can be kept and shown. */
export function withoutDepths(value: unknown, depth = 0): unknown {
  if (!isContainer(value)) return value
  if (depth === DEEPEST) return '…'
  if (Array.isArray(value)) return value.map((part) => withoutDepths(part, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutDepths(part, depth + 1)]),
  )
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/** Parses a value, as far as its schema can do without some fields; the problem never names a value. */
export function readValue<T>(schema: z.ZodType<T>, raw: unknown): Read<T> {
  if (isTooDeep(raw)) return TOO_DEEP
  try {
    const parsed = readTolerantly(schema, raw)
    if (parsed.ok) return parsed
    const issues = parsed.issues.slice(0, SHOWN_ISSUES)
    const fields = new Set(issues.map(({ path }) => fieldOf(path)).filter((field) => field !== ''))
    return { ok: false, problem: issues.map(describe).join('; '), fields: [...fields] }
  } catch (error) {
    // A hostile depth can overflow a recursive schema's stack.
    if (error instanceof RangeError) return TOO_DEEP
    throw error
  }
}

const TOO_DEEP: Read<never> = { ok: false, problem: 'nested too deeply', fields: [] }

function describe(issue: z.core.$ZodIssue): string {
  const path = issue.path.map(String).join('.')
  return path === '' ? issue.message : `${path}: ${issue.message}`
}
