import { formatInstant } from '../../../shared/domain/time/timestamps'
import { adoptStrayMonths, moveToArchive, settleMoves } from '../../store/archive/archive'
import { finishedItemOps, finishedOrders, type Age } from '../../store/archive/finished'
import { closeArchive, monthOf } from '../../store/archive/months'
import { readStationSettings } from '../settings/settings'
import { comparedNow, createDaily, type Daily, type DailyEnd } from '../station/daily'
import type { Station } from '../station/station'

export type ArchivingDeps = Pick<Station, 'db' | 'clock' | 'clockWatch'> & {
  /** Called when orders have left the lists. */
  onMoved: () => void
  onFault: (error: unknown) => void
  /** Orders examined per part. Default 20: with three commits, a few milliseconds. */
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

/** Yields how much each part has moved. */
function* parts({ db, batch = 20 }: ArchivingDeps, before: string): Generator<number, void> {
  for (let after: Age | null = { at: '', orderId: 0 }; after !== null;) {
    const { orders, next } = finishedOrders(db, before, after, batch)
    const byMonth = groupBy(orders, ({ purchasedAt }) => monthOf(purchasedAt))
    for (const [month, ofMonth] of byMonth)
      moveToArchive(db, month, { orderIds: ofMonth.map(({ orderId }) => orderId), seqs: [] })
    yield orders.length
    after = next
  }
  for (let after: number | null = 0; after !== null;) {
    const { ops, next } = finishedItemOps(db, before, after, batch * OPS_PER_ORDER)
    const byMonth = groupBy(ops, ({ capturedAt }) => monthOf(capturedAt))
    for (const [month, ofMonth] of byMonth)
      moveToArchive(db, month, { orderIds: [], seqs: ofMonth.map(({ seq }) => seq) })
    yield ops.length
    after = next
  }
}

function groupBy<T>(all: readonly T[], keyOf: (one: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const one of all) groups.set(keyOf(one), [...(groups.get(keyOf(one)) ?? []), one])
  return groups
}
