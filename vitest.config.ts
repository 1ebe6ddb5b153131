import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { IS_FULL } from './test/support/full'

const suites = (names: string) => [`test/${names}/**/*.test.{ts,tsx}`]

/** Left to `npm run test:full`: what tries the tools of this repository, which change seldom, and minutes at a hub. */
const LONG = [
  'test/contract/scripts/dev.test.ts',
  'test/unit/tooling/check-dependencies*.test.ts',
  'test/unit/tooling/lint.test.ts',
  'test/hub/{idle-requests,leader,one-reads}.test.ts',
]

/** A fresh clone knows no durations, and the longest files would come last, one after the other on an idle machine. */
const LONG_SUITES = /\/test\/(hub|kill|property)\//

class LongSuitesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification) => LONG_SUITES.test(moduleId)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    // Most tests wait for files and sockets, so one worker more than cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: LongSuitesFirst },
    // The sources are loaded once in each worker, not for each of 260 files: a third of the time. Tests leave nothing
    // behind, and the sources keep no state of their own.
    isolate: false,
    exclude: [...configDefaults.exclude, ...(IS_FULL ? [] : LONG)],
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
