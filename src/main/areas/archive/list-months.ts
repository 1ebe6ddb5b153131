import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ArchiveMonth } from '../../../shared/contract/archive'
import { openOrSay } from '../../store/archive/archive'
import { archiveFile, monthsOf } from '../../store/archive/months'
import { countOrders } from '../../store/views/order-days'
import type { Station } from '../station/station'

/** The archive's months, newest first. */
export async function listMonths({ db }: Pick<Station, 'db'>): Promise<readonly ArchiveMonth[]> {
  const listed: ArchiveMonth[] = []
  for (const { month } of [...monthsOf(db)].reverse()) {
    const file = openOrSay(db, month)
    const bytes = statSync(archiveFile(db, month), { throwIfNoEntry: false })?.size ?? 0
    listed.push({ month, orders: file === null ? null : countOrders(file, 'any'), bytes })
    await nextTurn()
    if (!db.open) return []
  }
  return listed
}
