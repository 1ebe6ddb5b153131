import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { inTransaction } from '../../store/db/database'
import { dropPhoto, photosDir, photosDue } from '../../store/tables/photos'
import { comparedNow, createDaily, type Daily, type DailyEnd } from '../station/daily'
import type { Station } from '../station/station'

type DropDeps = Pick<Station, 'db' | 'clock' | 'clockWatch'> & {
  keepDays: () => number
  onFault: (error: unknown) => void
}

const DAY_MS = 86_400_000

/**
 * Deletes photos that are older than the setting allows, or whose buyer was deleted: once a day, and never by a clock
 * that has not been compared. Their entries in the evidence log stay.
 */
export function createPhotoDrop(deps: DropDeps): Daily {
  return createDaily(deps.clock, () => drop(deps), deps.onFault)
}

function* drop(deps: DropDeps): Generator<void, DailyEnd> {
  const { db } = deps
  const now = comparedNow(deps)
  if (now === null) return 'try_again'
  for (const { shipmentUid, file } of photosDue(db, formatInstant(now - deps.keepDays() * DAY_MS))) {
    // The file first: a crash in between leaves a row, which the next run finds again.
    rmSync(join(photosDir(db), file), { force: true })
    inTransaction(db, (tx) => dropPhoto(tx, shipmentUid))
    yield
  }
}
