import { configDefaults, defineConfig } from 'vitest/config'

const isElectron = process.env['PACKBENCH_ELECTRON'] !== undefined
const IN_ELECTRON = 'test/bench/electron-*.bench.ts'

/** `npm run bench`: measures, prints ratios against a baseline of the same run, and asserts no times. */
export default defineConfig({
  test: {
    include: [isElectron ? IN_ELECTRON : 'test/bench/**/*.bench.ts'],
    exclude: isElectron ? configDefaults.exclude : [...configDefaults.exclude, IN_ELECTRON],
    fileParallelism: false,
    testTimeout: 600_000,
    reporters: ['dot'],
    disableConsoleIntercept: true,
  },
})
