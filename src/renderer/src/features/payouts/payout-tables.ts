import type { TFunction } from 'i18next'
import type { CategorySums, PayoutView } from '../../../../shared/contract/payouts'
import type { Table } from '../../../../shared/contract/tables'
import { NO_CATEGORY, type NoCategory, type PayoutSums } from '../../../../shared/domain/orders/payout'

/** The tables of the page for a file: amounts as numbers, days in ISO 8601. */

const CENTS = 100

/** Names from the top level down; what stands for a category in words. */
export function categoryWords(
  t: TFunction,
  { category, path }: Pick<CategorySums, 'category' | 'path'>,
): string {
  if (isNone(category)) return t(`payouts.noCategory.${category}`)
  return path === null ? t('payouts.categoryId', { id: category }) : path.join(' › ')
}

function isNone(category: string): category is NoCategory {
  return (NO_CATEGORY as readonly string[]).includes(category)
}

export function daysTable(t: TFunction, { days, timeZone: zone }: PayoutView, currency: string): Table {
  return {
    columns: [
      t('statistics.csv.day', { zone }),
      t('payouts.orders'),
      t('payouts.canceledOrders'),
      ...amountColumns(t, currency),
    ],
    rows: days.map((sums) => [sums.day, sums.orders, sums.canceled, ...amounts(sums)]),
  }
}

export function categoriesTable(t: TFunction, view: PayoutView, currency: string): Table {
  const { categories, from, to, timeZone: zone } = view
  return {
    columns: [
      t('statistics.csv.from', { zone }),
      t('statistics.csv.to', { zone }),
      t('payouts.category'),
      t('payouts.categoryNumber'),
      ...amountColumns(t, currency),
    ],
    rows: categories.map((sums) => [
      from,
      to,
      categoryWords(t, sums),
      isNone(sums.category) ? '' : sums.category,
      ...amounts(sums),
    ]),
  }
}

function amountColumns(t: TFunction, currency: string): string[] {
  return [
    t('payouts.items'),
    t('payouts.csv.sold', { currency }),
    t('payouts.csv.refunded', { currency }),
    t('payouts.csv.payout', { currency }),
  ]
}

function amounts({ items, soldCents, refundedCents, payoutCents }: PayoutSums): number[] {
  return [items, soldCents / CENTS, refundedCents / CENTS, payoutCents / CENTS]
}
