import { join } from 'node:path'
import { expect, it } from 'vitest'
import { inTransaction, openDatabase } from '../../../../../src/main/store/db/database'
import { saveItem } from '../../../../../src/main/store/tables/items'
import { sortedItems, type ItemPlace } from '../../../../../src/main/store/views/sorted-items'
import type { ItemSort } from '../../../../../src/shared/contract/items'
import { tempDir } from '../../../../support/temp-dir'

const ANY = { status: [], externalId: '', mpn: '', readSince: null }

function openFilled() {
  const db = openDatabase(join(tempDir(), 'station.sqlite'))
  const items = [
    ['A', 'wool coat', 200, 'listed'],
    ['B', 'Boots', null, 'listed'],
    ['C', 'bag', 1_000, 'deleted'],
    ['D', null, 200, 'processing'],
    ['E', 'Coat', 30, 'listed'],
  ] as const
  items.forEach(([number, title, price, state], index) =>
    inTransaction(db, (tx) =>
      saveItem(
        tx,
        {
          ...{ item_number: number, title, price, state, external_id: `X${number}` },
          updated_at: `2026-11-0${9 - index}T08:00:00Z`,
        },
        `2026-11-2${index}T08:00:00.000Z`,
      ),
    ),
  )
  return db
}

it.each([
  [{ by: 'title', descending: false }, 'DCBEA'],
  [{ by: 'title', descending: true }, 'AEBCD'],
  [{ by: 'price', descending: false }, 'BEADC'],
  [{ by: 'price', descending: true }, 'CDAEB'],
  [{ by: 'state', descending: false }, 'CABED'],
  [{ by: 'updated', descending: true }, 'ABCDE'],
] as [ItemSort, string][])('sorts by %o as a whole, whatever the size of a page', (sort, expected) => {
  const db = openFilled()
  for (const limit of [1, 2, 3, 5, 10]) {
    const numbers: string[] = []
    let after: ItemPlace | null = null
    do {
      const page: ReturnType<typeof sortedItems> = sortedItems(db, ANY, sort, after, limit)
      expect(page.items.length).toBeLessThanOrEqual(limit)
      numbers.push(...page.items.map((item) => item.item_number))
      after = page.last
    } while (after !== null)
    expect(numbers.join('')).toBe(expected)
  }
})

it('filters, and leaves out what was read before', () => {
  const db = openFilled()
  const numbers = (filter: object) =>
    sortedItems(db, { ...ANY, ...filter }, { by: 'title', descending: false }, null, 10)
      .items.map((item) => item.item_number)
      .join('')
  expect(numbers({ status: ['listed'] })).toBe('BEA')
  expect(numbers({ externalId: 'XE' })).toBe('E')
  expect(numbers({ readSince: '2026-11-22T08:00:00.000Z' })).toBe('DCE')
})
