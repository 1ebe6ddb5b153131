import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const suites = (names: string) => [`test/${names}/**/*.test.{ts,tsx}`]

export default defineConfig({
  test: {
    // Most tests wait for files and sockets, so that one more than there are cores keeps them busy.
    maxWorkers: availableParallelism() + 1,
    // A hung socket fails its own test, not the whole run; a busy machine fails none.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      { extends: true, test: { name: 'rules', include: suites('{unit,property,kill,week}') } },
      {
        extends: true,
        // Real sockets and files: the gate gives them a second try, and names what needed it.
        test: { name: 'contract', include: suites('{contract,security}'), retry: process.env['CI'] ? 1 : 0 },
      },
    ],
  },
})
