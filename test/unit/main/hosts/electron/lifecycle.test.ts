import { EventEmitter } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Packbench } from '../../../../../src/main/app/compose'
import { takeDataDir } from '../../../../../src/main/hosts/data-dir'
import { eventually } from '../../../../support/eventually'

/** `src/main/app/index.ts`, imported afresh by each test as Electron would load it. */

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

class WindowDouble extends EventEmitter {
  readonly isMinimized = vi.fn(() => true)
  readonly restore = vi.fn()
  readonly focus = vi.fn()
}

let openOps = 0
const packbench = {
  close: vi.fn(() => Promise.resolve()),
  openWork: () => ({ ops: openOps, exportsDir: '/data/exports' }),
  handle: vi.fn<Packbench['handle']>(),
}
const runElectronHost = vi.fn()
const registerSchemesAsPrivileged = vi.fn<Electron.Protocol['registerSchemesAsPrivileged']>(
  note('scheme', undefined),
)
const startCrashReporter = vi.fn<Electron.CrashReporter['start']>(note('crashReporter', undefined))
const showErrorBox = vi.fn<Electron.Dialog['showErrorBox']>()
const showMessageBox = vi.fn<Electron.Dialog['showMessageBox']>()
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

let app: AppDouble
let window: WindowDouble
let powerMonitor: EventEmitter
let signalListeners: Map<NodeJS.Signals, readonly unknown[]>
let dataDir: string
const argv = process.argv

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'packbench-'))
  app = new AppDouble()
  window = new WindowDouble()
  // The runner's own, which the app would name as unknown.
  for (const name of Object.keys(process.env)) if (name.startsWith('PACKBENCH_')) vi.stubEnv(name, undefined)
  vi.stubEnv('DISPLAY', ':0')
  powerMonitor = new EventEmitter()
  openOps = 0
  calls.length = 0
  signalListeners = new Map(SIGNALS.map((signal) => [signal, process.listeners(signal)]))
  runElectronHost.mockReset().mockImplementation(() => {
    calls.push('run')
    return Promise.resolve({ packbench, window })
  })
  vi.resetModules()
  vi.doMock('electron', () => ({
    app,
    crashReporter: { start: startCrashReporter },
    dialog: { showErrorBox, showMessageBox },
    Menu: { setApplicationMenu: vi.fn(), buildFromTemplate: vi.fn() },
    powerMonitor,
    protocol: { registerSchemesAsPrivileged },
  }))
  vi.doMock('../../../../../src/main/hosts/electron/run', () => ({ runElectronHost }))
  vi.spyOn(console, 'log').mockReturnValue()
  vi.spyOn(console, 'error').mockReturnValue()
})
afterEach(() => {
  openOps = 0
  app.emit('before-quit', { preventDefault: vi.fn() })
  for (const [signal, before] of signalListeners)
    for (const listener of process.listeners(signal))
      if (!before.includes(listener)) process.off(signal, listener)
  process.argv = argv
  vi.doUnmock('electron')
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  vi.clearAllMocks()
  rmSync(dataDir, { recursive: true, force: true })
})

async function startWith(...flags: string[]) {
  process.argv = ['electron', '/app', ...flags]
  await import('../../../../../src/main/app/index')
}
const started = () => eventually(() => expect(app.listenerCount('before-quit')).toBe(1))
/** Lets promise callbacks run. */
const settled = () => new Promise((resolve) => setImmediate(resolve))
const exited = (code: number) => eventually(() => expect(app.exit).toHaveBeenCalledWith(code))

test('scheme, sandbox and folder are set before anything starts', async () => {
  await startWith(`--data-dir=${dataDir}`)
  await started()
  expect(calls).toEqual(['scheme', 'enableSandbox', 'setPath', 'lock', 'setPath', 'crashReporter', 'run'])
  expect(app.setPath).toHaveBeenCalledWith('userData', path.join(dataDir, 'electron'))
  expect(app.listenerCount('web-contents-created')).toBe(1)
})

test('SECURITY: dumps of crashes stay in the data folder and are sent to nobody', async () => {
  await startWith(`--data-dir=${dataDir}`)
  await started()
  expect(app.setPath).toHaveBeenCalledWith('crashDumps', path.join(dataDir, 'crashes'))
  expect(startCrashReporter).toHaveBeenCalledExactlyOnceWith({ uploadToServer: false })
})

test('every new window is restricted', async () => {
  await startWith(`--data-dir=${dataDir}`)
  const contents = { setWindowOpenHandler: vi.fn(), on: vi.fn() }
  app.emit('web-contents-created', {}, contents)
  expect(contents.setWindowOpenHandler).toHaveBeenCalledOnce()
  expect(contents.on.mock.calls.map(([event]) => String(event))).toContain('will-navigate')
  await started()
})

test('a wrong flag exits with code 2 before anything runs', async () => {
  await startWith('--bogus')
  expect(app.exit).toHaveBeenCalledExactlyOnceWith(2)
  expect(console.error).toHaveBeenCalledExactlyOnceWith('packbench: unknown flag --bogus; see --help')
  expect(calls).toEqual([])
  expect(showErrorBox).not.toHaveBeenCalled()
})

test('the browser host cannot be started from here', async () => {
  await startWith('--host=browser')
  expect(app.exit).toHaveBeenCalledExactlyOnceWith(2)
  expect(calls).toEqual([])
})

test('the installed app shows why it does not start', async () => {
  app.isPackaged = true
  process.argv = ['packbench', '--no-sandbox']
  await import('../../../../../src/main/app/index')
  expect(app.exit).toHaveBeenCalledExactlyOnceWith(2)
  expect(showErrorBox).toHaveBeenCalledExactlyOnceWith(
    'Packbench cannot start',
    expect.stringContaining('sandbox'),
  )
})

test('an app that was started in a terminal shows no box, which would hold up a script', async () => {
  app.isPackaged = true
  const { isTTY } = process.stderr
  process.stderr.isTTY = true
  onTestFinished(() => void (process.stderr.isTTY = isTTY))
  await startWith('--bogus')
  expect(app.exit).toHaveBeenCalledExactlyOnceWith(2)
  expect(showErrorBox).not.toHaveBeenCalled()
})

test.runIf(process.platform === 'linux').each([[], ['--ozone-platform=headless']])(
  'without a display there is no window, whatever the flags %s',
  async (...flags: string[]) => {
    vi.stubEnv('DISPLAY', undefined)
    vi.stubEnv('WAYLAND_DISPLAY', undefined)
    await startWith(`--data-dir=${dataDir}`, ...flags)
    expect(console.error).toHaveBeenCalledExactlyOnceWith('packbench: there is no display')
    expect(app.exit).toHaveBeenCalledExactlyOnceWith(1)
    expect(calls).toEqual([])
  },
)

test('a second start exits with code 1', async () => {
  app.requestSingleInstanceLock.mockReturnValue(false)
  await startWith(`--data-dir=${dataDir}`)
  await exited(1)
  expect(console.error).toHaveBeenCalledExactlyOnceWith(
    `packbench: Packbench is already running with the data folder ${dataDir}`,
  )
  expect(runElectronHost).not.toHaveBeenCalled()
})

test('the first window comes to the front when a second is started', async () => {
  await startWith(`--data-dir=${dataDir}`)
  await started()
  app.emit('second-instance')
  expect(window.restore).toHaveBeenCalledOnce()
  expect(window.focus).toHaveBeenCalledOnce()
})

test('a browser host on the same folder blocks Electron', async () => {
  const release = takeDataDir(dataDir)
  await startWith(`--data-dir=${dataDir}`)
  await exited(1)
  expect(runElectronHost).not.toHaveBeenCalled()
  release()
})

test('a failed start is reported in one line', async () => {
  const { StartError } = await import('../../../../../src/main/base/station-error')
  runElectronHost.mockRejectedValue(new StartError('newer_schema', 'The data is newer.'))
  await startWith(`--data-dir=${dataDir}`)
  await exited(1)
  expect(console.error).toHaveBeenCalledExactlyOnceWith('packbench: The data is newer.')
})

test('quitting waits until the app is closed, once, and releases the folder', async () => {
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

test('an installer runs once the data is closed, and its own quitting is not held up', async () => {
  await startWith(`--data-dir=${dataDir}`)
  await started()
  const install = vi.fn(() => takeDataDir(dataDir)())
  const quit = runElectronHost.mock.calls[0]?.[4] as (last: () => void) => void
  quit(install)
  expect(app.quit).toHaveBeenCalledOnce()
  expect(install).not.toHaveBeenCalled()
  app.emit('before-quit', { preventDefault: vi.fn() })
  await eventually(() => expect(install).toHaveBeenCalledOnce())
  expect(packbench.close).toHaveBeenCalledOnce()
  const event = { preventDefault: vi.fn() }
  app.emit('before-quit', event)
  expect(event.preventDefault).not.toHaveBeenCalled()
  expect(app.exit).not.toHaveBeenCalled()
})

describe('with open operations', () => {
  const choose = (index: number) =>
    showMessageBox.mockResolvedValue({ response: index, checkboxChecked: false })
  const tryToClose = () => {
    const event = { preventDefault: vi.fn() }
    window.emit('close', event)
    return event.preventDefault.mock.calls.length > 0
  }
  const tryToQuit = () => void app.emit('before-quit', { preventDefault: vi.fn() })
  const startBusy = async () => {
    await startWith(`--data-dir=${dataDir}`)
    await started()
    openOps = 3
  }

  test('closing the window asks, and staying changes nothing', async () => {
    await startBusy()
    choose(0)
    expect(tryToClose()).toBe(true)
    await eventually(() => expect(showMessageBox).toHaveBeenCalledOnce())
    const [, options] = showMessageBox.mock.calls[0] as unknown as [unknown, Electron.MessageBoxOptions]
    expect(options.message).toBe('3 operations are not done yet')
    expect(options.detail).toContain('/data/exports')
    expect(options.buttons).toEqual(['Stay', 'Export and quit', 'Quit: they go out at the next start'])
    expect([options.defaultId, options.cancelId]).toEqual([0, 0])
    await settled()
    expect(app.quit).not.toHaveBeenCalled()
    expect(packbench.close).not.toHaveBeenCalled()
    expect(packbench.handle).not.toHaveBeenCalled()
  })

  test('asks once however often the window is closed, and again the next time', async () => {
    await startBusy()
    let answer = (_index: number): void => {}
    showMessageBox.mockImplementation(
      () => new Promise((resolve) => (answer = (response) => resolve({ response, checkboxChecked: false }))),
    )
    expect([tryToClose(), tryToClose()]).toEqual([true, true])
    tryToQuit()
    expect(showMessageBox).toHaveBeenCalledOnce()
    answer(0)
    await settled()
    tryToClose()
    expect(showMessageBox).toHaveBeenCalledTimes(2)
    answer(0)
    await settled()
  })

  test('quitting anyway closes the app', async () => {
    await startBusy()
    choose(2)
    tryToQuit()
    await eventually(() => expect(app.quit).toHaveBeenCalledOnce())
    tryToQuit()
    await exited(0)
    expect(packbench.handle).not.toHaveBeenCalled()
  })

  test('exporting is left to the app, which quits by itself', async () => {
    await startBusy()
    choose(1)
    packbench.handle.mockResolvedValue({ ok: true, value: null, revision: 1 })
    tryToClose()
    await eventually(() =>
      expect(packbench.handle).toHaveBeenCalledExactlyOnceWith('station:leave', {
        how: 'quit',
        exportOps: true,
      }),
    )
    const quit = runElectronHost.mock.calls[0]?.[4] as () => void
    quit()
    expect(app.quit).toHaveBeenCalledOnce()
    tryToQuit()
    await exited(0)
    expect(showMessageBox).toHaveBeenCalledOnce()
  })

  test('a failed export is reported, and the app stays', async () => {
    await startBusy()
    choose(1)
    packbench.handle.mockResolvedValue({ ok: false, error: { code: 'disk_full', message: 'no space' } })
    tryToClose()
    await eventually(() => expect(showErrorBox).toHaveBeenCalledOnce())
    expect(showErrorBox.mock.calls[0]?.[1]).toBe('no space')
    expect(app.quit).not.toHaveBeenCalled()
    expect(tryToClose()).toBe(true)
    await settled()
  })

  test.each([
    ['a shutdown of the system', () => powerMonitor.emit('shutdown')],
    ['a logout of Windows', () => window.emit('query-session-end')],
    ['SIGTERM', () => process.emit('SIGTERM')],
    ['Ctrl+C', () => process.emit('SIGINT')],
    ['a closed terminal', () => process.emit('SIGHUP')],
  ])('%s is never delayed', async (_what, end) => {
    await startBusy()
    end()
    expect(tryToClose()).toBe(false)
    tryToQuit()
    await exited(0)
    expect(showMessageBox).not.toHaveBeenCalled()
  })

  test('a shutdown ends the app even while the question is on the screen', async () => {
    await startBusy()
    showMessageBox.mockReturnValue(new Promise(() => {}))
    tryToClose()
    powerMonitor.emit('shutdown')
    expect(app.quit).toHaveBeenCalledOnce()
    tryToQuit()
    await exited(0)
  })
})

test('without open operations there is no question', async () => {
  await startWith(`--data-dir=${dataDir}`)
  await started()
  const event = { preventDefault: vi.fn() }
  window.emit('close', event)
  expect(event.preventDefault).not.toHaveBeenCalled()
  expect(showMessageBox).not.toHaveBeenCalled()
})
