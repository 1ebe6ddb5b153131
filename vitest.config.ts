import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['test/{unit,contract,property,kill,week}/**/*.test.{ts,tsx}'],
    // A hung socket fails its own test, not the whole run.
    testTimeout: 20_000,
  },
})
