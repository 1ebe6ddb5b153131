import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Db } from '../../../../../src/main/store/db/database'
import { openDatabase } from '../../../../../src/main/store/db/open'
import { countItems, facetsOf, itemNumbersOf, listItems } from '../../../../../src/main/store/views/item-list'
import {
  ANY_ITEM,
  ITEM_SORTS,
  type ItemFilter,
  type ItemSort,
} from '../../../../../src/shared/domain/items/item-filter'
import type { Item } from '../../../../../src/shared/partner-api/item'
import { rawDb } from '../../../../support/raw-db'
import { tempDir } from '../../../../support/temp-dir'
import { filters, isGone, ITEMS, openFilledDatabase, STATES } from './filtered-items'

let db: Db
function openFilled(): void {
  db = openFilledDatabase()
}

/** What the filter means, without an index. */
function fits(item: Item, filter: ItemFilter): boolean {
  const within = (value: number | null | undefined, from: number | null, to: number | null): boolean =>
    (from === null && to === null) ||
    (value !== null &&
      value !== undefined &&
      (from === null || value >= from) &&
      (to === null || value <= to))
  const among = <Value>(value: Value, chosen: readonly Value[]): boolean =>
    chosen.length === 0 || chosen.includes(value)
  const ms = (text: string | null | undefined): number | null => (text ? Date.parse(text) : null)
  const words = `${item.title} ${item.item_number} ${item.external_id} ${item.mpn}`.toLowerCase().split(' ')
  const after = ms(filter.updatedAfter)
  return [
    isGone(item) === (filter.only === 'gone'),
    filter.only !== 'errors' || (item.listing_error_messages as string[]).length === 1,
    among(item.state, filter.states),
    filter.search === '' || words.some((word) => word.startsWith(filter.search)),
    filter.externalId === '' || item.external_id === filter.externalId,
    filter.mpn === '' || item.mpn === filter.mpn,
    among(item.category_id ?? -1, filter.categoryIds),
    among(item.brand_id ?? -1, filter.brandIds),
    among(item.quality ?? '', filter.qualities),
    within(item.price, filter.priceFromCents, filter.priceToCents),
    within(item.discount?.max_discount?.percentage, filter.discountFrom, filter.discountTo),
    within(ms(item.updated_at), after === null ? null : after + 1, ms(filter.updatedBefore)),
    within(ms(item.created_at), ms(filter.createdAfter), ms(filter.createdBefore)),
  ].every(Boolean)
}

const list = (filter: ItemFilter, sort: ItemSort, offset: number, limit: number): string[] =>
  listItems(db, filter, sort, { offset, limit, total: countItems(db, filter) }).map(
    (item) => item.item_number,
  )
const all = (filter: ItemFilter): string[] => [...itemNumbersOf(db, filter, 7)].flat()

describe('a filter', () => {
  beforeEach(openFilled)
  it('finds exactly what it means, counts it, and gives each window of it in order', () => {
    const sorts = fc.record({ by: fc.constantFrom(...ITEM_SORTS), descending: fc.boolean() })
    fc.assert(
      fc.property(filters, sorts, fc.nat(30), (filter, sort, offset) => {
        const expected = ITEMS.filter((item) => fits(item, filter)).map((item) => item.item_number)
        expect(all(filter)).toEqual(expected)
        expect(countItems(db, filter)).toBe(expected.length)
        const sorted = list(filter, sort, 0, 1_000)
        expect(sorted.toSorted()).toEqual(expected.toSorted())
        expect(list(filter, sort, offset, 10)).toEqual(sorted.slice(offset, offset + 10))
        expect(list(filter, { ...sort, descending: !sort.descending }, 0, 1_000)).toEqual(sorted.toReversed())
      }),
      { numRuns: 300, seed: 15 },
    )
  })
  it.each([
    ['price', (item: Item) => item.price ?? -1],
    ['discount', (item: Item) => item.discount?.max_discount?.percentage ?? -1],
    ['updated', (item: Item) => Date.parse(item.updated_at ?? '')],
    ['created', (item: Item) => Date.parse(item.created_at ?? '')],
    ['title', (item: Item) => item.title?.toLowerCase() ?? ''],
    ['state', (item: Item) => item.state],
    ['externalId', (item: Item) => item.external_id ?? ''],
  ] as [ItemSort['by'], (item: Item) => string | number][])('sorts by %s', (by, keyOf) => {
    const rows = listItems(db, ANY_ITEM, { by, descending: false }, { offset: 0, limit: 1_000, total: 1_000 })
    const keys = rows.map(keyOf)
    expect(keys).toEqual(keys.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0)))
    expect(new Set(keys).size).toBeGreaterThan(1)
  })
})

it('counts each value that is in use, most frequent first', () => {
  openFilled()
  const { state, brand, quality } = facetsOf(db, 3)
  expect(state.map(({ value }) => value).toSorted()).toEqual(STATES.toSorted())
  expect(brand).toHaveLength(3)
  expect(typeof brand[0]?.value).toBe('number')
  const there = ITEMS.filter((item) => !isGone(item) && item.quality === 'fair').length
  expect(quality[0]).toEqual({ value: 'fair', items: there })
})

describe('a list of many items', () => {
  /** How the query that picks the items is carried out, as if there were so many. */
  function planOf(
    filter: Partial<ItemFilter>,
    by: ItemSort['by'],
    of: { all: number; total: number },
  ): string {
    const wide = openDatabase(join(tempDir(), 'station.sqlite'))
    const raw = rawDb(wide)
    raw.exec(`INSERT INTO item_facets VALUES ('all', '', ${of.all}), ('state', 'listed', ${of.all})`)
    const plans: string[] = []
    const prepare = raw.prepare.bind(raw)
    raw.prepare = ((text: string) => {
      const statement = prepare(text)
      if (text.startsWith('SELECT item_id FROM items')) {
        const { all } = statement
        statement.all = (...values: unknown[]) => {
          plans.push(
            ...prepare(`EXPLAIN QUERY PLAN ${text}`)
              .all(...values)
              .map((row) => (row as { detail: string }).detail),
          )
          return all.call(statement, ...values)
        }
      }
      return statement
    }) as typeof raw.prepare
    listItems(
      wide,
      { ...ANY_ITEM, ...filter },
      { by, descending: true },
      { offset: 0, limit: 100, total: of.total },
    )
    wide.close()
    return plans.join('; ')
  }
  it.each(['title', 'price', 'discount', 'updated', 'created', 'state', 'externalId'] as const)(
    'reads its first rows in the order of the index by %s',
    (by) => {
      const plan = planOf({ states: ['listed'] }, by, { all: 200_000, total: 200_000 })
      expect(plan).toMatch(/^SCAN items USING INDEX items_by_/)
      expect(plan).not.toContain('TEMP B-TREE')
    },
  )
  it.each([
    [{ externalId: 'X1' }, 'items_by_external_id'],
    [{ mpn: 'P1' }, 'items_mpn'],
    [{ brandIds: [3] }, 'items_of_brand'],
    [{ categoryIds: [3] }, 'items_of_category'],
    [{ states: ['processing'] }, 'items_by_state'],
    [{ only: 'gone' }, 'items_gone'],
    [{ only: 'errors' }, 'items_with_errors'],
    [{ search: 'coat', states: ['listed'] }, 'INTEGER PRIMARY KEY'],
  ] as const)('looks up by an index what few items have: %o', (filter, index) => {
    expect(planOf(filter, 'price', { all: 200_000, total: 10 })).toContain(index)
  })
  it('reads all of them once when few fit, but no index knows which', () => {
    expect(planOf({ priceFromCents: 1 }, 'updated', { all: 200_000, total: 10 })).toMatch(
      /^SCAN items; USE TEMP/,
    )
  })
})
