import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** The built app in the browser host, in a separate process. */

const ROOT = path.join(__dirname, '..', '..')
/** The file that Node runs. */
export const ENTRY = path.join(ROOT, 'out', 'main', 'launch.js')
const START_WITHIN_MS = 30_000
const STOP_WITHIN_MS = 20_000

export type StationStart = {
  dataDir: string
  /** After `--host=browser --no-open --data-dir=…`. */
  flags?: readonly string[]
  /** Overrides this process's environment, from which no Packbench variables are passed on. */
  env?: Readonly<Record<string, string>>
}

export type Finished = { code: number | null; stdout: string; stderr: string }

export type RunningStation = {
  /** The address with its one-time token, as printed by the latest start. */
  url(): string
  /** Of the process of the latest start. */
  pid(): number
  /** All output since the first start, for messages. */
  output(): string
  /** Stops it as a person would, and starts it again on the same data. `env` is added to that of the first start. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>
  /** Ends it with SIGTERM. Does nothing when it has ended. Rejects when it does not end by itself. */
  stop(): Promise<void>
  /** Ends it like a power cut. */
  kill(): Promise<void>
}

/** Without the variables that the app reads, so that a test sets all it needs. */
export function cleanEnvironment(env: Readonly<Record<string, string>> = {}): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith('PACKBENCH_'),
  )
  return { ...Object.fromEntries(inherited), ...env }
}

/** Starts the app without waiting for its address and waits for its end. @param argv All flags; no default is added. */
export async function runStation(
  argv: readonly string[],
  env?: Readonly<Record<string, string>>,
): Promise<Finished> {
  const started = start(argv, env)
  const [code] = (await once(started.child, 'close')) as [number | null]
  return { code, stdout: started.stdout(), stderr: started.stderr() }
}

/** Starts the app and waits until it has printed its address. Rejects with its whole output if it does not. */
export async function startStation({ dataDir, flags = [], env }: StationStart): Promise<RunningStation> {
  const argv = ['--host=browser', '--no-open', `--data-dir=${dataDir}`, ...flags]
  const printed: Started[] = []
  const output = () => printed.map((started) => started.stdout() + started.stderr()).join('')
  const next = async (nextEnv: StationStart['env']) => {
    const started = start(argv, nextEnv)
    printed.push(started)
    return { ...started, url: await readAddress(started) }
  }
  let current = await next(env)
  const stop = () => end(current.child, 'SIGTERM')
  return {
    url: () => current.url,
    pid: () => current.child.pid ?? 0,
    output,
    stop,
    kill: () => end(current.child, 'SIGKILL'),
    restart: async (more) => {
      await stop()
      current = await next({ ...env, ...more })
    },
  }
}

type Started = { child: ChildProcess; stdout(): string; stderr(): string }

function start(argv: readonly string[], env: StationStart['env']): Started {
  const child = spawn(process.execPath, [ENTRY, ...argv], {
    cwd: ROOT,
    env: cleanEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return { child, stdout: () => stdout, stderr: () => stderr }
}

/** Resolves with the printed address. */
async function readAddress({ child, stdout, stderr }: Started): Promise<string> {
  const problem = (what: string) => new Error(`The station ${what}.\n${stdout()}${stderr()}`)
  return new Promise((resolve, reject) => {
    const tooLate = setTimeout(() => {
      child.kill('SIGKILL')
      reject(problem(`printed no address within ${START_WITHIN_MS / 1000} s`))
    }, START_WITHIN_MS)
    child.stdout?.on('data', () => {
      const url = /^Packbench ready at (\S+)\r?\n/m.exec(stdout())?.[1]
      if (url === undefined) return
      clearTimeout(tooLate)
      resolve(url)
    })
    child.once('close', (code) => {
      clearTimeout(tooLate)
      reject(problem(`ended with exit code ${code} before it was ready`))
    })
  })
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill(signal)
  const tooLate = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(tooLate)
  // `signalCode` is set by the close that was just awaited.
  const endedBy = child.signalCode as NodeJS.Signals | null
  if (signal === 'SIGTERM' && endedBy === 'SIGKILL')
    throw new Error(`The station did not stop within ${STOP_WITHIN_MS / 1000} s`)
}
