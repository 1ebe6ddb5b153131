import { EventEmitter } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import Module from 'node:module'
import { join } from 'node:path'
import type * as Electron from 'electron'
import { findWindowBrowser } from '../../../scripts/test-machine.mjs'
import { AppDouble } from './app'
import { Chromium } from '../chromium'
import { IpcMainDouble } from './ipc'
import { type Keychain, SafeStorageDouble } from './safe-storage'
import { ProtocolDouble, SessionDouble } from './session'
import type { Asked, Surroundings, Told } from './surroundings'
import { BrowserWindowDouble } from './window'

/**
 * `node -r` of this file gives the built app a double of `electron`. A test drives it over Node's IPC channel; see
 * README.md for what it shows and what it cannot.
 */

// Its windows need no display, and the app asks for one.
process.env['DISPLAY'] ??= ':0'

const windows = new Set<BrowserWindowDouble>()
let chromium: Chromium | null = null
let launching: Promise<Chromium> | null = null
let keychain = (process.env['ELECTRON_DOUBLE_KEYCHAIN'] ?? 'strong') as Keychain

const tell = (what: Told): void => void process.send?.(what)

const app = new AppDouble(
  {
    closeAll: () => {
      for (const window of windows) window.close()
      return windows.size === 0
    },
  },
  async () => {
    await chromium?.kill()
  },
)
// However the process ends: no browser is left behind.
process.on('exit', () => chromium?.killNow())

const session = new SessionDouble()
const protocol = new ProtocolDouble(() => app.isReady)
const ipcMain = new IpcMainDouble()

const around: Surroundings = {
  ipc: ipcMain,
  session,
  protocol,
  launched: () => (launching ??= launch()),
  chromium: () => {
    if (chromium === null) throw new Error('Chromium was not launched yet')
    return chromium
  },
  closeOthers: async () => {
    const own = new Set([...windows].map((window) => window.webContents.target()))
    const { targetInfos } = await around.chromium().command('Target.getTargets', {})
    for (const { targetId, type } of targetInfos as { targetId: string; type: string }[])
      if (type === 'page' && !own.has(targetId))
        await around.chromium().command('Target.closeTarget', { targetId })
  },
  tell,
}

async function launch(): Promise<Chromium> {
  const executable = process.env['ELECTRON_DOUBLE_CHROMIUM'] ?? findWindowBrowser()
  if (executable === null) throw new Error('there is no Chromium on this PC')
  const isRoot = process.getuid?.() === 0
  const flags = ['--headless', '--window-size=1440,900', ...(isRoot ? ['--no-sandbox'] : [])]
  chromium = await Chromium.launch(executable, join(app.userDataDir(), 'chromium'), flags)
  tell({ kind: 'ready', endpoint: chromium.endpoint, browserPid: chromium.pid })
  return chromium
}

function openWindow(options: Electron.BrowserWindowConstructorOptions): BrowserWindowDouble {
  const window = new BrowserWindowDouble(
    around,
    (closed) => {
      windows.delete(closed)
      if (windows.size === 0) setImmediate(() => app.emit('window-all-closed'))
    },
    options,
  )
  windows.add(window)
  app.emit('web-contents-created', {}, window.webContents)
  return window
}

/** A class in Electron; the bundle only makes instances. */
const BrowserWindow = function (options: Electron.BrowserWindowConstructorOptions = {}) {
  return openWindow(options)
} as unknown as new (options?: Electron.BrowserWindowConstructorOptions) => BrowserWindowDouble

const powerMonitor = new EventEmitter()

/** @see https://www.electronjs.org/docs/latest/api/dialog */
const dialog = {
  showErrorBox(title: string, content: string): void {
    tell({ kind: 'error-box', title, content })
  },
  showMessageBox(...given: unknown[]): Promise<Electron.MessageBoxReturnValue> {
    const { message, buttons = [] } = given.at(-1) as Electron.MessageBoxOptions
    tell({ kind: 'dialog', message, buttons })
    // It waits for a person.
    return new Promise(() => undefined)
  },
} satisfies Pick<Electron.Dialog, 'showErrorBox'> & { showMessageBox: unknown }

const Menu = {
  setApplicationMenu: (): void => undefined,
  buildFromTemplate: (): object => ({}),
}

const safeStorage = new SafeStorageDouble(
  () => join(app.userDataDir(), 'double-keychain'),
  () => keychain,
)

const powerSaveBlocker = {
  start: (): number => 1,
  stop: (): boolean => true,
  isStarted: (): boolean => true,
} satisfies Pick<Electron.PowerSaveBlocker, 'start' | 'stop' | 'isStarted'>

/** Crashes of the double are a test's failures. */
const crashReporter = { start: (): void => undefined } satisfies Pick<Electron.CrashReporter, 'start'>

/** Node's own client, which trusts the authorities of `NODE_EXTRA_CA_CERTS`. */
const net = {
  request: (options: http.RequestOptions) => (options.protocol === 'https:' ? https : http).request(options),
}

if (app.isPackaged) {
  // A packed app is started without a script.
  process.argv.splice(1, 1)
  Object.assign(process, { resourcesPath: process.env['ELECTRON_DOUBLE_PACKAGED'] })
}

process.on('message', (asked: Asked) => {
  if (asked.kind === 'resume') powerMonitor.emit('resume')
  else keychain = asked.state
})
// The channel to the test must not keep the app alive.
process.channel?.unref()

const double = {
  app,
  autoUpdater: new EventEmitter(),
  BrowserWindow,
  crashReporter,
  dialog,
  ipcMain,
  Menu,
  net,
  powerMonitor,
  powerSaveBlocker,
  protocol,
  safeStorage,
  session: { defaultSession: session, fromPartition: () => session },
}

/** Every name that the bundle may import is one of Electron's. */
export type Doubled = keyof typeof double & keyof typeof Electron

type Load = (request: string, ...rest: unknown[]) => unknown
const loader = Module as unknown as { _load: Load }
const load = loader._load
loader._load = function (this: unknown, request, ...rest) {
  return request === 'electron' ? double : load.call(this, request, ...rest)
}
