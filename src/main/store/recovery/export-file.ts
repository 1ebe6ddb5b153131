import { existsSync, mkdirSync } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncDir, writeDurably } from '../../base/durable-file'
import type { Db } from '../db/database'
import { isNoRoom } from '../../base/no-room'
import { StationError } from '../../base/station-error'

/** The folder next to an account's database for files that people take away: open operations, evidence, tables. */
export function exportsDir(db: Db): string {
  return join(dirname(db.name), 'exports')
}

/**
 * Writes a file that is complete and on the disk when this returns, under a name that no other file there has.
 * @param stem the name without its extension
 * @returns the path of the file
 * @throws StationError `disk_full`, `database_error` when it cannot be written; nothing is left behind under its name
 *   then
 */
export function writeExportFile(
  dir: string,
  stem: string,
  content: string | Buffer,
  ending = 'json',
): string {
  try {
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    const file = freeName(dir, stem, ending)
    writeDurably(file, content)
    return file
  } catch (error) {
    throw fileError(error, `${stem} cannot be written to ${dir}`)
  }
}

/**
 * The same, part by part, for a file so long that making it in one go would keep the station from its work.
 * @throws StationError `disk_full`, `database_error`, and what `parts` throws; nothing is left behind then
 */
export async function writeExportParts(
  dir: string,
  stem: string,
  parts: AsyncIterable<string>,
  ending: string,
): Promise<string> {
  const draft = join(dir, `${stem}.${ending}.part`)
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    // What a crash left there may have other rights.
    await rm(draft, { force: true })
    const file = await open(draft, 'wx', 0o600)
    try {
      for await (const part of parts) await file.appendFile(part)
      await file.sync()
    } finally {
      await file.close()
    }
    const path = freeName(dir, stem, ending)
    await rename(draft, path)
    syncDir(dir)
    return path
  } catch (error) {
    await rm(draft, { force: true })
    throw error instanceof StationError ? error : fileError(error, `${stem} cannot be written to ${dir}`)
  }
}

/** What the disk refused, as a refusal: `disk_full` or `database_error`. */
export function fileError(error: unknown, what: string): StationError {
  const why = error instanceof Error ? error.message : 'unknown'
  return new StationError(isNoRoom(error) ? 'disk_full' : 'database_error', `${what}: ${why}`)
}

function freeName(dir: string, stem: string, ending: string): string {
  const names = [stem, ...Array.from({ length: 99 }, (_, index) => `${stem}-${index + 2}`)]
  const free = names.find((name) => !existsSync(join(dir, `${name}.${ending}`)))
  if (free === undefined) throw new Error(`${stem} already exists a hundred times`)
  return join(dir, `${free}.${ending}`)
}
