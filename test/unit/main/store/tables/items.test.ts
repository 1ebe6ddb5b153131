import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { inTransaction, type Db } from '../../../../../src/main/store/db/database'
import { openDatabase } from '../../../../../src/main/store/db/open'
import { changesOfItem } from '../../../../../src/main/store/tables/item-changes'
import {
  findItem,
  isSameItem,
  itemsOfExternalId,
  notCached,
  saveItem,
  saveUnknownItem,
} from '../../../../../src/main/store/tables/items'
import { countItems, itemNumbersOf } from '../../../../../src/main/store/views/item-list'
import { ANY_ITEM } from '../../../../../src/shared/domain/items/item-filter'
import type { Item } from '../../../../../src/shared/partner-api/item'
import { rawDb } from '../../../../support/raw-db'
import { tempDir } from '../../../../support/temp-dir'

const AT = '2026-11-21T08:00:00.000Z'
const COAT: Item = {
  item_number: 'M1',
  state: 'listed',
  title: 'Wool coat',
  price: 4_990,
  listed_price: 4_990,
  discount: { max_discount: { percentage: 10 } },
  external_id: 'X1',
  updated_at: '2026-11-20T08:00:00Z',
}

let db: Db
beforeEach(() => {
  db = openDatabase(join(tempDir(), 'station.sqlite'))
})

const save = (item: Item, at = AT): boolean => inTransaction(db, (tx) => saveItem(tx, item, at))
const found = (search: string): string[] => [...itemNumbersOf(db, { ...ANY_ITEM, search })].flat()

it('never takes an older copy for a newer one (I12)', () => {
  save({ ...COAT, price: 1, updated_at: '2026-11-20T08:00:01Z' })
  save(COAT)
  expect(findItem(db, 'M1')?.price).toBe(1)
  // The same second, written differently, is not older.
  save({ ...COAT, price: 2, updated_at: '2026-11-20T08:00:01.000Z' })
  expect(findItem(db, 'M1')?.price).toBe(2)
  save({ ...COAT, price: 3, updated_at: null })
  expect(findItem(db, 'M1')?.price).toBe(3)
})

it('keeps what was known of an item that the marketplace does not know any more, and forgets that when it is back', () => {
  save(COAT)
  inTransaction(db, (tx) => saveUnknownItem(tx, 'M1', '2026-11-22T08:00:00.000Z'))
  inTransaction(db, (tx) => saveUnknownItem(tx, 'M1', '2026-11-23T08:00:00.000Z'))
  expect(findItem(db, 'M1')).toEqual(COAT)
  expect(countItems(db, ANY_ITEM)).toBe(0)
  expect(countItems(db, { ...ANY_ITEM, only: 'gone' })).toBe(1)
  expect(rawDb(db).prepare('SELECT gone_at FROM items').pluck().get()).toBe('2026-11-22T08:00:00.000Z')
  expect(itemsOfExternalId(db, 'X1')).toEqual([])
  expect(isSameItem(db, COAT)).toBe(false)
  save(COAT)
  expect(countItems(db, ANY_ITEM)).toBe(1)
  expect(isSameItem(db, COAT)).toBe(true)
})

it('notes an item that nobody ever saw, and asks for it no more', () => {
  inTransaction(db, (tx) => saveUnknownItem(tx, 'M9', AT))
  expect(notCached(db, ['M8', 'M9'])).toEqual(['M8'])
  expect(findItem(db, 'M9')).toBeNull()
  expect(countItems(db, { ...ANY_ITEM, only: 'gone' })).toBe(0)
})

it('finds an item by its words as they are now', () => {
  save(COAT)
  expect(found('wool')).toEqual(['M1'])
  expect(found('COAT m1 x1')).toEqual(['M1'])
  save({ ...COAT, title: 'Überrock', mpn: 'P-77-1' })
  expect(found('wool')).toEqual([])
  expect(found('uberro')).toEqual(['M1'])
  expect(found('p771')).toEqual(['M1'])
  expect(found('771')).toEqual(['M1'])
})

it('notes each change of price, discount and state, with the time of the marketplace', () => {
  save(COAT)
  expect(changesOfItem(db, 'M1')).toEqual([])
  const updated_at = '2026-11-20T09:00:00Z'
  save({ ...COAT, price: 3_990, state: 'ready_to_delete', updated_at })
  // Without a new time of the marketplace's, the time of the read is the best known.
  save(
    { ...COAT, price: 3_990, state: 'ready_to_delete', updated_at, discount: null },
    '2026-11-21T10:00:00.000Z',
  )
  const at = '2026-11-20T09:00:00.000Z'
  expect(changesOfItem(db, 'M1')).toEqual([
    { at, field: 'price', old: 4_990, new: 3_990, opSeq: null },
    { at, field: 'state', old: 'listed', new: 'ready_to_delete', opSeq: null },
    { at: '2026-11-21T10:00:00.000Z', field: 'discount', old: 10, new: null, opSeq: null },
  ])
})

it('keeps the latest changes of an item', () => {
  save(COAT)
  for (let price = 1; price <= 205; price += 1) save({ ...COAT, price })
  save({ ...COAT, item_number: 'M2' })
  save({ ...COAT, item_number: 'M2', price: 5 })
  const prices = changesOfItem(db, 'M1').map((change) => change.new)
  expect(prices).toHaveLength(200)
  expect([prices[0], prices.at(-1)]).toEqual([6, 205])
  expect(changesOfItem(db, 'M2')).toHaveLength(1)
})

it('says which change this station asked for', () => {
  const op = rawDb(db).prepare(
    `INSERT INTO outbox (seq, op_uid, kind, lane, item_key, body, state, captured_at, captured_by, settled_at)
     VALUES (?, ?, ?, 'item:M1', 'M1', ?, ?, '${AT}', 'Ada', ?)`,
  )
  const discount = { max_discount: { percentage: 25 } }
  op.run(1, 'a', 'update_item', JSON.stringify({ price: 3_000, discount }), 'confirmed', AT)
  op.run(2, 'b', 'update_item', '{"price":2000}', 'ready', null)
  op.run(3, 'c', 'delist_item', '{}', 'sending', null)
  save(COAT)
  const states = [
    { price: 3_000, listed_price: 3_000 },
    { price: 3_100 },
    // Somebody else set it to the same price later.
    { price: 3_000 },
    { price: 2_000 },
    { price: 2_000, discount },
    { state: 'ready_to_delete', price: 2_000, discount },
    { state: 'deleted', price: 2_000, discount },
    { state: 'listed', price: 2_000, discount },
  ]
  for (const change of states) save({ ...COAT, listed_price: 3_000, ...change })
  expect(changesOfItem(db, 'M1').map(({ field, new: now, opSeq }) => [field, now, opSeq])).toEqual([
    ['price', 3_000, 1],
    ['listed_price', 3_000, 1],
    ['price', 3_100, null],
    ['price', 3_000, null],
    ['price', 2_000, null],
    ['discount', 25, 1],
    ['state', 'ready_to_delete', 3],
    ['state', 'deleted', 3],
    ['state', 'listed', null],
  ])
})
