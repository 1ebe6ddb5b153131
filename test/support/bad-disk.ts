import { spawnSync } from 'node:child_process'
import { closeSync, openSync, readSync, rmSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** A disk that misbehaves at a chosen call, for one process: what `bad-disk.c` does once it is preloaded. */

/** In the order of bad-disk.c. */
export const CALLS = ['write', 'flush', 'rename', 'truncate', 'open'] as const
export type Call = (typeof CALLS)[number]
const DEEDS = ['none', 'fail', 'torn', 'short', 'delay', 'drop', 'kill', 'torn_kill'] as const
/** `torn`: half of it is written, and then it fails; `drop`: it claims success and does nothing. */
type DiskDeed = Exclude<(typeof DEEDS)[number], 'none'>
const ERRORS = { EIO: 5, ENOSPC: 28 } as const

export type DiskFault = {
  call: Call
  deed: DiskDeed
  error?: keyof typeof ERRORS
  /** The first and the last call that are hit, counted from 1 since the disk was told. */
  first: number
  last: number
  /** Only calls on paths that end so. */
  only?: string
  /** Keeps what survives a power cut: files as they were last flushed. */
  powerCut?: boolean
}

export type DiskCounts = Record<Call, number> & { hits: number }

const NUMBERS = 8
const BYTES = 4 * (NUMBERS + CALLS.length) + 64

/** Where the disk of one process is told what to do. */
export type DiskFiles = {
  orders: string
  /** Files under it are meant. */
  folder: string
  /** What survives a power cut. */
  survivors: string
}

/** Compiles it. @returns its path, or why there is none */
export function compileBadDisk(outDir: string): { file: string } | { missing: string } {
  if (process.platform !== 'linux') return { missing: 'it is for Linux only' }
  const file = join(outDir, 'bad-disk.so')
  const source = join(__dirname, 'bad-disk.c')
  const built = spawnSync('cc', ['-shared', '-fPIC', '-O1', '-o', file, source], { encoding: 'utf8' })
  if (built.error !== undefined) return { missing: 'there is no C compiler (cc)' }
  if (built.status !== 0) throw new Error(`bad-disk.c does not compile: ${built.stderr}`)
  return { file }
}

/** The environment of a process on such a disk; it does all as asked until `tellDisk`. */
export function onBadDisk(library: string, { orders, folder, survivors }: DiskFiles): NodeJS.ProcessEnv {
  rmSync(orders, { force: true })
  writeFileSync(orders, Buffer.alloc(BYTES))
  return {
    LD_PRELOAD: library,
    BAD_DISK_ORDERS: orders,
    BAD_DISK_FOLDER: folder,
    BAD_DISK_SURVIVORS: survivors,
  }
}

/** Counts from now on, and does what is asked; `null` counts only. Called by the process that chooses the moment. */
export function tellDisk(orders: string, fault: DiskFault | null): void {
  const bytes = Buffer.alloc(BYTES)
  const numbers =
    fault === null
      ? [1]
      : [
          ...[1, CALLS.indexOf(fault.call), DEEDS.indexOf(fault.deed), ERRORS[fault.error ?? 'EIO']],
          ...[fault.first, fault.last, fault.powerCut === true ? 1 : 0],
        ]
  numbers.forEach((number, place) => bytes.writeInt32LE(number, 4 * place))
  bytes.write(fault?.only ?? '', BYTES - 64)
  overwrite(orders, bytes)
}

/** From now on it does all as asked, and counts no more. */
export function mendDisk(orders: string): void {
  overwrite(orders, Buffer.alloc(4))
}

function overwrite(file: string, bytes: Buffer): void {
  const fd = openSync(file, 'r+')
  try {
    writeSync(fd, bytes, 0, bytes.length, 0)
  } finally {
    closeSync(fd)
  }
}

export function countsOf(orders: string): DiskCounts {
  const bytes = Buffer.alloc(BYTES)
  const fd = openSync(orders, 'r')
  try {
    readSync(fd, bytes, 0, BYTES, 0)
  } finally {
    closeSync(fd)
  }
  const counts = CALLS.map((call, place) => [call, bytes.readInt32LE(4 * (NUMBERS + place))])
  return { ...(Object.fromEntries(counts) as Record<Call, number>), hits: bytes.readInt32LE(4 * 7) }
}
