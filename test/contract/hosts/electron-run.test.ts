import { EventEmitter } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type Electron from 'electron'
import { expect, onTestFinished, test, vi } from 'vitest'
import { runElectronHost } from '../../../src/main/hosts/electron/run'
import { readOptions, thisMachine } from '../../../src/main/app/options'
import { checkProvisioning } from '../../../src/main/app/provisioning/check'
import { EVENT_CHANNEL, REQUEST_CHANNELS } from '../../../src/shared/contract/channels'
import { tempDir } from '../../support/temp-dir'
import { eventually } from '../../support/eventually'

/** The whole app in training behind doubles of Electron: what is really registered, and its answers. */

class ContentsDouble extends EventEmitter {
  readonly send = vi.fn<Electron.WebContents['send']>()
  readonly reload = vi.fn<Electron.WebContents['reload']>()
  readonly forcefullyCrashRenderer = vi.fn<Electron.WebContents['forcefullyCrashRenderer']>()
  isDestroyed = () => false
}

class WindowDouble extends EventEmitter {
  static readonly made: WindowDouble[] = []
  /** When its page has loaded. */
  static loading = Promise.resolve()
  readonly webContents = new ContentsDouble()
  readonly show = vi.fn<Electron.BrowserWindow['show']>()
  readonly destroy = vi.fn<Electron.BrowserWindow['destroy']>()
  readonly loadURL = vi.fn<Electron.BrowserWindow['loadURL']>(() => WindowDouble.loading)
  constructor(readonly options: Electron.BrowserWindowConstructorOptions) {
    super()
    WindowDouble.made.push(this)
  }
}

function electronDouble(isPackaged: boolean) {
  const handlers = new Map<string, Parameters<Electron.IpcMain['handle']>[1]>()
  const schemes = new Map<string, Parameters<Electron.Protocol['handle']>[1]>()
  const session = {
    setPermissionRequestHandler: vi.fn<Electron.Session['setPermissionRequestHandler']>(),
    setPermissionCheckHandler: vi.fn<Electron.Session['setPermissionCheckHandler']>(),
    setDevicePermissionHandler: vi.fn<Electron.Session['setDevicePermissionHandler']>(),
    webRequest: { onBeforeRequest: vi.fn() },
    on: vi.fn(),
  }
  const electron = {
    app: { isPackaged },
    session: { defaultSession: session },
    protocol: { handle: (scheme, handler) => schemes.set(scheme, handler) } as Pick<
      Electron.Protocol,
      'handle'
    >,
    ipcMain: { handle: (channel, handler) => handlers.set(channel, handler) } as Pick<
      Electron.IpcMain,
      'handle'
    >,
    safeStorage: {
      isAsyncEncryptionAvailable: () => Promise.resolve(false),
    } as Pick<Electron.SafeStorage, 'isAsyncEncryptionAvailable'>,
    powerMonitor: new EventEmitter(),
    BrowserWindow: WindowDouble,
  }
  return { electron: electron as unknown as typeof Electron, handlers, schemes, session }
}

async function start(isPackaged = true, updateUrl?: string) {
  const { parts, quit, outDir, running } = begin(isPackaged, undefined, updateUrl)
  const { packbench } = await running
  onTestFinished(() => packbench.close())
  return { ...parts, packbench, window: latestWindow(), outDir, quit }
}

function latestWindow(): WindowDouble {
  const window = WindowDouble.made.at(-1)
  if (window === undefined) throw new Error('no window')
  return window
}

function begin(isPackaged: boolean, prepare: (outDir: string) => void = () => undefined, updateUrl?: string) {
  const outDir = tempDir()
  prepare(outDir)
  // Electron has it, Node has not.
  Object.assign(process, { resourcesPath: outDir })
  mkdirSync(path.join(outDir, 'renderer'))
  writeFileSync(path.join(outDir, 'renderer', 'index.html'), 'page')
  const machine = { ...thisMachine(), homeDir: outDir, cwd: outDir }
  const read = readOptions(
    ['--data-dir=station', '--training', '--provisioning=none'],
    {},
    machine,
    checkProvisioning,
  )
  if (!read.ok) throw new Error(read.message)
  const parts = electronDouble(isPackaged)
  const quit = vi.fn()
  const running = runElectronHost(parts.electron, { ...read.options, updateUrl }, outDir, '1.2.3', quit)
  return { parts, quit, outDir, running }
}

test('the window opens while the program starts, and its early calls wait', async () => {
  const opened = WindowDouble.made.length
  const { parts, running } = begin(true)
  await eventually(() => expect(WindowDouble.made).toHaveLength(opened + 1))
  const started = vi.fn()
  void running.then(started)
  const event = { sender: latestWindow().webContents, senderFrame: { parent: null, url: 'app://packbench/' } }
  const answer: unknown = parts.handlers.get('station:bootstrap')?.(
    event as unknown as Electron.IpcMainInvokeEvent,
    {},
  )
  expect(started).not.toHaveBeenCalled()
  expect(await answer).toMatchObject({ ok: true, value: { version: '1.2.3' } })
  await (await running).packbench.close()
})

test.each([
  ['an installed program, from the place that IT names', true, 'https://updates.example', 'unknown'],
  ['an installed program, which IT gave no place', true, undefined, 'off'],
  ['a clone, which has no installer', false, 'https://updates.example', 'off'],
] as const)('updates: %s', async (_what, isPackaged, updateUrl, state) => {
  const { packbench } = await start(isPackaged, updateUrl)
  const answer = await packbench.handle('updates:read', {})
  expect(answer).toMatchObject({ ok: true, value: { state } })
})

test('a failed start closes its window', async () => {
  const { running } = begin(true, (outDir) => writeFileSync(path.join(outDir, 'station'), 'no folder'))
  await expect(running).rejects.toThrow('cannot be written')
  expect(latestWindow().destroy).toHaveBeenCalledOnce()
})

test('the window is sandboxed and isolated, without Node, and loads the app', async () => {
  const { window, outDir } = await start()
  expect(window.options.webPreferences).toEqual({
    preload: path.join(outDir, 'preload', 'index.js'),
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    webviewTag: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    devTools: false,
    backgroundThrottling: false,
  })
  expect(window.loadURL).toHaveBeenCalledExactlyOnceWith('app://packbench/')
  expect(window.show).not.toHaveBeenCalled()
  window.emit('ready-to-show')
  expect(window.show).toHaveBeenCalledOnce()
})

test('developer tools are available only during development', async () => {
  expect((await start(false)).window.options.webPreferences?.devTools).toBe(true)
})

test('permissions, requests and the app’s scheme are set before the window is created', async () => {
  const { session, schemes } = await start()
  expect(session.setPermissionRequestHandler).toHaveBeenCalledOnce()
  expect(session.setPermissionCheckHandler).toHaveBeenCalledOnce()
  expect(session.setDevicePermissionHandler).toHaveBeenCalledOnce()
  expect(session.webRequest.onBeforeRequest).toHaveBeenCalledOnce()
  expect([...schemes.keys()]).toEqual(['app'])
  const response = await schemes.get('app')?.(new Request('app://packbench/'))
  expect(await response?.text()).toBe('page')
})

test('requests of the window reach the app, and its events reach the window', async () => {
  const { handlers, window } = await start()
  expect([...handlers.keys()]).toEqual([...REQUEST_CHANNELS])
  const senderFrame = { parent: null, url: 'app://packbench/' }
  const invoke = (channel: string, sender: unknown, request: unknown) =>
    handlers.get(channel)?.({ sender, senderFrame } as unknown as Electron.IpcMainInvokeEvent, request)
  expect(await invoke('station:bootstrap', window.webContents, {})).toMatchObject({
    ok: true,
    value: { version: '1.2.3', host: 'electron', connection: { mode: 'training' } },
  })
  expect(await invoke('packing:open', window.webContents, { orderId: 'x' })).toMatchObject({
    ok: false,
    error: { code: 'invalid_request' },
  })
  expect(await invoke('station:bootstrap', {}, {})).toMatchObject({
    ok: false,
    error: { code: 'session_missing' },
  })
  await eventually(() =>
    expect(window.webContents.send).toHaveBeenCalledWith(
      EVENT_CHANNEL,
      expect.objectContaining({ kind: 'status' }),
    ),
  )
})

test('quitting in the window quits the app after the window got its answer', async () => {
  const { handlers, window, quit } = await start()
  const event = { sender: window.webContents, senderFrame: { parent: null, url: 'app://packbench/' } }
  const answer: unknown = await handlers.get('station:leave')?.(
    event as unknown as Electron.IpcMainInvokeEvent,
    { how: 'quit', exportOps: false },
  )
  expect(answer).toMatchObject({ ok: true, value: null })
  expect(quit).not.toHaveBeenCalled()
  await eventually(() => expect(quit).toHaveBeenCalledOnce())
})

test('a crashed page is reloaded, but not forever', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  const { window } = await start()
  const crash = (reason: string) => window.webContents.emit('render-process-gone', {}, { reason })
  crash('clean-exit')
  expect(window.webContents.reload).not.toHaveBeenCalled()
  crash('crashed')
  crash('crashed')
  expect(window.webContents.reload).toHaveBeenCalledOnce()
})

test('a page that does not respond is ended, unless it recovers soon', async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void vi.restoreAllMocks())
  const { window } = await start()
  const { webContents } = window
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  webContents.emit('unresponsive')
  webContents.emit('responsive')
  vi.advanceTimersByTime(60_000)
  expect(webContents.forcefullyCrashRenderer).not.toHaveBeenCalled()
  webContents.emit('unresponsive')
  webContents.emit('unresponsive')
  vi.advanceTimersByTime(60_000)
  expect(webContents.forcefullyCrashRenderer).toHaveBeenCalledOnce()
})

test('wake-ups are watched until the app is closed', async () => {
  const { electron, packbench } = await start()
  expect(electron.powerMonitor.listenerCount('resume')).toBeGreaterThan(0)
  await packbench.close()
  expect(electron.powerMonitor.listenerCount('resume')).toBe(0)
})

/** Its page loads until it is told that it has. */
function beginLoading() {
  let loaded: () => void = () => undefined
  WindowDouble.loading = new Promise<void>((resolve) => (loaded = resolve))
  onTestFinished(() => void (WindowDouble.loading = Promise.resolve()))
  return { ...begin(true), loaded }
}

test('a window that is closed during the start stays until it is over', async () => {
  const { running, loaded } = beginLoading()
  await eventually(() => expect(latestWindow().listenerCount('close')).toBe(1))
  const preventDefault = vi.fn()
  latestWindow().emit('close', { preventDefault })
  expect(preventDefault).toHaveBeenCalledOnce()
  loaded()
  const { packbench, closeAsked } = await running
  onTestFinished(() => packbench.close())
  expect(closeAsked).toBe(true)
  // From here on the guard decides.
  expect(latestWindow().listenerCount('close')).toBe(0)
})

test('the page hears events from the moment at which the data is open, even while it loads', async () => {
  const { parts, running, loaded } = beginLoading()
  await eventually(() => expect(parts.schemes.size).toBe(1))
  // The program is loaded once the page has what it computes with.
  for (const file of ['index.js', 'index.css']) {
    const answer = await parts.schemes.get('app')?.(new Request(`app://packbench/assets/${file}`))
    expect(latestWindow().webContents.send).not.toHaveBeenCalled()
    await answer?.text()
  }
  // What it has asked before the event it does not ask again.
  await eventually(() =>
    expect(latestWindow().webContents.send).toHaveBeenCalledWith(EVENT_CHANNEL, expect.anything()),
  )
  loaded()
  const { packbench } = await running
  onTestFinished(() => packbench.close())
})
