import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { IS_FULL } from './test/support/full'

const suites = (names: string) => [`test/${names}/**/*.test.{ts,tsx}`]

/**
 * Left to `npm run test:full`: what tries the tools of this repository, which change seldom, kills, hubs of several
 * servers and what a hub does in minutes, whole days of a marketplace, each way in which it may lie, each row that a
 * disk may damage, the built commands, and every course of the protocol's model. `npm test` has what every commit may
 * break: of the hub its claims, copies and a failover at one real server.
 */
const LONG = [
  'test/contract/scripts/**',
  'test/{kill,week}/**',
  'test/property/model/protocol.test.ts',
  'test/hub/**',
  'test/contract/app/leave.test.ts',
  'test/contract/hosts/built-*.test.ts',
  'test/contract/hub/{adoption,evidence-verify,first-starts,following,items,put-wall,replace,server-files,setup,stream,warehouse}.test.ts',
  'test/contract/store/{recovery/recovery-kill,unreadable-rows}.test.ts',
  'test/contract/sync/{adversarial-*,bad-page,first-import,foreign-answers,look-back,overlap,unshown-ops}.test.ts',
]

/** Most of their time they wait for a real server's timers. */
const WAITING = /\/test\/(contract\/)?hub\//
/** A fresh clone knows no durations, and the longest files would come last, one after the other on an idle machine. */
const LONG_SUITES = /\/test\/(kill|property)\//

/** The long suites first, and beside one that waits always one that computes. */
class LongSuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const [waiting, computing] = [sorted.filter(waits), sorted.filter((file) => !waits(file))]
    const isLong = ({ moduleId }: TestSpecification) => LONG_SUITES.test(moduleId)
    const ordered = [...computing.filter(isLong), ...computing.filter((file) => !isLong(file))]
    return Array.from({ length: Math.max(waiting.length, ordered.length) }, (_, index) => [
      ...waiting.slice(index, index + 1),
      ...ordered.slice(index, index + 1),
    ]).flat()
  }
}

const waits = ({ moduleId }: TestSpecification) => WAITING.test(moduleId)

/** A file that somebody names is run, however long it takes. */
const isNamed = process.argv.some((argument) => /\.test\.tsx?$/.test(argument))

export default defineConfig({
  test: {
    // Most tests wait for files and sockets, so two workers more than cores keep the cores busy.
    maxWorkers: availableParallelism() + 2,
    sequence: { sequencer: LongSuitesFirst },
    // The sources are loaded once in each worker, not for each of 260 files: a third of the time. Tests leave nothing
    // behind, and the sources keep no state of their own.
    isolate: false,
    exclude: [...configDefaults.exclude, ...(IS_FULL || isNamed ? [] : LONG)],
    setupFiles: ['test/support/used-time.ts', 'test/support/check-plans.ts'],
    // A hung socket must fail its own test, not the whole run; a busy machine must fail none.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'rules', include: suites('{unit,property,kill,week}') } },
      {
        extends: true,
        // Real sockets and files: CI retries these once and names the flaky ones.
        test: {
          name: 'contract',
          include: suites('{contract,security,hub}'),
          retry: process.env['CI'] ? 1 : 0,
        },
      },
    ],
  },
})
