// @ts-check
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** In memory on Linux, where a commit does not wait for a disk. */
const MEMORY_DISK = '/dev/shm'
/** More than all suites together write at a time. */
const ROOMY_BYTES = 3 * 2 ** 30

/**
 * The folder for the tests' databases: in memory if there is space, because no test cuts the power (the power-cut
 * test replays writes from a trace). Files behave the same there: they are written, locked, killed and re-read.
 * @param {string} [memoryDisk]
 * @returns {string} an absolute path
 */
export function scratchDir(memoryDisk = MEMORY_DISK) {
  // A folder named by the caller wins.
  if (process.env['TMPDIR'] !== undefined || !existsSync(memoryDisk)) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryDisk)
  return bavail * bsize >= ROOMY_BYTES ? memoryDisk : tmpdir()
}
