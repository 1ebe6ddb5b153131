import { existsSync, statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Worker } from 'node:worker_threads'

/**
 * Checks a file that was left open, on a thread of its own: two gigabytes take seconds, in which the window would not
 * come. The thread's script is a text, because tests run it without a build and the program runs it from its archive.
 */

/** A smaller file is checked in the time that a thread takes to start. */
export const LARGE_BYTES = 20_000_000

const SCRIPT = `
  const { parentPort, workerData } = require('node:worker_threads')
  const Database = require(workerData.library)
  const db = new Database(workerData.file, { fileMustExist: true })
  db.pragma('cell_size_check = ON')
  const leftOpen = db.prepare("SELECT 1 FROM settings WHERE key = 'station.open'").get() !== undefined
  const verdict = leftOpen ? db.pragma('quick_check(1)', { simple: true }) : null
  db.close()
  parentPort.postMessage(verdict)
`

/**
 * What SQLite says of the file: `ok`, or what is broken. `null` if that is still to be found out on the main thread: the
 * file is small, was closed on purpose, or cannot be read this way.
 */
export async function checkAside(file: string): Promise<string | null> {
  // Without its log, the file was closed on purpose.
  if (!existsSync(`${file}-wal`) || !isLarge(file)) return null
  const library = createRequire(import.meta.url).resolve('better-sqlite3')
  const worker = new Worker(SCRIPT, { eval: true, workerData: { file, library } })
  return new Promise((resolve) => {
    worker.once('message', (verdict: string | null) => resolve(verdict))
    worker.once('error', () => resolve(null))
    worker.once('exit', () => resolve(null))
  })
}

function isLarge(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) >= LARGE_BYTES
}
