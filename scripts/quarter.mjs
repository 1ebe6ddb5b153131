// @ts-check
import { spawn, spawnSync } from 'node:child_process'

/**
 * A slow PC: everything runs on one core, beside three programs that want all of it. Fairer to no side than a clock that
 * is set lower, but it needs no rights.
 */

/** As many programs as leave a quarter. */
const OTHERS = 3
/** Ends by itself when its parent is gone. */
const BUSY = 'const parent = process.ppid; for (;;) if (process.ppid !== parent) process.exit()'
const LOOP =
  'const s = performance.now(); let n = 0; while (n < 3e8) n += 1; console.log(performance.now() - s)'
/** The loop takes at least so many times as long, or nothing is slowed down. */
const LEAST_FACTOR = 2.5

/** What to put before a command so that it runs on the first core. */
export const ON_ONE_CORE = ['taskset', '-c', '0']

/**
 * Starts the busy programs, and measures what they do.
 * @returns how many times as long the same loop takes, and how to end it
 * @throws Error where the system has no `taskset`, or where it changes nothing
 */
export function slowDown() {
  const alone = loopMs()
  const busy = Array.from({ length: OTHERS }, () => onOneCore(['-e', BUSY]))
  const stop = () => busy.forEach((program) => program.kill('SIGKILL'))
  process.once('exit', stop)
  const factor = loopMs() / alone
  if (!(factor >= LEAST_FACTOR)) {
    stop()
    throw new Error(`three busy programs on the same core slow a loop down only ${factor.toFixed(1)} times`)
  }
  return { factor, stop }
}

/** @param {readonly string[]} args */
function onOneCore(args) {
  const [program = '', ...rest] = ON_ONE_CORE
  return spawn(program, [...rest, process.execPath, ...args], { stdio: 'ignore' })
}

function loopMs() {
  const [program = '', ...rest] = ON_ONE_CORE
  const { stdout, error } = spawnSync(program, [...rest, process.execPath, '-e', LOOP], { encoding: 'utf8' })
  if (error) throw new Error(`--quarter needs taskset, which Linux has: ${error.message}`)
  return Number(stdout)
}
