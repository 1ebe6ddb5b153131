import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { itemCells, itemColumns } from '../../../../../src/renderer/src/features/items/list/item-table'
import { startAllWords } from '../../../../support/window-words'

beforeAll(startAllWords)

it('has a cell for each column, with amounts as numbers and both times', () => {
  const zone = { name: 'Europe/Berlin', dates: 'iso' } as const
  const speech = { t: i18next.t, zone, currency: 'EUR' }
  const cells = itemCells(speech, {
    itemNumber: 'M1',
    state: 'listed',
    title: 'Coat',
    externalId: 'S1',
    mpn: null,
    priceCents: 12_345,
    listedPriceCents: null,
    maxDiscountPercent: 20,
    msrpCents: 20_000,
    size: 'M',
    quality: 'good',
    createdAt: null,
    goneAt: null,
    updatedAt: '2026-11-21T10:00:00Z',
    listingErrors: ['photos: too small', 'brand'],
    waiting: 1,
    held: 0,
  })
  const columns = itemColumns(speech)
  expect(cells).toHaveLength(columns.length)
  expect(Object.fromEntries(columns.map((name, index) => [name, cells[index]]))).toMatchObject({
    'Item number': 'M1',
    State: 'Listed',
    'Price (EUR)': 123.45,
    'Listed price (EUR)': '',
    'Changed (UTC)': '2026-11-21T10:00:00Z',
    'Changed (Europe/Berlin)': '2026-11-21 11:00:00',
    'Listing errors': 'photos: too small; brand',
  })
})
