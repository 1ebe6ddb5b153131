import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { Item } from '../../src/shared/partner-api/item'
import { makeStation } from '../support/account'
import { rawJson, startHostile } from '../support/hostile'
import { manyItem } from '../support/many-items'
import { tempDir } from '../support/temp-dir'
import { importRuns } from './import-run'

/** A first reading of all items, killed after each of its commits: also between the parts of a page, and between two lists. */

const ITEMS = 75
const PAGE = 30

const importOnce = importRuns('items')

/** Listed by default are the first two thirds; the others have states that are asked for by name. */
const items = Array.from({ length: ITEMS }, (_, n): Item => {
  const state = n < 50 ? 'listed' : n < 60 ? 'processing' : 'deleted'
  // Each last changed at another time, long ago: no later round of changes shows it again.
  return { ...manyItem(n), state }
})

/** Serves them in pages, each with a record that cannot be read. */
async function marketplace() {
  const asked: string[] = []
  const server = await startHostile(({ url }, response) => {
    asked.push(url.search)
    const states = url.searchParams.get('status')?.split(',')
    const since = url.searchParams.get('updated_after')
    const list = items.filter(({ state }) =>
      states === undefined ? state === 'listed' : states.includes(state),
    )
    const changed = list.filter(({ updated_at: at }) => since === null || (at ?? '') > since)
    const from = Number(url.searchParams.get('from') ?? 0)
    const next = new URL(url.pathname + url.search, server.baseUrl)
    next.searchParams.set('from', String(from + PAGE))
    if (from + PAGE < changed.length) response.setHeader('link', `<${next.href}>; rel="next"`)
    const page: unknown[] = changed.slice(from, from + PAGE)
    response.end(
      rawJson(since === null ? [{ item_number: null, page: `${String(states)} ${from}` }, ...page] : page),
    )
  })
  return { baseUrl: server.baseUrl, asked }
}

/** Every row that a person may miss, as text. Knows the tables only. */
function rowsIn(file: string): string[] {
  const db = new Database(file, { readonly: true })
  const rows = [
    `SELECT 'item ' || item_number || ' ' || state || ' ' || title || ' ' || unlisted || ifnull(gone_at, '') FROM items`,
    `SELECT 'copy ' || item_number || ' ' || server_copy FROM items JOIN item_copies USING (item_id)`,
    `SELECT 'word ' || item_number FROM item_search JOIN items ON item_id = item_search.rowid WHERE item_search MATCH 'itm*'`,
    `SELECT 'facet ' || facet || ' ' || value || ' ' || items FROM item_facets`,
    `SELECT 'change ' || count(*) FROM item_changes`,
    `SELECT DISTINCT 'aside ' || raw FROM set_aside`,
    `SELECT 'setting ' || key FROM settings WHERE key LIKE 'items.%'`,
  ].flatMap((query) => db.prepare(query).pluck().all() as string[])
  db.close()
  return rows.sort()
}

function cursorIn(file: string): unknown {
  const db = new Database(file, { readonly: true })
  const cursor = db.prepare(`SELECT value FROM settings WHERE key = 'items.cursor'`).pluck().get()
  db.close()
  return cursor
}

it('loses and doubles nothing, whatever commit the first reading of items is killed after', async () => {
  const root = tempDir()
  const { baseUrl, asked } = await marketplace()
  const whole = join(root, 'whole.sqlite')
  const undisturbed = await importOnce(whole, baseUrl, 0)
  expect(undisturbed.exitCode).toBe(0)
  const { commits } = JSON.parse(undisturbed.printed) as { commits: number }
  const rows = rowsIn(whole)
  for (const kind of ['item', 'copy', 'word'])
    expect(
      rows.filter((row) => row.startsWith(`${kind} `)),
      kind,
    ).toHaveLength(ITEMS)
  expect(rows.filter((row) => row.startsWith('aside '))).toHaveLength(3)
  // Three parts of each full page.
  expect(commits).toBeGreaterThan(ITEMS / 10)
  const pages = asked.filter((query) => !query.includes('updated_after')).length
  expect(pages).toBe(3)
  for (let killAfter = 1; killAfter <= commits; killAfter += 1) {
    const file = join(root, `${killAfter}`, 'station.sqlite')
    asked.length = 0
    expect(await importOnce(file, baseUrl, killAfter)).toMatchObject({ signal: 'SIGKILL' })
    const wasOver = cursorIn(file) !== undefined
    const station = makeStation({ file, baseUrl })
    station.itemPull.start()
    await station.itemPull.now()
    await station.close()
    expect(rowsIn(file), `killed after commit ${killAfter}`).toEqual(rows)
    // At most the page that was being stored is read again; what was over is not read from the beginning.
    const again = asked.filter((query) => !query.includes('updated_after')).length
    expect(again, `pages, killed after commit ${killAfter}`).toBeLessThanOrEqual(wasOver ? pages : pages + 1)
    // No change since the first reading began is ever left out.
    expect(Date.parse(String(cursorIn(file)))).toBeLessThanOrEqual(station.clock.wallMs())
  }
}, 240_000)
