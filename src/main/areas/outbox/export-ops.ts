import { basename } from 'node:path'
import type { ExportedOps } from '../../../shared/contract/views'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import { leftByFile, OPS_FILE_STEM, renewOrder } from '../../store/recovery/salvage'
import { readOpenOps } from '../../store/recovery/read-ops'
import { type SalvagedOp } from '../../store/recovery/salvaged-op'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import { exportsDir, writeExportFile } from '../../store/recovery/export-file'
import { advance, openOps } from '../../store/tables/outbox'
import { isNoRoom } from '../../base/no-room'
import { dropShipment, findShipment, restoreServerTruth } from '../../store/tables/shipments'
import { whoWorksHere } from '../station/capture'
import { withOrder } from './file-account'
import { writeOpsFile, type FileKeys, type OpsOwner } from './ops-file'
import type { Station } from '../station/station'

/**
 * Copies open operations to a file. Nothing else changes: work goes on here as before. On a full disk there is no file:
 * the window gets the content, to be saved elsewhere.
 * @throws StationError `database_error`, `file_too_large`
 */
export function exportOps(
  station: Pick<Station, 'db' | 'clock'>,
  owner: OpsOwner,
  keys: FileKeys,
): ExportedOps {
  const { stem, ...made } = contentOf(station, owner, keys, readAll(station.db))
  try {
    return { path: writeExportFile(exportsDir(station.db), stem, made.content), ...made }
  } catch (error) {
    if (!isNoRoom(error)) throw error
    return { path: null, ...made }
  }
}

/**
 * Moves open operations to a file: they end here, so that no two stations send the same op, and only once the file is
 * safely on disk. Shipments return to the marketplace's last known state. Stop the engine first.
 * @param dir where the file goes
 * @throws StationError `disk_full`, `database_error`, `file_too_large`; nothing is changed then
 */
export function moveOpsToFile(
  station: Pick<Station, 'db' | 'clock' | 'osUser' | 'signedIn'>,
  owner: OpsOwner,
  keys: FileKeys,
  dir = exportsDir(station.db),
): ExportedOps & { path: string } {
  const { db, clock } = station
  const ops = readAll(db)
  const { stem, ...made } = contentOf(station, owner, keys, ops)
  const path = writeExportFile(dir, stem, made.content)
  const discardReason = leftByFile(basename(path).slice(OPS_FILE_STEM.length))
  const change = { at: formatInstant(clock.wallMs()), by: whoWorksHere(station), discardReason }
  inTransaction(db, (tx) => {
    for (const op of openOps(tx)) advance(tx, op, 'export', change)
    for (const shipmentUid of new Set(ops.map((op) => op.shipmentUid))) undo(tx, shipmentUid)
    for (const orderId of new Set(ops.map((op) => op.orderId))) if (orderId !== null) renewOrder(tx, orderId)
  })
  return { path, ...made }
}

/** @throws StationError `database_error` rather than leave out an op that cannot be read */
function readAll(db: Db): SalvagedOp[] {
  const { ops, unread } = readOpenOps(db)
  if (unread > 0) throw new StationError('database_error', `${unread} open operations cannot be read`)
  return ops
}

/** Shows the shipment as the marketplace last had it. */
export function undo(tx: Tx, shipmentUid: string | null): void {
  const shipment = shipmentUid === null ? null : findShipment(tx, shipmentUid)
  if (shipment === null) return
  if (shipment.serverId === null) dropShipment(tx, shipment)
  else restoreServerTruth(tx, shipment)
}

function contentOf(
  { db, clock }: Pick<Station, 'db' | 'clock'>,
  account: OpsOwner,
  keys: FileKeys,
  ops: readonly SalvagedOp[],
): { stem: string; content: string; ops: number } {
  const exportedAt = formatInstant(clock.wallMs())
  const content = writeOpsFile(
    { exportedAt, account },
    ops.map((op) => withOrder(db, op)),
    keys,
  )
  // Windows does not allow colons in names.
  const stem = `${OPS_FILE_STEM}${exportedAt.replaceAll(':', '-')}`
  return { stem, content, ops: ops.length }
}
