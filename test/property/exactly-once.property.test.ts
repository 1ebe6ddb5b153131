import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { IS_FULL } from '../support/full'
import { checkAll } from './checks'
import { drain } from './drain'
import { explain } from './explain'
import { countMet, coverageTable, neverMet } from './model/coverage'
import { CALM, MEETINGS, TWINS } from './model/meetings'
import { checkTraces } from './model/trace'
import { laggingSchedule, schedule, type Schedule } from './schedule'
import { perform } from './steps'
import { needless, printTotals, type Totals } from './totals'
import { readTruth } from './truth'
import { openWorld, type World } from './world'

/**
 * Tests the outbox's guarantee under everything that can happen. The gate draws the same schedules each time, so that
 * it fails for the change that it tests, and `npm test` draws the first of them; PACKBENCH_SCHEDULES draws that
 * many new ones instead. PACKBENCH_SEED and PACKBENCH_PATH, as printed by a failure, replay one and print what the
 * marketplace received.
 */
const SCHEDULES = Number(process.env['PACKBENCH_SCHEDULES'] ?? (IS_FULL ? 48 : 12))
const SEED = process.env['PACKBENCH_SEED']
const PATH = process.env['PACKBENCH_PATH']
/** Draws only schedules in which reads of orders lag by this many milliseconds. */
const REPLICA = process.env['PACKBENCH_REPLICA']
const isGate = SEED === undefined && process.env['PACKBENCH_SCHEDULES'] === undefined
const DRAWN = REPLICA !== undefined ? laggingSchedule(Number(REPLICA)) : schedule
/** Prints a failure as drawn, without shrinking it. */
const FIRST = process.env['PACKBENCH_FIRST'] !== undefined
/** Most of the time is spent waiting for answers that never come, so several runs share the process. */
const RUNS = SEED !== undefined ? 1 : SCHEDULES > 1_000 ? 8 : 4
const NO_LIMIT_MS = 24 * 3_600_000
const MOST_SEEDS = 2 ** 31
const FIRST_GATE_SEED = 20_261_122

/** Of all operations, those for which a person was asked who knows no more than the station. Fewer than 1,000 show no such share. */
const MOST_NEEDLESS = 0.001

const totals: Totals = {}

async function runOne(drawn: Schedule): Promise<void> {
  return play(drawn, async (world) => {
    if (drawn.clockOffMs !== 0) await world.goOffline()
    for (const [index, step] of drawn.steps.entries()) await perform(world, step, index)
  })
}

/** Everything that must hold is checked after `act`. */
async function play(drawn: Schedule, act: (world: World) => Promise<void>): Promise<void> {
  const world = await openWorld(drawn)
  try {
    await act(world)
    await drain(world)
    if (process.env['NOCHECK'] === undefined) await checkAll(world)
    checkTraces(world, await readTruth(world))
  } catch (error) {
    if (PATH !== undefined) await explain(world)
    throw error
  } finally {
    world.count('schedules')
    countMet(world)
    await world.close()
    for (const [what, number] of Object.entries(world.tally)) totals[what] = (totals[what] ?? 0) + number
  }
}

describe.concurrent('whatever happens', () => {
  const seeds = Array.from({ length: RUNS }, (_, run) => {
    if (SEED !== undefined) return Number(SEED)
    return isGate ? FIRST_GATE_SEED + run : Math.trunc(Math.random() * MOST_SEEDS)
  })

  it.each(seeds)(
    'what was confirmed is done once, and nothing is lost (I1-I9, I11), seed %i',
    async (seed) => {
      const details = await fc.check(fc.asyncProperty(DRAWN, runOne), {
        seed,
        endOnFailure: FIRST || isGate,
        numRuns: PATH === undefined ? Math.ceil(SCHEDULES / RUNS) : 1,
        ...(PATH === undefined ? {} : { path: PATH }),
      })
      if (!details.failed) return
      console.error(
        `PACKBENCH_SEED=${details.seed} PACKBENCH_PATH=${details.counterexamplePath} replays it: ` +
          `${String(details.errorInstance)}\n${JSON.stringify(details.counterexample, null, 1)}`,
      )
      expect.fail(String(details.errorInstance))
    },
    NO_LIMIT_MS,
  )

  // Two stations pack the same in the same second, and the marketplace shows no more of the time.
  it.runIf(PATH === undefined)('the same for two parcels that nothing tells apart', async () => {
    const settings = { ...CALM.settings, timestampPrecision: 'seconds' as const }
    await play({ ...CALM, settings }, async (world) => {
      for (const step of TWINS) await perform(world, step, 0)
    })
  })

  // Chance does not bring each fault together with each state.
  it.runIf(IS_FULL && PATH === undefined)(
    'the same where each kind of fault meets a create in each state (I1-I11)',
    async () => {
      for (const { name, meet } of MEETINGS)
        await play(CALM, meet).catch((error: unknown) => {
          throw new Error(`${name}: ${String(error)}`, { cause: error })
        })
      expect(neverMet(totals)).toEqual([])
    },
    NO_LIMIT_MS,
  )

  afterAll(() => {
    printTotals(totals)
    console.log(coverageTable(totals))
    const { share, ops } = needless(totals)
    if (ops * MOST_NEEDLESS >= 1) expect(share).toBeLessThan(MOST_NEEDLESS)
  })
})
