import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Longer than a busy machine needs. */
const HALTED_WITHIN_MS = 10_000

/** Stops a process where it is, until it gets `SIGCONT`: returns once no thread of it runs, as the signal alone does not. */
export function halt(child: ChildProcess): void {
  child.kill('SIGSTOP')
  if (process.platform !== 'linux' || child.pid === undefined) return
  const untilMs = performance.now() + HALTED_WITHIN_MS
  while (runs(child.pid)) if (performance.now() > untilMs) throw new Error(`${child.pid} does not stop`)
}

function runs(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    return threads.some((thread) => !isHalted(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')))
  } catch {
    // It has ended.
    return false
  }
}

/** Its name, in parentheses, may hold any character. */
function isHalted(stat: string): boolean {
  return ['T', 't', 'Z', 'X'].includes(stat.slice(stat.lastIndexOf(')') + 2)[0] ?? '')
}
