import { defineConfig } from 'vitest/config'

/** `npm run bench`: measures, prints ratios against a baseline of the same run, and asserts no times. */
export default defineConfig({
  test: {
    include: ['test/bench/**/*.bench.ts'],
    fileParallelism: false,
    testTimeout: 600_000,
    reporters: ['dot'],
    disableConsoleIntercept: true,
  },
})
