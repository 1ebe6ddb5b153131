import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { chromium, type Browser, type Page } from 'playwright'
import { expect, vi } from 'vitest'
import { needChromium } from '../../scripts/test-machine.mjs'
import { treeCpu } from './process-tree'
import { tempDir } from './temp-dir'

/**
 * How long a program takes until its window has painted something: the program opens that window itself, on a real
 * screen.
 */

/**
 * A debugger that attaches during the start would slow it down: it waits until the program's processes take less than
 * this share of a core for this long.
 */
const STARTED_SHARE = 0.06
const STARTED_MS = 1_000
const STARTED_WITHIN_MS = 20_000
/** The machine counts as idle when its processors were idle for this share of this time. */
const REST_SHARE = 0.93
const REST_MS = 300
const REST_WITHIN_MS = 3_000

export type TimedProgram = {
  /** This Node unless it is given. */
  file?: string
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

/** `identifier` is the `elementtiming` of the element that has to be painted, `text` what it shows. */
export type Timed = { identifier: string; text: string }

/**
 * Starts `program`, and ends it: its window is closed as a person does, or it gets a signal.
 * @param withinMs how long the window may take to open, to paint and to close
 * @returns milliseconds from the start of the process until the frame that shows it
 */
export async function timeFirstPaint(
  program: TimedProgram,
  timed: Timed,
  withinMs: number,
  ends: 'closed' | 'SIGTERM' | 'SIGKILL' = 'closed',
): Promise<number> {
  await machineAtRest()
  const startedAt = performance.timeOrigin + performance.now()
  const child = startProgram(program)
  try {
    await hasStarted(child.pid ?? 0)
    const { browser, page } = await attachTo(program, withinMs)
    // The page that leads to the window's own may still be there, and what looks into it ends with it.
    const painted = await vi.waitFor(
      () => page.evaluate(paintTime, { identifier: timed.identifier, withinMs }),
      soon(withinMs),
    )
    expect(painted.text).toBe(timed.text)
    if (ends === 'closed') await closeWindow(browser, program, withinMs)
    return painted.atMs - startedAt
  } finally {
    await endProgram(child, ends === 'closed' ? 'SIGTERM' : ends)
  }
}

/** Starts it; its window lets a debugger attach. */
export function startProgram({ file = process.execPath, argv, env, profileDir }: TimedProgram): ChildProcess {
  // The port of the start before may be another program's by now.
  rmSync(portFile(profileDir), { force: true })
  return spawn(file, argv, { env: { ...env }, stdio: 'ignore' })
}

/** Attaches to the window of a running program. */
export async function attachTo(
  { profileDir }: TimedProgram,
  withinMs: number,
): Promise<{ browser: Browser; page: Page }> {
  const browser = await vi.waitFor(() => {
    const [port] = readFileSync(portFile(profileDir), 'utf8').split('\n')
    return chromium.connectOverCDP(`http://127.0.0.1:${port}`)
  }, soon(withinMs))
  // A busy machine shows the window later.
  const page = await vi.waitFor(() => {
    const [first] = browser.contexts()[0]?.pages() ?? []
    if (first === undefined) throw new Error('the window has no page')
    return first
  }, soon(withinMs))
  return { browser, page }
}

const portFile = (profileDir: string) => path.join(profileDir, 'DevToolsActivePort')
const soon = (withinMs: number) => ({ timeout: withinMs, interval: 20 })

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

async function hasStarted(pid: number): Promise<void> {
  const waitsUntil = performance.now() + STARTED_WITHIN_MS
  const cpuMs = () => 1_000 * Object.values(treeCpu(pid)).reduce((sum, seconds) => sum + seconds, 0)
  for (let before = 0; performance.now() < waitsUntil;) {
    await sleep(STARTED_MS)
    const now = cpuMs()
    if (now - before < STARTED_SHARE * STARTED_MS) return
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

/** As a person does, so that its profile stays intact. */
async function closeWindow(browser: Browser, { profileDir }: TimedProgram, withinMs: number): Promise<void> {
  const session = await browser.newBrowserCDPSession()
  await session.send('Browser.close')
  await browser.close()
  // A browser that is still closing would disturb the next start.
  await vi.waitFor(() => expect(readdirSync(profileDir)).not.toContain('SingletonLock'), soon(withinMs))
}

/** `atMs` since 1970, `ms` since the navigation began. */
type Painted = { atMs: number; ms: number; text: string }

/** Runs in the page. */
export function paintTime({
  identifier,
  withinMs,
}: {
  identifier: string
  withinMs: number
}): Promise<Painted> {
  return new Promise((resolve, reject) => {
    setTimeout(() => reject(new Error(`${identifier} was not painted`)), withinMs)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        identifier: string
        element: Element
      })[])
        if (entry.identifier === identifier)
          resolve({
            atMs: performance.timeOrigin + entry.startTime,
            ms: entry.startTime,
            text: entry.element.textContent,
          })
    }).observe({ type: 'element', buffered: true })
  })
}

/** Ends it, and waits until it has ended. */
export async function endProgram(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}
