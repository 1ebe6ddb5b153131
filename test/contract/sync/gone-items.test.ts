import { expect, it } from 'vitest'
import { delistItem, updateItem } from '../../../src/main/areas/items/change-item'
import { inTransaction } from '../../../src/main/store/db/database'
import { findItem, saveItem, saveUnknownItem } from '../../../src/main/store/tables/items'
import { listOutbox } from '../../../src/main/store/views/outbox-list'
import { viewItem } from '../../../src/main/store/views/item-view'
import { makeSyncBench } from '../../support/sync-bench'
import { listedItem } from './item-ops'

/** An item that the marketplace does not know any more. */

const LATER = '2027-01-01T00:00:00.000Z'

it('can be read here, and is neither changed nor delisted, until the marketplace shows it again', async () => {
  const { station } = await makeSyncBench()
  const itemNumber = await listedItem({ station } as never)
  const item = findItem(station.db, itemNumber)
  if (item === null) throw new Error('not read')
  inTransaction(station.db, (tx) => saveUnknownItem(tx, itemNumber, LATER))
  expect(viewItem(station.db, itemNumber)).toMatchObject({ goneAt: LATER, state: 'listed' })
  const change = { itemNumber, priceCents: 4_711, maxDiscountPercent: null }
  const refused = expect.objectContaining({ code: 'item_not_found' }) as Error
  expect(() => updateItem(station, change)).toThrow(refused)
  expect(() => delistItem(station, { itemNumber })).toThrow(refused)
  expect(listOutbox(station.db, 'open', 0, 10).total).toBe(0)
  inTransaction(station.db, (tx) => saveItem(tx, item, LATER))
  expect(updateItem(station, change).seq).toBeGreaterThan(0)
  expect(delistItem(station, { itemNumber }).seq).toBeGreaterThan(0)
})
