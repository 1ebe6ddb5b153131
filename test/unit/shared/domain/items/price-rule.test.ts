import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  aboutPayout,
  isBelowFloor,
  newDiscount,
  newPrice,
  roundCents,
  ROUNDINGS,
  type PriceChange,
  type Rounding,
} from '../../../../../src/shared/domain/items/price-rule'

const item = (priceCents: number | null, more = {}) => ({
  ...{ priceCents, maxDiscountPercent: null, msrpCents: null },
  ...more,
})
const price = (
  cents: number | null,
  change: PriceChange,
  rounding: Rounding = 'cent',
  neverBelowCents: number | null = null,
) => newPrice(item(cents, { msrpCents: 20_000 }), { change, rounding, neverBelowCents })

describe('newPrice', () => {
  it.each([
    [1_000, { by: 'percent', hundredths: -1_000 }, 900],
    [999, { by: 'percent', hundredths: -1_250 }, 874],
    // 1.15 × 100 is 114.99999999999999 in floating point.
    [100, { by: 'percent', hundredths: 1_500 }, 115],
    [1_000_000_000, { by: 'percent', hundredths: -1 }, 999_900_000],
    [1_000, { by: 'amount', cents: -1 }, 999],
    [null, { by: 'msrp', hundredths: 3_333 }, 6_666],
    [null, { by: 'set', cents: 5 }, 5],
  ] as const)('%j by %j is %j', (cents, change, expected) => {
    expect(price(cents, change)).toEqual({ ok: true, cents: expected })
  })

  it.each([
    ['ninety_nine', 1_234, 1_199],
    ['ninety_nine', 1_249, 1_299],
    ['ninety_nine', 1, 99],
    ['ninety_five', 1_234, 1_195],
    ['ninety_five', 1_245, 1_295],
    ['whole', 1_250, 1_300],
    ['whole', 49, 0],
    ['cent', 1_234, 1_234],
  ] as const)('%s: %i ends as %i', (rounding, cents, expected) => {
    expect(roundCents(cents, rounding)).toBe(expected)
  })

  it.each([
    [null, { by: 'percent', hundredths: 100 }, 'no_price'],
    [100, { by: 'percent', hundredths: -10_000 }, 'not_positive'],
    [100, { by: 'amount', cents: -100 }, 'not_positive'],
    [1_000_000_000, { by: 'amount', cents: 1 }, 'too_large'],
  ] as const)('%j by %j is refused: %s', (cents, change, problem) => {
    expect(price(cents, change)).toEqual({ ok: false, problem })
  })

  it('knows no part of an MSRP that is not known', () => {
    const rule = {
      change: { by: 'msrp', hundredths: 5_000 },
      rounding: 'cent',
      neverBelowCents: null,
    } as const
    expect(newPrice(item(100), rule)).toEqual({ ok: false, problem: 'no_msrp' })
  })

  const cents = fc.integer({ min: 1, max: 1_000_000_000 })
  const change = fc.oneof(
    fc.record({
      by: fc.constant('percent' as const),
      hundredths: fc.integer({ min: -10_000, max: 100_000 }),
    }),
    fc.record({ by: fc.constant('amount' as const), cents: fc.integer({ min: -1_000_000, max: 1_000_000 }) }),
    fc.record({ by: fc.constant('set' as const), cents }),
  )

  it('is never below its limit, is a price, and has the ending, whatever the rule', () => {
    fc.assert(
      fc.property(
        cents,
        change,
        fc.constantFrom(...ROUNDINGS),
        fc.option(cents),
        (before, by, rounding, limit) => {
          const made = price(before, by, rounding, limit)
          if (!made.ok) return
          expect(made.cents).toBeGreaterThanOrEqual(Math.max(1, limit ?? 1))
          expect(Number.isSafeInteger(made.cents)).toBe(true)
          expect(roundCents(made.cents, rounding)).toBe(made.cents)
        },
      ),
    )
  })

  it('is exact to half a cent, as counted in whole numbers', () => {
    fc.assert(
      fc.property(cents, fc.integer({ min: -10_000, max: 100_000 }), (before, hundredths) => {
        const made = price(before, { by: 'percent', hundredths })
        if (!made.ok) return
        const off = BigInt(made.cents) * 10_000n - BigInt(before) * BigInt(10_000 + hundredths)
        expect(off > -5_000n && off <= 5_000n).toBe(true)
      }),
    )
  })

  it('takes the nearest ending', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 100, max: 1_000_000 }),
        fc.constantFrom(...ROUNDINGS),
        (before, rounding) => {
          const step = rounding === 'cent' ? 1 : 100
          expect(Math.abs(roundCents(before, rounding) - before)).toBeLessThanOrEqual(step / 2)
        },
      ),
    )
  })
})

it.each([
  [20, { by: 'set', percent: 35 }, 35],
  [20, { by: 'points', points: 15 }, 35],
  [null, { by: 'points', points: 15 }, 15],
  [95, { by: 'points', points: 15 }, 100],
  [5, { by: 'points', points: -15 }, 0],
] as const)('a discount of %j by %j is %i', (maxDiscountPercent, rule, expected) => {
  expect(newDiscount(item(100, { maxDiscountPercent }), rule)).toBe(expected)
})

describe('isBelowFloor', () => {
  const floor = { ofPresentPercent: 70, ofMsrpPercent: 30 }
  it.each([
    ['exactly at it', item(1_000), item(700), false],
    ['a cent below it', item(1_000), item(699), true],
    ['half a cent below it, by rounding', item(1_002), item(701), false],
    ['by the discount alone', item(1_000), item(1_000, { maxDiscountPercent: 31 }), true],
    [
      'with the discount it had before',
      item(1_000, { maxDiscountPercent: 50 }),
      item(900, { maxDiscountPercent: 50 }),
      false,
    ],
    ['below the part of the MSRP', item(1_000, { msrpCents: 3_000 }), item(899, { msrpCents: 3_000 }), true],
    ['a new item, by its MSRP', item(null, { msrpCents: 3_000 }), item(800), true],
    ['nothing to compare with', item(null), item(1), false],
  ])('%s', (_name, before, after, expected) => {
    expect(isBelowFloor(before, after, floor)).toBe(expected)
  })

  it('never asks without a floor', () => {
    expect(isBelowFloor(item(1_000), item(1), { ofPresentPercent: 0, ofMsrpPercent: 0 })).toBe(false)
  })
})

it('says nothing about the payout from fewer than three sales', () => {
  const share = { paidCents: 1_600, soldCents: 2_000, sales: 3 }
  expect(aboutPayout(1_000, share)).toBe(800)
  expect(aboutPayout(1_000, { ...share, sales: 2 })).toBeNull()
  expect(aboutPayout(1_000, null)).toBeNull()
})
