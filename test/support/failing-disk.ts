import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'

/** A disk that takes writes and then does not flush them, as a dying one or one on a network does. */

const FLUSHES = 'fsync,fdatasync'
const CALLS = ['-e', `trace=${FLUSHES},pwrite64`]

/** Whether this machine allows tests to let another process's flushes fail. */
export function canFailFlushes(): boolean {
  return spawnSync('strace', ['-f', ...CALLS, '-o', '/dev/null', 'true']).status === 0
}

/**
 * Flushes of the running process fail from now on: every one, or only the first.
 * @param file only those of this file
 * @returns a function that ends that
 */
export function failFlushes(
  pid: number,
  error: 'EIO' | 'ENOSPC',
  which: 'every' | 'first' = 'every',
  file?: string,
): Promise<() => Promise<void>> {
  return inject(pid, `${FLUSHES}:error=${error}${which === 'first' ? ':when=1' : ''}`, file)
}

/** The running process cannot write to its databases any more, as on a disk that the system has made read-only. */
export function refuseWrites(pid: number): Promise<() => Promise<void>> {
  return inject(pid, 'pwrite64:error=EROFS')
}

async function inject(pid: number, fault: string, file?: string): Promise<() => Promise<void>> {
  const only = file === undefined ? [] : ['-P', file]
  const to = ['-o', '/dev/null', '-p', String(pid)]
  const tracer = spawn('strace', ['-f', ...CALLS, '-e', `inject=${fault}`, ...only, ...to])
  // It says so once every thread is attached.
  await once(tracer.stderr, 'data')
  return async () => {
    tracer.kill('SIGINT')
    await once(tracer, 'exit')
  }
}
