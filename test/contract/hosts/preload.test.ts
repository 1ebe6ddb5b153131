import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Browser, type CDPSession, chromium } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../../scripts/test-machine.mjs'
import { REQUEST_CHANNELS } from '../../../src/shared/contract/channels'
import { type Built, buildApp } from '../../support/built'
import { eventually } from '../../support/eventually'

/** The built preload, run in a real isolated world of Chromium, without Node. */

let built: Built
let source: string
beforeAll(async () => {
  built = await buildApp()
  source = readFileSync(path.join(built.outDir, 'preload', 'index.js'), 'utf8')
}, 120_000)
afterAll(() => built.remove())

test('it requires nothing but electron, so that a sandboxed window can load it', () => {
  const required = [...source.matchAll(/\brequire\(([^)]*)\)/g)].map(([, name]) => name)
  expect(required).toEqual(['"electron"'])
  expect(source).not.toMatch(/^\s*(import|export)\b|\bimport\(/m)
})

test('neither the preload nor the start of the window contains the schemas, unlike main', () => {
  const SCHEMAS = /ZodError/
  const page = readFileSync(path.join(built.outDir, 'renderer', 'index.html'), 'utf8')
  const started = [...page.matchAll(/(?:src|href)="[./]*([^"]+\.js)"/g)].map(([, name]) =>
    path.normalize(name ?? ''),
  )
  const scripts = (folder: string) =>
    readdirSync(path.join(built.outDir, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.js'))
      .filter((name) => SCHEMAS.test(readFileSync(path.join(built.outDir, folder, name), 'utf8')))
  expect(started).not.toEqual([])
  expect(scripts('main')).not.toEqual([])
  expect(scripts('preload')).toEqual([])
  // Forms are loaded on demand, and their schemas with them.
  expect(scripts('renderer')).not.toEqual([])
  expect(scripts('renderer').filter((name) => started.includes(name))).toEqual([])
})

describe('in an isolated world', () => {
  let browser: Browser
  let cdp: CDPSession
  const sent: unknown[] = []
  let world = 0

  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: process.env['PACKBENCH_CHROMIUM'] ?? findChromium() ?? undefined,
      chromiumSandbox: process.getuid?.() !== 0,
    })
    const page = await browser.newPage()
    cdp = await page.context().newCDPSession(page)
    cdp.on('Runtime.bindingCalled', ({ name, payload }) => {
      if (name === 'toMain') sent.push(JSON.parse(payload))
    })
    cdp.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === 'preload') world = context.id
    })
    await cdp.send('Page.enable')
    await cdp.send('Runtime.enable')
    await cdp.send('Runtime.addBinding', { name: 'toMain', executionContextName: 'preload' })
    await cdp.send('Page.addScriptToEvaluateOnNewDocument', { source: inWorld(source), worldName: 'preload' })
    await page.goto('data:text/html,<title>page</title>')
    await eventually(async () => expect(await evaluate('typeof exposed', world)).toBe('object'))
  }, 60_000)
  afterAll(() => browser.close())

  async function evaluate(expression: string, contextId?: number): Promise<unknown> {
    const options = { expression, returnByValue: true, awaitPromise: true, ...(contextId && { contextId }) }
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', options)
    if (exceptionDetails !== undefined) throw new Error(exceptionDetails.exception?.description)
    return result.value
  }

  test('there is no Node, and the page’s own world sees nothing of this world', async () => {
    expect(await evaluate('[typeof process, typeof Buffer, typeof global]', world)).toEqual(
      Array(3).fill('undefined'),
    )
    expect(await evaluate('[typeof exposed, typeof toMain, typeof require]')).toEqual(
      Array(3).fill('undefined'),
    )
  })

  test('the page gets one function for each channel, and nothing that takes a channel', async () => {
    expect(await evaluate('Object.keys(exposed)', world)).toEqual(['station'])
    expect(await evaluate('Object.keys(exposed.station)', world)).toEqual(['requests', 'onEvent'])
    expect(await evaluate('Object.keys(exposed.station.requests)', world)).toEqual([...REQUEST_CHANNELS])
  })

  test.each(REQUEST_CHANNELS)('%s goes to its channel with the request alone', async (channel) => {
    sent.length = 0
    const call = `exposed.station.requests['${channel}']({ a: 1 }, 'more', 'still more')`
    expect(await evaluate(call, world)).toBe(`answer of ${channel}`)
    expect(sent).toEqual([[channel, { a: 1 }]])
  })

  test('events come without Electron’s event object, until the listener is removed', async () => {
    const heard = await evaluate(
      `(() => {
        const heard = []
        const stop = exposed.station.onEvent((...args) => heard.push(args))
        fire('station:event', { kind: 'outbox_changed' })
        fire('other', { kind: 'secret' })
        stop()
        fire('station:event', { kind: 'outbox_changed' })
        return heard
      })()`,
      world,
    )
    expect(heard).toEqual([[{ kind: 'outbox_changed' }]])
  })
})

/** Provides what Electron gives the preload, and hands the test what it exposes. */
function inWorld(preload: string): string {
  return `{
    globalThis.exposed = {}
    const listeners = new Map()
    globalThis.fire = (channel, data) => listeners.get(channel)?.({ sender: 'electron' }, data)
    const electron = {
      contextBridge: { exposeInMainWorld: (name, api) => { exposed[name] = api } },
      ipcRenderer: {
        invoke: async (...args) => { toMain(JSON.stringify(args)); return 'answer of ' + args[0] },
        on: (channel, listener) => listeners.set(channel, listener),
        off: (channel, listener) => listeners.get(channel) === listener && listeners.delete(channel),
      },
    }
    const load = (name) => {
      if (name !== 'electron') throw new Error('a sandboxed preload cannot load ' + name)
      return electron
    }
    ;((require, module, exports) => {${preload}\n})(load, { exports: {} }, {})
  }`
}
