import { describe, expect, it } from 'vitest'
import { inBenchOrder, nextStepOf } from '../../../../src/shared/domain/next-step'

describe('the next step', () => {
  it.each([
    ['open', false, false, 'scan_items'],
    ['part', true, false, 'scan_more'],
    ['all', false, false, 'scan_label'],
    ['all', true, false, 'confirm'],
    ['done', false, true, 'ship'],
    ['done', false, false, 'next_order'],
    ['canceled', true, true, 'none'],
  ] as const)('%s, tracking number %s, can ship %s: %s', (situation, tracking, canShip, step) => {
    expect(nextStepOf(situation, { hasTracking: tracking, canShip, onHold: false })).toBe(step)
  })

  it.each([
    ['open', 'take_hold_off'],
    ['part', 'take_hold_off'],
    ['all', 'take_hold_off'],
    ['done', 'ship'],
    ['canceled', 'none'],
  ] as const)('%s on hold: %s', (situation, step) => {
    expect(nextStepOf(situation, { hasTracking: true, canShip: true, onHold: true })).toBe(step)
  })
})

describe('the lines on the bench', () => {
  const lines = [1, 2, 3, 4, 5].map((lineId) => ({ lineId }))
  const order = (packable: number[], scanned: number[]) =>
    inBenchOrder(lines, new Set(packable), (lineId) => scanned.includes(lineId)).map(({ lineId }) => lineId)

  it('are the expected ones, then the scanned, then the packed, each as the order has them', () => {
    expect(order([1, 2, 4, 5], [4, 1])).toEqual([2, 5, 1, 4, 3])
  })

  it('stay as they are while nothing is scanned or packed', () => {
    expect(order([1, 2, 3, 4, 5], [])).toEqual([1, 2, 3, 4, 5])
  })
})
