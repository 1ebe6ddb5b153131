import BetterSqlite3 from 'better-sqlite3'
import fc from 'fast-check'
import { inTransaction, type DbFile } from '../../../../../src/main/store/db/database'
import { openDatabase } from '../../../../../src/main/store/db/open'
import { saveItem, saveUnknownItem } from '../../../../../src/main/store/tables/items'
import { ANY_ITEM, type ItemFilter } from '../../../../../src/shared/domain/items/item-filter'
import type { Item } from '../../../../../src/shared/partner-api/item'

const AT = '2026-11-21T08:00:00.000Z'
const DAYS = ['2026-11-01T00:00:00.000Z', '2026-11-02T00:00:00.000Z', '2026-11-03T00:00:00.000Z']
export const STATES = ['processing', 'listed', 'sold']
const TITLES = ['Wool coat', 'wool socks', 'Boots', null]

/** Every combination, so that each filter has something on both sides of it. */
export const ITEMS: Item[] = Array.from({ length: 240 }, (_, n) => ({
  item_number: `M${n}`,
  state: STATES[n % 3] ?? '',
  title: TITLES[n % 4] ?? null,
  external_id: n % 5 === 0 ? null : `X-${n % 7}`,
  mpn: n % 2 === 0 ? null : `P${n % 6}`,
  price: n % 11 === 0 ? null : (n % 11) * 100,
  discount: n % 4 === 0 ? null : { max_discount: { percentage: (n % 4) * 10 } },
  quality: n % 3 === 1 ? 'new' : 'fair',
  category_id: n % 13,
  brand_id: n % 17 === 0 ? null : n % 17,
  created_at: DAYS[n % 2],
  // Written with another precision, which must not matter.
  updated_at: DAYS[n % 3]?.replace(n % 2 === 0 ? '.000Z' : '', n % 2 === 0 ? 'Z' : ''),
  listing_error_messages: n % 19 === 0 ? ['size'] : [],
}))
export const isGone = (item: Item): boolean => Number(item.item_number.slice(1)) % 23 === 22

/** Made once: hundreds are opened. */
let filled: Buffer | null = null

/** A database with them, some of them gone, and one of which nothing was ever read. */
export function openFilledDatabase(): DbFile {
  return new BetterSqlite3((filled ??= fill()))
}

function fill(): Buffer {
  const db = openDatabase(':memory:')
  inTransaction(db, (tx) => {
    for (const item of ITEMS) saveItem(tx, item, AT)
    for (const item of ITEMS.filter(isGone)) saveUnknownItem(tx, item.item_number, AT)
    saveUnknownItem(tx, 'never seen', AT)
  })
  const content = db.serialize()
  db.close()
  return content
}

const orNull = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null, freq: 1 })
const someOf = <Value>(values: readonly Value[]) => fc.oneof(fc.constant([]), fc.subarray([...values]))
export const filters: fc.Arbitrary<ItemFilter> = fc
  .record(
    {
      states: someOf(STATES),
      search: fc.constantFrom('', 'wool', 'boo', 'm12', 'x'),
      externalId: fc.constantFrom('', 'X-1', 'none'),
      mpn: fc.constantFrom('', 'P1', 'P5'),
      categoryIds: someOf([1, 2, 3, 99]),
      brandIds: someOf([1, 2, 16]),
      qualities: someOf(['new', 'fair']),
      priceFromCents: orNull(fc.constantFrom(0, 200, 500)),
      priceToCents: orNull(fc.constantFrom(200, 800)),
      discountFrom: orNull(fc.constantFrom(10, 20)),
      discountTo: orNull(fc.constantFrom(0, 20)),
      updatedAfter: orNull(fc.constantFrom(...DAYS)),
      updatedBefore: orNull(fc.constantFrom(...DAYS)),
      createdAfter: orNull(fc.constantFrom(...DAYS)),
      createdBefore: orNull(fc.constantFrom(...DAYS)),
      only: orNull(fc.constantFrom('errors' as const, 'gone' as const)),
    },
    { requiredKeys: [] },
  )
  .map((some) => ({ ...ANY_ITEM, ...some }))
