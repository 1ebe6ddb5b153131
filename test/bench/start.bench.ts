import { globSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { windowFlags } from '../../src/main/hosts/browser/window'
import { readScreen } from '../../src/main/hosts/display'
import { fillStation, benchEnvironment } from '../support/bench-station'
import { leaveOpen } from '../support/damage'
import { timeFirstPaint, watchedBrowser, type Timed, type TimedProgram } from '../support/first-paint'
import { compete, print } from '../support/measure'
import { ENTRY } from '../support/station'
import { tempDir } from '../support/temp-dir'
import { openDisplay } from '../support/x-display'

const SIZE = { orders: 50_000, finished: 0, open: 100_000 } as const
const ROUNDS = 15
const UNCLEAN_ROUNDS = 5
/** A browser stores the compiled script of a page at its second start at the latest, and uses it from the third on. */
const STARTS_BEFORE = 3
/** The oldest order that is to be packed. */
const FIRST_ORDER = { identifier: 'first-order', text: '1000000000' } as const
/** A start that takes longer than this many empty windows on this machine never ends. */
const MOST_WINDOWS = 20
const FIRST_WINDOW_MS = 3_000
const BENCHMARK_WITHIN_MS = 3_600_000

/** A process that opens a window with one empty page: the minimum for any app in this host. */
const EMPTY_HOST = `
  const page = '<!doctype html><title>empty</title><h1 elementtiming="empty">Empty</h1>'
  const [browser, ...flags] = process.argv.slice(1)
  const server = require('node:http').createServer((request, response) =>
    response.setHeader('content-type', 'text/html').end(page))
  server.listen(0, '127.0.0.1', () => {
    const url = 'http://127.0.0.1:' + server.address().port
    require('node:child_process').spawn(browser, flags.map((flag) => flag.replace('URL', url)), { stdio: 'ignore' })
  })`

it('start to usable', { timeout: BENCHMARK_WITHIN_MS }, async () => {
  const display = await openDisplay()
  const browserDir = watchedBrowser()
  const env = benchEnvironment({ DISPLAY: display.name, PATH: `${browserDir}:${process.env['PATH']}` })
  const dataDir = tempDir()
  fillStation(dataDir, SIZE, { orderIds: [], lines: 0 })
  const station = {
    argv: [ENTRY, '--host=browser', `--data-dir=${dataDir}`],
    env,
    profileDir: path.join(dataDir, 'browser-window'),
  }
  const emptyProfile = tempDir()
  const flags = windowFlags('URL', emptyProfile, readScreen('linux', env))
  const empty = {
    argv: ['-e', EMPTY_HOST, path.join(browserDir, 'google-chrome-stable'), ...flags],
    env,
    profileDir: emptyProfile,
  }
  let windowMs = FIRST_WINDOW_MS
  const time = async (program: TimedProgram, timed: Timed) => {
    const ms = await timeFirstPaint(program, timed, MOST_WINDOWS * windowMs)
    expect(ms).toBeGreaterThan(0)
    return ms
  }
  const ours = async () => ({ units: 1, ms: await time(station, FIRST_ORDER) })
  const bare = async () => {
    const ms = await time(empty, { identifier: 'empty', text: 'Empty' })
    windowMs = Math.max(windowMs, ms)
    return { units: 1, ms }
  }
  // As every morning: the window's profile exists from the day before.
  await compete(STARTS_BEFORE, ours, bare)
  const outcome = await compete(ROUNDS, ours, bare)
  const [name = ''] = globSync('live/*/station.sqlite', { cwd: dataDir })
  const afterPowerCut = async () => {
    leaveOpen(path.join(dataDir, name))
    return ours()
  }
  const unclean = await compete(UNCLEAN_ROUNDS, afterPowerCut, bare)
  await display.stop()
  const contest = {
    name: `start to a list on the screen, ${SIZE.orders.toLocaleString('en')} orders and ${SIZE.open.toLocaleString('en')} open ops`,
    baseline: 'an empty window on the same host',
    unit: 'starts',
    rounds: ROUNDS,
  }
  print(contest, outcome)
  console.log(
    `start to usable takes ${(1 / outcome.ratio).toFixed(2)} times an empty window (goal: at most 1.5)`,
  )
  console.log(
    `the same after a power cut takes ${(1 / unclean.ratio).toFixed(2)} times an empty window (goal: at most 1.5)`,
  )
})
