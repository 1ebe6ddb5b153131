import { expect, it } from 'vitest'
import { createPayoutsStore } from '../../../../src/renderer/src/stores/payouts-store'
import type { PayoutView } from '../../../../src/shared/contract/payout-views'
import { fakeStation, good, refused } from '../fake-station'

const NOVEMBER = { from: '2026-11-01', to: '2026-11-30' }
const TOTAL = { items: 0, soldCents: 0, refundedCents: 0, payoutCents: 0, orders: 0, canceled: 0 }
const view = (period: { from: string; to: string }, daysLeft: number): PayoutView => ({
  ...{ ...period, timeZone: 'UTC', total: TOTAL, days: [], categories: [], undatedOrders: 0, daysLeft },
})

it('asks again until every day is summed up, and shows what there is meanwhile', async () => {
  const left = [20, 7, 0]
  const seen: (number | undefined)[] = []
  const station = fakeStation({ 'statistics:payouts': () => good(view(NOVEMBER, left.shift() ?? 0)) })
  const store = createPayoutsStore(station.bridge)
  store.subscribe((state) => seen.push(state.view?.daysLeft))
  await store.getState().load(NOVEMBER)
  expect(seen).toEqual([undefined, 20, 7, 0])
  expect(station.asked).toHaveLength(3)
})

it('drops the answer for a period that is not shown any more', async () => {
  const station = fakeStation({ 'statistics:payouts': (request) => good(view(request, 0)) })
  const store = createPayoutsStore(station.bridge)
  const october = { from: '2026-10-01', to: '2026-10-31' }
  await Promise.all([store.getState().load(NOVEMBER), store.getState().load(october)])
  expect(store.getState().view).toMatchObject(october)
})

it('stops at an error, says so, and forgets all when the station is replaced', async () => {
  const station = fakeStation({ 'statistics:payouts': () => refused('archive_unusable') })
  const store = createPayoutsStore(station.bridge)
  await store.getState().load(NOVEMBER)
  expect(store.getState()).toMatchObject({ view: null, error: { code: 'archive_unusable' } })
  expect(station.asked).toHaveLength(1)
  station.emit({ kind: 'station_replaced' })
  expect(store.getState()).toMatchObject({ period: null, error: null })
})
