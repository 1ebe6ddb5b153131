import { expect, it } from 'vitest'
import { createWritePace } from '../../../../../src/main/sync/connection/write-pace'
import { addSample, ratePerMinute, type RateSample } from '../../../../../src/shared/domain/items/finish-rate'
import { createManualClock } from '../../../../support/clock'

/** A marketplace that lets so many writes through in each sliding window, and says how long to wait otherwise. */
function createLimit(limit: number, windowMs: number, nowMs: () => number) {
  let taken: number[] = []
  return (): number | null => {
    taken = taken.filter((ms) => ms > nowMs() - windowMs)
    if (taken.length < limit) {
      taken.push(nowMs())
      return null
    }
    return Math.max(1_000, Math.ceil(((taken[0] ?? 0) + windowMs - nowMs()) / 1_000) * 1_000)
  }
}

/**
 * Sends `count` writes one after the other, each of which takes 10 ms, as the gate and the engine do.
 * @param lookMs how long the item is looked at before its write begins
 */
function send(count: number, limit: number, windowMs: number, lookMs = 0) {
  const clock = createManualClock()
  const pace = createWritePace({ clock })
  const ask = createLimit(limit, windowMs, () => clock.monotonicMs())
  let [sent, refused] = [0, 0]
  let samples: readonly RateSample[] = [{ ms: 0, finished: 0 }]
  const said: { atMs: number; leftMs: number }[] = []
  while (sent < count) {
    clock.advance(Math.max(10, pace.waitMs()))
    clock.advance(lookMs)
    pace.began()
    const waitMs = ask()
    if (waitMs === null) {
      pace.taken()
      sent += 1
    } else {
      pace.refused(waitMs)
      clock.advance(waitMs)
      refused += 1
    }
    const ms = clock.monotonicMs()
    samples = addSample(samples, { ms, finished: sent })
    const perMinute = ratePerMinute(samples, ms)
    if (perMinute !== null) said.push({ atMs: ms, leftMs: ((count - sent) * 60_000) / perMinute })
  }
  return { refused, ms: clock.monotonicMs(), said, perMinute: pace.perMinute() }
}

it.each([
  ['20 a second', 5_000, 20, 1_000],
  ['120 a minute', 3_000, 120, 60_000],
])('%s: keeps nine tenths of the rate, and is refused for less than one write in fifty', (_name, ...args) => {
  const [count, limit, windowMs] = args
  const { refused, ms, perMinute } = send(...args)
  const allowedPerMinute = (limit * 60_000) / windowMs
  expect((count * 60_000) / ms / allowedPerMinute).toBeGreaterThan(0.9)
  expect(refused / count).toBeLessThan(0.02)
  expect((perMinute ?? 0) / allowedPerMinute).toBeGreaterThan(0.85)
  expect((perMinute ?? 0) / allowedPerMinute).toBeLessThan(1.15)
})

it('keeps four fifths of the rate if each write looks at its item first, for two fifths of its turn', () => {
  const { refused, ms } = send(5_000, 20, 1_000, 20)
  expect(5_000 / ms / (20 / 1_000)).toBeGreaterThan(0.8)
  expect(refused / 5_000).toBeLessThan(0.02)
})

it('goes slower after each refusal, even if earlier writes were let through faster', () => {
  const clock = createManualClock()
  const pace = createWritePace({ clock })
  const take = (count: number): void => {
    for (let each = 0; each < count; each += 1) {
      pace.began()
      pace.taken()
      clock.advance(1)
    }
  }
  take(100)
  pace.refused(100)
  const first = pace.perMinute() ?? 0
  clock.advance(100)
  take(200)
  pace.refused(100)
  expect(pace.perMinute()).toBeLessThan(0.95 * first)
  expect(pace.perMinute()).toBeGreaterThan(0.9 * first)
})

it('does not save up for long: after a pause, two writes go out at once', () => {
  const clock = createManualClock()
  const pace = createWritePace({ clock })
  pace.began()
  pace.taken()
  clock.advance(50)
  pace.refused(950)
  clock.advance(20_000)
  let atOnce = 0
  while (pace.waitMs() === 0) {
    pace.began()
    atOnce += 1
  }
  expect(atOnce).toBe(2)
})

it('says how long it still takes, true within a twentieth of the whole from the first half on', () => {
  const { ms, said } = send(5_000, 20, 1_000)
  const later = said.filter(({ atMs }) => atMs > ms / 2)
  expect(later.length).toBeGreaterThan(1_000)
  for (const { atMs, leftMs } of later) expect(Math.abs(atMs + leftMs - ms) / ms).toBeLessThan(0.05)
})

it('waits for nothing while no limit is known, and forgets one after a quiet minute', () => {
  const clock = createManualClock()
  const pace = createWritePace({ clock })
  for (let count = 0; count < 100; count++) {
    pace.began()
    pace.taken()
    expect(pace.waitMs()).toBe(0)
    clock.advance(1)
  }
  pace.refused(1_000)
  expect(pace.waitMs()).toBe(1_000)
  expect(pace.perMinute()).not.toBeNull()
  clock.advance(130_000)
  pace.began()
  expect(pace.perMinute()).toBeNull()
})

it('counts the refusals of several lanes as one', () => {
  const clock = createManualClock()
  const pace = createWritePace({ clock })
  pace.began()
  pace.taken()
  clock.advance(100)
  pace.refused(900)
  const once = pace.perMinute()
  pace.refused(900)
  pace.refused(900)
  expect(pace.perMinute()).toBe(once)
})
