// @ts-check
/**
 * `npm run warehouse -- --stations=5`: a hub, a marketplace with sample orders and some stations on this PC, to look at.
 * Each station prints the address of its window. All of it ends, and its data goes, with Ctrl+C. With `--seconds=600` the
 * stations have no windows but pack, and figures are printed: see test/bench/warehouse.bench.ts.
 */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { requireOwnNode } from './run-script.mjs'

const USAGE = 'npm run warehouse -- [--stations=5] [--seconds=600]'
const MOST_STATIONS = 40
/** The hub and the marketplace are started first. */
const SERVERS = 2
const SCRIPTS = import.meta.dirname

function readFlags() {
  try {
    const options = /** @type {const} */ ({ stations: { type: 'string' }, seconds: { type: 'string' } })
    const { stations = '5', seconds = null } = parseArgs({ options }).values
    const isRight = /^[1-9]\d?$/.test(stations) && Number(stations) <= MOST_STATIONS
    if (isRight && /^[1-9]\d{1,3}$/.test(seconds ?? '10')) return { stations: Number(stations), seconds }
  } catch {
    // Said below.
  }
  console.error(`${USAGE}, at most ${MOST_STATIONS} stations; from 10 to 9999 seconds`)
  process.exit(2)
}

/**
 * @param {string} lasts in seconds
 * @returns the exit code
 */
function measure(lasts) {
  requireOwnNode()
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'vitest.bench.config.mts']
  const run = spawnSync(process.execPath, [...vitest, 'test/bench/warehouse.bench.ts'], {
    cwd: path.join(SCRIPTS, '..'),
    stdio: 'inherit',
    env: { ...process.env, PACKBENCH_STATIONS: String(stations), PACKBENCH_SECONDS: lasts },
  })
  return run.status ?? 1
}

const { stations, seconds } = readFlags()
if (seconds !== null) process.exit(measure(seconds))
const folder = mkdtempSync(path.join(os.tmpdir(), 'packbench-warehouse-'))
/** @type {import('node:child_process').ChildProcess[]} */
const programs = []

/**
 * Runs one of the other scripts.
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns the lines that it prints
 */
function run(args, env = {}) {
  const [script = '', ...rest] = args
  const program = spawn(process.execPath, [path.join(SCRIPTS, script), ...rest], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  })
  programs.push(program)
  return createInterface({ input: program.stdout })
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  await once(server, 'close')
  return address !== null && typeof address === 'object' ? address.port : 0
}

let ending = false
/** @param {number} code */
async function end(code) {
  if (ending) return
  ending = true
  // Stations give back at the hub what they hold there.
  for (const stage of [programs.slice(SERVERS), programs.slice(0, SERVERS)]) {
    const running = stage.filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null)
    for (const program of running) program.kill('SIGTERM')
    await Promise.all(running.map((program) => once(program, 'exit')))
  }
  rmSync(folder, { recursive: true, force: true })
  process.exit(code)
}
process.on('SIGINT', () => void end(0))
process.on('SIGTERM', () => void end(0))

const port = await freePort()
// A station without its hub would be no warehouse: the hub says what is missing.
const hub = run(['hub.mjs', `--port=${port}`, `--data-dir=${path.join(folder, 'hub')}`])
hub.on('line', (text) => console.log(`Hub: ${text}`))
programs[0]?.once('exit', (code) => void end(code ?? 1))

const marketplace = run(['start.mjs', 'marketplace', '--orders=200', '--items=80'])
const [line] = await once(marketplace, 'line')
const { baseUrl, accessToken } = JSON.parse(line)

for (let number = 1; number <= stations; number += 1) {
  const dataDir = path.join(folder, `bench-${number}`)
  mkdirSync(dataDir, { recursive: true })
  writeFileSync(
    path.join(dataDir, 'preferences.json'),
    JSON.stringify({ lan: { stationName: `Bench ${number}` } }),
  )
  const lines = run(['start.mjs', 'launch', '--host=browser', '--no-open', `--data-dir=${dataDir}`], {
    PACKBENCH_API_BASE_URL: baseUrl,
    PACKBENCH_ACCESS_TOKEN: accessToken,
    PACKBENCH_WAREHOUSE_ID: '1',
    PACKBENCH_HUB_URL: `nats://127.0.0.1:${port}`,
  })
  lines.on('line', (text) => console.log(`Bench ${number}: ${text}`))
}
