import { existsSync, readdirSync, rmSync, statSync, type Dirent } from 'node:fs'
import { basename, join } from 'node:path'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { inTransaction } from '../../store/db/database'
import { dropPhoto, findPhoto, photosDir, photosDue } from '../../store/tables/photos'
import { comparedNow, createDaily, type Daily, type DailyEnd } from '../station/daily'
import type { Station } from '../station/station'
import { adoptPhoto } from './photos'

type DropDeps = Pick<Station, 'db' | 'clock' | 'clockWatch' | 'seal'> & {
  keepDays: () => number
  onFault: (error: unknown) => void
}

const DAY_MS = 86_400_000
/** Photos looked at before other work gets its turn: a millisecond. */
const EXAMINED_AT_ONCE = 200

/**
 * Deletes photos that are older than the setting allows, or whose buyer was deleted: once a day, and never by a clock
 * that has not been compared. Their entries in the evidence log stay. Photos without a row get theirs first, so that the
 * rule reaches them, too.
 */
export function createPhotoDrop(deps: DropDeps): Daily {
  return createDaily(deps.clock, () => drop(deps), deps.onFault)
}

function* drop(deps: DropDeps): Generator<void, DailyEnd> {
  const { db } = deps
  const now = comparedNow(deps)
  if (now === null) return 'try_again'
  const beforeMs = now - deps.keepDays() * DAY_MS
  yield* sweep(deps, beforeMs)
  for (let after: string | null = ''; after !== null;) {
    const { due, next } = photosDue(db, formatInstant(beforeMs), after, EXAMINED_AT_ONCE)
    for (const { shipmentUid, file } of due) {
      // The file first: a crash in between leaves a row, which the next run finds again.
      rmSync(join(photosDir(db), file), { force: true })
      inTransaction(db, (tx) => dropPhoto(tx, shipmentUid))
      yield
    }
    after = next
    yield
  }
}

/** Finds files that the database does not know. One that no shipment can have any more goes when it is old. */
function* sweep(deps: DropDeps, beforeMs: number): Generator<void> {
  const { db } = deps
  const dir = photosDir(db)
  for (const file of photoFiles(dir)) {
    if (findPhoto(db, basename(file)) !== null) continue
    const { mtimeMs } = statSync(join(dir, file))
    if (!adoptPhoto(deps, file, mtimeMs) && mtimeMs < beforeMs) rmSync(join(dir, file), { force: true })
    yield
  }
}

/** Every photo, within the folder and with forward slashes. */
function photoFiles(dir: string): string[] {
  const months = filesOf(dir).filter((entry) => entry.isDirectory())
  return months.flatMap((month) =>
    filesOf(join(dir, month.name))
      .filter((entry) => entry.isFile())
      .map((entry) => `${month.name}/${entry.name}`),
  )
}

function filesOf(dir: string): Dirent[] {
  return existsSync(dir) ? readdirSync(dir, { withFileTypes: true }) : []
}
