import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, it, vi } from 'vitest'
import { needChromium } from '../../scripts/test-machine.mjs'
import { fillStation, startBenchStation } from '../support/bench-station'
import { Chromium, type Session } from '../support/chromium'
import { paintTime, type Timed } from '../support/first-paint'
import { compete, print } from '../support/measure'
import type { RunningStation } from '../support/station'
import { tempDir } from '../support/temp-dir'

const SIZE = { orders: 50_000, finished: 0, open: 10_000 } as const
const ROUNDS = 15
const WINDOW = { width: 1280, height: 800 } as const
/** How much slower a slow PC's page is: Chromium's own throttling. */
const SLOW_RATE = 4
const PAINTED_WITHIN_MS = 60_000
/** Everything that comes after the first list has come by then. */
const SHIFTS_MS = 10_000
/** The oldest order that is to be packed. */
const FIRST_ORDER: Timed = { identifier: 'first-order', text: '1000000000' }
const EMPTY: Timed = { identifier: 'empty', text: 'Empty' }
const EMPTY_PAGE = `<!doctype html><title>empty</title><h1 elementtiming="${EMPTY.identifier}">${EMPTY.text}</h1>`

/** The window alone, as it is when it opens for the first time: nothing of it is in a cache. */
it('first order', { timeout: 3_600_000 }, async () => {
  const dataDir = tempDir()
  fillStation(dataDir, SIZE, { orderIds: [], lines: 0 })
  const station = await startBenchStation(dataDir)
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(EMPTY_PAGE),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const emptyUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const browser = await Chromium.launch(needChromium(), tempDir(), [
    '--headless',
    '--lang=en-GB',
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ])
  try {
    const link = freshLink(station)
    for (const rate of [1, SLOW_RATE]) {
      const side = (url: () => string | Promise<string>, timed: Timed) => async () => ({
        units: 1,
        ms: await paintAfter(browser, await url(), timed, rate),
      })
      const [ours, bare] = [side(link, FIRST_ORDER), side(() => emptyUrl, EMPTY)]
      // The station's own first answers, and the browser's first page, come once.
      await compete(2, ours, bare)
      const outcome = await compete(ROUNDS, ours, bare)
      const slower = rate === 1 ? '' : `, ${rate} times slower`
      print(
        { name: `first order${slower}`, baseline: 'an empty page', unit: 'pages', rounds: ROUNDS },
        outcome,
      )
      console.log(
        `first order painted${slower}: ${(1_000 / outcome.ours).toFixed(0)} ms, ` +
          `${(1 / outcome.ratio).toFixed(2)} times an empty page (goal: at most 2.2)`,
      )
    }
    const shift = await layoutShift(browser, await link())
    console.log(`layout shift in the first ${SHIFTS_MS / 1_000} s: ${shift.toFixed(3)} (goal: at most 0.02)`)
  } finally {
    await browser.kill()
    server.close()
    await station.stop()
  }
})

/** A link opens one window; who asks with a spent one gets the next one printed. */
function freshLink(station: RunningStation): () => Promise<string> {
  const links = () => station.output().match(/http:\/\/\S+token=\S+/g) ?? []
  let used = 0
  return async () => {
    if (used > 0 && used === links().length) await fetch(links()[used - 1] ?? '')
    await vi.waitFor(() => expect(links().length).toBeGreaterThan(used), { timeout: 10_000, interval: 5 })
    used = links().length
    return links()[used - 1] ?? ''
  }
}

/** @returns the sum of Chromium's scores, each the share of the window that moved by the share of it that it moved */
function layoutShift(browser: Chromium, url: string): Promise<number> {
  return browser.withNewContext(async (context) => {
    const { session } = await browser.openPage(WINDOW, context)
    await session.send('Page.navigate', { url })
    await callInPage(session, paintTime, { identifier: FIRST_ORDER.identifier, withinMs: PAINTED_WITHIN_MS })
    return await callInPage(
      session,
      (untilMs) =>
        new Promise<number>((resolve) => {
          let sum = 0
          new PerformanceObserver((list) => {
            for (const entry of list.getEntries()) sum += 'value' in entry ? Number(entry.value) : 0
          }).observe({ type: 'layout-shift', buffered: true })
          setTimeout(() => resolve(sum), untilMs - performance.now())
        }),
      SHIFTS_MS,
    )
  })
}

/** @returns milliseconds from the navigation's start until the frame that shows it */
function paintAfter(browser: Chromium, url: string, timed: Timed, rate: number): Promise<number> {
  return browser.withNewContext(async (context) => {
    const { session } = await browser.openPage(WINDOW, context)
    await session.send('Emulation.setCPUThrottlingRate', { rate })
    await session.send('Page.navigate', { url })
    const asked = { identifier: timed.identifier, withinMs: PAINTED_WITHIN_MS }
    const painted = await callInPage(session, paintTime, asked)
    expect(painted.text).toBe(timed.text)
    return painted.ms
  })
}

/**
 * Calls a function, which may use nothing around it, with what JSON can carry.
 *
 * By the protocol itself: Playwright's debugger makes V8 read the whole script again, to know where a channel was
 * opened, which takes a fifth of the time until the first order.
 */
async function callInPage<Given, Result>(
  session: Session,
  call: (given: Given) => Promise<Result>,
  given: Given,
): Promise<Result> {
  const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
    expression: `(${call.toString()})(${JSON.stringify(given)})`,
    awaitPromise: true,
    returnByValue: true,
  })
  if (exceptionDetails !== undefined) throw new Error(JSON.stringify(exceptionDetails))
  return (result as { value: Result }).value
}
