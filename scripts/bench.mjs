// @ts-check
/**
 * `npm run bench`: builds, and prints each figure. `--orders=1000000` fills the big files with so many orders instead of
 * 100,000; `--quarter` measures on a quarter of one core; `--electron` measures in a real Electron instead, which it
 * fetches; other arguments are Vitest's, such as the path of one benchmark.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import path from 'node:path'
import { openElectron } from './electron-runtime.mjs'
import { ON_ONE_CORE, slowDown } from './quarter.mjs'
import { requireOwnNode, runScript } from './run-script.mjs'

const ORDERS = '--orders='
const QUARTER = '--quarter'
const ELECTRON = '--electron'
const ROOT = path.join(import.meta.dirname, '..')
requireOwnNode()
process.chdir(ROOT)
const args = process.argv.slice(2)
const orders = args.find((arg) => arg.startsWith(ORDERS))?.slice(ORDERS.length)
if (orders !== undefined && !/^[1-9]\d{3,6}$/.test(orders)) {
  console.error(`${ORDERS}N takes a number of orders from 1,000 to 9,999,999, not "${orders}"`)
  process.exit(2)
}
if (runScript('build').code !== 0) process.exit(1)
const isSlow = args.includes(QUARTER)
const slow = isSlow ? slowDown() : null
if (slow !== null)
  console.log(`On one core beside three busy programs: a loop takes ${slow.factor.toFixed(1)} times as long.`)
const electron = args.includes(ELECTRON) ? await openElectron(ROOT) : null
if (electron !== null)
  console.log(`In ${electron.versions}, with Chromium's sandbox on; load ${loadavg()[0]?.toFixed(1)}`)
const vitest = path.resolve('node_modules/vitest/vitest.mjs')
const own = args.filter((arg) => !arg.startsWith(ORDERS) && arg !== QUARTER && arg !== ELECTRON)
const [program = '', ...rest] = [
  ...(isSlow ? ON_ONE_CORE : []),
  ...[process.execPath, vitest, 'run', '--config', 'vitest.bench.config.mts', ...own],
]
const child = spawn(program, rest, {
  stdio: 'inherit',
  env: {
    ...process.env,
    ...(orders !== undefined && { PACKBENCH_BENCH_ORDERS: orders }),
    ...electron?.env,
  },
})
const [code] = await once(child, 'close')
electron?.close()
slow?.stop()
process.exitCode = code ?? 1
