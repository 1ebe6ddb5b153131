import { expect, it } from 'vitest'
import { viewRows } from '../../../../src/main/areas/bulk/view-job'
import { createItem } from '../../../../src/main/areas/items/create-item'
import { countOpen, listOutbox } from '../../../../src/main/store/views/outbox-list'
import { viewCreated } from '../../../../src/main/store/views/item-view'
import { makeStation, type TestStation } from '../../../support/account'
import { putItems, someItems, withBulk } from '../../../support/bulk'
import { makeLines, makeOrder } from '../../../support/orders'
import { plansOf } from '../../../support/plans-of'
import { countRuns } from '../../../support/statement-runs'

/** What is read while thousands of operations on items wait or are done: nothing grows with those that are done. */

/** Orders of one line each that sold an item for ten dollars. */
function sell(station: TestStation, from: number, count: number, payoutCents: number, itemNumber = 'I-0001') {
  station.take(
    ...Array.from({ length: count }, (_, place) => {
      const line = { item_number: itemNumber, amount: 1_000, estimated_payout: payoutCents }
      return makeOrder({ id: from + place, order_lines: makeLines([{ id: (from + place) * 10, ...line }]) })
    }),
  )
}

async function priceDraft(station: TestStation) {
  const bench = withBulk(station)
  const jobId = await bench.fromFilter('price')
  await bench.setUp(jobId, {
    price: { change: { by: 'set', cents: 2_000 }, rounding: 'cent', neverBelowCents: null },
  })
  return { bench, jobId }
}

it('says about what a sale pays out, by the latest sales of the category, and of how many', async () => {
  const station = makeStation()
  putItems(station, someItems(2))
  putItems(station, someItems(3, { category_id: 2 }).slice(2))
  sell(station, 1, 450, 100)
  sell(station, 1_001, 400, 800)
  const { bench, jobId } = await priceDraft(station)
  expect(bench.rows(jobId).map(({ payout }) => payout)).toEqual([
    { cents: 1_600, sales: 400 },
    { cents: 1_600, sales: 400 },
    null,
  ])
})

it('says nothing about a payout after two sales, nor by sales that do not show one', async () => {
  const station = makeStation()
  putItems(station, someItems(1))
  sell(station, 1, 2, 800)
  sell(station, 100, 5, 0)
  const { bench, jobId } = await priceDraft(station)
  expect(bench.rows(jobId)).toMatchObject([{ payout: null }])
  sell(station, 200, 1, 800)
  expect(bench.rows(jobId)).toMatchObject([{ payout: { cents: 1_600, sales: 3 } }])
})

it('reads the latest sales once for a page of rows, in the order of the table', async () => {
  const station = makeStation()
  putItems(station, someItems(250))
  const { bench, jobId } = await priceDraft(station)
  const runs = countRuns(station.db, '$.estimated_payout')
  viewRows({ ...station, bulk: bench.bulk }, { jobId, shown: 'all', offset: 0, limit: 200 })
  expect(runs()).toBe(1)
})

it('finds new items that wait among the open operations, however many are done', () => {
  const station = makeStation()
  const body = {
    title: 'Coat',
    price: 1,
    msrp: 2,
    brand_id: 3,
    category_id: 5,
    warehouse_id: 1,
    quality: 'good',
    photos: [],
  }
  for (const externalId of ['A', 'B', 'C'])
    createItem(station, { body: { ...body, external_id: externalId } })
  const plan = plansOf(station.db, () => viewCreated(station.db, 3))
  expect(plan.join('\n')).toContain('outbox_open')
  expect(plan.join('\n')).not.toContain('outbox_lane')
  expect(viewCreated(station.db, 2).map(({ externalId }) => externalId)).toEqual(['C', 'B'])
})

it('counts and lists what waits from the indexes of open operations', async () => {
  const station = makeStation()
  putItems(station, someItems(300))
  const { bench, jobId } = await priceDraft(station)
  bench.confirm(jobId)
  await bench.until(jobId, 'running')
  expect(countOpen(station.db)).toEqual({ waiting: 300, held: 0 })
  for (const sort of [null, { by: 'kind', descending: false } as const]) {
    const plan = plansOf(station.db, () => listOutbox(station.db, 'open', 250, 20, sort))
    // The rest are the rows of the window.
    expect(plan.filter((step) => step.startsWith('SCAN'))).toEqual(
      plan.filter((step) => /^SCAN outbox USING COVERING INDEX outbox_(open|held)$/.test(step)),
    )
  }
})
