import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { makeStation } from '../support/account'
import { rawJson, startHostile } from '../support/hostile'
import { makeOrder } from '../support/orders'
import { tempDir } from '../support/temp-dir'
import { importRuns } from './import-run'

/** A first import, killed after each of its commits: also between the parts of a page. */

const PAGE = 45
const PAGES = 2

const importOnce = importRuns('orders')

/** Pages of orders, each with a record that cannot be read. */
async function marketplace(): Promise<string> {
  const server = await startHostile(({ url }, response) => {
    const from = Number(url.searchParams.get('from') ?? 0)
    const next = `${new URL(server.baseUrl).origin}${url.pathname}?from=${from + PAGE}`
    if (from + PAGE < PAGES * PAGE) response.setHeader('link', `<${next}>; rel="next"`)
    const orders: unknown[] = Array.from({ length: PAGE }, (_, index) =>
      makeOrder({ id: 5_000 + from + index }),
    )
    response.end(rawJson([{ id: `none ${from}` }, ...orders]))
  })
  return server.baseUrl
}

/** Every row that a person may miss, as text. Knows the tables only; buyers are sealed with a key of each process. */
function rowsIn(file: string): string[] {
  const db = new Database(file, { readonly: true })
  const rows = [
    `SELECT 'order ' || order_id || ' ' || state || ' ' || rest || search_text || (buyer IS NOT NULL) FROM orders`,
    `SELECT 'line ' || order_id || ' ' || line_id || ' ' || server_copy FROM order_lines`,
    `SELECT 'word ' || rowid FROM order_search WHERE order_search MATCH 'mpn'`,
    `SELECT 'aside ' || raw FROM set_aside`,
    `SELECT 'setting ' || key FROM settings WHERE key LIKE 'pull.%'`,
  ].flatMap((query) => db.prepare(query).pluck().all() as string[])
  db.close()
  return rows.sort()
}

it('loses and doubles nothing, whatever commit an import is killed after', async () => {
  const [root, baseUrl] = [tempDir(), await marketplace()]
  const whole = join(root, 'whole.sqlite')
  const undisturbed = await importOnce(whole, baseUrl, 0)
  expect(undisturbed.exitCode).toBe(0)
  const { commits } = JSON.parse(undisturbed.printed) as { commits: number }
  const rows = rowsIn(whole)
  expect(rows.filter((row) => row.startsWith('order '))).toHaveLength(PAGES * PAGE)
  expect(rows.filter((row) => row.startsWith('word '))).toHaveLength(PAGES * PAGE)
  expect(rows.filter((row) => row.startsWith('aside '))).toHaveLength(PAGES)
  // Three for each page.
  expect(commits).toBeGreaterThanOrEqual(3 * PAGES)
  for (let killAfter = 1; killAfter <= commits; killAfter += 1) {
    const file = join(root, `${killAfter}`, 'station.sqlite')
    expect(await importOnce(file, baseUrl, killAfter)).toMatchObject({ signal: 'SIGKILL' })
    const station = makeStation({ file, baseUrl })
    station.pull.start()
    await station.pull.now()
    await station.close()
    expect(rowsIn(file), `killed after commit ${killAfter}`).toEqual(rows)
  }
}, 120_000)
