import { expect, it } from 'vitest'
import { listOutbox } from '../../src/main/store/views/outbox-list'
import { makeStation } from '../support/account'
import { answeringAndClaiming } from '../support/bench-sides'
import { measure } from '../support/measure'
import { rawDb } from '../support/raw-db'

const AMOUNT = { rounds: 7, perRound: 200 }

it.each([
  ['ack of an op and claim of another in one commit', false],
  ['ack of an op, claim of another and the order read for it in one commit', true],
])('%s', async (name, keepsCopy) => {
  const station = makeStation()
  const { together, apart } = answeringAndClaiming(station, keepsCopy, AMOUNT)
  const contest = { name, baseline: 'the same in two FULL commits', unit: 'pairs', rounds: AMOUNT.rounds }
  await measure(contest, together, apart)
  const pairs = 2 * AMOUNT.rounds * AMOUNT.perRound
  expect(listOutbox(station.db, 'open', 0, 1).total).toBe(pairs)
  const states = rawDb(station.db)
    .prepare('SELECT state, count(*) FROM outbox GROUP BY state ORDER BY state')
    .raw()
  expect(states.all()).toEqual([
    ['confirmed', pairs],
    ['sending', pairs],
  ])
})
