import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'
import { expect, vi } from 'vitest'
import { needChromium } from '../../scripts/test-machine.mjs'
import { tempDir } from './temp-dir'

/**
 * How long a program takes until its window has painted something: the program opens that window itself, on a real
 * screen.
 */

/** Wait before attaching to the window: a debugger that attaches during the start would slow it down. */
const SETTLED_MS = 2_500
/** The machine counts as idle when its processors were idle for this share of this time. */
const REST_SHARE = 0.93
const REST_MS = 300
const REST_WITHIN_MS = 10_000

export type TimedProgram = {
  argv: readonly string[]
  env: Readonly<Record<string, string>>
  /** The folder of its window's profile. */
  profileDir: string
}

/** A folder to put first on the PATH: its browser allows a debugger to attach after the start. */
export function watchedBrowser(): string {
  const dir = tempDir()
  // The first name that the launcher looks for.
  const file = path.join(dir, 'google-chrome-stable')
  writeFileSync(file, `#!/bin/sh\nexec '${needChromium()}' --remote-debugging-port=0 "$@"\n`)
  chmodSync(file, 0o755)
  return dir
}

/**
 * Starts `program` with this Node, and ends it.
 * @param timed the `elementtiming` of the element that has to be painted
 * @param withinMs how long the window may take to open, to paint and to close
 * @returns milliseconds from the start of the process until the frame that shows it
 */
export async function timeFirstPaint(
  program: TimedProgram,
  timed: string,
  withinMs: number,
): Promise<number> {
  await machineAtRest()
  const startedAt = performance.timeOrigin + performance.now()
  const child = spawn(process.execPath, program.argv, { env: { ...program.env }, stdio: 'inherit' })
  try {
    await sleep(SETTLED_MS)
    return (await paintedAt(program.profileDir, timed, withinMs)) - startedAt
  } finally {
    await end(child)
  }
}

/**
 * Waits for an idle machine, as in the morning: a process that just ended still writes and cleans up. Gives up after a
 * while.
 */
async function machineAtRest(): Promise<void> {
  const waitsUntil = performance.now() + REST_WITHIN_MS
  for (let before = processorTimes(); performance.now() < waitsUntil;) {
    await sleep(REST_MS)
    const now = processorTimes()
    if ((now.idle - before.idle) / (now.all - before.all) > REST_SHARE) return
    before = now
  }
}

function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((processor) => processor.times)
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)
  return {
    idle: sum(times.map(({ idle }) => idle)),
    all: sum(times.flatMap((time) => Object.values(time))),
  }
}

/** Milliseconds since 1970. Closes the window as a person does, so that its profile stays intact. */
async function paintedAt(profileDir: string, timed: string, withinMs: number): Promise<number> {
  const soon = { timeout: withinMs, interval: 20 }
  const portFile = path.join(profileDir, 'DevToolsActivePort')
  // There may be none yet, or that of the start before.
  const browser = await vi.waitFor(() => {
    const [port] = readFileSync(portFile, 'utf8').split('\n')
    return chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  }, soon)
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('the window has no page')
  // The page that leads to the window's own may still be there, and what looks into it ends with it.
  const at = await vi.waitFor(() => page.evaluate(paintTime, { identifier: timed, withinMs }), soon)
  const session = await browser.newBrowserCDPSession()
  await session.send('Browser.close')
  await browser.close()
  // A browser that is still closing would disturb the next start.
  await vi.waitFor(() => expect(readdirSync(profileDir)).not.toContain('SingletonLock'), soon)
  return at
}

/** Runs in the page. */
function paintTime({ identifier, withinMs }: { identifier: string; withinMs: number }): Promise<number> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${identifier} was not painted`)), withinMs)
    new PerformanceObserver((list) => {
      const [entry] = list.getEntries().filter((one) => 'identifier' in one && one.identifier === identifier)
      if (entry !== undefined) resolve(performance.timeOrigin + entry.startTime)
    }).observe({ type: 'element', buffered: true })
  })
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
