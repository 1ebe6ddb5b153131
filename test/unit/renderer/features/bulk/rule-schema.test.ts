import { describe, expect, it } from 'vitest'
import {
  discountRuleSchema,
  priceRuleSchema,
  typedDiscountRule,
  typedPriceRule,
  type TypedPriceRule,
} from '../../../../../src/renderer/src/features/bulk/job/rule-schema'
import type { DiscountRule, PriceRule } from '../../../../../src/shared/domain/items/price-rule'

const typed = (by: TypedPriceRule['by'], value: string, neverBelowCents = ''): TypedPriceRule => ({
  by,
  value,
  rounding: 'cent',
  neverBelowCents,
})

describe('a price rule as typed', () => {
  it.each([
    ['percent_less', '12.5', { by: 'percent', hundredths: -1_250 }],
    ['percent_less', '100', { by: 'percent', hundredths: -10_000 }],
    ['percent_more', '7,25 %', { by: 'percent', hundredths: 725 }],
    ['amount_less', '5', { by: 'amount', cents: -500 }],
    ['amount_more', '0.01', { by: 'amount', cents: 1 }],
    ['msrp', '60', { by: 'msrp', hundredths: 6_000 }],
    ['set', '1,234.50', { by: 'set', cents: 123_450 }],
  ] as const)('%s %s', (by, value, change) => {
    expect(priceRuleSchema.parse(typed(by, value, '9.99'))).toEqual({
      change,
      rounding: 'cent',
      neverBelowCents: 999,
    })
  })

  it.each([
    ['percent_less', '', 'value', 'not_percent'],
    ['percent_less', '0', 'value', 'not_percent'],
    ['percent_less', '100.01', 'value', 'not_percent'],
    ['percent_less', '-5', 'value', 'not_percent'],
    ['percent_more', '1001', 'value', 'not_percent'],
    ['percent_more', '5.123', 'value', 'not_percent'],
    ['amount_less', '0', 'value', 'not_money'],
    ['amount_more', '1,234', 'value', 'ambiguous'],
    ['set', '0', 'value', 'not_money'],
  ] as const)('%s “%s” is refused', (by, value, field, code) => {
    const { error } = priceRuleSchema.safeParse(typed(by, value))
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([[field, code]])
  })

  it('refuses a lower limit that is no amount', () => {
    const { error } = priceRuleSchema.safeParse(typed('set', '5', 'x'))
    expect(error?.issues.map(({ path, message }) => [path.join('.'), message])).toEqual([
      ['neverBelowCents', 'not_money'],
    ])
  })

  it.each<[locale: string, rule: PriceRule]>([
    ['en', { change: { by: 'percent', hundredths: -1_250 }, rounding: 'whole', neverBelowCents: null }],
    ['de', { change: { by: 'percent', hundredths: 2_000 }, rounding: 'cent', neverBelowCents: 1_050 }],
    ['fr', { change: { by: 'amount', cents: -5 }, rounding: 'ninety_five', neverBelowCents: null }],
    ['es', { change: { by: 'amount', cents: 123_456 }, rounding: 'cent', neverBelowCents: null }],
    ['en', { change: { by: 'msrp', hundredths: 6_005 }, rounding: 'ninety_nine', neverBelowCents: 1 }],
    ['en', { change: { by: 'set', cents: 9_900 }, rounding: 'cent', neverBelowCents: null }],
  ])('in %s is shown as it would be typed: %j', (locale, rule) => {
    expect(priceRuleSchema.parse(typedPriceRule(rule, locale))).toEqual(rule)
  })
})

describe('a discount rule as typed', () => {
  it.each<[DiscountRule]>([
    [{ by: 'set', percent: 0 }],
    [{ by: 'set', percent: 100 }],
    [{ by: 'points', points: -5 }],
    [{ by: 'points', points: 10 }],
  ])('is shown as it would be typed: %j', (rule) => {
    expect(discountRuleSchema.parse(typedDiscountRule(rule))).toEqual(rule)
  })

  it.each([
    ['set', '101', 'not_percent'],
    ['points_less', '0', 'not_points'],
    ['points_more', '101', 'not_points'],
  ] as const)('%s %s is refused', (by, value, code) => {
    const { error } = discountRuleSchema.safeParse({ by, value })
    expect(error?.issues.map(({ message }) => message)).toEqual([code])
  })
})
