import {
  closeSync,
  copyFileSync,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'

/**
 * Examines a write-ahead log that an unclean exit left behind. SQLite replays it up to the first frame with a wrong
 * checksum and silently drops the rest. After a power cut that is right: the rest was never flushed, and nobody was
 * told that it was stored. But a frame that broke later, on a dying disk, would silently take every later commit with
 * it.
 * @see https://www.sqlite.org/fileformat2.html#the_write_ahead_log
 */

const HEADER_BYTES = 32
const FRAME_HEADER_BYTES = 24
const MAGIC = 0x377f0682

export type Frame = {
  /** Offset of its page in the log. */
  at: number
  /** Number of the page, from 1. */
  page: number
  /** Pages of the database after the commit that this frame ends; 0 within a commit. */
  pagesAfterCommit: number
}

export type BrokenLog = {
  /** Every frame of the log's last generation that can still be told from garbage, up to its last commit. */
  frames: readonly Frame[]
  log: Buffer
  pageBytes: number
}

/** What a closed database's log holds beyond a broken frame; `null` when SQLite replays all of it. */
export function findBrokenLog(file: string): BrokenLog | null {
  if (!existsSync(`${file}-wal`)) return null
  const log = readFileSync(`${file}-wal`)
  if (log.length < HEADER_BYTES + FRAME_HEADER_BYTES) return null
  const header = readHeader(log) ?? guessHeader(log, file)
  if (header === null) return null
  const frames = framesOf(log, header)
  const played = header.isWhole ? countPlayed(log, header, frames) : 0
  const rest = frames.slice(played)
  // A commit is flushed before the next one begins, so a power cut can tear only the last one.
  const torn = rest.findIndex(({ pagesAfterCommit }) => pagesAfterCommit > 0)
  const later = torn < 0 ? [] : rest.slice(torn + 1)
  if (!later.some(({ pagesAfterCommit }) => pagesAfterCommit > 0)) return null
  const last = frames.findLastIndex(({ pagesAfterCommit }) => pagesAfterCommit > 0)
  return { frames: frames.slice(0, last + 1), log, pageBytes: header.pageBytes }
}

/** Writes the database to `to` with all frames applied, regardless of their checksums; it may be damaged then. */
export function playAll(file: string, { frames, log, pageBytes }: BrokenLog, to: string): void {
  copyFileSync(file, to)
  const fd = openSync(to, 'r+')
  try {
    for (const { at, page } of frames) writeSync(fd, log, at, pageBytes, (page - 1) * pageBytes)
    const pages = frames.at(-1)?.pagesAfterCommit ?? 0
    if (pages > 0) ftruncateSync(fd, pages * pageBytes)
  } finally {
    closeSync(fd)
  }
}

type Header = { pageBytes: number; salts: Buffer; bigEndian: boolean; isWhole: boolean }

function readHeader(log: Buffer): Header | null {
  const magic = log.readUInt32BE(0)
  if ((magic & ~1) !== MAGIC) return null
  const bigEndian = (magic & 1) === 1
  const sums = checksum(log, 0, 24, bigEndian, [0, 0])
  if (sums[0] !== log.readUInt32BE(24) || sums[1] !== log.readUInt32BE(28)) return null
  return { pageBytes: log.readUInt32BE(8), salts: log.subarray(16, 24), bigEndian, isWhole: true }
}

/** If the header is broken, the first frame tells the generation, and the database the page size. */
function guessHeader(log: Buffer, file: string): Header | null {
  const stored = readFileSync(file).subarray(16, 18)
  if (stored.length < 2) return null
  const size = stored.readUInt16BE(0)
  const salts = log.subarray(HEADER_BYTES + 8, HEADER_BYTES + 16)
  return { pageBytes: size === 1 ? 65_536 : size, salts, bigEndian: false, isWhole: false }
}

/** Frames of the header's generation, by their salts alone; a frame whose own header broke is left out. */
function framesOf(log: Buffer, { pageBytes, salts }: Header): Frame[] {
  const frames: Frame[] = []
  if (pageBytes < 512) return frames
  const step = FRAME_HEADER_BYTES + pageBytes
  for (let at = HEADER_BYTES; at + step <= log.length; at += step) {
    const page = log.readUInt32BE(at)
    if (page === 0 || !log.subarray(at + 8, at + 16).equals(salts)) continue
    frames.push({ at: at + FRAME_HEADER_BYTES, page, pagesAfterCommit: log.readUInt32BE(at + 4) })
  }
  return frames
}

/** How many frames SQLite replays: up to the last commit before the first wrong checksum. */
function countPlayed(log: Buffer, { pageBytes, bigEndian }: Header, frames: readonly Frame[]): number {
  let sums = checksum(log, 0, 24, bigEndian, [0, 0])
  let played = 0
  for (const [index, { at, pagesAfterCommit }] of frames.entries()) {
    const head = at - FRAME_HEADER_BYTES
    if (head !== HEADER_BYTES + index * (FRAME_HEADER_BYTES + pageBytes)) break
    sums = checksum(log, head, 8, bigEndian, sums)
    sums = checksum(log, at, pageBytes, bigEndian, sums)
    if (sums[0] !== log.readUInt32BE(head + 16) || sums[1] !== log.readUInt32BE(head + 20)) break
    if (pagesAfterCommit > 0) played = index + 1
  }
  return played
}

type Sums = readonly [number, number]

function checksum(bytes: Buffer, from: number, length: number, bigEndian: boolean, sums: Sums): Sums {
  let [first, second] = sums
  for (let at = from; at < from + length; at += 8) {
    const left = bigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at)
    const right = bigEndian ? bytes.readUInt32BE(at + 4) : bytes.readUInt32LE(at + 4)
    first = (first + left + second) >>> 0
    second = (second + right + first) >>> 0
  }
  return [first, second]
}
