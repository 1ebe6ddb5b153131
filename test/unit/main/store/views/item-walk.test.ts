import { setImmediate as nextTurn } from 'node:timers/promises'
import BetterSqlite3, { type Statement } from 'better-sqlite3'
import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createItemLists } from '../../../../../src/main/areas/items/list-items'
import { inTransaction, type DbFile } from '../../../../../src/main/store/db/database'
import { saveItem, saveUnknownItem } from '../../../../../src/main/store/tables/items'
import { countIfNear, countItems, itemsOf, listItems } from '../../../../../src/main/store/views/item-list'
import { beginWalk, fittingItems, walkOn, type ItemPace } from '../../../../../src/main/store/views/item-walk'
import {
  ANY_ITEM,
  ITEM_SORTS,
  type ItemFilter,
  type ItemSort,
} from '../../../../../src/shared/domain/items/item-filter'
import { manyItem, manyItems } from '../../../../support/many-items'
import { filters, openFilledDatabase } from './filtered-items'

let db: DbFile

const paces: fc.Arbitrary<ItemPace> = fc.record({
  looked: fc.constantFrom(7, 1_000),
  walked: fc.constantFrom(1, 5, 1_000),
  sorted: fc.constantFrom(0, 20),
})
const sorts = fc.record({ by: fc.constantFrom(...ITEM_SORTS), descending: fc.boolean() })

/** With an item behind every letter of ASCII, and at the lower end of the numbers. */
function openWithFarthest(): DbFile {
  const filled = openFilledDatabase()
  const farthest = { ...manyItem(1), item_number: 'FAR', title: 'Überzug', price: -1 }
  inTransaction(filled, (tx) => saveItem(tx, farthest, '2026-11-21T08:00:00.000Z'))
  return filled
}

it('a walk in parts finds what one query finds, in the same order, however far it went before', async () => {
  db = openWithFarthest()
  await fc.assert(
    fc.asyncProperty(filters, sorts, paces, fc.nat(60), async (filter, sort, pace, wanted) => {
      const all = listItems(db, filter, sort, { offset: 0, limit: 1_000, total: 0 })
      const set = await fittingItems(db, filter, pace)
      expect(set.count).toBe(all.length)
      const walk = beginWalk(sort)
      await walkOn(db, sort, set, walk, wanted, pace)
      const numbers = () => itemsOf(db, walk.itemIds).map((item) => item.item_number)
      const expected = all.map((item) => item.item_number)
      expect(numbers().length).toBeGreaterThanOrEqual(Math.min(wanted, all.length))
      expect(numbers()).toEqual(expected.slice(0, numbers().length))
      await walkOn(db, sort, set, walk, 1_000, pace)
      expect(numbers()).toEqual(expected)
    }),
    { numRuns: 400, seed: 15 },
  )
})

it.each(ITEM_SORTS)('a walk by %s, either way, has the first and the last', async (by) => {
  db = openWithFarthest()
  for (const descending of [true, false]) {
    const sort = { by, descending }
    const pace = { looked: 1_000, walked: 50, sorted: 0 }
    const set = await fittingItems(db, ANY_ITEM, pace)
    const walk = beginWalk(sort)
    await walkOn(db, sort, set, walk, 1_000, pace)
    expect(itemsOf(db, walk.itemIds)).toEqual(
      listItems(db, ANY_ITEM, sort, { offset: 0, limit: 1_000, total: set.count }),
    )
  }
})

/** The queries whose rows are read from now on. They may have been prepared before. */
function watchReads(): string[] {
  const texts: string[] = []
  const statements = Object.getPrototypeOf(db.prepare('SELECT 1')) as Statement
  const { all } = statements
  statements.all = function (this: Statement, ...values: unknown[]) {
    texts.push(this.source)
    return all.apply(this, values)
  }
  onTestFinished(() => {
    statements.all = all
  })
  return texts
}

describe('a list of many items', () => {
  let many: DbFile
  const kept = { keptAsOf: () => null, reading: () => null }
  const station = () =>
    ({ db, itemPull: kept }) as unknown as Parameters<ReturnType<typeof createItemLists>['list']>[0]
  const BY_TITLE: ItemSort = { by: 'title', descending: false }
  const ask = (filter: Partial<ItemFilter>, offset: number, limit = 20) => ({
    ...{ filter: { ...ANY_ITEM, ...filter }, sort: BY_TITLE, offset, limit },
  })
  const plain = (filter: Partial<ItemFilter>, offset: number, limit = 20): string[] => {
    const whole = { ...ANY_ITEM, ...filter }
    return listItems(db, whole, BY_TITLE, { offset, limit, total: countItems(db, whole) }).map(
      (item) => item.item_number,
    )
  }
  const rowOf = (itemNumber: string) =>
    db.prepare('SELECT item_id FROM items WHERE item_number = ?').pluck().get(itemNumber) as number
  beforeAll(() => {
    many = openFilledDatabase()
    inTransaction(many, (tx) => {
      for (const item of manyItems(0, 6_000)) saveItem(tx, item, '2026-11-21T08:00:00.000Z')
    })
  })
  beforeEach(() => {
    db = many
  })

  it.each([
    [{}, 0, true],
    [{}, 5_000, false],
    [{ qualities: ['good'] }, 10, false],
    [{ states: ['listed'] }, 3_000, false],
    [{ search: 'silk' }, 50, false],
    [{ search: 's' }, 1_500, false],
    [{ search: 'wool', states: ['sold'] }, 4, false],
    [{ brandIds: [3] }, 2, true],
    [{ mpn: 'MPN-7' }, 0, true],
  ] as const)('%o from %i is the same whether it is read at once or not', async (some, offset, isNear) => {
    expect(countIfNear(db, { ...ANY_ITEM, ...some }, { offset, limit: 20 }) !== null).toBe(isNear)
    const found = await createItemLists().list(station(), ask(some, offset))
    expect(found.rows.map((row) => row.itemNumber)).toEqual(plain(some, offset))
    expect(found.total).toBe(countItems(db, { ...ANY_ITEM, ...some }))
    expect(found.rows.length).toBeGreaterThan(0)
  })

  it('looks through a list once, and again when something has changed', async () => {
    const lists = createItemLists()
    const read = watchReads()
    const walked = async (offset: number): Promise<number> => {
      read.length = 0
      const { rows } = await lists.list(station(), ask({}, offset))
      expect(rows.map((row) => row.itemNumber)).toEqual(plain({}, offset))
      return read.filter((text) => text.includes('INDEXED BY')).length
    }
    expect(await walked(5_500)).toBeGreaterThan(0)
    expect(await walked(3_000)).toBe(0)
    expect(await walked(5_400)).toBe(0)
    inTransaction(db, (tx) =>
      saveItem(
        tx,
        { ...manyItem(1), title: 'AAA', updated_at: '2027-01-01T00:00:00Z' },
        '2027-01-01T00:00:00.000Z',
      ),
    )
    expect(await walked(3_000)).toBeGreaterThan(0)
    inTransaction(db, (tx) => saveUnknownItem(tx, manyItem(2).item_number, '2027-01-01T00:00:00.000Z'))
    expect((await lists.list(station(), ask({}, 3_000))).total).toBe(countItems(db, ANY_ITEM))
  })

  it('answers requests for the same list one after the other, each with its rows', async () => {
    const offsets = [5_000, 2_500, 5_500, 4_000]
    const texts = watchReads()
    const looked = () => texts.splice(0).filter((text) => text.includes('NOT INDEXED')).length
    await createItemLists().list(station(), ask({}, 5_000))
    const once = looked()
    const lists = createItemLists()
    const answers = await Promise.all(offsets.map((offset) => lists.list(station(), ask({}, offset))))
    expect(looked()).toBe(once)
    expect(answers.map(({ rows }) => rows.map((row) => row.itemNumber))).toEqual(
      offsets.map((offset) => plain({}, offset)),
    )
  })

  it('keeps lists of other items and other orders apart', async () => {
    const lists = createItemLists()
    const texts = watchReads()
    const looked = () => texts.splice(0).filter((text) => text.includes('NOT INDEXED')).length
    const numbers = async (request: Parameters<typeof lists.list>[1]) =>
      (await lists.list(station(), request)).rows.map((row) => row.itemNumber)
    expect(await numbers(ask({ qualities: ['good'] }, 10))).toEqual(plain({ qualities: ['good'] }, 10))
    expect(await numbers(ask({ qualities: ['new'] }, 10))).toEqual(plain({ qualities: ['new'] }, 10))
    expect(looked()).toBeGreaterThan(1)
    const sort: ItemSort = { by: 'price', descending: true }
    const filter = { ...ANY_ITEM, qualities: ['new'] }
    const byPrice = listItems(db, filter, sort, { offset: 10, limit: 20, total: countItems(db, filter) })
    expect(await numbers({ ...ask(filter, 10), sort })).toEqual(byPrice.map((item) => item.item_number))
    // Which items fit is known; only their order is not.
    expect(looked()).toBe(0)
  })

  it.each([4_970, 4_980, 4_990, 5_000])(
    'fills a page that begins at %i, where a part ends',
    async (offset) => {
      const { rows } = await createItemLists().list(station(), ask({}, offset))
      expect(rows.map((row) => row.itemNumber)).toEqual(plain({}, offset))
    },
  )

  it('reads no more than it must', async () => {
    const texts = watchReads()
    const read = (part: string) => texts.filter((text) => text.includes(part)).length
    const lists = createItemLists()
    // Few that fit are sorted, once.
    for (const offset of [0, 4, 5_000])
      await lists.list(station(), ask({ qualities: ['good'], priceToCents: 10_000 }, offset))
    expect([read('INDEXED BY items_'), read('ORDER BY +')]).toEqual([0, 1])
    texts.length = 0
    // The index of words has beginnings of three letters; a longer one would be collected for each part.
    const pace = { looked: 1_000, walked: 100, sorted: 0 }
    await fittingItems(db, { ...ANY_ITEM, search: 'silk' }, pace)
    expect(read('MATCH')).toBe(1)
    await fittingItems(db, { ...ANY_ITEM, search: 'sil' }, pace)
    expect(read('MATCH')).toBeGreaterThan(5)
    texts.length = 0
    // As far as wanted, and no farther than to the last that fits.
    const set = await fittingItems(db, ANY_ITEM, pace)
    await walkOn(db, BY_TITLE, set, beginWalk(BY_TITLE), 250, pace)
    expect(read('INDEXED BY items_')).toBeLessThan(10)
    texts.length = 0
    const [first = 0] = listItems(db, ANY_ITEM, BY_TITLE, { offset: 0, limit: 1, total: set.count }).map(
      (item) => rowOf(item.item_number),
    )
    const only = { count: 1, marks: set.marks.map((_, itemId) => (itemId === first ? 1 : 0)) }
    await walkOn(db, BY_TITLE, only, beginWalk(BY_TITLE), 20, pace)
    expect(read('INDEXED BY items_')).toBeLessThan(10)
  })

  it('lets the event loop turn between its parts', async () => {
    const pace = { looked: 500, walked: 500, sorted: 0 }
    const turnsOf = async (work: Promise<unknown>): Promise<number> => {
      let turns = 0
      let isOver = false
      void work.finally(() => (isOver = true))
      for (; !isOver; turns += 1) await nextTurn()
      return turns
    }
    expect(await turnsOf(fittingItems(db, { ...ANY_ITEM, qualities: ['new'] }, pace))).toBeGreaterThan(10)
    // Both the words and the items.
    expect(await turnsOf(fittingItems(db, { ...ANY_ITEM, search: 's' }, pace))).toBeGreaterThan(20)
    const set = await fittingItems(db, ANY_ITEM, pace)
    expect(await turnsOf(walkOn(db, BY_TITLE, set, beginWalk(BY_TITLE), 6_000, pace))).toBeGreaterThan(10)
  })

  it.each(ITEM_SORTS)('walks an index that has all it needs, from any place, sorted by %s', async (by) => {
    const texts = watchReads()
    for (const descending of [true, false])
      await createItemLists().list(station(), { ...ask({}, 5_900), sort: { by, descending } })
    const walks = [...new Set(texts.filter((text) => text.includes('INDEXED BY')))]
    expect(walks.length).toBeGreaterThan(1)
    for (const text of walks) {
      const steps = db.prepare(`EXPLAIN QUERY PLAN ${text}`).all({ key: 1, itemId: 1, limit: 1 })
      expect(steps).toEqual([
        expect.objectContaining({
          detail: expect.stringMatching(/^SEARCH items USING COVERING INDEX items_by_\w+ \(/) as string,
        }),
      ])
    }
  })

  it('makes the rows of a long page in parts, between which the event loop turns', async () => {
    let turns = 0
    let isOver = false
    const asked = createItemLists()
      .list(station(), ask({}, 0, 500))
      .finally(() => (isOver = true))
    for (; !isOver; turns += 1) await nextTurn()
    expect((await asked).rows.map((row) => row.itemNumber)).toEqual(plain({}, 0, 500))
    expect(turns).toBeGreaterThan(5)
  })

  it.each([
    ['looks for items', { qualities: ['new'] }, 0, 20],
    ['looks for words', { search: 's' }, 0, 20],
    ['walks', {}, 200, 20],
    ['makes rows', {}, 0, 500],
  ])('is empty once the account is closed while it %s', async (_name, some, offset, limit) => {
    db = openFilledDatabase()
    inTransaction(db, (tx) => {
      for (const item of manyItems(0, 300)) saveItem(tx, item, '2026-11-21T08:00:00.000Z')
    })
    const content = db.serialize()
    for (let turns = 0; turns < 8; turns += 1) {
      db = new BetterSqlite3(content)
      const asked = createItemLists().list(station(), ask(some, offset, limit))
      let isOver = false
      void asked.finally(() => (isOver = true))
      for (let turn = 0; turn < turns; turn += 1) await nextTurn()
      if (isOver) return
      db.close()
      expect(await asked).toMatchObject({ total: 0, rows: [] })
    }
  })

  it('stops looking and walking in the part in which the file is closed', async () => {
    const pace = { looked: 20, walked: 20, sorted: 0 }
    const filter = { ...ANY_ITEM, search: 's' }
    for (let turns = 0; turns < 30; turns += 1) {
      db = openFilledDatabase()
      const set = await fittingItems(db, ANY_ITEM, pace)
      const walking = walkOn(db, BY_TITLE, set, beginWalk(BY_TITLE), 200, pace)
      const looking = fittingItems(db, filter, pace)
      for (let turn = 0; turn < turns; turn += 1) await nextTurn()
      db.close()
      await expect(Promise.all([walking, looking])).resolves.toBeDefined()
    }
  })
})
