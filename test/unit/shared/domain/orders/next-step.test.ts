import { describe, expect, it } from 'vitest'
import {
  benchPartOf,
  inBlocks,
  nextStepOf,
  progressOf,
} from '../../../../../src/shared/domain/orders/next-step'

const FACTS = {
  ...{ hasTracking: false, canShip: false, onHold: false, toFollow: false, toProve: false },
  ...{ packed: 2, stopped: 0, waiting: 0 },
} as const

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
    const facts = { ...FACTS, hasTracking: tracking, canShip }
    expect(nextStepOf(situation, facts)).toBe(step)
  })

  it.each([
    ['open', 'take_hold_off'],
    ['part', 'take_hold_off'],
    ['all', 'take_hold_off'],
    // The dock does not take its parcel, either.
    ['done', 'take_hold_off'],
    ['canceled', 'none'],
  ] as const)('%s on hold: %s', (situation, step) => {
    const facts = { ...FACTS, hasTracking: true, canShip: false, onHold: true, toFollow: true, waiting: 1 }
    expect(nextStepOf(situation, facts)).toBe(step)
  })
})

it('an order on hold whose parcels have left is done', () => {
  expect(nextStepOf('done', { ...FACTS, onHold: true })).toBe('next_order')
})

describe('with a parcel that must stay', () => {
  it.each([
    ['open', 'stop_parcel'],
    ['done', 'stop_parcel'],
    ['canceled', 'pull'],
    // The rest of the order can still be packed.
    ['part', 'scan_more'],
    ['all', 'scan_label'],
  ] as const)('%s: %s', (situation, step) => {
    expect(nextStepOf(situation, { ...FACTS, canShip: true, stopped: 1, waiting: 1 })).toBe(step)
  })
})

it('of an order without lines is none of packing', () => {
  expect(nextStepOf('done', { ...FACTS, packed: 0 })).toBe('no_lines')
})

it('of a canceled order of which nothing was packed is to put the items back', () => {
  expect(nextStepOf('canceled', { ...FACTS, packed: 0 })).toBe('put_back')
})

describe('with an instruction to confirm', () => {
  it.each([
    ['part', 'follow'],
    ['all', 'follow'],
    ['done', 'ship'],
    ['canceled', 'none'],
    ['taken_over', 'held_elsewhere'],
  ] as const)('%s: %s', (situation, step) => {
    const facts = { ...FACTS, hasTracking: true, canShip: true, toFollow: true }
    expect(nextStepOf(situation, facts)).toBe(step)
  })
})

describe('with a serial number to scan', () => {
  it.each([
    // The unit is in hand: its instruction comes after.
    ['part', 'scan_serial'],
    ['all', 'scan_serial'],
    ['done', 'ship'],
    ['taken_over', 'held_elsewhere'],
  ] as const)('%s: %s', (situation, step) => {
    const facts = { ...FACTS, hasTracking: true, canShip: true, toFollow: true, toProve: true }
    expect(nextStepOf(situation, facts)).toBe(step)
  })
})

describe('the progress', () => {
  const line = (lineId: number, shipmentId: string | null, isShippingFee = false) => {
    return { lineId, shipmentId, isShippingFee }
  }

  it('counts what is in a parcel, wherever, and what is chosen', () => {
    const elsewhere = { ...line(3, null), elsewhere: { station: 'Bench 2' } }
    const lines = [line(1, 'a'), line(2, null), elsewhere, line(4, null), line(9, null, true)]
    expect(progressOf(lines, 2, 1)).toEqual({ packed: 2, done: 3, goods: 4, left: 1 })
  })

  it('of a canceled order counts nothing as packed that is not', () => {
    expect(progressOf([line(1, null), line(2, null)], 0, 0)).toEqual({
      packed: 0,
      done: 0,
      goods: 2,
      left: 0,
    })
  })
})

describe('the part of the bench that shows a line', () => {
  it.each([
    ['to pack', { packable: true, packed: false }, false, false, 'expected'],
    [
      'chosen by hand, which stays below the hand',
      { packable: true, packed: false },
      true,
      false,
      'expected',
    ],
    ['scanned', { packable: true, packed: false }, true, true, 'scanned'],
    ['scanned and taken out again', { packable: true, packed: false }, false, true, 'expected'],
    ['packed', { packable: false, packed: true }, false, false, 'packed'],
    ['scanned and packed', { packable: false, packed: true }, true, true, 'packed'],
    ['of a canceled order, and never packed', { packable: false, packed: false }, false, false, 'left_out'],
  ] as const)('%s', (_, line, chosen, scanned, part) => {
    expect(benchPartOf(line, chosen, scanned)).toBe(part)
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
