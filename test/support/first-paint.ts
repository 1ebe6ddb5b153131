import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium } from 'playwright'
import { expect } from 'vitest'
import { needChromium } from '../../scripts/test-machine.mjs'
import { eventually } from './eventually'
import { tempDir } from './temp-dir'

/**
 * How long a program takes until its window has painted something: the program opens that window itself, on a real
 * screen.
 */

/** Wait before attaching to the window: a debugger that attaches during the start would slow it down. */
const SETTLED_MS = 2_500
const PAINTED_WITHIN_MS = 20_000
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
 * @returns milliseconds from the start of the process until the frame that shows it
 */
export async function timeFirstPaint(program: TimedProgram, timed: string): Promise<number> {
  await machineAtRest()
  const startedAt = performance.timeOrigin + performance.now()
  const child = spawn(process.execPath, program.argv, { env: { ...program.env }, stdio: 'inherit' })
  try {
    await sleep(SETTLED_MS)
    return (await paintedAt(program.profileDir, timed)) - startedAt
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
async function paintedAt(profileDir: string, timed: string): Promise<number> {
  const portFile = path.join(profileDir, 'DevToolsActivePort')
  if (!existsSync(portFile)) throw new Error('no window was opened')
  const [port] = readFileSync(portFile, 'utf8').split('\n')
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  const page = browser.contexts()[0]?.pages()[0]
  if (page === undefined) throw new Error('the window has no page')
  const at = await page.evaluate(
    ({ identifier, withinMs }) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`${identifier} was not painted`)), withinMs)
        new PerformanceObserver((list) => {
          const [entry] = list
            .getEntries()
            .filter((one) => 'identifier' in one && one.identifier === identifier)
          if (entry !== undefined) resolve(performance.timeOrigin + entry.startTime)
        }).observe({ type: 'element', buffered: true })
      }),
    { identifier: timed, withinMs: PAINTED_WITHIN_MS },
  )
  const session = await browser.newBrowserCDPSession()
  await session.send('Browser.close')
  await browser.close()
  // A browser that is still closing would disturb the next start.
  await eventually(() => expect(readdirSync(profileDir)).not.toContain('SingletonLock'))
  return at
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  await ended
}
