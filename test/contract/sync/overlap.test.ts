import { describe, expect, it } from 'vitest'
import { readSetting } from '../../../src/main/store/tables/settings'
import { eventually } from '../../support/eventually'
import { changingMarket, known, ROUND_MS } from './changing-market'

const MINUTE_MS = 60_000

describe('while many orders change', () => {
  it('reads each change twice: as news, and once more when it must have been shown', async () => {
    const { changes, open, change, rounds } = await changingMarket({ latencyMs: 700 })
    const station = await open()
    change(8 * MINUTE_MS, 7)
    const most = await rounds(station, 8 * MINUTE_MS)
    // The rush began and ended within the others.
    const [fromMs = 0, toMs = 0] = [changes[0]?.atMs, changes.at(-1)?.atMs]
    const settled = changes.filter(({ atMs }) => atMs >= fromMs + 4 * ROUND_MS && atMs < toMs - 3 * MINUTE_MS)
    expect(settled.length).toBeGreaterThan(1_500)
    expect([...new Set(settled.map(({ given }) => given))]).toEqual([2])
    // What is read for the second time is spread over the rounds.
    expect(most).toBeLessThanOrEqual(8)
    expect(station.faults).toEqual([])
  })

  it('shows news in the next round, but for the last seconds', async () => {
    const { clock, changes, open, change, rounds } = await changingMarket()
    const station = await open()
    change(5 * MINUTE_MS, 4)
    for (let round = 0; round < 16; round += 1) {
      await rounds(station, ROUND_MS)
      const made = changes.filter(({ atMs }) => atMs < clock.wallMs() - 3_500).length
      expect(known(station)).toBeGreaterThanOrEqual(made)
    }
  })

  it.each([
    ['an hour ahead of its `Date`', { aheadMs: 60 * MINUTE_MS }],
    ['without a `Date`', { hasDate: false }],
  ])('shows them too by a marketplace whose times are %s', async (_name, ways) => {
    const { clock, changes, open, change, rounds } = await changingMarket(ways)
    const station = await open()
    change(5 * MINUTE_MS, 4)
    for (let round = 0; round < 14; round += 1) {
      // The PC sleeps: its monotonic clock stands still.
      if (round === 9) clock.setWall(clock.wallMs() + MINUTE_MS)
      await rounds(station, ROUND_MS)
      const made = changes.filter(({ shownMs }) => shownMs < clock.wallMs() - 3_500).length
      expect(known(station)).toBeGreaterThanOrEqual(made)
    }
    expect(station.faults).toEqual([])
  })

  it('survives an order of the last year that there is', async () => {
    const { changes, open, change, rounds } = await changingMarket()
    const station = await open()
    changes.push({ id: 1, atMs: 8_640_000_000_000_000, shownMs: 0, given: 0 })
    change(3 * MINUTE_MS, 4, 100_000)
    await rounds(station, 8 * MINUTE_MS)
    expect(known(station)).toBe(changes.length)
    expect(station.faults).toEqual([])
  })

  it.each([true, false])('misses nothing after an order of the year 2999 (`Date`: %s)', async (hasDate) => {
    const { changes, open, change, rounds } = await changingMarket({ hasDate })
    change(MINUTE_MS, 1)
    let station = await open()
    await rounds(station, MINUTE_MS)
    changes.push({ id: 1_000, atMs: Date.UTC(2999, 0), shownMs: 0, given: 0 })
    await rounds(station, MINUTE_MS)
    change(2 * MINUTE_MS, 1)
    await rounds(station, MINUTE_MS)
    await station.close()
    station = await open(station.file)
    await rounds(station, 4 * MINUTE_MS)
    expect(known(station)).toBe(changes.length)
  })

  it('finds those that are shown late, each in its second reading', async () => {
    const { changes, open, change, rounds } = await changingMarket({ latencyMs: 300 })
    const station = await open()
    change(6 * MINUTE_MS, 4, 115_000)
    await rounds(station, 12 * MINUTE_MS)
    expect(known(station)).toBe(changes.length)
  })

  it('finds them although the station starts again every minute', async () => {
    const { changes, open, change, rounds } = await changingMarket()
    let station = await open()
    change(5 * MINUTE_MS, 4, 115_000)
    for (let minute = 0; minute < 10; minute += 1) {
      await rounds(station, 4 * ROUND_MS)
      await station.close()
      station = await open(station.file)
    }
    expect(known(station)).toBe(changes.length)
  })

  it('finds them, and reads few more than twice, although every ninth request is lost', async () => {
    const { clock, changes, open, change, rounds } = await changingMarket({ drops: (nth) => nth % 9 === 0 })
    const station = await open()
    change(7 * MINUTE_MS, 5, 115_000)
    const endMs = clock.wallMs() + 7 * MINUTE_MS
    await rounds(station, 12 * MINUTE_MS)
    expect(known(station)).toBe(changes.length)
    const settled = changes.filter(({ atMs }) => atMs > endMs - 5 * MINUTE_MS && atMs < endMs - 3 * MINUTE_MS)
    expect(meanOf(settled)).toBeLessThan(2.3)
  })

  it('reads what changed during a long pause once, and its end twice', async () => {
    const { clock, changes, open, change, rounds } = await changingMarket()
    const station = await open()
    change(3 * MINUTE_MS, 4)
    await rounds(station, 3 * MINUTE_MS)
    const pausedMs = clock.wallMs()
    change(20 * MINUTE_MS, 1.5)
    clock.advance(20 * MINUTE_MS)
    await rounds(station, 8 * MINUTE_MS)
    expect(known(station)).toBe(changes.length)
    const meanwhile = changes.filter(
      ({ atMs }) => atMs > pausedMs + MINUTE_MS && atMs < pausedMs + 16 * MINUTE_MS,
    )
    expect([...new Set(meanwhile.map(({ given }) => given))]).toEqual([1])
  })
})

it('reads the whole overlap again in each round while few change', async () => {
  const { changes, open, change, rounds } = await changingMarket()
  const station = await open()
  change(5 * MINUTE_MS, 1, 115_000)
  await rounds(station, 7 * MINUTE_MS)
  expect(known(station)).toBe(changes.length)
  expect(meanOf(changes.slice(0, 240))).toBeGreaterThan(7)
})

it('finds what is shown late after a rush, and in the next one', async () => {
  const { changes, open, change, rounds } = await changingMarket()
  const station = await open()
  for (const [forMs, perSecond, lateMs] of [
    [135_000, 2.7, 115_000],
    [45_000, 0.07, 115_000],
    [75_000, 4, 119_000],
    [15_000, 0.07, 0],
    [180_000, 2.7, 100_000],
  ] as const) {
    change(forMs, perSecond, lateMs)
    await rounds(station, forMs)
  }
  await rounds(station, 5 * MINUTE_MS)
  expect(known(station)).toBe(changes.length)
})

it('does not call the data fresh after a round that goes on from an earlier one', async () => {
  const { clock, open, change } = await changingMarket({ drops: (nth) => nth === 3 })
  const station = await open()
  change(5 * MINUTE_MS, 4)
  clock.advance(5 * MINUTE_MS)
  await station.pull.now()
  expect(readSetting(station.db, 'pull.round')).not.toBeNull()
  const began = clock.wallMs()
  clock.advance(60 * MINUTE_MS)
  await station.pull.now()
  expect(readSetting(station.db, 'pull.round')).toBeNull()
  expect(Date.parse(station.pull.dataAsOf() ?? '')).toBeLessThanOrEqual(began)
  // The next round comes at once.
  clock.advance(1)
  await eventually(() => expect(Date.parse(station.pull.dataAsOf() ?? '')).toBeGreaterThan(began))
})

function meanOf(changes: readonly { given: number }[]): number {
  return changes.reduce((sum, { given }) => sum + given, 0) / changes.length
}
