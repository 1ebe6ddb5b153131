import { dirname } from 'node:path'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { openOrSay } from '../../store/archive/archive'
import { monthsOf, noteWithoutBuyers } from '../../store/archive/months'
import { inTransaction } from '../../store/db/database'
import { hasBuyers, purgeBuyers } from '../../store/tables/buyers'
import { removeOldCopies } from '../../store/recovery/file-swap'
import { createDaily, trustedNow, type Daily } from './daily'
import { readStationSettings } from '../settings/settings'
import type { Station } from './station'

export type PurgeDeps = Pick<Station, 'db' | 'clock' | 'clockWatch'> & {
  /** Called for orders whose buyers were deleted. */
  onPurged: () => void
  onFault: (error: unknown) => void
  /** Orders examined per part. Default 200: a few milliseconds, so that no scan waits for it. */
  batch?: number
}

const DAY_MS = 86_400_000

/** Deletes buyers' data some days after their orders were delivered or canceled: at the start, then once a day. */
export function createPurge(deps: PurgeDeps): Daily {
  return createDaily(deps.clock, () => purge(deps), deps.onFault)
}

/** The same in those files of the archive that may still hold buyers. */
function* purgeArchive(deps: PurgeDeps): Generator<boolean, void> {
  const { db, batch = 200 } = deps
  for (const { month } of monthsOf(db).filter(({ buyers }) => buyers)) {
    for (let afterId: number | null = 0; afterId !== null;) {
      const now = trustedNow(deps)
      const { purgeDays } = readStationSettings({ db })
      const file = openOrSay(db, month)
      if (now === null || purgeDays === 0 || file === null) return
      const before = formatInstant(now - purgeDays * DAY_MS)
      const part = purgeBuyers(file, { before, at: formatInstant(now), afterId, limit: batch })
      afterId = part.next
      yield part.purged > 0
    }
    const file = openOrSay(db, month)
    if (file !== null && !hasBuyers(file)) inTransaction(db, (tx) => noteWithoutBuyers(tx, month))
  }
}

function* purge(deps: PurgeDeps): Generator<void, void> {
  const { db, batch = 200 } = deps
  let purged = false
  try {
    for (let afterId: number | null = 0; afterId !== null;) {
      if (afterId > 0) yield
      const now = trustedNow(deps)
      const { purgeDays } = readStationSettings({ db })
      if (now !== null && afterId === 0) removeOldCopies(dirname(db.name), now, purgeDays)
      if (now === null || purgeDays === 0) return
      const before = formatInstant(now - purgeDays * DAY_MS)
      const part = purgeBuyers(db, { before, at: formatInstant(now), afterId, limit: batch })
      purged ||= part.purged > 0
      afterId = part.next
    }
    for (const changed of purgeArchive(deps)) {
      purged ||= changed
      yield
    }
  } finally {
    if (purged) deps.onPurged()
  }
}
