import { expect, it } from 'vitest'
import { pickRows, type PickItem } from '../../../../../src/shared/domain/orders/pick-list'

const item = (externalId: string | null, over: Partial<PickItem> = {}): PickItem => ({
  ...{ itemNumber: 'M1', externalId, mpn: null, title: 'Bag', size: null, quality: null, condition: null },
  picture: null,
  ...over,
})

it('lists an item once, with every order that needs it, in their order', () => {
  const rows = pickRows([
    { orderId: 9, lines: [item('A'), item('B'), item('A')] },
    { orderId: 3, lines: [item('A')] },
  ])
  expect(rows.map(({ code, count, orders }) => ({ code, count, orders }))).toEqual([
    {
      code: 'A',
      count: 3,
      orders: [
        { orderId: 9, count: 2 },
        { orderId: 3, count: 1 },
      ],
    },
    { code: 'B', count: 1, orders: [{ orderId: 9, count: 1 }] },
  ])
})

it('keeps apart what a picker must not confuse: size, grade, flaws', () => {
  const lines = [
    item('A', { size: 'S' }),
    item('A', { size: 'M' }),
    item('A', { size: 'M', quality: 'fair' }),
    item('A', { size: 'M', quality: 'fair', condition: 'A scratch' }),
  ]
  expect(pickRows([{ orderId: 1, lines }]).map(({ count }) => count)).toEqual([1, 1, 1, 1])
})

it('names the code on the item: the SKU, else the MPN, else its number', () => {
  const lines = [
    item(null, { mpn: 'P1' }),
    item(null),
    item('S1', { mpn: 'P1' }),
    item(null, { itemNumber: null }),
  ]
  expect(pickRows([{ orderId: 1, lines }]).map(({ code }) => code)).toEqual(['M1', 'P1', 'S1', null])
})

it('walks the shelves: A2 before A10, what has no code last', () => {
  const lines = [item(null, { itemNumber: null }), item('A10'), item('B1'), item('A2')]
  expect(pickRows([{ orderId: 1, lines }]).map(({ code }) => code)).toEqual(['A2', 'A10', 'B1', null])
})

it('is the same list for the same orders', () => {
  const lines = [item('A', { title: 'Z' }), item('A', { title: 'B' })]
  const [one, other] = [lines, lines.toReversed()].map((some) => pickRows([{ orderId: 1, lines: some }]))
  expect(one).toEqual(other)
})
