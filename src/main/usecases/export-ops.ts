import { basename } from 'node:path'
import type { ExportedOps, StationMode } from '../../shared/contract/views'
import { formatInstant } from '../../shared/domain/timestamps'
import { StationError } from '../station-error'
import { leftByFile, OPS_FILE_STEM, readOpenOps, renewOrder } from '../store/carry-over'
import { type CarriedOp } from '../store/carried-op'
import { inTransaction, type Database } from '../store/database'
import { exportsDir, writeExportFile } from '../store/export-file'
import { advance, openOps } from '../store/outbox'
import { dropShipment, findShipment, restoreServerTruth } from '../store/shipments'
import { whoWorksHere } from './capture'
import { OPS_FILE_FORMAT, OPS_FILE_VERSION, type OpsFile } from './ops-file'
import type { Station } from './station'

/** Which account's ops they are; a file fits no other. */
export type OpsOwner = { mode: StationMode; baseUrl: string }

/**
 * Writes what is open to a file as well. Nothing else changes: it goes on here as before.
 * @throws StationError `disk_full`, `database_error`
 */
export function exportOps(station: Pick<Station, 'db' | 'clock'>, owner: OpsOwner): ExportedOps {
  return writeOps(station, owner, readAll(station.db))
}

/**
 * Moves what is open to a file: ended here, so that no two stations send the same op, and only once the file is safe on
 * the disk. Shipments go back to what the marketplace knows of them. Stop the engine before.
 * @throws StationError `disk_full`, `database_error`; everything is as it was then
 */
export function moveOpsToFile(
  station: Pick<Station, 'db' | 'clock' | 'osUser' | 'signedIn'>,
  owner: OpsOwner,
): ExportedOps {
  const { db, clock } = station
  const ops = readAll(db)
  const exported = writeOps(station, owner, ops)
  const discardReason = leftByFile(basename(exported.path).slice(OPS_FILE_STEM.length))
  const change = { at: formatInstant(clock.wallMs()), by: whoWorksHere(station), discardReason }
  inTransaction(db, () => {
    for (const op of openOps(db)) advance(db, op, 'export', change)
    for (const shipmentUid of new Set(ops.map((op) => op.shipmentUid))) undo(db, shipmentUid)
    for (const orderId of new Set(ops.map((op) => op.orderId))) if (orderId !== null) renewOrder(db, orderId)
  })
  return exported
}

/** @throws StationError `database_error` rather than leaving one out that cannot be read */
function readAll(db: Database): CarriedOp[] {
  const { ops, unread } = readOpenOps(db)
  if (unread > 0) throw new StationError('database_error', `${unread} open operations cannot be read`)
  return ops
}

function undo(db: Database, shipmentUid: string | null): void {
  const shipment = shipmentUid === null ? null : findShipment(db, shipmentUid)
  if (shipment === null) return
  if (shipment.serverId === null) dropShipment(db, shipment)
  else restoreServerTruth(db, shipment)
}

function writeOps(
  { db, clock }: Pick<Station, 'db' | 'clock'>,
  { mode, baseUrl }: OpsOwner,
  ops: readonly CarriedOp[],
): ExportedOps {
  const exportedAt = formatInstant(clock.wallMs())
  const file: OpsFile = {
    format: OPS_FILE_FORMAT,
    version: OPS_FILE_VERSION,
    exportedAt,
    account: { mode, baseUrl },
    ops: [...ops],
  }
  const content = `${JSON.stringify(file, null, 1)}\n`
  // Windows has no colons in names.
  const stem = `${OPS_FILE_STEM}${exportedAt.replaceAll(':', '-')}`
  return { path: writeExportFile(exportsDir(db), stem, content), content, ops: ops.length }
}
