import { existsSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { syncDir, syncPath } from '../../base/durable-file'
import { fileTime } from '../db/files'

/**
 * Replaces the present database so that a kill at any moment leaves one of the two, intact. The new one is built next
 * to it under `freshFile`. The present one is moved aside with its log before the new one takes its name, because
 * SQLite would replay an old log into a new file. If the present one is gone, the new one is known to be complete, and
 * the next start finishes the swap.
 */

const COMPANIONS = ['-wal', '-shm', '-journal']

/** Why a database was moved aside; part of its name. */
export type AsideReason = 'damaged' | 'replaced'

/** Where the next database is built. */
export function freshFile(file: string): string {
  return `${file}.new`
}

/** The name of the present database after it was moved aside. */
export function asideFile(file: string, reason: AsideReason, wallMs: number): string {
  return join(dirname(file), `aside-${fileTime(wallMs)}-${reason}.sqlite`)
}

/** Moves `file` to `aside` and `freshFile(file)` into its place. Both must be closed. */
export function swapIn(file: string, aside: string): void {
  for (const step of swapSteps(file, aside)) step()
}

/** The single steps of a swap, in order; a kill may happen between any two of them. */
export function swapSteps(file: string, aside: string): (() => void)[] {
  const move = (from: string, to: string) => () => {
    if (existsSync(from)) renameSync(from, to)
  }
  return [
    () => syncPath(freshFile(file)),
    () => syncDir(dirname(file)),
    move(file, aside),
    ...COMPANIONS.map((ending) => move(`${file}${ending}`, `${aside}${ending}`)),
    () => syncDir(dirname(file)),
    move(freshFile(file), file),
    () => syncDir(dirname(file)),
  ]
}

/** At start: finishes a swap that was cut off, or removes a database that was not complete. */
export function finishSwap(file: string): void {
  const fresh = freshFile(file)
  if (!existsSync(fresh)) return
  if (existsSync(file)) removeDatabase(fresh)
  else for (const step of swapSteps(file, lastAside(file))) step()
}

const KEPT_MS = 14 * 86_400_000

/**
 * Removes databases that a backup replaced two weeks ago or earlier: buyers' data must not stay forever. For other
 * copies see `removeOldCopies`.
 */
export function removeOldReplaced(dir: string, nowMs: number): void {
  const oldest = asideFile(join(dir, 'any'), 'replaced', nowMs - KEPT_MS)
  for (const name of readdirSync(dir))
    if (/^aside-.*-replaced\.sqlite$/.test(name) && join(dir, name) < oldest) removeDatabase(join(dir, name))
}

/** At most this many copies of each kind stay, however recent the others are. */
const KEPT_COPIES = 3
const DAY_MS = 86_400_000
const COPIES = [
  /^aside-.*-replaced\.sqlite$/,
  /^aside-.*-damaged\.sqlite$/,
  /^before-migration-from-\d+\.sqlite$/,
]

/**
 * Rotates databases that were moved aside or copied before a migration: the newest three of each kind stay, and none
 * longer than buyers' data may.
 * @param days how long buyers' data stays; 0 means forever
 */
export function removeOldCopies(dir: string, nowMs: number, days: number): void {
  const names = readdirSync(dir)
  for (const kind of COPIES) {
    const copies = names
      .filter((name) => kind.test(name))
      .flatMap((name) => {
        const path = join(dir, name)
        const changed = statSync(path, { throwIfNoEntry: false })?.mtimeMs
        return changed === undefined ? [] : [{ path, madeMs: timeOf(name) ?? changed }]
      })
      .sort((left, right) => right.madeMs - left.madeMs)
    copies.forEach(({ path, madeMs }, place) => {
      if (place >= KEPT_COPIES || (days > 0 && madeMs < nowMs - days * DAY_MS)) removeDatabase(path)
    })
  }
}

/** A copied or moved file keeps the time in its name. */
function timeOf(name: string): number | null {
  const [, day, hour, minute, second, ms] = /(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name) ?? []
  const time = Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`)
  return Number.isNaN(time) ? null : time
}

/** Removes a database with the files that belong to it. */
export function removeDatabase(file: string): void {
  for (const ending of ['', ...COMPANIONS]) rmSync(`${file}${ending}`, { force: true })
}

/** A log left behind belongs to the file that was moved last. */
function lastAside(file: string): string {
  const names = readdirSync(dirname(file)).filter((name) => /^aside-[\w-]+\.sqlite$/.test(name))
  return join(dirname(file), names.sort().at(-1) ?? `aside-${basename(file)}`)
}
