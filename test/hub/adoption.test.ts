import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { HAS_NAMESPACES } from '../support/namespaces'
import { HAS_NATS } from '../support/nats-process'
import { FIXED } from './adoption-fixed'
import { openPlayed, play, settle } from './adoption-run'
import { adopt, noteKept, nth, perform, schedule, type Schedule } from './adoption-steps'
import { bundleForTests, WORLD } from './bundles'
import { judge } from './told'

/**
 * The work of lost stations (H4): complete stations, the hub's servers and the marketplace, each a process on a computer
 * of its own. `npm run test:hub` plays every schedule and draws more; PACKBENCH_SEED and PACKBENCH_PATH, as printed by a
 * failure, replay one.
 */
const DRAWN = process.env['PACKBENCH_HUB_SCHEDULES']
const SCHEDULES = Number(DRAWN ?? 1)
/** Its first schedule queues seven operations, of which none is on a lost disk alone. */
const SEED = Number(process.env['PACKBENCH_SEED'] ?? 12)
const PATH = process.env['PACKBENCH_PATH']
/** Prints a failure as drawn, without shrinking it. */
const FIRST = process.env['PACKBENCH_FIRST'] !== undefined
const NO_LIMIT_MS = 3 * 3_600_000
/** The gate has a minute for all of this. */
const PLAYED = DRAWN === undefined ? FIXED.slice(0, 2) : FIXED
/** An adoption of two operations has fewer steps. */
const MOST_STEPS = 200

describe.skipIf(!HAS_NATS || !HAS_NAMESPACES)('the work of lost stations, whatever happens', () => {
  const files = bundleForTests(WORLD)

  it.each(PLAYED)(
    'is done once or shown to a person: $name (H4)',
    { timeout: NO_LIMIT_MS },
    async ({ steps, servers, least, name }) => {
      const counts = await play(files, { servers, offline: false, steps: [...steps] })
      console.log(`adoption, ${name}: ${JSON.stringify(counts)}`)
      for (const [what, number] of Object.entries(least))
        expect(counts[what] ?? 0, what).toBeGreaterThanOrEqual(number)
    },
  )

  it('is done once or shown to a person, whatever is drawn (H4)', { timeout: NO_LIMIT_MS }, async () => {
    const totals: Record<string, number> = {}
    const playOne = async (drawn: Schedule): Promise<void> => {
      for (const [what, number] of Object.entries(await play(files, drawn)))
        totals[what] = (totals[what] ?? 0) + number
    }
    const details = await fc.check(fc.asyncProperty(schedule, playOne), {
      numRuns: PATH === undefined ? SCHEDULES : 1,
      seed: SEED,
      endOnFailure: FIRST,
      ...(PATH === undefined ? {} : { path: PATH }),
    })
    if (details.failed) {
      console.error(
        `PACKBENCH_SEED=${details.seed} PACKBENCH_PATH=${details.counterexamplePath} replays it: ` +
          `${String(details.errorInstance)}\n${JSON.stringify(details.counterexample, null, 1)}`,
      )
      expect.fail(String(details.errorInstance))
    }
    console.log(`adoption: ${SCHEDULES} schedules drawn: ${JSON.stringify(totals)}`)
    expect(totals['done']).toBeGreaterThan(0)
  })

  it.skipIf(DRAWN === undefined)(
    'is done once, at whatever step of taking it over a station is killed (H4)',
    { timeout: NO_LIMIT_MS },
    async () => {
      const played = await openPlayed(files, 1, { orders: 400 })
      const [lost, taking] = [nth(played.world.stations, 0), nth(played.world.stations, 1)]
      let deaths = 0
      for (let died = true; died; deaths += 1) {
        expect(deaths).toBeLessThan(MOST_STEPS)
        await perform(played, { do: 'cutMarket', station: 0 })
        for (let packed = 0; packed < 2; packed += 1) await perform(played, { do: 'pack', station: 0 })
        await perform(played, { do: 'awaitCopies', station: 0 })
        await noteKept(played)
        await lost.kill()
        died = await adopt(played, taking, lost, deaths)
        await taking.kill()
        // Every second time the station is back before what was begun is finished.
        for (const one of deaths % 2 === 0 ? [lost, taking] : [taking, lost]) await one.start()
        await settle(played)
      }
      console.log(`adoption: killed at ${deaths - 1} steps: ${JSON.stringify(played.counts)}`)
      const judged = await judge(played.world, played.told)
      expect(judged).toEqual({ done: 2 * deaths, needPerson: 0, onlyOnLostDisks: 0 })
      expect(deaths).toBeGreaterThan(15)
    },
  )
})
