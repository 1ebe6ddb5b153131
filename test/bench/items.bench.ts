import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createItemLists } from '../../src/main/areas/items/list-items'
import { systemClock } from '../../src/main/base/clock'
import { inTransaction, type DbFile } from '../../src/main/store/db/database'
import { openDatabase } from '../../src/main/store/db/open'
import { saveItem } from '../../src/main/store/tables/items'
import { countItems, facetsOf, listItems } from '../../src/main/store/views/item-list'
import { keepItems } from '../../src/main/sync/copies/keep-items'
import { ANY_ITEM, ITEM_SORTS, type ItemFilter } from '../../src/shared/domain/items/item-filter'
import { manyItem, manyItems } from '../support/many-items'
import { tempDir } from '../support/temp-dir'
import { printTurns, turnsWhile } from '../support/turns'

/** How long 200,000 items keep the main thread from the packer: as they are read in, changed, and listed. */

const ITEMS = 200_000
const MEASURED = 6_000
const PAGE = 200
const ROWS = 100
const FILTERS: Readonly<Record<string, Partial<ItemFilter>>> = {
  'all items': {},
  'listed ones': { states: ['listed'] },
  'of a quality': { qualities: ['new'] },
  'of a price': { priceFromCents: 20_000, priceToCents: 60_000 },
  'of two brands': { brandIds: [1, 2] },
  'with silk': { search: 'silk' },
  'with a letter': { search: 's' },
}

function fill(file: string): DbFile {
  const db = openDatabase(file)
  db.pragma('synchronous = OFF')
  for (let from = 0; from < ITEMS - MEASURED; from += 2_000)
    inTransaction(db, (tx) => {
      for (let n = from; n < from + 2_000; n += 1)
        saveItem(tx, manyItem(n), '2026-01-01T00:00:00.000Z', { listed: true })
    })
  db.pragma('wal_checkpoint(TRUNCATE)')
  db.pragma('synchronous = FULL')
  return db
}

it(`turns of the main thread with ${ITEMS} items`, { timeout: 3_600_000 }, async () => {
  const file = join(tempDir(), 'station.sqlite')
  const db = fill(file)
  const onFault = (error: unknown): never => {
    throw error
  }
  const deps = { db, clock: systemClock, onFault }
  /** As pages come: what the answer was made of is not measured. */
  const keep = async (from: number, to: number, change: number): Promise<void> => {
    for (let at = from; at < to; at += PAGE) {
      const entries = manyItems(at, at + PAGE, change)
      await nextTurn()
      await keepItems(deps, { entries, unreadable: [], next: null }, new Date().toISOString(), () => {})
      await nextTurn()
    }
  }
  printTurns(`${MEASURED} new items`, await turnsWhile(() => keep(ITEMS - MEASURED, ITEMS, 0)))
  printTurns(`${MEASURED} changed items`, await turnsWhile(() => keep(50_000, 50_000 + MEASURED, 1)))
  printTurns(`${MEASURED} unchanged items`, await turnsWhile(() => keep(80_000, 80_000 + MEASURED, 0)))
  expect(countItems(db, ANY_ITEM)).toBe(ITEMS)
  expect(facetsOf(db).state.length).toBe(4)
  expect(statSync(file).size / ITEMS).toBeGreaterThan(1_500)
  const changed = db.prepare('SELECT count(DISTINCT item_id) FROM item_changes').pluck().get()
  expect(changed).toBe(MEASURED)

  const station = { db, itemPull: { keptAsOf: () => null, reading: () => null } }
  for (const [name, some] of Object.entries(FILTERS)) {
    const filter = { ...ANY_ITEM, ...some }
    const total = countItems(db, filter)
    expect(total).toBeGreaterThan(300)
    for (const by of ITEM_SORTS)
      for (const part of [0, 0.75]) {
        const offset = Math.floor(part * (total - ROWS))
        const sort = { by, descending: part > 0 }
        const lists = createItemLists()
        const list = () => lists.list(station as never, { filter, sort, offset, limit: ROWS })
        let found = 0
        const turns = await turnsWhile(async () => {
          await nextTurn()
          found = (await list()).total
          await nextTurn()
        })
        expect(found).toBe(total)
        printTurns(`${name} (${total}) by ${by} at ${offset}`, turns)
        const again = (await list()).rows.map(({ itemNumber }) => itemNumber)
        const plain = listItems(db, filter, sort, { offset, limit: ROWS, total }).map(
          (item) => item.item_number,
        )
        expect(again).toEqual(plain)
      }
  }
  db.close()
})
