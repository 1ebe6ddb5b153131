import { statSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ArchiveMonth } from '../../../shared/contract/archive'
import { openOrSay } from '../../store/archive/archive'
import { ordersIn } from '../../store/archive/listed'
import { archiveFile, monthsOf } from '../../store/archive/months'
import type { Station } from '../station/station'

/** The archive's months, newest first. */
export async function listMonths({ db }: Pick<Station, 'db'>): Promise<readonly ArchiveMonth[]> {
  const listed: ArchiveMonth[] = []
  for (const { month } of [...monthsOf(db)].reverse()) {
    const file = openOrSay(db, month)
    const bytes = statSync(archiveFile(db, month), { throwIfNoEntry: false })?.size ?? 0
    listed.push({ month, orders: file === null ? null : ordersIn(file), bytes })
    await nextTurn()
    if (!db.open) return []
  }
  return listed
}
