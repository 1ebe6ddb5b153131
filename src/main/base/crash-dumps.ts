import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'

/** What the native crash handler writes when a process of the program crashes, for IT and developers. */

/** In the data folder. SECURITY: a dump is a piece of memory, which may hold buyers' data and the access token. */
export const DUMP_FOLDER = 'crashes'
const MOST_DUMPS = 5
const OLDEST_MS = 14 * 24 * 60 * 60 * 1000

export type CrashDump = { name: string; bytes: number; atMs: number }

/** The dumps in a data folder, newest first; never what is in them. */
export function listDumps(dataDir: string): CrashDump[] {
  return dumpFiles(dataDir).map(({ file, bytes, atMs }) => ({ name: basename(file), bytes, atMs }))
}

/** Removes all but the newest dumps, and those that are too old for anybody to ask for. */
export function dropOldDumps(dataDir: string, nowMs: number): void {
  try {
    for (const [index, { file, atMs }] of dumpFiles(dataDir).entries()) {
      if (index < MOST_DUMPS && nowMs - atMs <= OLDEST_MS) continue
      rmSync(file, { force: true })
      // Crashpad writes a second file with the dump's metadata.
      rmSync(`${file.slice(0, -extname(file).length)}.meta`, { force: true })
    }
  } catch (error) {
    // A file that cannot be deleted must not stop the program.
    console.error(error)
  }
}

/** Crashpad sorts them into folders of its own, which differ by system. */
function dumpFiles(dataDir: string): { file: string; bytes: number; atMs: number }[] {
  const folder = join(dataDir, DUMP_FOLDER)
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => extname(name) === '.dmp')
    .flatMap((name) => {
      const file = join(folder, name)
      // The handler moves a dump once it is complete.
      const found = statSync(file, { throwIfNoEntry: false })
      return found === undefined ? [] : [{ file, bytes: found.size, atMs: found.mtimeMs }]
    })
    .sort((one, other) => other.atMs - one.atMs)
}
