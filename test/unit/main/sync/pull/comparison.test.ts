import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ServerError } from '../../../../../src/main/partner/errors'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { openDatabase } from '../../../../../src/main/store/db/open'
import { createComparison } from '../../../../../src/main/sync/pull/comparison'
import { createManualClock } from '../../../../support/clock'
import { tempDir } from '../../../../support/temp-dir'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

function comparisonWith(step: () => Promise<number> = () => Promise.resolve(DAY_MS)) {
  const db = openDatabase(join(tempDir(), 'station.sqlite'))
  const clock = createManualClock()
  const faults: unknown[] = []
  let givenUp = 0
  let steps = 0
  const daily = createComparison({
    db,
    clock,
    random: () => 1,
    doneAt: 'test.compared',
    step() {
      steps += 1
      return step()
    },
    giveUp: () => (givenUp += 1),
    onFault: (error) => faults.push(error),
  })
  const done = () =>
    inTransaction(db, (tx) => {
      daily.done(tx, new Date(clock.wallMs()).toISOString())
    })
  return { daily, clock, faults, done, steps: () => steps, givenUp: () => givenUp }
}

test('a comparison is due a day after the last one, and at once where the clock was set back', () => {
  const { daily, clock, done } = comparisonWith()
  expect(daily.dueInMs()).toBe(0)
  done()
  expect(daily.dueInMs()).toBe(DAY_MS)
  clock.advance(DAY_MS - 1)
  expect(daily.dueInMs()).toBe(1)
  clock.setWall(clock.wallMs() - 2 * DAY_MS)
  expect(daily.dueInMs()).toBe(0)
})

test('one of another station counts from when that one was over, and never takes a later one of this station back', () => {
  const { daily, done } = comparisonWith()
  daily.doneElsewhere(3 * HOUR_MS)
  expect(daily.dueInMs()).toBe(DAY_MS - 3 * HOUR_MS)
  done()
  daily.doneElsewhere(HOUR_MS)
  expect(daily.dueInMs()).toBe(DAY_MS)
})

test('after six failures in a row it is given up for an hour; what has come in between starts the count again', async () => {
  const { daily, clock, faults, steps, givenUp } = comparisonWith(() =>
    Promise.reject(new ServerError('GET /orders: 500')),
  )
  const nextStep = async () => {
    clock.advance(2 * 60_000)
    await daily.settled()
  }
  daily.start(0)
  for (let failure = 0; failure < 5; failure += 1) await nextStep()
  expect([steps(), givenUp(), daily.failures()]).toEqual([5, 0, 5])
  daily.succeeded()
  for (let failure = 0; failure < 6; failure += 1) await nextStep()
  expect([steps(), givenUp(), daily.failures()]).toEqual([11, 1, 0])
  await nextStep()
  expect(steps()).toBe(11)
  clock.advance(HOUR_MS)
  expect(steps()).toBe(12)
  expect(faults).toEqual([])
})

test('what is no failure of the marketplace is told', async () => {
  const fault = new Error('the disk is full')
  const { daily, clock, faults } = comparisonWith(() => Promise.reject(fault))
  daily.start(0)
  clock.advance(0)
  await daily.settled()
  expect(faults).toEqual([fault])
})

test('one that was asked for stays so until it is answered', () => {
  const { daily } = comparisonWith()
  expect(daily.isAsked()).toBe(false)
  daily.now()
  expect(daily.isAsked()).toBe(true)
  daily.answered()
  expect(daily.isAsked()).toBe(false)
})
