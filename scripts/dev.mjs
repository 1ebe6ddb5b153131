// @ts-check
/**
 * `npm run dev`: Packbench in training mode, rebuilt and restarted when a source changes. Arguments after `--` go to
 * the station; `--no-open` opens no window. Build, data and browser profile are in `out/dev`.
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import path from 'node:path'
import { resolveConfig } from 'electron-vite'
import { build, mergeConfig } from 'vite'
import { openDevWindow } from './dev-window.mjs'
import { requireOwnNode } from './run-script.mjs'

const ROOT = path.join(import.meta.dirname, '..')
const OUT = path.join(ROOT, 'out', 'dev')
/** Both builds see a change of shared code, one slightly before the other. */
const BOTH_SAW_IT_MS = 50
/** A station that takes longer to close is killed. */
const CLOSE_WITHIN_MS = 3_000

/** @typedef {import('node:child_process').ChildProcess} ChildProcess */

requireOwnNode()
process.chdir(ROOT)
process.env['NODE_ENV'] = 'development'
const flags = process.argv.slice(2)
const window = flags.includes('--no-open')
  ? null
  : await openDevWindow(path.join(OUT, 'window'), () => end(0))

/** @type {ChildProcess | null} */
let station = null
/** The parts being built, and since when. */
const building = new Map()
/** @type {NodeJS.Timeout | undefined} */
let startSoon
let changedAt = performance.now()
/** Restarts run one after another. */
let starts = Promise.resolve()

process.on('SIGINT', () => end(0)).on('SIGTERM', () => end(0))
await watch('main')
await watch('renderer')

/**
 * Builds one part, and rebuilds it when one of its sources changes.
 * @param {'main' | 'renderer'} part
 */
async function watch(part) {
  const inline = { build: { outDir: OUT }, logLevel: /** @type {const} */ ('warn') }
  const { config } = await resolveConfig(inline, 'build', 'development')
  // A running station loads more of its own build later, so old files stay while this runs.
  rmSync(path.join(OUT, part), { recursive: true, force: true })
  const quick = {
    build: {
      watch: {},
      emptyOutDir: false,
      minify: false,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 1e6,
    },
  }
  building.set(part, true)
  const watcher = await build(mergeConfig(config?.[part] ?? {}, quick))
  if (!('on' in watcher)) throw new Error(`${part}: the build does not watch`)
  watcher.on('event', async (event) => {
    if (event.code === 'BUNDLE_START') {
      if (building.size === 0) changedAt = performance.now()
      building.set(part, true)
    } else if (event.code === 'BUNDLE_END' || event.code === 'ERROR') {
      building.delete(part)
      await event.result?.close()
      // The last good build keeps working until the source is fixed.
      if (event.code === 'ERROR') console.error(`${part}: ${event.error.message}`)
      else startWhenBuilt()
    }
  })
}

function startWhenBuilt() {
  clearTimeout(startSoon)
  startSoon = setTimeout(() => {
    if (building.size === 0) starts = starts.then(startStation)
  }, BOTH_SAW_IT_MS)
}

/**
 * Main reads the window's files once, at its start, so a change of either part restarts main and reloads the window.
 */
async function startStation() {
  const since = changedAt
  await stopStation()
  const given = (/** @type {string} */ name) => flags.some((flag) => flag.split('=')[0] === name)
  const argv = ['--host=browser', '--no-open', '--training', `--data-dir=${path.join(OUT, 'data')}`]
  const missing = argv.filter((flag) => !given(flag.split('=')[0] ?? ''))
  const script = path.join(OUT, 'main', 'launch.js')
  station = spawn(process.execPath, ['--enable-source-maps', script, ...missing, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const link = await readLink(station)
  if (link === null) return console.error('The station ended; it is started again at the next change.')
  await window?.show(link)
  console.log(`Up to date after ${((performance.now() - since) / 1000).toFixed(1)} s`)
}

/**
 * Passes on the station's output.
 * @param {ChildProcess} child
 * @returns {Promise<string | null>} the link that it prints when ready, or null if it ends before
 */
function readLink(child) {
  return new Promise((resolve) => {
    let printed = ''
    child.stdout?.on('data', (/** @type {Buffer} */ chunk) => {
      process.stdout.write(chunk)
      printed += chunk.toString()
      const link = /^Packbench ready at (\S+)\r?\n/m.exec(printed)?.[1]
      if (link !== undefined) resolve(link)
    })
    child.once('close', () => resolve(null))
  })
}

async function stopStation() {
  const child = station
  if (child === null || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('close', resolve))
  child.kill('SIGTERM')
  const tooLate = setTimeout(() => child.kill('SIGKILL'), CLOSE_WITHIN_MS)
  await ended
  clearTimeout(tooLate)
}

/** @param {number} code */
async function end(code) {
  await stopStation()
  process.exit(code)
}
