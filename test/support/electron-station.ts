import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, lchownSync, mkdirSync, readdirSync } from 'node:fs'
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

/** Starts Electron from `PACKBENCH_ELECTRON` and waits for its window. */
export async function startElectronStation(
  { dataDir, flags = [], env }: StationStart,
  onPage: (page: Page) => Promise<void>,
): Promise<ElectronStation> {
  let output = ''
  const next = async (nextEnv: StationStart['env']) => {
    const app = await launchElectron([`--data-dir=${dataDir}`, ...flags], dataDir, nextEnv)
    for (const stream of [app.process().stdout, app.process().stderr])
      stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
    // Playwright forgets it when it has ended.
    const child = app.process()
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
      await end(current.child)
      current = await next({ ...env, ...more })
    },
    stop: () => end(current.child),
    kill: async () => {
      current.child.kill('SIGKILL')
      await endOf(current.child)
    },
    ended: () => endOf(current.child),
  }
}

/** Which Electron, and how to start it: the runtime's own file, or a wrapper that leaves root's rights. */
export function electronCommand(): { file: string; program: string; env: Record<string, string> } {
  const executable = process.env['PACKBENCH_ELECTRON']
  const program = process.env['PACKBENCH_ELECTRON_APP']
  if (executable === undefined || program === undefined)
    throw new Error('PACKBENCH_ELECTRON is not set: use npm run test:electron')
  if (!isRoot()) return { file: executable, program, env: {} }
  return { file: AS_NOBODY, program, env: { ELECTRON_EXECUTABLE: executable } }
}

/** Gives a data folder to the user that Electron runs as, with whatever the test has put into it. */
export function giveToElectron(dataDir: string): string {
  const home = path.join(path.dirname(dataDir), 'home')
  for (const folder of [dataDir, home]) mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (!isRoot()) return home
  chmodSync(path.dirname(dataDir), 0o711)
  for (const folder of [dataDir, home]) {
    lchownSync(folder, NOBODY, NOBODY)
    for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
      // The marks of a running Electron are links to nothing.
      lchownSync(path.join(folder, name), NOBODY, NOBODY)
  }
  return home
}

/** @param argv flags of the app */
export function launchElectron(
  argv: readonly string[],
  dataDir: string,
  env: StationStart['env'] = {},
): Promise<ElectronApplication> {
  const { file, program, env: own } = electronCommand()
  const home = giveToElectron(dataDir)
  return _electron.launch({
    executablePath: file,
    // Nobody looks, and there may be no GPU.
    args: ['--disable-gpu', program, ...argv],
    env: { ...cleanEnvironment({ ...env, ...own }), HOME: home, XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' },
    chromiumSandbox: true,
  })
}

async function end(child: ChildProcess): Promise<void> {
  // A kiosk, and a station with open operations, would refuse a user who quits.
  child.kill('SIGTERM')
  await endOf(child)
}

async function endOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  return child.exitCode
}

const isRoot = () => process.platform === 'linux' && process.getuid?.() === 0
