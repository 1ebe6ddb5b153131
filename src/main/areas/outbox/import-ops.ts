import type { NoticeKind } from '../../../shared/contract/views'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import type { SalvagedOp } from '../../store/recovery/salvaged-op'
import { salvageOps } from '../../store/recovery/salvage'
import { inTransaction } from '../../store/db/database'
import { raiseNotice } from '../../store/tables/notices'
import { dropOutdatedChanges } from '../../store/tables/outdated-changes'
import { whoWorksHere } from '../station/capture'
import { bringBack } from '../archive/bring-back'
import { refuseForeignOps } from './file-account'
import { openOpsFile, type FileKeys, type FileProof, type OpsFile, type OpsOwner } from './ops-file'
import type { Station } from '../station/station'

/**
 * Takes in the open ops of a file: each once, and as ops that may have been sent meanwhile (I10), so that each is
 * looked for on the marketplace before it is sent. Ops that already exist here stay as they are. Names in the file are
 * unverified and shown as such.
 * @param content the text of the file
 * @param onTaken called for every op taken in, once it is durable
 * @throws StationError `file_unreadable`, `file_too_large`, `other_account`, `file_untrusted`, `disk_full`,
 *   `database_error`
 */
export function importOps(
  station: Station,
  owner: OpsOwner,
  keys: FileKeys,
  content: string,
  onTaken: (op: SalvagedOp) => void = () => {},
): { imported: number; known: number } {
  const file = openOpsFile(content)
  refuseOthers(owner, file.account)
  const provenBy = file.prove(keys)
  return takeOps(station, file.ops(), { provenBy, notice: 'ops_imported', onTaken })
}

/**
 * Takes in ops that another station had, as `importOps` does.
 * @throws StationError `other_account`, `disk_full`, `database_error`
 */
export function takeOps(
  station: Station,
  read: readonly SalvagedOp[],
  {
    provenBy,
    notice,
    onTaken,
  }: {
    provenBy: FileProof
    notice: Extract<NoticeKind, 'ops_imported' | 'ops_returned'>
    onTaken: (op: SalvagedOp) => void
  },
): { imported: number; known: number } {
  const { db, clock } = station
  // What the file's ops did may be known in the archive.
  for (const orderId of new Set(read.map((op) => op.orderId)))
    if (orderId !== null) bringBack(station, orderId)
  refuseForeignOps(db, read, provenBy)
  const ops = read.map((op) => ({ ...op, fromFile: 1 }))
  const at = formatInstant(clock.wallMs())
  const taken = inTransaction(db, (tx) => {
    const takenOver = salvageOps(tx, ops, at, whoWorksHere(station))
    const imported = takenOver.taken.length
    const items = takenOver.taken.flatMap(({ itemKey }) => (itemKey === null ? [] : [itemKey]))
    dropOutdatedChanges(tx, 'time', at, new Set(items))
    if (imported > 0) raiseNotice(tx, { kind: notice, orderId: null, shipmentUids: [], count: imported, at })
    return takenOver
  })
  for (const op of taken.taken) onTaken(op)
  station.events.ordersChanged(null)
  station.events.outboxChanged()
  station.events.noticesChanged()
  station.engine.wake()
  return { imported: taken.taken.length, known: taken.known }
}

/**
 * The same order number means another order on another marketplace; training serves itself at an address that changes
 * with every start.
 */
function refuseOthers(owner: OpsOwner, from: OpsFile['account']): void {
  const same = from.mode === owner.mode && (owner.mode === 'training' || from.baseUrl === owner.baseUrl)
  if (!same) throw new StationError('other_account', `the file is from ${from.mode} ${from.baseUrl}`)
}
