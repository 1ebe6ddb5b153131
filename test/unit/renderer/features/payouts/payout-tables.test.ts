import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import { categoriesTable, daysTable } from '../../../../../src/renderer/src/features/payouts/payout-tables'
import { startAllWords } from '../../../../support/window-words'
import type { PayoutView } from '../../../../../src/shared/contract/payouts'

beforeAll(startAllWords)

const SUMS = { items: 3, soldCents: 16_519, refundedCents: 7, payoutCents: 12_090 }
const VIEW: PayoutView = {
  ...{ timeZone: 'Europe/Berlin', from: '2026-11-01', to: '2026-11-24', undatedOrders: 0, daysLeft: 0 },
  total: { ...SUMS, orders: 2, canceled: 1 },
  days: [{ ...SUMS, orders: 2, canceled: 1, day: '2026-11-19' }],
  categories: [
    { ...SUMS, category: '1102', path: ['Women', 'Rings'] },
    { ...SUMS, category: '9', path: null },
    { ...SUMS, category: 'unknown', path: null },
    { ...SUMS, category: 'several', path: null },
    { ...SUMS, category: 'fees', path: null },
  ],
}
const AMOUNTS = [3, 165.19, 0.07, 120.9]

it('are saved with amounts as numbers, the currency in the heads, and days in the station’s zone', () => {
  const { columns, rows } = daysTable(i18next.t, VIEW, 'USD')
  expect(columns).toEqual([
    'Day (Europe/Berlin)',
    'Orders',
    'Canceled orders',
    'Items',
    'Sold in USD',
    'Refunded in USD',
    'Estimated payout in USD',
  ])
  expect(rows).toEqual([['2026-11-19', 2, 1, ...AMOUNTS]])
})

it('name each category by its path and its number, and what is none in words', () => {
  const { columns, rows } = categoriesTable(i18next.t, VIEW, 'USD')
  expect(columns).toHaveLength(rows[0]?.length ?? 0)
  const period = ['2026-11-01', '2026-11-24']
  expect(rows).toEqual([
    [...period, 'Women › Rings', '1102', ...AMOUNTS],
    [...period, 'Category 9', '9', ...AMOUNTS],
    [...period, 'Unknown category', '', ...AMOUNTS],
    [...period, 'Refunds across categories', '', ...AMOUNTS],
    [...period, 'Shipping fees', '', ...AMOUNTS],
  ])
})
