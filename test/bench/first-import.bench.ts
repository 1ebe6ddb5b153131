import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { createControl } from '../../src/marketplace/control-client'
import { systemClock } from '../../src/main/base/clock'
import { makeStation } from '../support/account'
import { fetchPages } from '../support/marketplace-pages'
import { startMarketplaceProcess } from '../support/marketplace-process'
import { measure } from '../support/measure'
import { listed } from '../support/queue'
import { rawDb } from '../support/raw-db'
import { tempDir } from '../support/temp-dir'

const ORDERS = 20_000
const PAGE_SIZE = 200

/** Half a round trip to a data center on another continent. */
const LATENCY_MS = 100

it(`first import of ${ORDERS} orders`, async () => {
  const market = await startMarketplaceProcess(ORDERS)
  const { baseUrl, accessToken } = market
  const pages = await fetchPages(market, PAGE_SIZE)
  expect(pages).toHaveLength(ORDERS / PAGE_SIZE)
  const sent = pages.flatMap((page) => JSON.parse(page) as { id: number; order_lines: unknown[] }[])
  expect(new Set(sent.map(({ id }) => id)).size).toBe(ORDERS)
  expect(sent.every(({ order_lines: lines }) => lines.length > 0)).toBe(true)
  // As the marketplace's sample data has them: an address, one or two lines, a payment.
  expect(pages.join('').length / ORDERS).toBeGreaterThan(800)
  const importAll = async (): Promise<number> => {
    const station = makeStation({
      baseUrl,
      accessToken: () => accessToken,
      clock: { ...systemClock, advance: () => {}, setWall: () => {}, pending: () => 0 },
      pull: { pageSize: PAGE_SIZE },
    })
    station.pull.start()
    await station.pull.now()
    const { total } = listed(station.db, 'all', 0, 1)
    const lines = rawDb(station.db).prepare('SELECT count(*) FROM order_lines').pluck().get()
    await station.close()
    expect(total).toBe(ORDERS)
    expect(lines).toBe(sent.flatMap((order) => order.order_lines).length)
    return total
  }
  const readAll = async (): Promise<number> => {
    const read = await fetchPages(market, PAGE_SIZE)
    expect(read).toHaveLength(ORDERS / PAGE_SIZE)
    return ORDERS
  }
  const contest = { name: 'first import', unit: 'orders', rounds: 3 }
  await measure({ ...contest, baseline: 'JSON.parse + INSERT' }, importAll, () => insertBare(pages))
  const bare = 'the same pages, read and thrown away'
  await measure({ ...contest, baseline: bare }, importAll, readAll)
  await createControl(market.controlUrl).addFault({
    kind: 'delay',
    ms: LATENCY_MS,
    method: 'GET',
    route: '/api/v1.0/orders',
  })
  await measure({ ...contest, name: `first import, ${LATENCY_MS} ms`, baseline: bare }, importAll, readAll)
})

/** The least that any import has to do: parse each page and insert each order, one durable commit per page. */
function insertBare(pages: readonly string[]): number {
  const db = new Database(join(tempDir(), 'bare.sqlite'))
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.exec('CREATE TABLE orders (id INTEGER PRIMARY KEY, json TEXT NOT NULL) STRICT')
  const insert = db.prepare('INSERT INTO orders VALUES (?, ?)')
  let count = 0
  for (const page of pages)
    db.transaction(() => {
      for (const order of JSON.parse(page) as { id: number }[]) {
        insert.run(order.id, JSON.stringify(order))
        count += 1
      }
    })()
  db.close()
  return count
}
