import { QUARTER_MS } from '../../../shared/domain/time/day-bounds'
import { ordersByQuarter, type OrdersOfQuarter } from '../../store/evidence/work'
import type { EvidenceLog } from '../../store/evidence/log'
import { countNotices } from '../../store/tables/notices'
import { countHeldByReason, countOpen, oldestHeldAt } from '../../store/views/outbox-list'
import { countToPack } from '../../store/views/queue'
import { diskTrouble } from '../../store/db/room'
import { readConnection, type Station } from '../station/station'

/** Every quarter of an hour that may be part of somebody's today. */
const QUARTERS = 26 * 4

/**
 * What a station says of its work and its troubles to the others: counts and durations, nothing of a buyer. Read every
 * few seconds, so each count is of open work and has an index.
 */
export function readFigures(
  station: Pick<Station, 'db' | 'clock' | 'gate' | 'pull' | 'clockWatch' | 'lastFailure'>,
  log: Pick<EvidenceLog, 'reading'>,
) {
  const { db, clock, clockWatch } = station
  const since = (at: string): number => Math.max(0, clock.wallMs() - Date.parse(at))
  const heldSince = oldestHeldAt(db)
  const { gate, noConnection } = readConnection(station)
  return {
    gate,
    noConnection:
      noConnection === null
        ? null
        : { reason: noConnection.reason, detail: noConnection.detail, forMs: since(noConnection.since) },
    clock: clockWatch.view(),
    diskFull: diskTrouble(db) === 'full',
    orders: { toPack: countToPack(db) },
    outbox: {
      ...countOpen(db),
      heldForMs: heldSince === null ? null : since(heldSince),
      reasons: countHeldByReason(db),
    },
    notices: countNotices(db),
    packed: packedHere(log, clock.wallMs()),
  }
}

/** By operator: how many orders in which quarter of an hour, counted backwards from the present one. */
function packedHere(
  log: Pick<EvidenceLog, 'reading'>,
  nowMs: number,
): { operator: string; quarters: { ago: number; orders: number }[] }[] | null {
  const present = Math.floor(nowMs / QUARTER_MS)
  let rows: OrdersOfQuarter[]
  try {
    rows = ordersByQuarter(log.reading(), present - QUARTERS, present + 1)
  } catch {
    // The evidence log reports that itself.
    return null
  }
  const byOperator = new Map<string, { ago: number; orders: number }[]>()
  for (const { operator, quarter, orders } of rows)
    byOperator.set(operator, [...(byOperator.get(operator) ?? []), { ago: present - quarter, orders }])
  return [...byOperator].map(([operator, quarters]) => ({ operator, quarters }))
}
