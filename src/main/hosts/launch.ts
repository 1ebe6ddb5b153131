import { spawn } from 'node:child_process'
import path from 'node:path'
import { version } from '../../../package.json'
import { readCommand } from '../app/command'
import { readOptions, type StationOptions, thisMachine } from '../app/options'
import { loadCheck } from '../app/provisioning/read'
import { StartError } from '../base/station-error'
import { runBrowserHost } from './browser/run'
import { readScreen } from './display'
import { downloadElectron, failedLately } from './electron/download'
import { allowsSandbox, electronObstacle, findElectron } from './electron/runtime'
import { HostError } from './host'
import { createKeyFileSecrets } from './key-file-secrets'

/** The program that Node runs: reads the options, chooses the host, and runs it. */

/** Long enough for a usual connection; a closed network must not keep the packer waiting. */
const AUTO_DOWNLOAD_MS = 60_000
const ASKED_DOWNLOAD_MS = 600_000
/** A close that takes longer is abandoned, so that the process always ends. */
const CLOSE_WITHIN_MS = 15_000

/**
 * Ends the process when it is done.
 * @param outDir the build folder, inside the program's own folder
 */
export function launch(outDir: string): void {
  chooseAndRun(outDir).catch(fail)
}

async function chooseAndRun(outDir: string): Promise<void> {
  const appDir = path.join(outDir, '..')
  const argv = process.argv.slice(2)
  const machine = thisMachine()
  const asked = readCommand(argv, machine.cwd)
  const check = await loadCheck(argv, process.env, machine.platform)
  const read = asked.ok ? readOptions(asked.argv, process.env, machine, check) : asked
  if (!read.ok) {
    if (read.exitCode === 0) console.log(read.message)
    else console.error(`packbench: ${read.message}`)
    process.exit(read.exitCode)
  }
  if (read.options.doctor) return examineAndExit(read.options, path.join(appDir, 'node_modules', 'electron'))
  if (asked.ok && asked.command !== null) {
    const { runCommand } = await import('../app/commands/run')
    const { dataDir } = read.options
    process.exit(await runCommand(asked.command, read.options, async () => createKeyFileSecrets(dataDir)))
  }
  const electron = await chooseElectron(read.options, path.join(appDir, 'node_modules', 'electron'))
  if (electron !== null) return runElectron(electron, appDir, argv)
  // Registered before the start, so that an early stop is not lost.
  const stop = stopAsked()
  const running = await runBrowserHost(read.options, path.join(outDir, 'renderer'), version)
  await Promise.race([stop, running.quitAsked])
  sayWhatWaits(running.openOps())
  const tooLong = setTimeout(() => process.exit(1), CLOSE_WITHIN_MS)
  await running.close()
  clearTimeout(tooLong)
  process.exit(0)
}

/** A signal is never delayed: the program reports open operations instead of asking about them. */
function sayWhatWaits(openOps: number): void {
  if (openOps === 0) return
  const waiting = openOps === 1 ? '1 operation is' : `${openOps} operations are`
  console.log(`${waiting} not done yet: kept here, and worked on again at the next start.`)
}

/** Checks the station and ends: with 0 if it is healthy, else with 1. */
async function examineAndExit(options: StationOptions, electronDir: string): Promise<void> {
  const [{ examine }, { createKeyFileSecrets }] = await Promise.all([
    import('../app/doctor'),
    import('./key-file-secrets'),
  ])
  const found = findElectron(electronDir, process.platform, process.env)
  const obstacle = electronObstacle(readScreen(), () => allowsSandbox(found))
  const host =
    options.host === 'browser'
      ? 'browser'
      : (obstacle ?? (found === null ? 'the Electron runtime is not here' : `Electron, ${found}`))
  const secrets = createKeyFileSecrets(options.dataDir)
  const { text, healthy } = await examine(options, { host, version, secrets, nowMs: Date.now() })
  process.stdout.write(text)
  process.exitCode = healthy ? 0 : 1
}

/** The Electron executable to run, or `null` for the browser host. */
async function chooseElectron(options: StationOptions, electronDir: string): Promise<string | null> {
  if (options.host === 'browser') return null
  const found = await findOrDownload(options, electronDir)
  if (typeof found === 'string') return found
  if (options.host === 'electron') throw new HostError(`Electron cannot be used: ${found.reason}`)
  console.log(`Using the browser host: ${found.reason}`)
  return null
}

async function findOrDownload(
  options: StationOptions,
  electronDir: string,
): Promise<string | { reason: string }> {
  const find = () => findElectron(electronDir, process.platform, process.env)
  const obstacle = electronObstacle(readScreen(), () => allowsSandbox(find()))
  if (obstacle !== null) return { reason: obstacle }
  const there = find()
  if (there !== null) return there
  const asked = options.host === 'electron'
  if (!asked && failedLately(options.dataDir, Date.now())) {
    return { reason: 'the Electron runtime could not be downloaded today' }
  }
  console.log('Downloading the Electron runtime, once ...')
  const problem = await downloadElectron(
    electronDir,
    options.dataDir,
    asked ? ASKED_DOWNLOAD_MS : AUTO_DOWNLOAD_MS,
  )
  return find() ?? { reason: `the Electron runtime is not here (${problem ?? 'not where it should be'})` }
}

/** Runs the app in Electron and exits with its exit code. */
function runElectron(electron: string, appDir: string, argv: readonly string[]): void {
  const env = { ...process.env }
  // Some editors' terminals set it; Electron would start as plain Node.
  delete env['ELECTRON_RUN_AS_NODE']
  const child = spawn(electron, [appDir, ...argv], { stdio: 'inherit', env })
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => fail(new HostError(`Electron did not start: ${error.message}`)))
  child.once('close', (code) => process.exit(code ?? 1))
}

/** Resolves at the first signal; npm and the terminal may send several. */
function stopAsked(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  })
}

function fail(error: unknown): never {
  const isExpected = error instanceof HostError || error instanceof StartError
  console.error(isExpected ? `packbench: ${error.message}` : error)
  process.exit(1)
}
