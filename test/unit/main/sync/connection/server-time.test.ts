import { describe, expect, it } from 'vitest'
import { createServerTime, type ServerTime } from '../../../../../src/main/sync/connection/server-time'
import { createManualClock, type ManualClock } from '../../../../support/clock'

const DAY_MS = 86_400_000

/** A marketplace whose clock is `aheadMs` ahead of the PC's. */
function answerFrom(
  clock: ManualClock,
  time: ServerTime,
  server: { aheadMs: number; writesAfterMs?: number; takesMs?: number; age?: string },
): void {
  const { aheadMs, writesAfterMs = 0, takesMs = 0, age = null } = server
  const sentAtMs = clock.wallMs()
  const dateHeader = new Date(sentAtMs + writesAfterMs + aheadMs).toUTCString()
  clock.advance(takesMs)
  time.note({ dateHeader, ageHeader: age, sentAtMs, receivedAtMs: clock.wallMs() })
}

function make() {
  const clock = createManualClock()
  return { clock, time: createServerTime(clock) }
}

/** The same numbers in each run: a small generator for [0, 1). */
function createRandom(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

describe('the offset', () => {
  it('is unknown before the first answer, and the PC’s time stands in for the marketplace’s', () => {
    const { time } = make()
    expect(time.offset()).toBeNull()
    expect(time.at(1_000)).toBe(1_000)
  })

  it('of one quick answer is known to a second, because that is what the header shows', () => {
    const { clock, time } = make()
    clock.advance(400)
    answerFrom(clock, time, { aheadMs: 60_000 })
    expect(time.offset()).toEqual({ lowMs: 59_600, highMs: 60_600 })
    expect(time.at(0)).toBe(59_600)
  })

  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'lies between its bounds whatever answers take, and many narrow it (%i)',
    (seed) => {
      const random = createRandom(seed)
      const { clock, time } = make()
      const aheadMs = Math.round((random() - 0.5) * 2 * DAY_MS)
      let narrowest = Number.POSITIVE_INFINITY
      for (let answers = 0; answers < 50; answers += 1) {
        const takesMs = Math.round(random() * 3_000)
        answerFrom(clock, time, { aheadMs, takesMs, writesAfterMs: Math.round(random() * takesMs) })
        const { lowMs, highMs } = time.offset() ?? { lowMs: 1, highMs: 0 }
        expect(lowMs).toBeLessThanOrEqual(aheadMs)
        expect(highMs).toBeGreaterThanOrEqual(aheadMs)
        narrowest = highMs - lowMs
        clock.advance(Math.round(random() * 20_000))
      }
      expect(narrowest).toBeLessThan(1_000)
    },
  )

  it('widens slowly without answers, because two clocks drift apart', () => {
    const { clock, time } = make()
    answerFrom(clock, time, { aheadMs: 0 })
    clock.advance(3_600_000)
    expect(time.offset()).toEqual({ lowMs: -360, highMs: 1_360 })
  })

  it.each([
    ['a day ahead', DAY_MS],
    ['a day back', -DAY_MS],
    ['an hour ahead, as after sleep', 3_600_000],
  ])('is forgotten when the PC’s clock jumps: %s', (_name, byMs) => {
    const { clock, time } = make()
    answerFrom(clock, time, { aheadMs: 500 })
    clock.setWall(clock.wallMs() + byMs)
    expect(time.offset()).toBeNull()
    answerFrom(clock, time, { aheadMs: -byMs })
    expect(time.offset()).toEqual({ lowMs: -byMs, highMs: -byMs + 1_000 })
  })

  it('allows for a clock moved by less than a jump', () => {
    const { clock, time } = make()
    answerFrom(clock, time, { aheadMs: 0 })
    clock.setWall(clock.wallMs() + 1_500)
    expect(time.offset()).toEqual({ lowMs: -1_500, highMs: 2_500 })
  })

  it('follows a marketplace whose clock was set, once a second answer confirms it', () => {
    const { clock, time } = make()
    answerFrom(clock, time, { aheadMs: 0 })
    answerFrom(clock, time, { aheadMs: 600_000 })
    expect(time.offset()).toEqual({ lowMs: 0, highMs: 1_000 })
    answerFrom(clock, time, { aheadMs: 600_000 })
    expect(time.offset()).toEqual({ lowMs: 600_000, highMs: 601_000 })
  })

  it('is confirmed by two answers, and by none after the clock jumped', () => {
    const { clock, time } = make()
    expect(time.agreed()).toBe(false)
    answerFrom(clock, time, { aheadMs: DAY_MS })
    expect(time.agreed()).toBe(false)
    answerFrom(clock, time, { aheadMs: 0 })
    expect(time.agreed()).toBe(false)
    answerFrom(clock, time, { aheadMs: 0 })
    expect([time.agreed(), time.offset()?.lowMs]).toEqual([true, 0])
    clock.setWall(clock.wallMs() + DAY_MS)
    expect(time.agreed()).toBe(false)
    answerFrom(clock, time, { aheadMs: 0 })
    expect(time.agreed()).toBe(false)
    answerFrom(clock, time, { aheadMs: 0 })
    expect(time.agreed()).toBe(true)
  })

  it('counts as confirmed once many answers could not agree, so that nobody waits forever', () => {
    const { clock, time } = make()
    for (let answers = 0; answers < 6; answers += 1) {
      answerFrom(clock, time, { aheadMs: answers * DAY_MS })
      expect(time.agreed()).toBe(false)
    }
    answerFrom(clock, time, { aheadMs: 9 * DAY_MS })
    expect(time.agreed()).toBe(true)
  })

  it('is not moved by one answer of a proxy with a wrong clock, however often one comes', () => {
    const { clock, time } = make()
    for (let answers = 0; answers < 10; answers += 1) {
      answerFrom(clock, time, { aheadMs: 0 })
      answerFrom(clock, time, { aheadMs: (answers + 1) * DAY_MS })
    }
    expect(time.offset()).toEqual({ lowMs: 0, highMs: 1_000 })
  })
})

describe('an answer without information about the present', () => {
  it.each([
    ['no header', null],
    ['no date', 'yesterday'],
    ['a number', '1795165200'],
    ['a day that does not exist', 'Fri, 99 Nov 2026 09:00:00 GMT'],
    ['a date in another format', '2026-11-20T09:00:00Z'],
    ['a year nobody can write', 'Fri, 20 Nov 275760 09:00:00 GMT'],
    ['nothing at all', ''],
  ])('is ignored: %s', (_name, dateHeader) => {
    const { clock, time } = make()
    const now = clock.wallMs()
    time.note({ dateHeader, ageHeader: null, sentAtMs: now, receivedAtMs: now })
    expect(time.offset()).toBeNull()
  })

  it('is ignored if it came from a cache', () => {
    const { clock, time } = make()
    answerFrom(clock, time, { aheadMs: -600_000, age: '600' })
    expect(time.offset()).toBeNull()
    answerFrom(clock, time, { aheadMs: 0, age: '0' })
    expect(time.offset()).not.toBeNull()
  })

  it('is ignored if the PC’s clock was set back during the request', () => {
    const { clock, time } = make()
    const sentAtMs = clock.wallMs()
    const dateHeader = new Date(sentAtMs).toUTCString()
    clock.setWall(sentAtMs - DAY_MS)
    time.note({ dateHeader, ageHeader: null, sentAtMs, receivedAtMs: clock.wallMs() })
    expect(time.offset()).toBeNull()
  })
})
