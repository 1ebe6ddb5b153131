import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { startAllWords } from '../../../support/window-words'
import { nameOfCodes, orderChangeWords } from '../../../../src/renderer/src/parts/order-changes'
import type { NamedCodes, ShownChange } from '../../../../src/shared/domain/orders/order-change'

beforeAll(startAllWords)
const AT = '2026-11-21T09:00:00.000Z'
const COAT: NamedCodes = { itemNumber: 'M1', externalId: 'SKU-1', mpn: null, title: 'Wool coat' }
const HAT: NamedCodes = { itemNumber: 'M2', externalId: 'SKU-2', mpn: null, title: null }

const line = (from: NamedCodes | null, to: NamedCodes | null, place: number | null = 2): ShownChange => {
  return { seq: 1, at: AT, what: 'line', lineId: 7, place, from, to }
}

it.each<[ShownChange, string]>([
  [line(COAT, HAT), 'Line 2 was Wool coat (SKU-1). It is now SKU-2.'],
  [line(COAT, HAT, null), 'Wool coat (SKU-1) was changed at the marketplace. It is now SKU-2.'],
  [line(COAT, null), 'Wool coat (SKU-1) is no longer in the order.'],
  [line(null, HAT), 'SKU-2 was added to the order.'],
  [
    { ...line(COAT, { ...COAT, mpn: 'MPN-9' }), what: 'item' } as ShownChange,
    'Wool coat (SKU-1) was changed at the marketplace. It is now Wool coat (MPN-9).',
  ],
  [
    { seq: 1, at: AT, what: 'address', from: ['Jo', '1 Old St'], to: ['Jo', '2 New St'] },
    'The address was Jo, 1 Old St. It is now Jo, 2 New St.',
  ],
  [{ seq: 1, at: AT, what: 'address', from: null, to: null }, 'The address was changed.'],
])('%j in words', (change, words) => expect(orderChangeWords(i18next.t, change)).toBe(words))

it('names a unit by the code that tells it from the other', () => {
  expect(nameOfCodes(COAT, { ...COAT, itemNumber: 'M9' })).toBe('Wool coat (M1)')
  expect(nameOfCodes({ ...HAT, externalId: null }, COAT)).toBe('M2')
})
