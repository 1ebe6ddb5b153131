import { expect, it } from 'vitest'
import { bringBack } from '../../../src/main/areas/archive/bring-back'
import { inTransaction } from '../../../src/main/store/db/database'
import { saveItem } from '../../../src/main/store/tables/items'
import { foundBy } from '../../../src/main/store/views/desk-sets'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { fillArchive, inFile, stationWith } from '../../support/filled-archive'
import { FIRST_OLD, oldOrder } from '../../support/old-orders'
import { rawDb } from '../../support/raw-db'

const LATER = '2026-12-01T00:00:00.000Z'

it('an order that was archived before its items were read comes back with their titles, and is found by them', async () => {
  const station = stationWith(oldOrder(FIRST_OLD))
  const { db } = station
  const itemNumber = rawDb(db)
    .prepare('SELECT item_number FROM order_lines WHERE order_id = ? AND is_shipping_fee = 0')
    .pluck()
    .get(FIRST_OLD) as string
  fillArchive(station)
  expect(inFile(station, FIRST_OLD)).toBe(false)
  inTransaction(db, (tx) =>
    saveItem(tx, { item_number: itemNumber, state: 'sold', title: 'Zebra cape' }, LATER),
  )
  bringBack(station, FIRST_OLD)
  const titles = viewOrder(db, FIRST_OLD, station.seal)?.lines.map(({ title }) => title)
  expect(titles).toContain('Zebra cape')
  expect((await foundBy(db, 'zebra')).orderIds).toEqual([FIRST_OLD])
})
