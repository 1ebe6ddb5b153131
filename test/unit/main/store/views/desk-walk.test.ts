import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  ANY_ORDER,
  DESK_SORTS,
  type DeskFilter,
  type DeskSort,
} from '../../../../../src/shared/domain/orders/order-desk'
import { deskQuery, type Pace } from '../../../../../src/main/store/views/desk-query'
import type { Db } from '../../../../../src/main/store/db/database'
import { behind, countFound, nextFound } from '../../../../../src/main/store/views/desk-walk'
import { makeStation } from '../../../../support/account'
import { drawnFilter, drawnOrders, drawnSort, plainly, putOrders } from '../../../../support/desk-orders'
import { rawDb } from '../../../../support/raw-db'

/** Two days on: some of the drawn orders are late. */
const NOW_MS = Date.UTC(2026, 10, 21, 8, 0, 0, 3)
const DUE = { nowMs: NOW_MS, afterMs: 86_400_000 }
const BY_NUMBER: DeskSort = { by: 'number', descending: false }

/** So small that forty orders are read in many parts, in each of the ways. */
const PACES: readonly Pace[] = [
  { walked: 3, far: 4, mostFromFacts: 2, facts: 7, numbers: 3, first: 1, few: 4 },
  { walked: 5, far: 1_000_000, mostFromFacts: 1_000, facts: 5, numbers: 2, first: 2, few: 0 },
  { walked: 2, far: 0, mostFromFacts: 1_000, facts: 3, numbers: 5, first: 2, few: 1_000 },
]

async function pageThrough(db: Db, filter: DeskFilter, sort: DeskSort, pace: Pace, pageSize: number) {
  const query = await deskQuery(db, filter, sort, DUE, pace)
  const ids: number[] = []
  for (let span = query.span; ;) {
    const page = await nextFound(db, query, span, pageSize)
    for (const [orderId] of page) ids.push(orderId)
    const last = page.at(-1)
    if (last === undefined || page.length < pageSize) return { ids, count: await countFound(db, query) }
    span = behind(query, span, last)
  }
}

it('shows the same orders in the same order as a filter without SQL, page by page, whatever the way', async () => {
  const { db } = makeStation()
  const drawn = fc.tuple(
    drawnOrders,
    drawnFilter,
    drawnSort,
    fc.constantFrom(...PACES),
    fc.integer({ min: 1, max: 9 }),
  )
  await fc.assert(
    fc.asyncProperty(drawn, async ([orders, filter, sort, pace, pageSize]) => {
      putOrders(rawDb(db), orders)
      const ids = plainly(orders, filter, sort, NOW_MS)
      expect(await pageThrough(db, filter, sort, pace, pageSize)).toEqual({ ids, count: ids.length })
    }),
    { numRuns: 300 },
  )
})

describe('the times of the document', () => {
  const AT = '2026-11-20T08:00:00.003Z'
  const order = {
    ...{ id: 1, state: 'paid', canceled: false, createdAt: AT, updatedAt: AT, purchasedAt: AT, amount: 1 },
    ...{ refunds: 0, dueDays: null, unpacked: 1, packed: 0, shipped: 0, onHold: false, held: false },
    ...{ carriers: [], word: 'crimson' },
  }
  const later = '2026-11-20T08:00:00.004Z'

  it.each([
    ['createdAfter', AT, 1],
    ['createdAfter', later, 0],
    ['createdBefore', AT, 0],
    ['createdBefore', later, 1],
    ['updatedAfter', AT, 1],
    ['updatedAfter', later, 0],
    ['updatedBefore', AT, 0],
    ['updatedBefore', later, 1],
    ['purchasedFrom', AT, 1],
    ['purchasedFrom', later, 0],
    ['purchasedTo', AT, 0],
    ['purchasedTo', later, 1],
  ] as const)('%s %s shows %d', async (part, at, count) => {
    const { db } = makeStation()
    putOrders(rawDb(db), [order])
    for (const by of DESK_SORTS) {
      const query = await deskQuery(db, { ...ANY_ORDER, [part]: at }, { by, descending: true }, DUE)
      expect(await nextFound(db, query, query.span, 5), by).toHaveLength(count)
      expect(await countFound(db, query)).toBe(count)
    }
  })

  it('an order without the time fits no limit of it', async () => {
    const { db } = makeStation()
    putOrders(rawDb(db), [{ ...order, createdAt: null, updatedAt: null }])
    for (const part of ['createdAfter', 'createdBefore', 'updatedAfter', 'updatedBefore'])
      for (const at of ['1970-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z']) {
        const query = await deskQuery(db, { ...ANY_ORDER, [part]: at }, BY_NUMBER, DUE)
        expect(await countFound(db, query), `${part} ${at}`).toBe(0)
      }
  })
})

it('looks at the newest orders only where too many have the words, and says so', async () => {
  const { db } = makeStation()
  const orders = Array.from({ length: 2_600 }, (_, index) => ({
    ...{ id: index + 1, state: 'paid', canceled: false, createdAt: null, updatedAt: null, purchasedAt: null },
    ...{
      amount: 1,
      refunds: 0,
      dueDays: null,
      unpacked: 0,
      packed: 0,
      shipped: 0,
      onHold: false,
      held: false,
    },
    ...{ carriers: [], word: 'crimson' },
  }))
  putOrders(rawDb(db), orders)
  const common = await deskQuery(db, { ...ANY_ORDER, search: 'crimson' }, BY_NUMBER, DUE)
  expect(common.cut).toBe(true)
  expect(common.only?.length).toBe(2_000)
  expect(common.only?.at(0)).toBe(601)
  const rare = await deskQuery(db, { ...ANY_ORDER, search: '2600' }, BY_NUMBER, DUE)
  expect(rare).toMatchObject({ cut: false, only: [2_600] })
})
