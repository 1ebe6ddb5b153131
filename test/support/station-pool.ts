import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import {
  type Begin,
  DID_NOT_STOP,
  end,
  ENTRY,
  type RunningStation,
  startStation,
  type StationStart,
  STOP_WITHIN_MS,
} from './station'

/** Processes that run one station after another, see `station-again.mjs`. */

const AGAIN = path.join(__dirname, 'station-again.mjs')
/** Node itself reads whatever else the environment says, and only once. */
const READ_AT_EACH_START = /^(TZ$|PACKBENCH_)/
/** The last that is read of a station, once nothing is left of it. */
const GONE = '\0'

export type Told = { kind: 'start'; argv: readonly string[]; env: Record<string, string> } | { kind: 'stop' }

export type StationPool = {
  /** As `startStation`. One that is restarted gets a process of its own, because that is what is tested then. */
  start(start: StationStart): Promise<RunningStation>
  close(): Promise<void>
}

/**
 * Saves each station what Node takes to start, to load the program and to make it fast: more than half of what a
 * station costs its test. What a station leaves open is not handed on: its process ends with it.
 */
export function openStationPool(program = ENTRY): StationPool {
  const all: Process[] = []
  const run: Begin = (argv, env) => {
    const process = all.find(({ isFree }) => isFree()) ?? spawnProcess(program)
    if (!all.includes(process)) all.push(process)
    return process.run(argv, env)
  }
  return {
    start(start) {
      const isPlain = Object.keys(start.env ?? {}).every((name) => READ_AT_EACH_START.test(name))
      return startStation({ program, ...start }, isPlain ? run : undefined)
    },
    async close() {
      for (const { child } of all) await end(child, 'SIGKILL')
    },
  }
}

type Process = { child: ChildProcess; isFree(): boolean; run: Begin }

function spawnProcess(program: string): Process {
  const child = spawn(process.execPath, [AGAIN, program], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  const closed = once(child, 'close')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  let said = { stdout: '', stderr: '' }
  let onGone = (): void => {}
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.on('data', (chunk: Buffer) => {
      said[stream] += chunk.toString()
      if (said.stdout.endsWith(GONE) && said.stderr.endsWith(GONE)) onGone()
    })
  let isFree = true
  return {
    child,
    isFree: () => isFree && !hasEnded(),
    run(argv, env) {
      isFree = false
      const mine = { stdout: '', stderr: '' }
      said = mine
      // It also ends by itself: a person can quit it.
      let isGone = false
      const gone = new Promise<void>((resolve) => {
        onGone = () => {
          isGone = true
          resolve()
        }
      })
      child.send({ kind: 'start', argv, env } satisfies Told)
      return {
        child,
        stdout: () => mine.stdout.replace(GONE, ''),
        stderr: () => mine.stderr.replace(GONE, ''),
        async stop() {
          if (said !== mine || hasEnded()) return
          const tooLate = setTimeout(() => child.kill('SIGKILL'), STOP_WITHIN_MS)
          if (!isGone) child.send({ kind: 'stop' } satisfies Told)
          await Promise.race([gone, closed])
          clearTimeout(tooLate)
          said = { stdout: '', stderr: '' }
          isFree = true
          if (child.signalCode === 'SIGKILL') throw new Error(DID_NOT_STOP)
        },
      }
    },
  }
}
