import { spawnSync } from 'node:child_process'
import path from 'node:path'
import * as electron from 'electron'
import { version } from '../../../package.json'
import { alreadyRunning, takeDataDir } from '../hosts/data-dir'
import { readScreen } from '../hosts/display'
import { APP_SCHEME } from '../hosts/electron/app-protocol'
import { ownArguments } from '../hosts/electron/arguments'
import { keepCrashes } from '../hosts/electron/crashes'
import { restrictContents } from '../hosts/electron/policy'
import { askInDialog, createQuitGuard, neverHoldUp, type QuitGuard } from '../hosts/electron/quit-guard'
import { runElectronHost } from '../hosts/electron/run'
import { createElectronSecrets } from '../hosts/electron/secrets'
import { HostError, type SecretStore } from '../hosts/host'
import { createKeyFileSecrets } from '../hosts/key-file-secrets'
import { openStartLog } from '../hosts/start-log'
import { readCommand, type Command } from './command'
import { readOptions, type StationOptions, thisMachine } from './options'
import { loadCheck } from './provisioning/read'
import { StartError } from '../base/station-error'

/** Electron's entry: lifecycle only. */

const { app, dialog, Menu, powerMonitor, protocol } = electron
/** A close that hangs longer than this is abandoned, so that the process never lingers. */
const CLOSE_WITHIN_MS = 15_000
/** Chromium's flag for running without a display. It counts only at the start, so that a program cannot set it itself. */
const WITHOUT_DISPLAY = '--ozone-platform=headless'

async function main(): Promise<void> {
  const machine = thisMachine()
  const { hasDisplay } = readScreen()
  const given = ownArguments(process.argv, app.isPackaged)
  // From the program itself, below.
  const argv = hasDisplay ? given : given.filter((flag) => flag !== WITHOUT_DISPLAY)
  const asked = readCommand(argv, machine.cwd)
  // Loaded before Electron is ready: below are calls that it takes only then.
  const check = await loadCheck(argv, process.env, machine.platform)
  const read = asked.ok ? readOptions(asked.argv, process.env, machine, check) : asked
  if (!read.ok) {
    if (read.exitCode === 0) console.log(read.message)
    else refuseToStart(read.message)
    return app.exit(read.exitCode)
  }
  if (read.options.host === 'browser') {
    refuseToStart('--host=browser is for "npm start"; this is the Electron app')
    return app.exit(2)
  }
  const command = asked.ok ? asked.command : null
  // Electron on Linux crashes without a display, as over SSH or in a scheduled task.
  if (!hasDisplay && command === null && !read.options.doctor) {
    refuseToStart('there is no display')
    return app.exit(1)
  }
  if (!hasDisplay && argv.length === given.length) return app.exit(runWithoutDisplay())
  if (command !== null) return runInElectron(command, read.options)
  protocol.registerSchemesAsPrivileged([APP_SCHEME])
  // SECURITY: sandboxes every page, including any that later code opens without saying so.
  app.enableSandbox()
  app.on('web-contents-created', (_event, contents) => restrictContents(contents))
  app.setPath('userData', path.join(read.options.dataDir, 'electron'))
  start(read.options).catch(fail)
}

/** Runs this command in a second process, whose output and exit code are this one's. */
function runWithoutDisplay(): number {
  const again = [...process.argv.slice(1), WITHOUT_DISPLAY]
  return spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1
}

/** No window, and no claim on being the only instance: the lock on the data folder decides. */
function runInElectron(command: Command, options: StationOptions): void {
  app.setPath('userData', path.join(options.dataDir, 'electron'))
  const secrets = async (): Promise<SecretStore> => {
    await app.whenReady()
    return createElectronSecrets(electron.safeStorage, createKeyFileSecrets(options.dataDir))
  }
  const running = import('./commands/run').then(({ runCommand }) => runCommand(command, options, secrets))
  running.then((exitCode) => app.exit(exitCode), fail)
}

async function start(options: StationOptions): Promise<void> {
  if (options.doctor) return examineAndExit(options)
  // A second start brings the first one's window forward; the lock on the data folder also applies to the browser host.
  const isFirst = app.requestSingleInstanceLock()
  // Asked in any case: Chromium also refuses where it may not write, and then nothing is running.
  const release = takeDataDir(options.dataDir)
  if (!isFirst) {
    release()
    throw new HostError(alreadyRunning(options.dataDir))
  }
  const closeLog = openStartLog(options, 'electron', version)
  keepCrashes(electron, options.dataDir)
  try {
    await run(options, (last) => {
      release()
      // Why an update could not be installed belongs in the log, too.
      last()
      closeLog()
    })
  } catch (error) {
    release()
    fail(error)
    closeLog()
  }
}

/** @param end lets go of the data folder and calls `last`, which ends the process */
async function run(options: StationOptions, end: (last: () => void) => void): Promise<void> {
  // Before Electron is ready: afterwards it has already built its own one.
  if (process.platform !== 'darwin') Menu.setApplicationMenu(null)
  await app.whenReady()
  if (process.platform === 'darwin') Menu.setApplicationMenu(menuOfMac())
  const outDir = path.join(__dirname, '..')
  let guard: QuitGuard | null = null
  let last = (): void => app.exit(0)
  const quit = (given = last): void => {
    guard?.agree()
    last = given
    app.quit()
  }
  const running = await runElectronHost(electron, options, outDir, version, quit)
  const { window } = running
  app.on('second-instance', () => {
    if (window.isMinimized()) window.restore()
    window.focus()
  })
  guard = createQuitGuard(guardDeps(running, options.kiosk))
  neverHoldUp(guard, { powerMonitor, window, process }, () => app.quit())
  endWhenAgreed(running, guard, () => end(last))
  if (running.closeAsked) window.close()
  console.log('Packbench ready in its Electron window')
}

/** Checks the station and ends: with 0 if it is healthy, else with 1. */
async function examineAndExit(options: StationOptions): Promise<void> {
  await app.whenReady()
  const secrets = createElectronSecrets(electron.safeStorage, createKeyFileSecrets(options.dataDir))
  const host = `Electron ${process.versions.electron}`
  const { examine } = await import('./doctor')
  const { text, healthy } = await examine(options, { host, version, secrets, nowMs: Date.now() })
  process.stdout.write(text)
  app.exit(healthy ? 0 : 1)
}

type Running = Awaited<ReturnType<typeof runElectronHost>>

function guardDeps({ packbench, window }: Running, kiosk: boolean): Parameters<typeof createQuitGuard>[0] {
  return {
    openOps: () => packbench.openWork().ops,
    kiosk,
    ask: () => askInDialog(dialog, window, packbench.openWork()),
    exportAndQuit: async () => {
      const result = await packbench.handle('station:leave', { how: 'quit', exportOps: true })
      if (!result.ok)
        dialog.showErrorBox('Nothing was exported, and Packbench stays open', result.error.message)
    },
    quit: () => app.quit(),
    onFault: (error) => console.error(error),
  }
}

/**
 * Closes the data, then ends the app. The window stays open until then, because the user may still cancel.
 * @param end ends the process; an installer does so by quitting again, and is not held up
 */
function endWhenAgreed({ packbench, window }: Running, guard: QuitGuard, end: () => void): void {
  window.on('close', (event) => {
    // Without a window there is nobody to ask.
    if (guard.mayEnd()) guard.agree()
    else event.preventDefault()
  })
  app.on('window-all-closed', () => app.quit())
  let state: 'open' | 'closing' | 'closed' = 'open'
  app.on('before-quit', (event) => {
    if (state === 'closed') return
    event.preventDefault()
    if (state === 'closing' || !guard.mayEnd()) return
    state = 'closing'
    const tooLate = setTimeout(() => app.exit(1), CLOSE_WITHIN_MS)
    packbench.close().then(() => {
      clearTimeout(tooLate)
      state = 'closed'
      end()
    }, fail)
  })
}

/** Elsewhere there is no menu, whose shortcuts a scanner could hit; macOS cannot copy and paste without one. */
function menuOfMac(): Electron.Menu {
  return Menu.buildFromTemplate([{ role: 'appMenu' }, { role: 'editMenu' }])
}

function fail(error: unknown): void {
  const isExpected = error instanceof HostError || error instanceof StartError
  if (!isExpected) console.error(error)
  refuseToStart(isExpected ? error.message : String(error))
  app.exit(1)
}

function refuseToStart(message: string): void {
  console.error(`packbench: ${message}`)
  // Most installed apps have no terminal to read the line in. The box holds up the end until somebody closes it.
  if (app.isPackaged && !process.stderr.isTTY) dialog.showErrorBox('Packbench cannot start', message)
}

main().catch(fail)
