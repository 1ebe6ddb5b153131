import { globSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'

export type Kept = {
  cursors: number
  orders: number
  items: number
  byState: [string, number][]
  missing: number
}

/** What the station has, as its file shows it. */
export function keptIn(dataDir: string): Kept | null {
  const [name] = globSync('live/*/station.sqlite', { cwd: dataDir })
  if (name === undefined) return null
  const db = new Database(path.join(dataDir, name), { readonly: true })
  const one = (text: string): number => db.prepare(text).pluck().get() as number
  const kept = {
    cursors: one(`SELECT count(*) FROM settings WHERE key IN ('pull.cursor', 'items.cursor')`),
    orders: one('SELECT count(*) FROM orders'),
    items: one('SELECT count(*) FROM items WHERE state IS NOT NULL'),
    byState: db.prepare('SELECT state, count(*) FROM items GROUP BY 1').raw().all() as [string, number][],
    missing: one(`SELECT count(*) FROM order_lines l WHERE is_shipping_fee = 0 AND item_number IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM items i WHERE i.item_number = l.item_number)`),
  }
  db.close()
  return kept
}
