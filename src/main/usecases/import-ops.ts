import { formatInstant } from '../../shared/domain/timestamps'
import { StationError } from '../station-error'
import { takeOverOps } from '../store/carry-over'
import { inTransaction } from '../store/database'
import { raiseNotice } from '../store/notices'
import { whoWorksHere } from './capture'
import type { OpsOwner } from './export-ops'
import { readOpsFile, type OpsFile } from './ops-file'
import type { Station } from './station'

/**
 * Takes up the open ops of a file: each once, and as ones that may have been sent meanwhile (I10), so that every one is
 * looked for on the marketplace before it goes out. What is here already is left alone.
 * @param content the text of the file
 * @throws StationError `file_unreadable`, `other_account`, `disk_full`, `database_error`
 */
export function importOps(
  station: Station,
  owner: OpsOwner,
  content: string,
): { imported: number; known: number } {
  const file = readOpsFile(content)
  refuseOthers(owner, file.account)
  const { db, clock } = station
  const at = formatInstant(clock.wallMs())
  const taken = inTransaction(db, () => {
    const { taken: imported, known } = takeOverOps(db, file.ops, at, whoWorksHere(station))
    if (imported > 0)
      raiseNotice(db, { kind: 'ops_imported', orderId: null, shipmentUids: [], count: imported, at })
    return { imported, known }
  })
  station.events.ordersChanged(null)
  station.events.outboxChanged()
  station.events.noticesChanged()
  station.engine.wake()
  return taken
}

/** Order numbers of one marketplace mean others on another; training serves itself at an address of the day. */
function refuseOthers(owner: OpsOwner, from: OpsFile['account']): void {
  const same = from.mode === owner.mode && (owner.mode === 'training' || from.baseUrl === owner.baseUrl)
  if (!same) throw new StationError('other_account', `the file is from ${from.mode} ${from.baseUrl}`)
}
