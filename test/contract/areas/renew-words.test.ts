import { expect, it } from 'vitest'
import { searchArchive } from '../../../src/main/areas/archive/search-archive'
import { createArchiving } from '../../../src/main/areas/archive/archive-finished'
import { createRenewing } from '../../../src/main/areas/station/renew-words'
import { monthsOf, openMonth } from '../../../src/main/store/archive/months'
import { inTransaction, type Db } from '../../../src/main/store/db/database'
import { saveItem } from '../../../src/main/store/tables/items'
import { isRenewing, noteRenewing } from '../../../src/main/store/tables/search-index'
import { foundBy } from '../../../src/main/store/views/desk-sets'
import { fillArchive, inFile, runToEnd, stationWith } from '../../support/filled-archive'
import { FIRST_OLD, oldOrder } from '../../support/old-orders'
import { makeStation, type TestStation } from '../../support/account'
import { makeOrder } from '../../support/orders'
import { keptItems } from '../../support/read-items'
import { rawDb } from '../../support/raw-db'

const LATER = '2026-12-01T00:00:00.000Z'
const TITLE = 'Müller Straße 東京商事'

const everyOrder = (db: Db): number[] =>
  rawDb(db).prepare('SELECT order_id FROM orders ORDER BY order_id').pluck().all() as number[]

/** As the version before made the words: marks left out, and all other letters as they are. */
function makeOld(db: Db): void {
  const [old, words] = [' muller straße 東京商事 ', 'muller straße 東京商事']
  rawDb(db).prepare('UPDATE orders SET search_text = ?').run(old)
  for (const [table, from, id] of [
    ['order_search', 'orders', 'order_id'],
    ['item_search', 'items', 'item_id'],
  ])
    rawDb(db).exec(`INSERT OR REPLACE INTO ${table} (rowid, words) SELECT ${id}, '${words}' FROM ${from}`)
  inTransaction(db, noteRenewing)
}

/** Gives the items of these orders the title. */
function nameItems(db: Db, orderIds: readonly number[]): void {
  const items = rawDb(db).prepare(
    'SELECT DISTINCT item_number FROM order_lines WHERE order_id = ? AND item_number IS NOT NULL',
  )
  for (const itemNumber of orderIds.flatMap((orderId) => items.pluck().all(orderId) as string[]))
    inTransaction(db, (tx) => saveItem(tx, { item_number: itemNumber, state: 'sold', title: TITLE }, LATER))
}

const onFaultOf = (station: TestStation) => ({
  onFault: (error: unknown) => void station.faults.push(error),
})

/** A station of the version before, with an archive. */
function stationOfBefore() {
  const station = stationWith(oldOrder(FIRST_OLD))
  const { db } = station
  const [newest = 0] = everyOrder(db).slice(-1)
  nameItems(db, [FIRST_OLD, newest])
  fillArchive(station)
  expect(inFile(station, FIRST_OLD)).toBe(false)
  const [{ month } = { month: '' }] = monthsOf(db)
  makeOld(db)
  makeOld(openMonth(db, month))
  return { station, db, month, newest }
}

it('finds orders, items and the archive of an earlier version by plain letters and by parts of words', async () => {
  const { station, db, month, newest } = stationOfBefore()
  const found = (search: string) =>
    Promise.all([
      foundBy(db, search).then(({ orderIds }) => orderIds),
      keptItems(station, { search }).then(({ total }) => total),
      searchArchive(station, search).then(({ rows }) => rows.map(({ orderId }) => orderId)),
    ])
  const items = (await keptItems(station)).total
  for (const search of ['strasse', 'mueller', '商事']) expect(await found(search)).toEqual([[], 0, []])
  runToEnd(station, createRenewing({ ...station, ...onFaultOf(station) }))
  for (const search of ['strasse', 'mueller', '商事'])
    expect(await found(search)).toEqual([[newest], items, [FIRST_OLD]])
  expect(isRenewing(db)).toBe(false)
  expect(isRenewing(openMonth(db, month))).toBe(false)
})

it('begins with the latest orders, and goes on after a restart where it was', async () => {
  const station = makeStation()
  const { db } = station
  const orderIds = [1001, 1002, 1003]
  for (const id of orderIds) station.take(makeOrder({ id }))
  nameItems(db, orderIds)
  makeOld(db)
  const items = (await keptItems(station)).total
  const part = () => {
    const renewing = createRenewing({ ...station, batch: 1, ...onFaultOf(station) })
    renewing.start()
    renewing.stop()
  }
  for (let parts = 0; parts < items + 2; parts += 1) part()
  expect((await foundBy(db, 'strasse')).orderIds).toEqual([1003, 1002])
  part()
  expect((await foundBy(db, 'strasse')).orderIds).toEqual([1003, 1002, 1001])
  expect(isRenewing(db)).toBe(true)
  part()
  expect(isRenewing(db)).toBe(false)
  expect(station.faults).toEqual([])
})

it('keeps orders from the archive until their words are made', () => {
  const { station, db } = stationOfBefore()
  station.take(oldOrder(FIRST_OLD + 1))
  const archiving = () => createArchiving({ ...station, onMoved: () => {}, ...onFaultOf(station) })
  runToEnd(station, archiving())
  expect(inFile(station, FIRST_OLD + 1)).toBe(true)
  runToEnd(station, createRenewing({ ...station, ...onFaultOf(station) }))
  runToEnd(station, archiving())
  expect(inFile(station, FIRST_OLD + 1)).toBe(false)
  expect(isRenewing(db)).toBe(false)
})
