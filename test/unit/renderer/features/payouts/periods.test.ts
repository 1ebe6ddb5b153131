import { describe, expect, it } from 'vitest'
import { barsOf } from '../../../../../src/renderer/src/features/payouts/chart-bars'
import { periodOf, periodProblem } from '../../../../../src/renderer/src/features/payouts/periods'

describe('a period', () => {
  it.each([
    ['week', '2026-11-24', '2026-11-23', '2026-11-24'],
    ['week', '2026-11-23', '2026-11-23', '2026-11-23'],
    ['week', '2026-11-29', '2026-11-23', '2026-11-29'],
    ['week', '2027-01-01', '2026-12-28', '2027-01-01'],
    ['month', '2026-11-24', '2026-11-01', '2026-11-24'],
    ['last_month', '2026-11-24', '2026-10-01', '2026-10-31'],
    ['last_month', '2027-01-01', '2026-12-01', '2026-12-31'],
    ['last_month', '2028-03-31', '2028-02-01', '2028-02-29'],
  ] as const)('%s on %s is from %s to %s', (preset, today, from, to) => {
    expect(periodOf(preset, today)).toEqual({ from, to })
  })

  it.each([
    ['2026-11-01', '2026-11-01', null],
    ['2026-11-02', '2026-11-01', 'backwards'],
    ['', '2026-11-01', 'incomplete'],
    ['2026-11-01', '', 'incomplete'],
    ['2023-11-21', '2026-11-24', null],
    ['2023-11-20', '2026-11-24', 'too_long'],
  ])('from %s to %s: %s', (from, to, problem) => {
    expect(periodProblem({ from, to })).toBe(problem)
  })
})

describe('the bars of the chart', () => {
  const day = (name: string, soldCents: number) => ({
    ...{ day: name, orders: 1, canceled: 0, items: 1, refundedCents: 1, payoutCents: 2 },
    soldCents,
  })

  it('are the days, with those without an order', () => {
    const bars = barsOf({ from: '2026-11-29', to: '2026-12-01', days: [day('2026-11-30', 500)] })
    expect(bars.map(({ name, soldCents }) => [name, soldCents])).toEqual([
      ['2026-11-29', 0],
      ['2026-11-30', 500],
      ['2026-12-01', 0],
    ])
  })

  it('are the months where days would be too many', () => {
    const days = [day('2026-10-01', 100), day('2026-10-31', 20), day('2026-12-31', 3)]
    const bars = barsOf({ from: '2026-10-01', to: '2026-12-31', days })
    expect(bars).toEqual([
      { name: '2026-10', items: 2, soldCents: 120, refundedCents: 2, payoutCents: 4 },
      { name: '2026-11', items: 0, soldCents: 0, refundedCents: 0, payoutCents: 0 },
      { name: '2026-12', items: 1, soldCents: 3, refundedCents: 1, payoutCents: 2 },
    ])
    expect(barsOf({ from: '2026-11-01', to: '2027-01-01', days: [] })).toHaveLength(62)
    expect(barsOf({ from: '2026-11-01', to: '2027-01-02', days: [] })).toHaveLength(3)
  })
})
