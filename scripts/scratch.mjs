// @ts-check
import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** Linux keeps it in memory, where a commit costs no turn of a disk. */
const MEMORY_DISK = '/dev/shm'
/** More than all suites together write at one time. */
const ROOMY_BYTES = 3 * 2 ** 30

/**
 * Where tests put their databases: in memory where there is room, because no test pulls the plug (the power-cut test
 * reads what was written from a trace). Files stay files: they are written, locked, killed and read again all the same.
 * @param {string} [memoryDisk]
 * @returns {string} an absolute path
 */
export function scratchDir(memoryDisk = MEMORY_DISK) {
  // Who names a folder gets it.
  if (process.env['TMPDIR'] !== undefined || !existsSync(memoryDisk)) return tmpdir()
  const { bavail, bsize } = statfsSync(memoryDisk)
  return bavail * bsize >= ROOMY_BYTES ? memoryDisk : tmpdir()
}
