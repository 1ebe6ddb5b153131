import { statfsSync, statSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import BetterSqlite3 from 'better-sqlite3'
import type { BackupView } from '../../../shared/contract/views'
import { StationError } from '../../base/station-error'
import { backupName, backupsToRemove, evidenceCopiesToRemove, listBackups } from './backup-files'
import type { Db, DbFile } from '../db/database'
import { isCorrupt, noteDamage } from '../db/damage'
import { syncDir } from '../../base/durable-file'
import { MIGRATIONS } from '../db/migrations/all'

/**
 * Copies the database while it is in use. Everything here runs in steps of a few milliseconds, because the same thread
 * answers the packer. Buyers' data is sealed in the copy as it is in the file.
 */

const PAGES_PER_STEP = 100
/** How much may be unflushed at the end, when SQLite waits for the disk. */
const FLUSH_BYTES = 8_000_000
const SLICE_MS = 4
/** Left free on the disk in addition to the copy: a backup must never be what fills it up. */
const RESERVE_BYTES = 64_000_000
const PART = '.part'
const READING_CACHE_KB = 256

/**
 * Makes a backup in `dir`, reads it through, and removes those that are due.
 * @param wallMs when, in milliseconds since the epoch; part of its name
 * @param signal cancels it; it then rejects and leaves nothing behind
 * @throws StationError `disk_full`, `backup_unusable` when the copy cannot be read, because the file itself is damaged
 */
export async function makeBackup(
  db: Db,
  dir: string,
  wallMs: number,
  signal?: AbortSignal,
): Promise<BackupView> {
  // SECURITY: not readable by other users of the PC.
  await mkdir(dir, { recursive: true, mode: 0o700 })
  await removeParts(dir)
  await removeDue(dir, wallMs)
  const file = join(dir, backupName(wallMs))
  try {
    await copyDatabase(db as DbFile, file, { signal })
  } catch (error) {
    // The copy equals the file page by page.
    noteDamage(db, error)
    throw asStationError(error)
  }
  await removeDue(dir, wallMs)
  return { name: basename(file), madeAt: new Date(wallMs).toISOString(), bytes: statSync(file).size }
}

/**
 * Copies a database to `file`, which then is whole, on the disk, and read through once.
 * @param ending of the file until it is whole
 * @param pages copied in one step
 * @throws StationError `disk_full`; SqliteError when it cannot be read; nothing is left behind then
 */
export async function copyDatabase(
  db: DbFile,
  file: string,
  { ending = PART, pages = PAGES_PER_STEP, signal }: CopyOptions = {},
): Promise<void> {
  const { bytes, bytesOnDisk } = sizeOf(db)
  if (freeBytes(dirname(file)) < bytes + bytesOnDisk + RESERVE_BYTES)
    throw new StationError('disk_full', `A backup of ${bytes} bytes would fill the disk.`)
  const part = `${file}${ending}`
  try {
    await copy(db, part, pages, signal)
    await readThrough(part, signal)
    await flush(part)
    signal?.throwIfAborted()
    await rename(part, file)
    syncDir(dirname(file))
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

type CopyOptions = { ending?: string; pages?: number; signal?: AbortSignal | undefined }

/**
 * Checks that the station can continue from a backup.
 * @throws StationError `backup_unusable` when it is damaged, not from Packbench, or from a version that is not read here
 */
export function checkBackup(file: string): void {
  let db: DbFile | null = null
  try {
    db = new BetterSqlite3(file, { readonly: true, fileMustExist: true })
    if (db.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'outbox'`).get() === undefined)
      throw new StationError('backup_unusable', 'it is not a file of Packbench')
    const version = Number(db.pragma('user_version', { simple: true }))
    const [oldest = 0, newest = 0] = [MIGRATIONS[0]?.version, MIGRATIONS.at(-1)?.version]
    if (version < oldest || version > newest)
      throw new StationError(
        'backup_unusable',
        `schema ${version}; this version reads ${oldest} to ${newest}`,
      )
    const verdict = db.pragma('quick_check(1)', { simple: true })
    if (verdict !== 'ok') throw new StationError('backup_unusable', String(verdict))
  } catch (error) {
    if (error instanceof StationError) throw error
    throw new StationError('backup_unusable', error instanceof Error ? error.message : 'unreadable')
  } finally {
    db?.close()
  }
}

async function copy(db: DbFile, part: string, pages: number, signal?: AbortSignal): Promise<void> {
  let unflushed = 0
  const disk: { busy: Promise<void> | null; failure: Error | null } = { busy: null, failure: null }
  const flushAside = async (): Promise<void> => {
    try {
      await flush(part)
    } catch (error) {
      disk.failure = error instanceof Error ? error : new Error(String(error))
    }
    disk.busy = null
  }
  await db.backup(part, {
    progress() {
      signal?.throwIfAborted()
      if (disk.failure !== null) throw disk.failure
      if (unflushed >= FLUSH_BYTES) {
        // Nothing more until the disk has caught up: otherwise the last step would wait for all of it.
        if (disk.busy !== null) return 0
        unflushed = 0
        disk.busy = flushAside()
      }
      unflushed += pages * 4_096
      return pages
    },
  })
  if (disk.busy !== null) await disk.busy
}

async function flush(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Reads every row of a copy once, so that a broken page is found while the original is still intact. */
async function readThrough(file: string, signal?: AbortSignal): Promise<void> {
  const db = new BetterSqlite3(file)
  try {
    // One file without companions, which can be copied and opened anywhere.
    db.pragma('journal_mode = DELETE')
    db.pragma('cell_size_check = ON')
    // Each page is read once: keeping them would cost 16 MB, which the process then does not give back.
    db.pragma(`cache_size = ${-READING_CACHE_KB}`)
    const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).pluck().all() as string[]
    for (const table of tables) {
      let sliceEndsMs = performance.now() + SLICE_MS
      for (const _row of db.prepare(`SELECT * FROM "${table}"`).raw().iterate()) {
        if (performance.now() < sliceEndsMs) continue
        await new Promise((resolve) => setImmediate(resolve))
        signal?.throwIfAborted()
        sliceEndsMs = performance.now() + SLICE_MS
      }
    }
  } finally {
    db.close()
  }
}

function sizeOf(db: DbFile): { bytes: number; bytesOnDisk: number } {
  const pages = Number(db.pragma('page_count', { simple: true }))
  const bytes = pages * Number(db.pragma('page_size', { simple: true }))
  // A write-ahead log of the same size may still have to be written into the file.
  return { bytes, bytesOnDisk: statSync(`${db.name}-wal`, { throwIfNoEntry: false })?.size ?? 0 }
}

function freeBytes(dir: string): number {
  const { bavail, bsize } = statfsSync(dir)
  return bavail * bsize
}

/** Backups take up at most half of the space that is left without them. */
async function removeDue(dir: string, nowMs: number): Promise<void> {
  const backups = listBackups(dir)
  const taken = backups.reduce((sum, { bytes }) => sum + bytes, 0)
  const due = backupsToRemove(backups, nowMs, (freeBytes(dir) + taken) / 2)
  for (const name of [...due, ...evidenceCopiesToRemove(await readdir(dir), due)])
    await rm(join(dir, name), { force: true })
}

/** Removes what a killed process left behind. */
async function removeParts(dir: string): Promise<void> {
  for (const name of await readdir(dir)) if (name.includes(PART)) await rm(join(dir, name), { force: true })
}

function asStationError(error: unknown): unknown {
  if (isCorrupt(error)) return new StationError('backup_unusable', 'the copy cannot be read')
  if (error instanceof BetterSqlite3.SqliteError && error.code === 'SQLITE_FULL')
    return new StationError('disk_full', 'the disk is full')
  return error
}
