import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/**
 * Checks a file that was left open, and gives free room back to the disk, on a thread of its own: two gigabytes take
 * seconds, in which the window would not come. The thread's script is a text, because tests run it without a build and
 * the program runs it from its archive.
 */

/** A smaller file is checked in the time that a thread takes to start. */
export const LARGE_BYTES = 20_000_000
/** Less is used up again within weeks. */
const FREE_BYTES = 100_000_000

const SCRIPT = `
  const { parentPort, workerData } = require('node:worker_threads')
  const Database = require(workerData.library)
  const db = new Database(workerData.file, { fileMustExist: true })
  db.pragma('cell_size_check = ON')
  // Each page is read once: what the thread kept of them would stay with the process.
  if (workerData.task === 'check') db.pragma('cache_size = -256')
  const tasks = {
    check() {
      const leftOpen = db.prepare("SELECT 1 FROM settings WHERE key = 'station.open'").get() !== undefined
      return leftOpen ? db.pragma('quick_check(1)', { simple: true }) : null
    },
    shrink() {
      db.exec('VACUUM')
      db.pragma('wal_checkpoint(TRUNCATE)')
      return 'ok'
    },
  }
  const answer = tasks[workerData.task]()
  db.close()
  parentPort.postMessage(answer)
`

/**
 * What SQLite says of the file: `ok`, or what is broken. `null` if that is still to be found out on the main thread: the
 * file is small, was closed on purpose, or cannot be read this way.
 */
export async function checkAside(file: string): Promise<string | null> {
  // Without its log, the file was closed on purpose.
  if (!existsSync(`${file}-wal`) || !isLarge(file)) return null
  return runAside('check', file)
}

/** Whether a file that was left open is best opened first and checked behind the first screen. */
export function isCheckedBehind(file: string, schema: number): boolean {
  // Migrations would work on a damaged file as on a whole one.
  return existsSync(`${file}-wal`) && isLarge(file) && headerOf(file)?.schema === schema
}

/**
 * Checks a file that the main thread has open and may write to.
 * @returns as `checkAside`; `stop` ends it early, then with `null`
 */
export function checkBehind(file: string): { verdict: Promise<string | null>; stop(): Promise<void> } {
  return startAside('check', file)
}

/**
 * Makes a file smaller that is half empty, because orders have moved to the archive: SQLite would keep the room for
 * ever. A file that cannot be made smaller now, on a full disk, stays as it is. Nobody else may have it open.
 * @param fewest bytes that must be free
 * @returns whether it was made smaller
 */
export async function shrinkAside(file: string, fewest = FREE_BYTES): Promise<boolean> {
  const header = headerOf(file)
  if (header === null) return false
  const { pages, freePages, pageBytes } = header
  if (freePages * pageBytes < fewest || freePages * 2 < pages) return false
  return (await runAside('shrink', file)) === 'ok'
}

type Task = 'check' | 'shrink'

function runAside(task: Task, file: string): Promise<string | null> {
  return startAside(task, file).verdict
}

function startAside(task: Task, file: string): { verdict: Promise<string | null>; stop(): Promise<void> } {
  const library = createRequire(import.meta.url).resolve('better-sqlite3')
  const worker = new Worker(SCRIPT, { eval: true, workerData: { task, file, library } })
  let answer: string | null = null
  const verdict = new Promise<string | null>((resolve) => {
    worker.once('message', (said: string | null) => (answer = said))
    // An exit follows.
    worker.once('error', () => (answer = null))
    worker.once('exit', () => resolve(answer))
  })
  return {
    verdict,
    async stop() {
      await worker.terminate()
    },
  }
}

function isLarge(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= LARGE_BYTES
}

const HEADER_BYTES = 100

type Header = {
  pages: number
  freePages: number
  pageBytes: number
  /** The `user_version`: the last migration. */
  schema: number
}

/**
 * What the file's header says of its pages; `null` if it has none.
 * @see https://www.sqlite.org/fileformat2.html#the_database_header
 */
function headerOf(file: string): Header | null {
  // What is not a file, or cannot be read, is named by the start that follows.
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return null
  const header = Buffer.alloc(HEADER_BYTES)
  try {
    const fd = openSync(file, 'r')
    try {
      if (readSync(fd, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return null
    } finally {
      closeSync(fd)
    }
  } catch {
    return null
  }
  const pageBytes = header.readUInt16BE(16)
  // 1 stands for the largest size, which does not fit.
  return {
    pageBytes: pageBytes === 1 ? 65_536 : pageBytes,
    pages: header.readUInt32BE(28),
    freePages: header.readUInt32BE(36),
    schema: header.readUInt32BE(60),
  }
}
