import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chromium } from 'playwright'
import { it } from 'vitest'
import { needChromium } from '../../scripts/test-machine.mjs'
import { fillStation, startBenchStation } from '../support/bench-station'
import { compete, print } from '../support/measure'
import { tempDir } from '../support/temp-dir'

const SIZE = { orders: 50_000, finished: 0, open: 100_000 } as const
const ROUNDS = 7

/** A process that serves one empty page: what any app in this host costs at the least. */
const EMPTY_HOST = `
  require('node:http')
    .createServer((request, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>empty</title><h1>Empty</h1>'))
    .listen(0, '127.0.0.1', function () { console.log('http://127.0.0.1:' + this.address().port) })`

/** Opens a window on `url` and waits until `selector` is there. */
async function showWindow(url: string, selector: string): Promise<void> {
  const browser = await chromium.launch({
    executablePath: needChromium(),
    chromiumSandbox: process.getuid?.() !== 0,
  })
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(url)
  await page.locator(selector).first().waitFor()
  await browser.close()
}

it('start to usable', async () => {
  const dataDir = tempDir()
  fillStation(dataDir, SIZE, { orderIds: [], lines: 0 })
  const ours = async () => {
    const startMs = performance.now()
    const station = await startBenchStation(dataDir)
    await showWindow(station.url(), '[role=listbox] [role=option]')
    const ms = performance.now() - startMs
    await station.stop()
    return { units: 1, ms }
  }
  const empty = async () => {
    const startMs = performance.now()
    const host = spawn(process.execPath, ['-e', EMPTY_HOST], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [printed] = (await once(host.stdout, 'data')) as [Buffer]
    await showWindow(printed.toString().trim(), 'h1')
    const ms = performance.now() - startMs
    host.kill()
    return { units: 1, ms }
  }
  const contest = {
    name: `start to a usable list, ${SIZE.orders.toLocaleString('en')} orders and ${SIZE.open.toLocaleString('en')} open ops`,
    baseline: 'an empty window on the same host',
    unit: 'starts',
    rounds: ROUNDS,
  }
  const outcome = await compete(ROUNDS, ours, empty)
  print(contest, outcome)
  console.log(
    `start to usable takes ${(1 / outcome.ratio).toFixed(2)} times an empty window (goal: at most 1.5)`,
  )
})
