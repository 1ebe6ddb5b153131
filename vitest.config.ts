import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const suites = (names: string) => [`test/${names}/**/*.test.{ts,tsx}`]

export default defineConfig({
  test: {
    // Most tests wait for files and sockets, so one worker more than cores keeps the cores busy.
    maxWorkers: availableParallelism() + 1,
    // A hung socket must fail its own test, not the whole run; a busy machine must fail none.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'rules', include: suites('{unit,property,kill,week}') } },
      {
        extends: true,
        // Real sockets and files: CI retries these once and names the flaky ones.
        test: { name: 'contract', include: suites('{contract,security}'), retry: process.env['CI'] ? 1 : 0 },
      },
    ],
  },
})
