import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'

/** The built app in the browser host, in a separate process. */

const ROOT = path.join(__dirname, '..', '..')
/** The file that Node runs. */
export const ENTRY = path.join(ROOT, 'out', 'main', 'launch.js')
const START_WITHIN_MS = 30_000
export const STOP_WITHIN_MS = 20_000
export const DID_NOT_STOP = `The station did not stop within ${STOP_WITHIN_MS / 1000} s`

export type StationStart = {
  dataDir: string
  /** After `--host=browser --no-open --data-dir=…`. */
  flags?: readonly string[]
  /** Overrides this process's environment, from which no Packbench variables are passed on. */
  env?: Readonly<Record<string, string>>
  /** The file that Node runs, if not the built app's. */
  program?: string
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
  const started = start(argv, cleanEnvironment(env))
  const [code] = (await once(started.child, 'close')) as [number | null]
  return { code, stdout: started.stdout(), stderr: started.stderr() }
}

/**
 * Starts the app and waits until it has printed its address. Rejects with its whole output if it does not.
 * @param first where the first start runs; each later one has a process of its own
 */
export async function startStation(
  { dataDir, flags = [], env, program = ENTRY }: StationStart,
  first?: Begin,
): Promise<RunningStation> {
  const own: Begin = (argv, all) => start(argv, all, program)
  const argv = ['--host=browser', '--no-open', `--data-dir=${dataDir}`, ...flags]
  const runs: Run[] = []
  const output = () => runs.map((run) => run.stdout() + run.stderr()).join('')
  const next = async (run: Run) => {
    runs.push(run)
    return { ...run, url: await readAddress(run) }
  }
  let current = await next((first ?? own)(argv, cleanEnvironment(env)))
  return {
    url: () => current.url,
    pid: () => current.child.pid ?? 0,
    output,
    stop: () => current.stop(),
    kill: () => end(current.child, 'SIGKILL'),
    restart: async (more) => {
      await current.stop()
      current = await next(own(argv, cleanEnvironment({ ...env, ...more })))
    },
  }
}

/** One start of the app. */
export type Run = {
  child: ChildProcess
  stdout(): string
  stderr(): string
  /** As a person would. Does nothing when it has ended. Rejects when it does not end by itself. */
  stop(): Promise<void>
}

/** @param env all of it */
export type Begin = (argv: readonly string[], env: Record<string, string>) => Run

function start(argv: readonly string[], env: Record<string, string>, program = ENTRY): Run {
  const child = spawn(process.execPath, [program, ...argv], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()))
  return { child, stdout: () => stdout, stderr: () => stderr, stop: () => end(child, 'SIGTERM') }
}

/** Resolves with the printed address. */
async function readAddress({ child, stdout, stderr }: Run): Promise<string> {
  const problem = (what: string) => new Error(`The station ${what}.\n${stdout()}${stderr()}`)
  return new Promise((resolve, reject) => {
    const settle = () => {
      clearTimeout(tooLate)
      child.stdout?.off('data', look)
      child.off('close', onClose)
    }
    const look = () => {
      const url = /^Packbench ready at (\S+)\r?\n/m.exec(stdout())?.[1]
      if (url === undefined) return
      settle()
      resolve(url)
    }
    const onClose = (code: number | null) => {
      settle()
      reject(problem(`ended with exit code ${code} before it was ready`))
    }
    const tooLate = setTimeout(() => {
      settle()
      child.kill('SIGKILL')
      reject(problem(`printed no address within ${START_WITHIN_MS / 1000} s`))
    }, START_WITHIN_MS)
    child.stdout?.on('data', look)
    child.once('close', onClose)
  })
}

export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'close')
  child.kill(signal)
  const tooLate = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
  await ended
  clearTimeout(tooLate)
  // `signalCode` is set by the close that was just awaited.
  const endedBy = child.signalCode as NodeJS.Signals | null
  if (signal === 'SIGTERM' && endedBy === 'SIGKILL') throw new Error(DID_NOT_STOP)
}
