import { describe, expect, test } from 'vitest'
import { createFeed, pauseMs, type FeedDeps, type RoundOutcome } from '../../../../../src/main/sync/pull/feed'
import { createManualClock } from '../../../../support/clock'

const INTERVAL_MS = 15_000

/** A feed whose rounds end as the test says. */
function feedWith(deps: Partial<FeedDeps> = {}) {
  const clock = createManualClock()
  const faults: unknown[] = []
  const over: number[] = []
  let rounds = 0
  let end: (outcome: RoundOutcome | Error) => void = () => undefined
  const feed = createFeed({
    clock,
    random: () => 1,
    intervalMs: INTERVAL_MS,
    read() {
      rounds += 1
      return new Promise((resolve, reject) => {
        end = (outcome) => (outcome instanceof Error ? reject(outcome) : resolve(outcome))
      })
    },
    recover: () => undefined,
    place: () => 'whole',
    gateMs: () => 0,
    restMs: () => 0,
    onOver: () => over.push(rounds),
    onFault: (error) => faults.push(error),
    ...deps,
  })
  return {
    feed,
    clock,
    faults,
    over,
    rounds: () => rounds,
    async endsWith(outcome: RoundOutcome | Error) {
      end(outcome)
      await feed.settled()
    },
    /** How long after the last round the next one begins, ms; `null` if no time brings one. */
    pause() {
      const before = rounds
      for (let ms = 0; ms <= 10 * INTERVAL_MS; ms += 500) {
        if (rounds > before) return ms
        clock.advance(500)
      }
      return rounds > before ? 10 * INTERVAL_MS : null
    },
  }
}

const failed = new Error('the page does not come')

describe('the pause after a round', () => {
  test.each<[RoundOutcome | 'failed', number, number]>([
    ['caught_up', 0, INTERVAL_MS],
    ['behind', 0, 0],
    ['kept_out', 0, INTERVAL_MS],
    ['failed', 1, 1_000],
    ['failed', 3, 4_000],
    ['failed', 9, INTERVAL_MS],
    ['kept_out', 2, 2_000],
  ])('that ended as %s, after %i failures, is %i ms', (outcome, failures, ms) => {
    expect(pauseMs(outcome, { failures, intervalMs: INTERVAL_MS, random: 1 })).toBe(ms)
  })
})

describe('a feed', () => {
  test('reads at once when it is started, then at its interval', async () => {
    const { feed, rounds, endsWith, pause } = feedWith()
    feed.start()
    expect([rounds(), feed.isReading()]).toEqual([1, true])
    await endsWith('caught_up')
    expect(feed.isReading()).toBe(false)
    expect(pause()).toBe(INTERVAL_MS)
  })

  test('reads again at once after a round that only ended an earlier one', async () => {
    const { feed, endsWith, pause } = feedWith()
    feed.start()
    await endsWith('behind')
    expect(feed.isBehind()).toBe(true)
    expect(pause()).toBe(500)
    await endsWith('caught_up')
    expect(feed.isBehind()).toBe(false)
  })

  test('tries again sooner after a failure, even if a round is asked for, and forgets it after a success', async () => {
    const { feed, endsWith, pause } = feedWith()
    feed.start()
    await endsWith(failed)
    expect(pause()).toBe(1_000)
    await endsWith(failed)
    feed.within(0)
    expect([feed.failures(), pause()]).toEqual([2, 2_000])
    await endsWith('caught_up')
    expect([feed.failures(), pause()]).toEqual([0, INTERVAL_MS])
  })

  test.each([
    ['waits for the gate', 40_000, 40_000],
    ['waits until the gate opens, however long that is,', null, null],
  ])('%s after it was kept out', async (_what, gateMs, expected) => {
    const { feed, endsWith, pause } = feedWith({ gateMs: () => gateMs })
    feed.start()
    await endsWith('kept_out')
    expect(pause()).toBe(expected)
  })

  test('has failed as often as before where it was only kept out', async () => {
    const { feed, endsWith } = feedWith()
    feed.start()
    await endsWith(failed)
    void feed.now()
    await endsWith('kept_out')
    expect(feed.failures()).toBe(1)
  })

  test('comes soon after a change, also before its first round, and once', async () => {
    const { feed, clock, rounds, endsWith, pause } = feedWith()
    feed.start(60_000)
    feed.within(2_000)
    expect(feed.isDueSoon()).toBe(true)
    clock.advance(2_000)
    expect([rounds(), feed.isDueSoon()]).toEqual([1, false])
    feed.within(3_000)
    await endsWith('caught_up')
    expect(pause()).toBe(3_000)
    await endsWith('caught_up')
    expect(pause()).toBe(INTERVAL_MS)
  })

  test('is not put off before its first round by a change that may wait longer', () => {
    const { feed, clock, rounds } = feedWith({ intervalMs: 60_000 })
    feed.start(5_000)
    feed.within(10_000)
    clock.advance(5_000)
    expect(rounds()).toBe(1)
  })

  describe('while another station reads for all', () => {
    const resting = (deps: Partial<FeedDeps> = {}) => {
      let restMs = 90_000
      return { ...feedWith({ restMs: () => restMs, ...deps }), fallsSilent: () => (restMs = 0) }
    }

    test.each(['new', 'whole'] as const)(
      'rests where it is %s, and reads when that falls silent',
      (place) => {
        const { feed, clock, rounds, fallsSilent } = resting({ place: () => place })
        feed.start()
        clock.advance(10 * INTERVAL_MS)
        expect(rounds()).toBe(0)
        fallsSilent()
        clock.advance(INTERVAL_MS)
        expect(rounds()).toBe(1)
      },
    )

    test('ends the round that it has left', () => {
      const { feed, rounds } = resting({ place: () => 'midway' })
      feed.start()
      expect(rounds()).toBe(1)
    })

    test.each<[string, RoundOutcome | Error]>([
      ['behind', 'behind'],
      ['failing', failed],
    ])('reads on while it is %s', async (_what, outcome) => {
      const { feed, endsWith, pause } = resting()
      feed.start()
      void feed.now()
      await endsWith(outcome)
      expect(pause()).not.toBeNull()
    })

    test('reads at once where something has changed', () => {
      const { feed, clock, rounds } = resting()
      feed.start()
      feed.within(0)
      clock.advance(0)
      expect(rounds()).toBe(1)
    })
  })

  test('joins a round in progress, and begins another one for who must see what is new', async () => {
    const { feed, rounds, endsWith } = feedWith()
    feed.start()
    void feed.now()
    const [one, other] = [feed.restart(), feed.restart()]
    expect([rounds(), one === other]).toEqual([1, true])
    await endsWith('caught_up')
    expect(rounds()).toBe(2)
    await endsWith('caught_up')
    await one
    expect(rounds()).toBe(2)
  })

  test('goes on although those fail whom it tells of a round', async () => {
    const { feed, faults, endsWith, pause } = feedWith({
      onOver() {
        throw failed
      },
    })
    feed.start()
    const progress = feed.progressed()
    await endsWith('caught_up')
    await progress
    expect([faults, pause()]).toEqual([[failed], INTERVAL_MS])
  })

  test('reads nothing after it was stopped, and waits for the round in progress', async () => {
    const { feed, over, endsWith, pause } = feedWith()
    feed.start()
    const stopped = feed.stop()
    await endsWith('caught_up')
    await stopped
    expect([over, pause(), feed.isRunning()]).toEqual([[1], null, false])
  })

  test('begins no round after it was stopped, although a newer one is asked for', async () => {
    const { feed, rounds, endsWith } = feedWith()
    feed.start()
    await endsWith('caught_up')
    await feed.stop()
    await feed.restart()
    feed.within(0)
    expect(rounds()).toBe(1)
  })
})
