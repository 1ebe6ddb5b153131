import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { systemClock } from '../../src/main/clock'
import { listQueue } from '../../src/main/store/queue'
import { makeStation } from '../support/account'
import { measure } from '../support/measure'
import { tempDir } from '../support/temp-dir'

const ORDERS = 20_000
const PAGE_SIZE = 200

it(`first import of ${ORDERS} orders`, async () => {
  const { baseUrl, accessToken } = await startMarketplaceProcess()
  const pages = await fetchPages(baseUrl, accessToken)
  await measure(
    { name: 'first import', baseline: 'JSON.parse + INSERT', unit: 'orders', rounds: 3 },
    async () => {
      const station = makeStation({
        baseUrl,
        accessToken: () => accessToken,
        clock: { ...systemClock, advance: () => {}, setWall: () => {}, pending: () => 0 },
        pull: { pageSize: PAGE_SIZE },
      })
      station.pull.start()
      await station.pull.now()
      const { total } = listQueue(station.db, 'all', '', 0, 1)
      await station.close()
      expect(total).toBe(ORDERS)
      return total
    },
    () => insertBare(pages),
  )
})

/** In a process of its own, so that serving does not count as importing. */
async function startMarketplaceProcess(): Promise<{ baseUrl: string; accessToken: string }> {
  const entry = join(__dirname, '..', '..', 'out', 'main', 'marketplace.js')
  const child = spawn(
    process.execPath,
    [entry, '--port=0', `--data-dir=${tempDir()}`, '--seed=1', `--orders=${ORDERS}`, '--items=0'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  onTestFinished(() => {
    child.kill()
  })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    if (printed.includes('\n')) return JSON.parse(printed) as { baseUrl: string; accessToken: string }
  }
  throw new Error(`the marketplace ended early: ${String(await once(child, 'close'))}`)
}

async function fetchPages(baseUrl: string, accessToken: string): Promise<string[]> {
  const pages: string[] = []
  let next: string | undefined = `${baseUrl}/api/v1.0/orders?page_size=${PAGE_SIZE}`
  while (next !== undefined) {
    const response: Response = await fetch(next, { headers: { 'X-Partner-Access-Token': accessToken } })
    pages.push(await response.text())
    next = /<([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1]
  }
  return pages
}

/** The least that any import has to do: parse each page and insert each order, one durable commit a page. */
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
