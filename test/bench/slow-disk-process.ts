import { join } from 'node:path'
import { answeringAndClaiming, bareCommits, packing, shipping } from '../support/bench-sides'
import { compete, type Side } from '../support/measure'
import { openStation, type TestStation } from '../support/open-account'

/** One comparison in a separate process, whose flushes can be delayed. Prints its outcome as a line of JSON. */

/** Each round fills the log once, so that every commit's share of a checkpoint counts. */
const AMOUNT = { rounds: 5, perRound: 400 }

const AT_ONCE = 20

export type SlowContest = 'enqueue' | 'ship-many' | 'ack-and-claim' | 'ack-and-claim-with-copy'

function sidesOf(contest: SlowContest, station: TestStation, dir: string): [ours: Side, baseline: Side] {
  if (contest === 'enqueue') return [packing(station, 'durable', AMOUNT), bareCommits(dir, AMOUNT)]
  if (contest === 'ship-many') return [shipping(station, AT_ONCE, AMOUNT), bareCommits(dir, AMOUNT)]
  const { together, apart } = answeringAndClaiming(station, contest === 'ack-and-claim-with-copy', AMOUNT)
  return [together, apart]
}

async function main(contest: SlowContest, dir: string): Promise<void> {
  const station = openStation({ file: join(dir, 'station.sqlite') })
  const [ours, baseline] = sidesOf(contest, station, dir)
  const outcome = await compete(AMOUNT.rounds, ours, baseline)
  await station.close()
  console.log(JSON.stringify({ ...outcome, rounds: AMOUNT.rounds }))
}

const [, , contest, dir] = process.argv
void main(contest as SlowContest, dir ?? '')
