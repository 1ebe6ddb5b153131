import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { sql, type Db, type DbFile, type Tx } from '../db/database'
import { closeDatabase, openDatabase } from '../db/open'
import { readJsonSetting, writeSetting } from '../tables/settings'

/**
 * The archive's files, one for each month, next to the station's own file and with the same tables, so that whatever
 * reads the one also reads the others.
 */

/** Numbers of orders are mostly given in order: the lowest and highest tell which files to look into. */
const savedMonth = z.object({
  /** `YYYY-MM`, or `undated`. */
  month: z.string(),
  lowest: z.number(),
  highest: z.number(),
  /** Whether buyers' data may be left in it. */
  buyers: z.boolean(),
  /** Whether the station's own file knows the labels of its parcels. */
  labels: z.boolean(),
})
export type Month = z.infer<typeof savedMonth>

/** JSON in the station's own file; never rename. */
const MONTHS = 'archive.months'
/** More are closed, the longest unused first: each open file takes two descriptors and a cache. */
const MOST_OPEN = 6

function archiveDir(db: Db): string {
  return join(dirname(db.name), 'archive')
}

/** Path of a month's file. */
export function archiveFile(db: Db, month: string): string {
  return join(archiveDir(db), `${month}.sqlite`)
}

/** The month of a time, as files are named. @param at ISO 8601 */
export function monthOf(at: string | null): string {
  return at !== null && /^\d{4}-\d{2}-/.test(at) ? at.slice(0, 7) : 'undated'
}

/** The archive's months, oldest first. */
export function monthsOf(db: Db): readonly Month[] {
  // One that cannot be read is made again from the files that are there: adoptStrayMonths.
  return readJsonSetting(db, MONTHS, z.array(savedMonth)) ?? []
}

/**
 * Notes that the file of `month` holds these orders, too.
 * @param labels whether the station's own file knows their labels
 */
export function noteMonth(tx: Tx, month: string, orderIds: readonly number[], labels: boolean): void {
  const months = monthsOf(tx)
  const known = months.find((one) => one.month === month)
  const next: Month = {
    month,
    lowest: Math.min(known?.lowest ?? Number.MAX_SAFE_INTEGER, ...orderIds),
    highest: Math.max(known?.highest ?? 0, ...orderIds),
    buyers: true,
    labels: labels && known?.labels !== false,
  }
  saveMonths(tx, [...months.filter((one) => one.month !== month), next])
}

/** Notes that no buyer's data is left in the month's file. */
export function noteWithoutBuyers(tx: Tx, month: string): void {
  changeMonth(tx, month, { buyers: false })
}

/** Notes that the station's own file knows every label of the month. */
export function noteLabels(tx: Tx, month: string): void {
  changeMonth(tx, month, { labels: true })
}

function changeMonth(tx: Tx, month: string, change: Partial<Month>): void {
  saveMonths(
    tx,
    monthsOf(tx).map((one) => (one.month === month ? { ...one, ...change } : one)),
  )
}

function saveMonths(tx: Tx, months: Month[]): void {
  const sorted = months.sort((one, other) => one.month.localeCompare(other.month))
  writeSetting(tx, MONTHS, JSON.stringify(sorted))
}

/** Files that the station's own does not know of, because a backup from before was restored. */
export function strayMonths(db: Db): string[] {
  const dir = archiveDir(db)
  if (!existsSync(dir)) return []
  const known = new Set(monthsOf(db).map(({ month }) => month))
  return readdirSync(dir)
    .map((name) => /^(\d{4}-\d{2}|undated)\.sqlite$/.exec(name)?.[1] ?? '')
    .filter((month) => month !== '' && !known.has(month))
    .sort()
}

const open = new WeakMap<Db, Map<string, DbFile>>()

/** Opens the month's file, or makes it. @throws StartError when it cannot be used; it is left as it was found */
export function openMonth(db: Db, month: string): Db {
  let files = open.get(db)
  if (files === undefined) open.set(db, (files = new Map<string, DbFile>()))
  let file = files.get(month)
  files.delete(month)
  if (file === undefined) {
    mkdirSync(archiveDir(db), { recursive: true, mode: 0o700 })
    file = openDatabase(archiveFile(db, month))
  }
  // Last in the map is last used.
  files.set(month, file)
  const [longestUnused] = files.keys()
  if (files.size > MOST_OPEN && longestUnused !== undefined) {
    const closing = files.get(longestUnused)
    files.delete(longestUnused)
    if (closing !== undefined) closeDatabase(closing)
  }
  return file
}

/** Whether the month's file can be used without opening or making it first, which takes its time. */
export function isMonthOpen(db: Db, month: string): boolean {
  return open.get(db)?.has(month) === true
}

/** Closes the archive's open files; they are opened again when somebody asks for them. */
export function closeArchive(db: Db): void {
  for (const file of open.get(db)?.values() ?? []) closeDatabase(file)
  open.delete(db)
}

/** The lowest and the highest order in a month's file; `null` if it holds none. */
export function rangeOf(file: Db): Pick<Month, 'lowest' | 'highest'> | null {
  const row = sql(
    file,
    'SELECT (SELECT min(order_id) FROM orders) AS lowest, (SELECT max(order_id) FROM orders) AS highest',
  ).get() as {
    lowest: number | null
    highest: number | null
  }
  return row.lowest === null || row.highest === null ? null : { lowest: row.lowest, highest: row.highest }
}
