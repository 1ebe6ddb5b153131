// @ts-check
/**
 * `npm run bench`: builds, and prints each figure. `--orders=1000000` fills the big files with so many orders instead of
 * 100,000; other arguments are Vitest's, such as the path of one benchmark.
 */
import { spawnSync } from 'node:child_process'
import path from 'node:path'
import { requireOwnNode, runScript } from './run-script.mjs'

const ORDERS = '--orders='
requireOwnNode()
process.chdir(path.join(import.meta.dirname, '..'))
const args = process.argv.slice(2)
const orders = args.find((arg) => arg.startsWith(ORDERS))?.slice(ORDERS.length)
if (orders !== undefined && !/^[1-9]\d{3,6}$/.test(orders)) {
  console.error(`${ORDERS}N takes a number of orders from 1,000 to 9,999,999, not "${orders}"`)
  process.exit(2)
}
if (runScript('build').code !== 0) process.exit(1)
const vitest = path.resolve('node_modules/vitest/vitest.mjs')
const own = ['run', '--config', 'vitest.bench.config.mts']
const { status } = spawnSync(
  process.execPath,
  [vitest, ...own, ...args.filter((arg) => !arg.startsWith(ORDERS))],
  {
    stdio: 'inherit',
    env: { ...process.env, ...(orders !== undefined && { PACKBENCH_BENCH_ORDERS: orders }) },
  },
)
process.exitCode = status ?? 1
