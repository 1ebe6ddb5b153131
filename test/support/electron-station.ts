import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lchownSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { _electron, type ElectronApplication, type Page } from 'playwright/test'
import { cleanEnvironment, type StationStart } from './station'

/** The built app in real Electron. */

/** Without rights; see electron-33/as-nobody.sh. */
const NOBODY = 65_534
const AS_NOBODY = path.join(__dirname, 'electron-33', 'as-nobody.sh')

export type ElectronStation = {
  /** The page of the latest start. */
  page(): Page
  /** Of the latest start. */
  app(): ElectronApplication
  /** All output since the first start. */
  output(): string
  restart(env?: Readonly<Record<string, string>>): Promise<void>
  stop(): Promise<void>
  kill(): Promise<void>
  /** Resolves with the exit code of the latest start. */
  ended(): Promise<number | null>
}

/** How real Electron is started, apart from the app's own flags. */
export type ElectronStart = {
  /** Flags of Chromium. */
  chromium?: readonly string[]
  /** The folder of the built program, if it is not the one under test. */
  program?: string
}

/** Starts Electron from `PACKBENCH_ELECTRON` and waits for its window. */
export async function startElectronStation(
  { dataDir, flags = [], env, ...how }: StationStart & ElectronStart,
  onPage: (page: Page) => Promise<void>,
): Promise<ElectronStation> {
  let output = ''
  const next = async (nextEnv: StationStart['env']) => {
    const app = await launchElectron([`--data-dir=${dataDir}`, ...flags], dataDir, nextEnv, how)
    // Playwright forgets it with the app's end.
    const child = app.process()
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    const page = await app.firstWindow()
    await onPage(page)
    return { app, child, page }
  }
  let current = await next(env)
  return {
    page: () => current.page,
    app: () => current.app,
    output: () => output,
    restart: async (more) => {
      await end(current.child, 'SIGTERM')
      current = await next({ ...env, ...more })
    },
    // Without the question that a person is asked while operations are open, and out of a kiosk.
    stop: () => end(current.child, 'SIGTERM'),
    kill: () => end(current.child, 'SIGKILL'),
    ended: () => endOf(current.child),
  }
}

/** @throws Error on another host */
export function electronOf(station: { page(): Page }): ElectronStation {
  if (!('app' in station)) throw new Error('this spec runs in real Electron')
  return station as ElectronStation
}

/** How to start a program of Electron: itself, or by a wrapper that leaves root's rights. */
export function startedAs(executable: string): { file: string; env: Record<string, string> } {
  return isRoot()
    ? { file: AS_NOBODY, env: { ELECTRON_EXECUTABLE: executable } }
    : { file: executable, env: {} }
}

/** Which Electron, the folder of the program, and how to start it. */
export function electronCommand(): { file: string; program: string; env: Record<string, string> } {
  const executable = process.env['PACKBENCH_ELECTRON']
  const program = process.env['PACKBENCH_ELECTRON_APP']
  if (executable === undefined || program === undefined)
    throw new Error('PACKBENCH_ELECTRON is not set: use npm run test:electron')
  return { ...startedAs(executable), program }
}

/** Gives a data folder to the user that Electron runs as, with whatever the test has put into it. */
export function giveToElectron(dataDir: string): string {
  const home = path.join(path.dirname(dataDir), 'home')
  for (const folder of [dataDir, home]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!isRoot()) return home
  for (let above = path.dirname(dataDir); !isOpen(above); above = path.dirname(above)) chmodSync(above, 0o711)
  for (const folder of [dataDir, home]) {
    lchownSync(folder, NOBODY, NOBODY)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      // A power cut leaves Chromium's links to nothing.
      lchownSync(path.join(folder, name), NOBODY, NOBODY)
  }
  return home
}

/** @param argv flags of the app */
export function launchElectron(
  argv: readonly string[],
  dataDir: string,
  env: StationStart['env'] = {},
  { chromium = [], program }: ElectronStart = {},
): Promise<ElectronApplication> {
  const command = electronCommand()
  const home = giveToElectron(dataDir)
  return _electron.launch({
    executablePath: command.file,
    // Nobody looks, and there may be no GPU; nor does anybody need the movement.
    args: [
      '--disable-gpu',
      '--force-prefers-reduced-motion',
      ...chromium,
      program ?? command.program,
      ...argv,
    ],
    env: {
      ...cleanEnvironment({ ...env, ...command.env }),
      HOME: home,
      XDG_CONFIG_HOME: '',
      XDG_CACHE_HOME: '',
    },
    chromiumSandbox: true,
  })
}

/** Starts the app without Playwright and waits for its end. @param home a folder that it may pass through */
export async function runElectron(
  argv: readonly string[],
  home: string,
  env: StationStart['env'] = {},
): Promise<{ code: number | null; output: string }> {
  const command = electronCommand()
  const child = spawn(command.file, ['--disable-gpu', command.program, ...argv], {
    env: { ...cleanEnvironment({ ...env, ...command.env }), HOME: home },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, output }
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  child.kill(signal)
  await endOf(child)
}

async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

/** Whether every user may pass through. */
const isOpen = (folder: string) => (statSync(folder).mode & 0o001) !== 0

const isRoot = () => process.platform === 'linux' && process.getuid?.() === 0
