import { join } from 'node:path'
import { expect, it } from 'vitest'
import { countOpen } from '../../src/main/store/views/outbox-list'
import { makeStation } from '../support/account'
import { bareCommits, packing, shipping } from '../support/bench-sides'
import { BIG, buildBigFile } from '../support/big-file'
import { measure } from '../support/measure'
import { tempDir } from '../support/temp-dir'

/** Each round fills the log once, so that every commit's share of a checkpoint counts. */
const AMOUNT = { rounds: 7, perRound: 400 }
const CONTEST = { unit: 'commits', rounds: AMOUNT.rounds, baseline: 'bare one-row synchronous=FULL commit' }

it('durable enqueue with its domain write', async () => {
  const station = makeStation()
  await measure(
    { ...CONTEST, name: 'durable enqueue, call to commit (shipment, lines, counts, op)' },
    packing(station, 'durable', AMOUNT),
    bareCommits(tempDir(), AMOUNT),
  )
  expect(countOpen(station.db).waiting).toBe(AMOUNT.rounds * AMOUNT.perRound)
})

it('a whole pack, including the order in its answer', async () => {
  const station = makeStation()
  await measure(
    { ...CONTEST, unit: 'packs', name: 'whole pack, with the order as its answer' },
    packing(station, 'all', AMOUNT),
    bareCommits(tempDir(), AMOUNT),
  )
  expect(countOpen(station.db).waiting).toBe(AMOUNT.rounds * AMOUNT.perRound)
})

it('many moves in one commit', async () => {
  const station = makeStation()
  await measure(
    { ...CONTEST, unit: 'ops', name: 'durable enqueue of moves, 20 shipments at once' },
    shipping(station, 20, AMOUNT),
    bareCommits(tempDir(), AMOUNT),
  )
  // Each was packed before it was shipped.
  expect(countOpen(station.db).waiting).toBe(2 * AMOUNT.rounds * AMOUNT.perRound)
})

it('enqueue with a long history', async () => {
  const file = join(tempDir(), 'station.sqlite')
  buildBigFile(file)
  const [big, empty] = [makeStation({ file }), makeStation()]
  const before = countOpen(big.db)
  await measure(
    {
      ...CONTEST,
      name: `durable enqueue beside ${BIG.finished.toLocaleString('en')} finished and ${BIG.open.toLocaleString('en')} open ops`,
      baseline: 'in an empty file',
    },
    packing(big, 'durable', AMOUNT),
    packing(empty, 'durable', AMOUNT),
  )
  const packs = AMOUNT.rounds * AMOUNT.perRound
  expect(before.waiting + before.held).toBe(BIG.open)
  expect(countOpen(big.db)).toEqual({ ...before, waiting: before.waiting + packs })
  expect(countOpen(empty.db).waiting).toBe(packs)
})
