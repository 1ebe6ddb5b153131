import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'

/** A disk whose flush takes as long as a station's does: the machines that tests run on often flush to memory only. */

const FOLLOW = ['-f', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-o', '/dev/null']

/** Whether this machine lets tests hold up another process's flushes. */
export function canSlowFlushes(): boolean {
  return spawnSync('strace', [...FOLLOW, 'true']).status === 0
}

/**
 * Runs a bundled script whose every flush of a file takes that much longer. Nothing else of it is held up.
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
