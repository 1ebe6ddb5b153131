import { afterAll, beforeAll, expect, it } from 'vitest'
import { bundle, type Bundle } from '../support/bundle'
import { print, type Outcome } from '../support/measure'
import { canSlowFlushes, runOnSlowDisk } from '../support/slow-disk'
import { tempDir } from '../support/temp-dir'
import type { SlowContest } from './slow-disk-process'

/** Times of one flush: a fast and a slow disk with a cache that survives a power cut, then SSDs of ordinary PCs. */
const FLUSHES_MS = [0.2, 0.5, 1, 2, 5]

const CONTESTS: readonly {
  contest: SlowContest
  name: string
  baseline: string
  unit: string
  goal: number
}[] = [
  {
    contest: 'enqueue',
    name: 'durable enqueue, call to commit',
    baseline: 'bare one-row synchronous=FULL commit',
    unit: 'commits',
    goal: 0.9,
  },
  {
    contest: 'ship-many',
    name: 'durable enqueue of moves, 20 shipments at once',
    baseline: 'bare one-row synchronous=FULL commit each',
    unit: 'ops',
    goal: 0.9,
  },
  {
    contest: 'ack-and-claim',
    name: 'ack of an op and claim of another in one commit',
    baseline: 'in two',
    unit: 'pairs',
    goal: 1.8,
  },
  {
    contest: 'ack-and-claim-with-copy',
    name: 'ack of an op, claim of another and the order read for it in one commit',
    baseline: 'in two',
    unit: 'pairs',
    goal: 1.8,
  },
]

const able = canSlowFlushes()
if (!able)
  console.log(
    'SKIPPED: slower flushes, because strace is not installed or may not trace (Debian: apt-get install strace)',
  )

let code: Bundle

beforeAll(async () => {
  if (able) code = await bundle('test/bench/slow-disk-process.ts')
})
afterAll(() => {
  if (able) code.remove()
})

it.skipIf(!able).each(CONTESTS)('$name on a slow disk', async (told) => {
  const { contest, name, goal } = told
  const reached: number[] = []
  for (const flushMs of FLUSHES_MS) {
    const printed = await runOnSlowDisk(code.file, [contest, tempDir()], flushMs)
    const outcome = JSON.parse(printed) as Outcome & { rounds: number }
    print({ ...told, rounds: outcome.rounds, name: `${name}, flush of ${flushMs} ms` }, outcome)
    // Otherwise nothing was slowed down, and the figure is meaningless.
    expect(1_000 / outcome.baseline).toBeGreaterThan(flushMs)
    if (outcome.ratio >= goal) reached.push(flushMs)
  }
  const first = reached[0] === undefined ? 'at none of these' : `from a flush of ${reached[0]} ms on`
  console.log(`${name}: ${goal} reached ${first}`)
})
