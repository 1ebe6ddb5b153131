import { expect, it } from 'vitest'
import { createImportProgress } from '../../../../../src/main/sync/pull/import-progress'
import { createManualClock } from '../../../../support/clock'
import { makeOrder } from '../../../../support/orders'

const DAY_MS = 86_400_000
const PAGE_MS = 2_000

/** Reads pages of three orders, one page each two seconds. @param days the age of each page's newest order */
function read(days: readonly number[], over: (daysAgo: number) => object = () => ({})) {
  const clock = createManualClock()
  const nowMs = clock.wallMs()
  const progress = createImportProgress(clock)
  for (const [index, day] of days.entries()) {
    const at = (hours: number) => new Date(nowMs - day * DAY_MS - hours * 3_600_000).toISOString()
    progress.saw(
      [2, 1, 0].map((hours, order) =>
        makeOrder({ id: index * 3 + order + 1, created_at: at(hours), ...over(day) }),
      ),
    )
    clock.advance(PAGE_MS)
  }
  return progress.secondsLeft()
}

it('follows the times of the orders from page to page', () => {
  // Six pages in twelve seconds went back from 100 days ago to 90: nine times as far is left.
  expect(read([100, 98, 96, 94, 92, 90])).toBe(108)
  expect(read([100, 80, 60, 40, 20, 10])).toBe(1)
  expect(read([100, 80, 60, 40, 20, 0])).toBe(0)
})

it.each([
  ['few pages', [100, 90, 80]],
  ['the newest come first', [10, 20, 30, 40, 50, 60]],
  ['no order in them', [100, 90, 95, 80, 70, 60]],
  ['all of one time', [50, 50, 50, 50, 50, 50]],
])('says nothing from %s', (_what, days) => {
  expect(read(days)).toBe(null)
})

it('passes over orders without a time, and takes the purchase where nothing else is said', () => {
  expect(read([100, 98, 96, 94, 92, 90], () => ({ created_at: null, purchased_at: null }))).toBe(null)
  expect(createImportProgress(createManualClock()).secondsLeft()).toBe(null)
})
