import { expect, it } from 'vitest'
import { perHour } from '../../../../../src/renderer/src/features/statistics/per-hour'
import type { WorkView } from '../../../../../src/shared/contract/statistics-views'

const work = (orders: number): WorkView => ({
  scans: orders,
  refusals: 0,
  orders,
  lines: orders,
  secondsPerOrder: null,
})

it.each([
  ['en', 7, '3.5'],
  ['de', 7, '3,5'],
  ['de', 30, '15'],
  ['fr', 0, '0'],
])(
  'in %s, %i orders in two worked hours are %s an hour; hours of rest do not count',
  (locale, orders, rate) => {
    expect(perHour(work(orders), [work(1), work(0), work(1)], 'orders', locale)).toBe(rate)
  },
)
