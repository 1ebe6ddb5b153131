import { describe, expect, it } from 'vitest'
import { benchPartOf, inBlocks, nextStepOf } from '../../../../../src/shared/domain/orders/next-step'

describe('the next step', () => {
  it.each([
    ['open', false, false, 'scan_items'],
    ['part', true, false, 'scan_more'],
    ['all', false, false, 'scan_label'],
    ['all', true, false, 'confirm'],
    ['done', false, true, 'ship'],
    ['done', false, false, 'next_order'],
    ['canceled', true, true, 'none'],
    ['elsewhere', false, false, 'held_elsewhere'],
    ['taken_over', true, true, 'held_elsewhere'],
  ] as const)('%s, tracking number %s, can ship %s: %s', (situation, tracking, canShip, step) => {
    const facts = { hasTracking: tracking, canShip, onHold: false, toFollow: false }
    expect(nextStepOf(situation, facts)).toBe(step)
  })

  it.each([
    ['open', 'take_hold_off'],
    ['part', 'take_hold_off'],
    ['all', 'take_hold_off'],
    ['done', 'ship'],
    ['canceled', 'none'],
  ] as const)('%s on hold: %s', (situation, step) => {
    const facts = { hasTracking: true, canShip: true, onHold: true, toFollow: true }
    expect(nextStepOf(situation, facts)).toBe(step)
  })
})

describe('with an instruction to confirm', () => {
  it.each([
    ['part', 'follow'],
    ['all', 'follow'],
    ['done', 'ship'],
    ['canceled', 'none'],
    ['taken_over', 'held_elsewhere'],
  ] as const)('%s: %s', (situation, step) => {
    const facts = { hasTracking: true, canShip: true, onHold: false, toFollow: true }
    expect(nextStepOf(situation, facts)).toBe(step)
  })
})

describe('the part of the bench that shows a line', () => {
  it.each([
    ['to pack', true, false, false, 'expected'],
    ['chosen by hand, which stays below the hand', true, true, false, 'expected'],
    ['scanned', true, true, true, 'scanned'],
    ['scanned and taken out again', true, false, true, 'expected'],
    ['packed', false, false, false, 'packed'],
    ['scanned and packed', false, true, true, 'packed'],
  ] as const)('%s', (_, packable, chosen, scanned, part) => {
    expect(benchPartOf(packable, chosen, scanned)).toBe(part)
  })
})

describe('blocks of lines', () => {
  it('keep every line once and in order, the last block being shorter', () => {
    expect(inBlocks([1, 2, 3, 4, 5], 2)).toEqual([[1, 2], [3, 4], [5]])
    expect(inBlocks([1, 2, 3, 4], 2)).toEqual([
      [1, 2],
      [3, 4],
    ])
    expect(inBlocks([], 2)).toEqual([])
  })
})
