import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { createControl, type Control, type ControlOrder } from '../../../src/marketplace/control-client'
import { DEFAULT_ACCOUNTS, startMarketplace, type MarketplaceOptions } from '../../../src/marketplace/server'

export const FIRST_TOKEN = DEFAULT_ACCOUNTS[0].accessToken
export const SECOND_TOKEN = DEFAULT_ACCOUNTS[1].accessToken

/** A clock that stands still until it is moved. */
export type TestClock = { ms: number }

export type Answer<Body> = { status: number; body: Body; text: string; headers: Headers }
export type Call = { token?: string | null; body?: unknown; rawBody?: string; contentType?: string }

export type Bench = {
  baseUrl: string
  controlUrl: string
  control: Control
  clock: TestClock
  call: <Body = never>(method: string, path: string, call?: Call) => Promise<Answer<Body>>
  /** Before the end of the test, so that another one can open its data. */
  close(): Promise<void>
}

/** A folder that is removed after the test. */
export function temporaryDir(): string {
  const dir = mkdtempSync(join(tmpdir(), 'marketplace-test-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** A marketplace with a control API, no sample data and a clock that stands still; it stops after the test. */
export async function startBench(options: Partial<MarketplaceOptions> = {}): Promise<Bench> {
  const clock: TestClock = { ms: Date.parse('2026-11-20T10:00:00.000Z') }
  const running = await startMarketplace({
    dataDir: options.dataDir ?? temporaryDir(),
    orders: 0,
    items: 0,
    control: true,
    nowMs: () => clock.ms,
    ...options,
  })
  onTestFinished(() => running.close())
  const controlUrl = running.controlUrl ?? ''
  return {
    baseUrl: running.baseUrl,
    controlUrl,
    control: createControl(controlUrl),
    clock,
    call: (method, path, call) => callApi(running.baseUrl, method, path, call),
    close: () => running.close(),
  }
}

/** One request to the Partner API. `path` follows the prefix, or is a whole URL from a `Link`. */
export async function callApi<Body>(
  baseUrl: string,
  method: string,
  path: string,
  { token = FIRST_TOKEN, body, rawBody, contentType = 'application/json' }: Call = {},
): Promise<Answer<Body>> {
  const url = path.startsWith('http') ? path : `${baseUrl}/api/v1.0${path}`
  const sent = rawBody ?? (body === undefined ? null : JSON.stringify(body))
  const response = await fetch(url, {
    method,
    headers: {
      ...(token === null ? {} : { 'X-Partner-Access-Token': token }),
      ...(sent === null ? {} : { 'content-type': contentType }),
    },
    body: sent,
    signal: AbortSignal.timeout(10_000),
  })
  const text = await response.text()
  return { status: response.status, body: parse<Body>(text), text, headers: response.headers }
}

function parse<Body>(text: string): Body {
  try {
    return JSON.parse(text) as Body
  } catch {
    return undefined as Body
  }
}

/** The next page's URL from a `Link` header; `null` on the last page. */
export function nextUrl(headers: Headers): string | null {
  return /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? null
}

/** All rows of a list, page by page. */
export async function listAll<Row>(bench: Bench, path: string): Promise<Row[]> {
  const rows: Row[] = []
  for (let next: string | null = path; next !== null;) {
    const page: Answer<Row[]> = await bench.call<Row[]>('GET', next)
    rows.push(...page.body)
    next = nextUrl(page.headers)
  }
  return rows
}

/** IDs of the lines that can be packed. */
export function goodsOf(order: ControlOrder): number[] {
  return order.order_lines.filter((line) => !line.is_shipping_fee).map((line) => line.id)
}

/** The time `offsetMs` from the clock, as text. */
export function at(bench: Bench, offsetMs = 0): string {
  return new Date(bench.clock.ms + offsetMs).toISOString()
}

/** A body that packs the given lines now. */
export function packBody(bench: Bench, lineIds: readonly number[], more: object = {}) {
  return { warehouse_id: 1, order_line_ids: lineIds, packed_at: at(bench), ...more }
}

/** A body that lists an item of a category without sizes. */
export function itemBody(more: object = {}) {
  return {
    title: 'Casa Verano Canvas Market Tote Bag in Ivory',
    price: 12_900,
    msrp: 19_900,
    brand_id: 102,
    category_id: 5101,
    warehouse_id: 1,
    quality: 'excellent',
    photos: [{ url: 'https://img.example.com/tote/front.jpg', subtype: 'front' }],
    ...more,
  }
}
