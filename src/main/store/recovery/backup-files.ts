import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { BackupView } from '../../../shared/contract/views'
import { fileTime } from '../db/files'

/** Names of backups, and which of them are kept. Names carry the time, so that a copied file keeps its age. */

const NAME = /^station-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z\.sqlite$/

/** The name of a backup made at this moment. */
export function backupName(wallMs: number): string {
  return `station-${fileTime(wallMs)}.sqlite`
}

/** When a backup of this name was made, in milliseconds since the epoch; `null` for any other file. */
export function backupTime(name: string): number | null {
  const [, day, hour, minute, second, ms] = NAME.exec(name) ?? []
  const time = day === undefined ? Number.NaN : Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(time) ? null : time
}

/** The name of the evidence log's copy that belongs to the backup of this moment. */
export function evidenceCopyName(wallMs: number): string {
  return `evidence-${fileTime(wallMs)}.sqlite`
}

/**
 * Copies of the evidence log whose backup goes now or is gone.
 * @param names all names in the folder
 * @param due the backups that go
 */
export function evidenceCopiesToRemove(names: readonly string[], due: readonly string[]): string[] {
  const stay = new Set(names.filter((name) => !due.includes(name)))
  return names.filter((name) => {
    const backup = name.replace(/^evidence-/, 'station-')
    return backup !== name && backupTime(backup) !== null && !stay.has(backup)
  })
}

/** The backups in a folder, newest first; empty when the folder does not exist yet. */
export function listBackups(dir: string): BackupView[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir)
    .flatMap((name) => {
      const time = backupTime(name)
      const bytes = time === null ? undefined : statSync(join(dir, name), { throwIfNoEntry: false })?.size
      return time === null || bytes === undefined ? [] : [{ name, time, bytes }]
    })
    .sort((left, right) => right.time - left.time)
    .map(({ name, time, bytes }) => ({ name, bytes, madeAt: new Date(time).toISOString() }))
}

const KEPT_NEWEST = 24
const KEPT_DAYS = 14
const DAY_MS = 86_400_000

/**
 * The backups to remove: all but the newest 24 and the last one of each of the last 14 days (UTC). The rest are then
 * cut from the oldest until they fit into `budgetBytes`; the newest one always stays.
 * @param backups newest first
 */
export function backupsToRemove(
  backups: readonly BackupView[],
  nowMs: number,
  budgetBytes: number,
): string[] {
  const days = new Set<string>()
  let bytes = 0
  let full = false
  return backups.flatMap(({ name, madeAt, bytes: size }, index) => {
    const day = madeAt.slice(0, 10)
    const lastOfDay = !days.has(day) && nowMs - Date.parse(madeAt) < KEPT_DAYS * DAY_MS
    days.add(day)
    if (index >= KEPT_NEWEST && !lastOfDay) return [name]
    // Nothing older than a backup that did not fit stays, or the budget would go to the least valuable ones.
    full ||= index > 0 && bytes + size > budgetBytes
    if (full) return [name]
    bytes += size
    return []
  })
}
