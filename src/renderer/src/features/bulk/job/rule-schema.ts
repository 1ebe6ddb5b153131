import { z } from 'zod'
import { bulkCalls } from '../../../../../shared/contract/bulk'
import { centsAsTyped } from '../../../../../shared/domain/orders/money'
import type { DiscountRule, PriceChange, PriceRule } from '../../../../../shared/domain/items/price-rule'
import { orNull, text, typedCents, typedPercent } from '../../../forms/typed'

/** How prices and discounts change, as people type it: without signs, by words. */

const { price, discount } = bulkCalls['bulk:set-up'].request.shape
const rule = price.unwrap().unwrap()
const discountRule = discount.unwrap().unwrap()

export const PRICE_CHANGES = [
  'percent_less',
  'percent_more',
  'amount_less',
  'amount_more',
  'msrp',
  'set',
] as const
export const DISCOUNT_CHANGES = ['set', 'points_more', 'points_less'] as const

/** Hundredths of a percent: up to two decimals, by a point or a comma. */
const typedHundredths = text.regex(/^\d{1,4}(?:[.,]\d{1,2})?\s*%?$/, 'not_percent').transform((typed) => {
  const [whole = '', decimals = ''] = typed.replace(/(?<!\s)\s*%$/, '').split(/[.,]/)
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
})

type TypedChange = { by: (typeof PRICE_CHANGES)[number]; value: string }

/** Whether the value is an amount, not a percentage. */
export function isAmount(by: TypedChange['by']): boolean {
  return by === 'set' || by === 'amount_less' || by === 'amount_more'
}

function changeOf(by: TypedChange['by'], value: number): PriceChange {
  switch (by) {
    case 'percent_less':
      return { by: 'percent', hundredths: -value }
    case 'percent_more':
      return { by: 'percent', hundredths: value }
    case 'amount_less':
      return { by: 'amount', cents: -value }
    case 'amount_more':
      return { by: 'amount', cents: value }
    case 'msrp':
      return { by: 'msrp', hundredths: value }
    case 'set':
      return { by: 'set', cents: value }
  }
}

/** A price rule as typed. @see src/shared/domain/items/price-rule.ts */
export const priceRuleSchema = z
  .object({
    by: z.enum(PRICE_CHANGES),
    value: text,
    rounding: rule.shape.rounding,
    neverBelowCents: orNull(typedCents.pipe(rule.shape.neverBelowCents.unwrap())),
  })
  .transform(({ by, value, ...others }, context): PriceRule => {
    const read = (isAmount(by) ? typedCents : typedHundredths).safeParse(value)
    if (!read.success) {
      for (const { message } of read.error.issues)
        context.addIssue({ code: 'custom', message, path: ['value'] })
      return z.NEVER
    }
    const change = rule.shape.change.safeParse(changeOf(by, read.data))
    // Nothing more, or nothing less, is no change.
    if (change.success && (read.data > 0 || by === 'set')) return { change: change.data, ...others }
    context.addIssue({ code: 'custom', message: isAmount(by) ? 'not_money' : 'not_percent', path: ['value'] })
    return z.NEVER
  })
export type TypedPriceRule = z.input<typeof priceRuleSchema>

/** @param rule `null`: none was chosen yet */
export function typedPriceRule(chosen: PriceRule | null, locale: string): TypedPriceRule {
  if (chosen === null) return { by: 'percent_less', value: '', rounding: 'cent', neverBelowCents: '' }
  const { change, rounding, neverBelowCents } = chosen
  const typed = (hundredths: number) => centsAsTyped(Math.abs(hundredths), locale).replace(/[.,]00$/, '')
  const signed = change.by === 'percent' ? change.hundredths : change.by === 'amount' ? change.cents : 0
  const by =
    change.by === 'percent' || change.by === 'amount'
      ? (`${change.by}_${signed < 0 ? 'less' : 'more'}` as const)
      : change.by
  return {
    by,
    value: 'cents' in change ? centsAsTyped(Math.abs(change.cents), locale) : typed(change.hundredths),
    rounding,
    neverBelowCents: neverBelowCents === null ? '' : centsAsTyped(neverBelowCents, locale),
  }
}

/** A discount rule as typed. */
export const discountRuleSchema = z
  .object({ by: z.enum(DISCOUNT_CHANGES), value: typedPercent })
  .transform(({ by, value }, context): DiscountRule => {
    const asked =
      by === 'set' ? { by, percent: value } : { by: 'points', points: by === 'points_less' ? -value : value }
    const read = discountRule.safeParse(asked)
    if (read.success && (by === 'set' || value > 0)) return read.data
    context.addIssue({
      code: 'custom',
      message: by === 'set' ? 'not_percent' : 'not_points',
      path: ['value'],
    })
    return z.NEVER
  })
export type TypedDiscountRule = z.input<typeof discountRuleSchema>

export function typedDiscountRule(chosen: DiscountRule | null): TypedDiscountRule {
  if (chosen === null) return { by: 'set', value: '' }
  if (chosen.by === 'set') return { by: 'set', value: String(chosen.percent) }
  return { by: chosen.points < 0 ? 'points_less' : 'points_more', value: String(Math.abs(chosen.points)) }
}
