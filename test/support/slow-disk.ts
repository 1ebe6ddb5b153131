import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** A disk that flushes as slowly as a station's: test machines often flush to memory only. */

const FOLLOW = ['-f', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-o', '/dev/null']

/** Whether this machine allows tests to delay another process's flushes. */
export function canSlowFlushes(): boolean {
  return spawnSync('strace', [...FOLLOW, 'true']).status === 0
}

/**
 * Runs a bundled script in which every file flush takes that much longer. Nothing else in it is delayed.
 * @returns what it printed
 */
export async function runOnSlowDisk(file: string, args: readonly string[], flushMs: number): Promise<string> {
  const delay = ['-e', `inject=fsync,fdatasync:delay_exit=${Math.round(flushMs * 1_000)}`]
  const { stdout } = await promisify(execFile)('strace', [
    ...FOLLOW,
    ...delay,
    process.execPath,
    file,
    ...args,
  ])
  return stdout
}
