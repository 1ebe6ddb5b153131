import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../../../../src/main/store/db/open'
import { readSetting, writeSetting } from '../../../../../src/main/store/tables/settings'
import { createClockWatch } from '../../../../../src/main/sync/connection/clock-watch'
import { createServerTime } from '../../../../../src/main/sync/connection/server-time'
import { createManualClock } from '../../../../support/clock'
import { tempDir } from '../../../../support/temp-dir'

const MINUTE_MS = 60_000

function make(file = join(tempDir(), 'station.sqlite')) {
  const clock = createManualClock()
  const db = openDatabase(file)
  onTestFinished(() => closeDatabase(db))
  const told: string[] = []
  const faults: unknown[] = []
  const watch = createClockWatch({
    db,
    clock,
    serverTime: createServerTime(clock),
    onChange: () => told.push(watch.view().state),
    onFault: (error) => faults.push(error),
  })
  /** Twice, because a single contradicting answer is not trusted. */
  const answers = (aheadMs: number): void => {
    for (let nth = 0; nth < 2; nth += 1) {
      const now = clock.wallMs()
      const dateHeader = new Date(now + aheadMs).toUTCString()
      watch.note({ dateHeader, ageHeader: null, sentAtMs: now, receivedAtMs: now })
    }
  }
  return { clock, db, file, watch, told, faults, answers }
}

describe('the state of the clock', () => {
  it('is unknown before the first answer', () => {
    expect(make().watch.view()).toEqual({ state: 'unknown', offsetMs: null })
  })

  it.each([
    [0, 'right'],
    [29_000, 'right'],
    [-29_000, 'right'],
    [30_000, 'differs'],
    [-31_000, 'differs'],
    [299_000, 'differs'],
    [-299_000, 'differs'],
    [300_000, 'refused'],
    [-301_000, 'refused'],
    [86_400_000, 'refused'],
    [-86_400_000 * 365 * 50, 'refused'],
  ])('with the marketplace %i ms ahead is %s', (aheadMs, state) => {
    const { watch, answers } = make()
    answers(aheadMs)
    expect(watch.view()).toEqual({ state, offsetMs: aheadMs + 500 })
  })

  it('counts only certain differences: a slow answer that may be older proves nothing', () => {
    const { clock, watch } = make()
    const sentAtMs = clock.wallMs()
    const dateHeader = new Date(sentAtMs).toUTCString()
    clock.advance(40_000)
    watch.note({ dateHeader, ageHeader: null, sentAtMs, receivedAtMs: clock.wallMs() })
    expect(watch.view().state).toBe('right')
  })

  it('stays valid when the network fails, and is unknown again after the clock was set', () => {
    const { clock, watch, answers } = make()
    answers(10 * MINUTE_MS)
    clock.advance(8 * 3_600_000)
    expect(watch.view().state).toBe('refused')
    clock.setWall(clock.wallMs() + 10 * MINUTE_MS)
    expect(watch.view()).toEqual({ state: 'unknown', offsetMs: null })
    answers(0)
    expect(watch.view().state).toBe('right')
  })

  it('is announced when it changes, and not with every answer', () => {
    const { told, answers } = make()
    for (const aheadMs of [0, 0, 0, 60_000, 60_000, 600_000, 600_000, 900_000, 0]) answers(aheadMs)
    expect(told).toEqual(['right', 'differs', 'refused', 'refused', 'right'])
  })
})

describe('a clock that a person confirmed', () => {
  it.each([
    [10 * MINUTE_MS, 10 * MINUTE_MS, 'confirmed'],
    [10 * MINUTE_MS, 10 * MINUTE_MS + 59_000, 'confirmed'],
    [10 * MINUTE_MS, 10 * MINUTE_MS - 59_000, 'confirmed'],
    [10 * MINUTE_MS, 10 * MINUTE_MS + 62_000, 'refused'],
    [10 * MINUTE_MS, 10 * MINUTE_MS - 62_000, 'refused'],
    [-10 * MINUTE_MS, 10 * MINUTE_MS, 'refused'],
    [45_000, 45_000, 'confirmed'],
    [45_000, 10_000, 'right'],
  ])('at %i ms is, at %i ms, %s', (confirmedMs, laterMs, state) => {
    const { watch, answers } = make()
    answers(confirmedMs)
    watch.confirm('Kim')
    expect(watch.view().state).toBe('confirmed')
    answers(laterMs)
    expect(watch.view().state).toBe(state)
  })

  it('stays confirmed after a restart, once an answer shows the same difference', () => {
    const first = make()
    first.answers(10 * MINUTE_MS)
    first.watch.confirm('Kim')
    closeDatabase(first.db)
    const second = make(first.file)
    expect(second.watch.view().state).toBe('unknown')
    second.answers(10 * MINUTE_MS + 5_000)
    expect(second.watch.view().state).toBe('confirmed')
    expect(JSON.parse(readSetting(second.db, 'clock.confirmed') ?? '')).toEqual({
      offsetMs: 10 * MINUTE_MS + 500,
      at: '2026-11-20T09:00:00.000Z',
      by: 'Kim',
    })
  })

  it('is asked about again when the difference went and came back', () => {
    const { db, watch, answers } = make()
    answers(10 * MINUTE_MS)
    watch.confirm('Kim')
    answers(0)
    answers(10 * MINUTE_MS)
    expect(watch.view().state).toBe('refused')
    expect(readSetting(db, 'clock.confirmed')).toBeNull()
  })

  it('needs a difference: nothing is stored while it is unknown or right', () => {
    const { db, watch, answers } = make()
    watch.confirm('Kim')
    answers(0)
    watch.confirm('Kim')
    expect(readSetting(db, 'clock.confirmed')).toBeNull()
  })

  it.each(['nonsense', '{}', '{"offsetMs":"many","at":"","by":""}'])(
    'is asked again when what was kept cannot be read: %s',
    (kept) => {
      const first = make()
      inTransaction(first.db, (tx) => writeSetting(tx, 'clock.confirmed', kept))
      closeDatabase(first.db)
      const second = make(first.file)
      second.answers(10 * MINUTE_MS)
      expect(second.watch.view().state).toBe('refused')
    },
  )

  it('does not fail an answer if the disk takes no write', () => {
    const { db, watch, faults, answers } = make()
    answers(10 * MINUTE_MS)
    watch.confirm('Kim')
    db.pragma('query_only = ON')
    answers(0)
    db.pragma('query_only = OFF')
    expect(watch.view().state).toBe('right')
    expect(faults).toHaveLength(1)
  })
})
