import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import type { Db } from '../db/database'
import { StationError } from '../../base/station-error'

/** The folder beside an account's database that files of open operations are written to. */
export function exportsDir(db: Db): string {
  return join(dirname(db.name), 'exports')
}

/**
 * Writes a file that is whole and on the disk when this returns, under a name that no other file there has.
 * @param stem the name without its ending
 * @returns the path of the file
 * @throws StationError `disk_full`, `database_error` when it cannot be written; nothing is left behind under its name
 */
export function writeExportFile(dir: string, stem: string, content: string): string {
  let draft = ''
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const file = freeName(dir, stem)
    draft = `${file}.new`
    // SECURITY: readable by this user only (on Windows the profile folder's own rights say so).
    writeFileSync(draft, content, { mode: 0o600, flush: true })
    renameSync(draft, file)
    flushFolder(dir)
    return file
  } catch (error) {
    if (draft !== '') rmSync(draft, { force: true })
    const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
    throw new StationError(
      full ? 'disk_full' : 'database_error',
      `the open operations cannot be written to ${dir}: ${error instanceof Error ? error.message : 'unknown'}`,
    )
  }
}

function freeName(dir: string, stem: string): string {
  const names = [stem, ...Array.from({ length: 99 }, (_, index) => `${stem}-${index + 2}`)]
  const free = names.find((name) => !existsSync(join(dir, `${name}.json`)))
  if (free === undefined) throw new Error(`${stem} is there a hundred times`)
  return join(dir, `${free}.json`)
}

/** So that the new name survives a power cut as well; Windows opens no folders and keeps names by itself. */
function flushFolder(dir: string): void {
  if (process.platform === 'win32') return
  const folder = openSync(dir, 'r')
  try {
    fsyncSync(folder)
  } finally {
    closeSync(folder)
  }
}
