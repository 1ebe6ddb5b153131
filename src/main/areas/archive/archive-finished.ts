import { formatInstant } from '../../../shared/domain/time/timestamps'
import { adoptStrayMonths, learnMissingLabels, moveToArchive, settleMoves } from '../../store/archive/archive'
import {
  finishedItemOps,
  finishedOrders,
  OLDEST,
  type Age,
  type FinishedPart,
} from '../../store/archive/finished'
import { closeArchive, isMonthOpen, openMonth } from '../../store/archive/months'
import type { Db } from '../../store/db/database'
import { readStationSettings } from '../settings/settings'
import { comparedNow, createDaily, type Daily, type DailyEnd } from '../station/daily'
import type { Station } from '../station/station'

export type ArchivingDeps = Pick<Station, 'db' | 'clock' | 'clockWatch'> & {
  /** Called when orders have left the lists. */
  onMoved: () => void
  onFault: (error: unknown) => void
  /** Orders moved per part. Default 10: with three commits, a few milliseconds. */
  batch?: number
}

const DAY_MS = 86_400_000
/** An op is a row or two. */
const OPS_PER_ORDER = 5

/** Moves orders and ops to the archive some time after they were finished: at the start, then once a day. */
export function createArchiving(deps: ArchivingDeps): Daily {
  return createDaily(deps.clock, () => archive(deps), deps.onFault)
}

function* archive(deps: ArchivingDeps): Generator<void, DailyEnd> {
  const { db } = deps
  let moved = false
  try {
    settleMoves(db)
    adoptStrayMonths(db)
    yield* learnMissingLabels(db)
    const now = comparedNow(deps)
    const { archiveDays } = readStationSettings({ db })
    if (now === null) return 'try_again'
    if (archiveDays === 0) return
    const before = formatInstant(now - archiveDays * DAY_MS)
    for (const count of parts(deps, before)) {
      moved ||= count > 0
      yield
    }
  } finally {
    closeArchive(db)
    if (moved) deps.onMoved()
  }
}

/** Yields how much each part has moved. What is examined moves in the same part: it may change after it. */
function* parts({ db, batch = 10 }: ArchivingDeps, before: string): Generator<number, void> {
  for (let after: Age | null = OLDEST; after !== null;) {
    const part: FinishedPart<Age> = finishedOrders(db, before, after, batch)
    if (isReady(db, part)) {
      if (part.ids.length > 0) moveToArchive(db, part.month, { orderIds: part.ids, seqs: [] })
      after = part.next
      yield part.ids.length
    } else yield 0
  }
  for (let after: number | null = 0; after !== null;) {
    const part: FinishedPart<number> = finishedItemOps(db, before, after, batch * OPS_PER_ORDER)
    if (isReady(db, part)) {
      if (part.ids.length > 0) moveToArchive(db, part.month, { orderIds: [], seqs: part.ids })
      after = part.next
      yield part.ids.length
    } else yield 0
  }
}

/** Whether the file is open; if not, opening it, or making it, is a part of its own. */
function isReady(db: Db, { month, ids }: FinishedPart<unknown>): boolean {
  if (ids.length === 0 || isMonthOpen(db, month)) return true
  openMonth(db, month)
  return false
}
