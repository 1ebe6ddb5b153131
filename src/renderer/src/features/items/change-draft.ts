import { parseCents } from '../../../../shared/domain/orders/money'
import type { ItemProblem } from '../../../../shared/domain/items/item-problem'
import { readPercent } from '../../stores/typed-number'

/** A change of an item's price or discount as it is typed; what is empty stays as it is. */

export type ChangeDraft = { price: string; discount: string }
export type ChangeProblems = Partial<Record<keyof ChangeDraft, ItemProblem>>
export type ItemChange = { priceCents: number | null; maxDiscountPercent: number | null }

export const NO_CHANGE: ChangeDraft = { price: '', discount: '' }

/** The change of a draft, `null` when it changes nothing, or what is wrong with it per field. */
export function readChange(draft: ChangeDraft): { change: ItemChange | null } | { problems: ChangeProblems } {
  const [price, discount] = [draft.price.trim(), draft.discount.trim()]
  if (price === '' && discount === '') return { change: null }
  const cents = price === '' ? null : parseCents(price)
  const percent = discount === '' ? null : readPercent(discount)
  const problems: ChangeProblems = {
    ...(cents === null || cents.ok ? {} : { price: cents.problem }),
    ...(discount !== '' && percent === null ? { discount: 'not_percent' as const } : {}),
  }
  if (Object.keys(problems).length > 0) return { problems }
  return { change: { priceCents: cents?.ok === true ? cents.cents : null, maxDiscountPercent: percent } }
}
