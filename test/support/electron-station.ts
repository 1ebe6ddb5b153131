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
}

/** Starts Electron from `PACKBENCH_ELECTRON` and waits for its window. */
export async function startElectronStation(
  { dataDir, flags = [], env, chromium = [] }: StationStart & { chromium?: readonly string[] },
  onPage: (page: Page) => Promise<void>,
): Promise<ElectronStation> {
  let output = ''
  const next = async (nextEnv: StationStart['env']) => {
    const app = await launchElectron([`--data-dir=${dataDir}`, ...flags], dataDir, nextEnv, chromium)
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
    // Without the question that a person is asked while operations are open.
    stop: () => end(current.child, 'SIGTERM'),
    kill: () => end(current.child, 'SIGKILL'),
  }
}

/** @throws Error on another host */
export function electronOf(station: { page(): Page }): ElectronStation {
  if (!('app' in station)) throw new Error('this spec runs in real Electron')
  return station as ElectronStation
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
      // A power cut leaves Chromium's links to nothing.
      lchownSync(path.join(folder, name), NOBODY, NOBODY)
  }
  return home
}

/** @param argv flags of the app @param chromium flags of Chromium */
export function launchElectron(
  argv: readonly string[],
  dataDir: string,
  env: StationStart['env'] = {},
  chromium: readonly string[] = [],
): Promise<ElectronApplication> {
  const { file, program, env: own } = electronCommand()
  const home = giveToElectron(dataDir)
  return _electron.launch({
    executablePath: file,
    // Nobody looks, and there may be no GPU.
    args: ['--disable-gpu', ...chromium, program, ...argv],
    env: { ...cleanEnvironment({ ...env, ...own }), HOME: home, XDG_CONFIG_HOME: '', XDG_CACHE_HOME: '' },
    chromiumSandbox: true,
  })
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.kill(signal)
  await ended
}

const isRoot = () => process.platform === 'linux' && process.getuid?.() === 0
