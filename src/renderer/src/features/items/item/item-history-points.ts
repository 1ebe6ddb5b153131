import type { ItemDetail } from '../../../../../shared/contract/items'

export type PricePoint = { at: string; priceCents: number | null; discountPercent: number | null }

/**
 * The price and discount of an item after each change, oldest first: what was before the first change since the item
 * exists, and what is now up to now.
 */
export function pricesOverTime(
  item: Pick<ItemDetail, 'changes' | 'priceCents' | 'maxDiscountPercent' | 'fields'>,
  now: string,
): PricePoint[] {
  const changes = item.changes.filter(({ field }) => field === 'price' || field === 'discount')
  const [first] = changes
  if (first === undefined) return []
  const before = (field: 'price' | 'discount', present: number | null): number | null => {
    const change = changes.find((one) => one.field === field)
    return change === undefined ? present : asNumber(change.old)
  }
  let priceCents = before('price', item.priceCents)
  let discountPercent = before('discount', item.maxDiscountPercent)
  const created = item.fields['created_at']
  const begin = typeof created === 'string' && created < first.at ? created : first.at
  const points: PricePoint[] = [{ at: begin, priceCents, discountPercent }]
  for (const { at, field, new: value } of changes) {
    if (field === 'price') priceCents = asNumber(value)
    else discountPercent = asNumber(value)
    if (points.at(-1)?.at === at && points.length > 1) points.pop()
    points.push({ at, priceCents, discountPercent })
  }
  return [...points, { at: now, priceCents, discountPercent }]
}

function asNumber(value: number | string | null): number | null {
  return typeof value === 'number' ? value : null
}
