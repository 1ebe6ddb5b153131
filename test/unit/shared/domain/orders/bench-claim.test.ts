import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  holderOf,
  reckon,
  turnAfter,
  type BenchClaim,
} from '../../../../../src/shared/domain/orders/bench-claim'

const claim = (stationId: string, sinceMs: number, turn = 0): BenchClaim => ({ stationId, sinceMs, turn })

describe('who holds the order', () => {
  it.each([
    ['nobody claims it', [], null],
    ['one does', [claim('a', 5)], 'a'],
    ['two do: the one that opened it first', [claim('a', 5), claim('b', 4)], 'b'],
    ['two opened it at once: the smaller id', [claim('b', 5), claim('a', 5)], 'a'],
    ['one took it over, however late', [claim('a', 1), claim('b', 9, 1)], 'b'],
    ['it was taken back', [claim('a', 10, 2), claim('b', 9, 1)], 'a'],
    ['two took it over at once: the earlier', [claim('a', 9, 1), claim('b', 8, 1), claim('c', 1)], 'b'],
  ])('%s', (_, claims, expected) => {
    expect(holderOf(claims)?.stationId ?? null).toBe(expected)
  })
})

const claims = fc.uniqueArray(
  fc.record({
    stationId: fc.string({ minLength: 1, maxLength: 3 }),
    turn: fc.nat(3),
    sinceMs: fc.nat(5),
  }),
  { selector: ({ stationId }) => stationId, minLength: 1, maxLength: 8 },
)

describe('any claims', () => {
  it('name the same station in any order of arrival', () => {
    const shuffled = claims.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
    )
    fc.assert(
      fc.property(shuffled, ([given, mixed]) => {
        expect(holderOf(mixed)).toEqual(holderOf(given))
      }),
    )
  })

  it('yield to a takeover that knows them, and pass on when the holder is gone', () => {
    fc.assert(
      fc.property(claims, fc.nat(9), (given, sinceMs) => {
        const takeover = { stationId: 'the new one', turn: turnAfter(given), sinceMs }
        expect(holderOf([...given, takeover])).toEqual(takeover)
        const holder = holderOf(given)
        const rest = given.filter((one) => one !== holder)
        expect(holderOf(rest) === null).toBe(rest.length === 0)
      }),
    )
  })
})

describe('the common time', () => {
  it('continues from the latest one heard, and never goes back', () => {
    expect(reckon({ aheadMs: 0 }, 100, 100_000)).toEqual({ aheadMs: 99_900, movedMs: 99_900 })
    expect(reckon({ aheadMs: 99_900 }, 100, 50)).toEqual({ aheadMs: 99_900, movedMs: 0 })
  })

  it('keeps stamps when a message was merely faster than earlier ones', () => {
    expect(reckon({ aheadMs: 10 }, 100, 150)).toEqual({ aheadMs: 50, movedMs: 0 })
  })

  it('keeps the age of earlier stamps', () => {
    fc.assert(
      fc.property(fc.nat(1e6), fc.nat(1e6), fc.nat(1e6), fc.nat(1e7), (ahead, ageMs, passedMs, heardMs) => {
        const nowMs = ageMs + passedMs
        const since = nowMs + ahead - ageMs
        const after = reckon({ aheadMs: ahead }, nowMs, heardMs)
        const shownMs = nowMs + after.aheadMs - (since + after.movedMs)
        expect(shownMs - ageMs).toBeGreaterThanOrEqual(0)
        expect(shownMs - ageMs).toBeLessThan(1_000)
      }),
    )
  })
})
