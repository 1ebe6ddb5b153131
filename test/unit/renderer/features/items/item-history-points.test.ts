import { describe, expect, it } from 'vitest'
import { pricesOverTime } from '../../../../../src/renderer/src/features/items/item/item-history-points'
import type { ItemDetail } from '../../../../../src/shared/contract/items'

const NOW = '2026-11-24T12:00:00.000Z'
const [FIRST, SECOND, THIRD] = ['2026-11-01', '2026-11-05', '2026-11-09'].map(
  (day) => `${day}T08:00:00.000Z`,
) as [string, string, string]
const CREATED = '2026-10-01T08:00:00.000Z'

type Change = ItemDetail['changes'][number]
const price = (at: string, old: number | null, now: number | null): Change => ({
  ...{ at, field: 'price', old, new: now, opSeq: null },
})
const discount = (at: string, old: number | null, now: number | null): Change => ({
  ...{ at, field: 'discount', old, new: now, opSeq: null },
})
const points = (changes: Change[], fields: Record<string, unknown> = { created_at: CREATED }) =>
  pricesOverTime({ changes, priceCents: 900, maxDiscountPercent: 20, fields }, NOW).map(
    ({ at, priceCents, discountPercent }) => [at, priceCents, discountPercent],
  )

describe('the history of price and discount', () => {
  it('is empty while neither has changed', () => {
    expect(points([])).toEqual([])
    const sold: Change = { at: FIRST, field: 'state', old: 'listed', new: 'sold', opSeq: null }
    expect(points([sold, { ...price(SECOND, 1, 2), field: 'listed_price' }])).toEqual([])
  })

  it('begins with what was before the first change, since the item exists, and goes on to now', () => {
    expect(points([price(FIRST, 1_000, 950), price(SECOND, 950, 900)])).toEqual([
      [CREATED, 1_000, 20],
      [FIRST, 950, 20],
      [SECOND, 900, 20],
      [NOW, 900, 20],
    ])
  })

  it('keeps one as it is where the other changes', () => {
    expect(points([price(FIRST, 1_000, 900), discount(SECOND, 10, 20)])).toEqual([
      [CREATED, 1_000, 10],
      [FIRST, 900, 10],
      [SECOND, 900, 20],
      [NOW, 900, 20],
    ])
  })

  it('shows changes of one moment as one point', () => {
    expect(points([price(FIRST, 1_000, 900), discount(FIRST, 10, 20), price(THIRD, 900, 800)])).toEqual([
      [CREATED, 1_000, 10],
      [FIRST, 900, 20],
      [THIRD, 800, 20],
      [NOW, 800, 20],
    ])
  })

  it('keeps the state before a change that came with the item, or before the time that it gives', () => {
    for (const fields of [{ created_at: FIRST }, { created_at: THIRD }, { created_at: 5 }, {}])
      expect(points([price(FIRST, 1_000, 900), discount(FIRST, 10, 20)], fields)).toEqual([
        [FIRST, 1_000, 10],
        [FIRST, 900, 20],
        [NOW, 900, 20],
      ])
  })

  it('has gaps where there was no price', () => {
    expect(points([price(FIRST, null, 900), price(SECOND, 900, null)])).toEqual([
      [CREATED, null, 20],
      [FIRST, 900, 20],
      [SECOND, null, 20],
      [NOW, null, 20],
    ])
  })
})
