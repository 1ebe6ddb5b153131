import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { type Browser, chromium, type Page } from 'playwright'
import { type Bundle, bundle } from './bundle'
import type { ElectronStation } from './electron-station'
import type { Asked, Told } from './electron-double/surroundings'
import { cleanEnvironment, type StationStart } from './station'

/** The built app on the double of Electron; see electron-double/README.md. */

const ROOT = path.join(__dirname, '..', '..')
const START_WITHIN_MS = 60_000

export type DoubleStation = Omit<ElectronStation, 'app'> & {
  /** What the double does to the app. */
  ask(what: Asked): void
  /** What happened since the first start. */
  told(): readonly Told[]
}

/** @throws Error on another host */
export function doubleOf(station: { page(): Page }): DoubleStation {
  if (!('ask' in station)) throw new Error('this spec runs on the double of Electron')
  return station as DoubleStation
}

let built: Promise<Bundle> | null = null

/** The double, bundled once for each worker and removed at its end. */
function bundleDouble(): Promise<Bundle> {
  built ??= bundle('test/support/electron-double/register.ts').then((made) => {
    process.once('exit', () => made.remove())
    return made
  })
  return built
}

export type DoubleProcess = {
  child: ChildProcess
  told: Told[]
  output(): string
  ended: Promise<number | null>
}

/** What starts the app on the double; its flags follow. @param program the folder of its `out` */
export async function doubleCommand(program = ROOT): Promise<readonly [string, ...string[]]> {
  const { file } = await bundleDouble()
  return [process.execPath, '-r', file, path.join(program, 'out', 'main', 'index.js')]
}

/** Starts the app on the double, without waiting for its window. @param program the folder of its `out` */
export async function spawnOnDouble(
  argv: readonly string[],
  env: StationStart['env'],
  program = ROOT,
): Promise<DoubleProcess> {
  const [node, ...args] = await doubleCommand(program)
  const child = spawn(node, [...args, ...argv], {
    cwd: program,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const told: Told[] = []
  let output = ''
  child.on('message', (what: Told) => told.push(what))
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const ended = once(child, 'close').then(([code]) => code as number | null)
  return { child, told, output: () => output, ended }
}

/** Starts it and waits for its window. */
export async function startDoubleStation(
  { dataDir, flags = [], env }: StationStart,
  onPage: (page: Page) => Promise<void>,
  program = ROOT,
): Promise<DoubleStation> {
  const told: Told[] = []
  let output = ''
  const next = async (nextEnv: StationStart['env']) => {
    const run = await spawnOnDouble([`--data-dir=${dataDir}`, ...flags], nextEnv, program)
    run.child.on('message', (what: Told) => told.push(what))
    const browser = await connect(run)
    const page = await appPage(browser)
    await onPage(page)
    return { ...run, browser, page }
  }
  let current = await next(env)
  const leave = async () => {
    output += current.output()
    await current.browser.close().catch(() => undefined)
  }
  const stop = async () => {
    if (current.child.exitCode === null && current.child.signalCode === null) current.child.kill('SIGTERM')
    await current.ended
    await leave()
  }
  return {
    page: () => current.page,
    restart: async (more) => {
      await stop()
      current = await next({ ...env, ...more })
    },
    stop,
    kill: async () => {
      // A power cut ends both.
      for (const what of current.told) if (what.kind === 'ready') process.kill(what.browserPid, 'SIGKILL')
      current.child.kill('SIGKILL')
      await current.ended
      await leave()
    },
    ask: (what) => void current.child.send(what),
    told: () => told,
    output: () => output + current.output(),
    ended: () => current.ended,
  }
}

async function connect({ child, told, output, ended }: DoubleProcess): Promise<Browser> {
  const endpoint = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const ready = told.find((what) => what.kind === 'ready')
      if (ready?.kind === 'ready') resolve(ready.endpoint)
    }
    const tooLate = setTimeout(() => reject(new Error(`no window\n${output()}`)), START_WITHIN_MS)
    child.on('message', look)
    void ended.then((code) => reject(new Error(`ended with ${code}\n${output()}`)))
    void ended.finally(() => clearTimeout(tooLate))
    look()
  })
  return chromium.connectOverCDP(endpoint)
}

/** The page that shows the app; the browser's first, empty one is no window. */
async function appPage(browser: Browser): Promise<Page> {
  const [context] = browser.contexts()
  if (context === undefined) throw new Error('the browser has no context')
  for (;;) {
    const page = context.pages().find((one) => one.url().startsWith('https://packbench.invalid/'))
    if (page !== undefined) return page
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}
