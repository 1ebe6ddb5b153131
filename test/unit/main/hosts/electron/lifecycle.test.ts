import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { takeDataDir } from '../../../../../src/main/hosts/data-dir'

/** `src/main/index.ts`, imported anew by each test as Electron would load it. */

const calls: string[] = []
const note =
  <T>(name: string, value: T) =>
  () => {
    calls.push(name)
    return value
  }

class AppDouble extends EventEmitter {
  isPackaged = false
  readonly exit = vi.fn<Electron.App['exit']>()
  readonly quit = vi.fn<Electron.App['quit']>()
  readonly enableSandbox = vi.fn<Electron.App['enableSandbox']>(note('enableSandbox', undefined))
  readonly setPath = vi.fn<Electron.App['setPath']>(note('setPath', undefined))
  readonly requestSingleInstanceLock = vi.fn<Electron.App['requestSingleInstanceLock']>(note('lock', true))
  readonly whenReady = vi.fn<Electron.App['whenReady']>(() => Promise.resolve())
}

const window = { isMinimized: vi.fn(() => true), restore: vi.fn(), focus: vi.fn() }
const packbench = { close: vi.fn(() => Promise.resolve()) }
const runElectronHost = vi.fn()
const registerSchemesAsPrivileged = vi.fn<Electron.Protocol['registerSchemesAsPrivileged']>(
  note('scheme', undefined),
)
const showErrorBox = vi.fn<Electron.Dialog['showErrorBox']>()

let app: AppDouble
let dataDir: string
const argv = process.argv

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'packbench-'))
  app = new AppDouble()
  calls.length = 0
  runElectronHost.mockReset().mockImplementation(() => {
    calls.push('run')
    return Promise.resolve({ packbench, window })
  })
  vi.resetModules()
  vi.doMock('electron', () => ({
    app,
    dialog: { showErrorBox },
    Menu: { setApplicationMenu: vi.fn(), buildFromTemplate: vi.fn() },
    protocol: { registerSchemesAsPrivileged },
  }))
  vi.doMock('../../../../../src/main/hosts/electron/run', () => ({ runElectronHost }))
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  app.emit('before-quit', { preventDefault: vi.fn() })
  process.argv = argv
  vi.doUnmock('electron')
  vi.restoreAllMocks()
  vi.clearAllMocks()
  rmSync(dataDir, { recursive: true, force: true })
})

async function startWith(...flags: string[]) {
  process.argv = ['electron', '/app', ...flags]
  await import('../../../../../src/main/index')
}
const started = () => vi.waitFor(() => expect(app.listenerCount('before-quit')).toBe(1))
const exited = (code: number) => vi.waitFor(() => expect(app.exit).toHaveBeenCalledWith(code))

test('the scheme and the sandbox are settled, and the folder is chosen, before anything starts', async () => {
  await startWith(`--data-dir=${dataDir}`)
  await started()
  expect(calls).toEqual(['scheme', 'enableSandbox', 'setPath', 'lock', 'run'])
  expect(app.setPath).toHaveBeenCalledWith('userData', path.join(dataDir, 'electron'))
  expect(app.listenerCount('web-contents-created')).toBe(1)
})

test('every window that is ever made is restricted', async () => {
  await startWith(`--data-dir=${dataDir}`)
  const contents = { setWindowOpenHandler: vi.fn(), on: vi.fn() }
  app.emit('web-contents-created', {}, contents)
  expect(contents.setWindowOpenHandler).toHaveBeenCalledOnce()
  expect(contents.on.mock.calls.map(([event]) => String(event))).toContain('will-navigate')
  await started()
})

test('a wrong flag ends with code 2 before anything is done', async () => {
  await startWith('--bogus')
  expect(app.exit).toHaveBeenCalledExactlyOnceWith(2)
  expect(console.error).toHaveBeenCalledExactlyOnceWith('packbench: unknown flag --bogus; see --help')
  expect(calls).toEqual([])
  expect(showErrorBox).not.toHaveBeenCalled()
})

test('the browser host is not had from here', async () => {
  await startWith('--host=browser')
  expect(app.exit).toHaveBeenCalledExactlyOnceWith(2)
  expect(calls).toEqual([])
})

test('the installed app also shows why it does not start', async () => {
  app.isPackaged = true
  process.argv = ['packbench', '--no-sandbox']
  await import('../../../../../src/main/index')
  expect(app.exit).toHaveBeenCalledExactlyOnceWith(2)
  expect(showErrorBox).toHaveBeenCalledExactlyOnceWith(
    'Packbench cannot start',
    expect.stringContaining('sandbox'),
  )
})

test('a second start ends with code 1', async () => {
  app.requestSingleInstanceLock.mockReturnValue(false)
  await startWith(`--data-dir=${dataDir}`)
  await exited(1)
  expect(console.error).toHaveBeenCalledExactlyOnceWith(
    `packbench: Packbench is already running with the data folder ${dataDir}`,
  )
  expect(runElectronHost).not.toHaveBeenCalled()
})

test('the first comes forward when a second is started', async () => {
  await startWith(`--data-dir=${dataDir}`)
  await started()
  app.emit('second-instance')
  expect(window.restore).toHaveBeenCalledOnce()
  expect(window.focus).toHaveBeenCalledOnce()
})

test('a browser host on the same folder keeps Electron out', async () => {
  const release = takeDataDir(dataDir)
  await startWith(`--data-dir=${dataDir}`)
  await exited(1)
  expect(runElectronHost).not.toHaveBeenCalled()
  release()
})

test('a start that fails says so in one line', async () => {
  const { StartError } = await import('../../../../../src/main/station-error')
  runElectronHost.mockRejectedValue(new StartError('newer_schema', 'The data is newer.'))
  await startWith(`--data-dir=${dataDir}`)
  await exited(1)
  expect(console.error).toHaveBeenCalledExactlyOnceWith('packbench: The data is newer.')
})

test('quitting waits until the app is closed, once, and gives the folder back', async () => {
  await startWith(`--data-dir=${dataDir}`)
  await started()
  const event = { preventDefault: vi.fn() }
  app.emit('before-quit', event)
  app.emit('before-quit', event)
  expect(event.preventDefault).toHaveBeenCalledTimes(2)
  await exited(0)
  expect(packbench.close).toHaveBeenCalledOnce()
  takeDataDir(dataDir)()
})
