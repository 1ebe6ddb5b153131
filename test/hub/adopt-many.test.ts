import { describe, expect, it } from 'vitest'
import { HAS_NAMESPACES } from '../support/namespaces'
import { HAS_NATS } from '../support/nats-process'
import { openPlayed, settle } from './adoption-run'
import { bundleForTests, WORLD } from './bundles'
import { adopt, noteKept, nth, perform } from './adoption-steps'
import { judge } from './told'

/** A PC whose disk is lost with hundreds of open operations: `npm run test:hub`. The marketplace's log is the judge. */

const DRAWN = process.env['PACKBENCH_HUB_SCHEDULES']
const OPERATIONS = 500
const ORDERS = 1_600
const NO_LIMIT_MS = 3_600_000
const SENT = { timeout: 900_000, interval: 500 }

describe.skipIf(!HAS_NATS || !HAS_NAMESPACES || DRAWN === undefined)('a lost PC', () => {
  const files = bundleForTests(WORLD)

  it(
    `has its ${OPERATIONS} open operations sent by another station, each once (H4)`,
    { timeout: NO_LIMIT_MS },
    async () => {
      const played = await openPlayed(files, 1, { stations: 2, orders: ORDERS })
      expect(played.fresh.length).toBeGreaterThan(OPERATIONS)
      const [lost, taking] = [nth(played.world.stations, 0), nth(played.world.stations, 1)]
      await perform(played, { do: 'cutMarket', station: 0 })
      for (let packed = 0; packed < OPERATIONS; packed += 1) await perform(played, { do: 'pack', station: 0 })
      await perform(played, { do: 'awaitCopies', station: 0 })
      await noteKept(played)
      expect(played.told.filter(({ queued, kept }) => queued && kept)).toHaveLength(OPERATIONS)
      expect((await played.world.market.log()).filter(({ appliedAt }) => appliedAt !== null)).toEqual([])
      await perform(played, { do: 'loseDisk', station: 0 })
      await adopt(played, taking, lost)
      expect(played.counts).toMatchObject({ adoptions: 1, adopted: OPERATIONS })
      const startMs = performance.now()
      await settle(played, SENT)
      const judged = await judge(played.world, played.told)
      console.log(
        `a lost PC: ${OPERATIONS} open operations taken over in ${played.counts['adopting ms']} ms, ` +
          `sent in ${((performance.now() - startMs) / 1_000).toFixed(1)} s at 30 times the speed: ${JSON.stringify(judged)}`,
      )
      expect(judged).toEqual({ done: OPERATIONS, needPerson: 0, onlyOnLostDisks: 0 })
    },
  )
})
