import { describe, it, expect } from 'vitest'
import { HAS_NAMESPACES } from '../support/namespaces'
import { HAS_NATS } from '../support/nats-process'
import { bundleForTests, WORLD } from './bundles'
import { LEADER_SCHEDULES } from './leader-fixed'
import { playLeader } from './leader-run'

/**
 * One station reads for all (H5, H6): complete stations, the hub's servers and the marketplace, each a process on a computer
 * of its own. `npm run test:hub` plays every schedule.
 */
const PLAYED =
  process.env['PACKBENCH_HUB_SCHEDULES'] === undefined ? LEADER_SCHEDULES.slice(0, 2) : LEADER_SCHEDULES
const NO_LIMIT_MS = 3_600_000

describe.skipIf(!HAS_NATS || !HAS_NAMESPACES)('stations of which one reads for all', () => {
  const files = bundleForTests(WORLD)

  it.each(PLAYED)(
    'know each change in time, and show no older copy: $name (H5, H6)',
    { timeout: NO_LIMIT_MS },
    async (schedule) => {
      const figures = await playLeader(files, schedule)
      console.log(`leader, ${schedule.name}: ${JSON.stringify(figures)}`)
      expect(figures['changes']).toBeGreaterThan(20)
    },
  )
})
