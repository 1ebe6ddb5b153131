import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { PhotoView } from '../../../shared/contract/photos'
import type { Preferences } from '../../../shared/contract/preferences'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { syncDir, writeDurably } from '../../base/durable-file'
import { StationError } from '../../base/station-error'
import { inTransaction, type Db } from '../../store/db/database'
import { exportsDir, fileError, writeExportFile } from '../../store/recovery/export-file'
import { addPhoto, findPhoto, photosDir, type PhotoRow } from '../../store/tables/photos'
import { findShipment } from '../../store/tables/shipments'
import { whoWorksHere } from '../station/capture'
import type { Station } from '../station/station'

type Kept = { orderId: number; sha256: string; bytes: number }

/**
 * Keeps the photo of an open box, sealed like buyers' data.
 * @throws StationError `shipment_not_found`, `photos_off`, `disk_full`, `database_error`; `photo_exists`, as a shipment
 *   has at most one
 */
export function keepPhoto(
  station: Pick<Station, 'db' | 'clock' | 'seal' | 'osUser' | 'signedIn'>,
  camera: Preferences['camera'],
  { shipmentId, image }: { shipmentId: string; image: string },
): Kept {
  const { db, clock, seal } = station
  const orderId = orderPackedHere(db, camera, shipmentId)
  if (findPhoto(db, shipmentId) !== null) throw new StationError('photo_exists', 'the shipment has a photo')
  const plain = Buffer.from(image, 'base64')
  const sealed = seal.seal(orderId, { shipmentId, photo: image })
  if (sealed === null) throw new StationError('database_error', 'there is no key to seal the photo with')
  const takenAt = formatInstant(clock.wallMs())
  const file = `${takenAt.slice(0, 7)}/${shipmentId}`
  const sha256 = hashOf(plain)
  const bytes = plain.length
  const path = join(photosDir(db), file)
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    syncDir(photosDir(db))
    writeDurably(path, sealed)
  } catch (error) {
    throw fileError(error, 'the photo cannot be written')
  }
  const row: PhotoRow = {
    ...{ shipmentUid: shipmentId, orderId, kind: 'photo', takenAt, takenBy: whoWorksHere(station) },
    ...{ sha256, bytes, file },
  }
  try {
    inTransaction(db, (tx) => addPhoto(tx, row))
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  }
  return { orderId, sha256, bytes }
}

/** Nothing is stored but the entry in the evidence log. @throws StationError `shipment_not_found`, `photos_off` */
export function missPhoto(
  { db }: Pick<Station, 'db'>,
  camera: Preferences['camera'],
  { shipmentId }: { shipmentId: string },
): { orderId: number } {
  return { orderId: orderPackedHere(db, camera, shipmentId) }
}

function orderPackedHere(db: Db, camera: Preferences['camera'], shipmentId: string): number {
  if (!camera.on) throw new StationError('photos_off', 'photos are switched off')
  const shipment = findShipment(db, shipmentId)
  if (shipment === null || shipment.packedHere === 0)
    throw new StationError('shipment_not_found', 'no shipment packed here has this id')
  return shipment.orderId
}

/** @throws StationError `file_unreadable` if its file is gone, altered, or sealed with another key */
export function readPhoto(station: Pick<Station, 'db' | 'seal'>, shipmentId: string): PhotoView | null {
  const row = findPhoto(station.db, shipmentId)
  if (row === null) return null
  const { orderId, takenAt, takenBy, sha256 } = row
  return { orderId, takenAt, takenBy, sha256, image: plainOf(station, row).toString('base64') }
}

/** Writes the plain JPEG. @throws StationError `shipment_not_found`, `file_unreadable`, `disk_full`, `database_error` */
export function exportPhoto(
  station: Pick<Station, 'db' | 'seal'>,
  shipmentId: string,
): { path: string; orderId: number; sha256: string } {
  const row = findPhoto(station.db, shipmentId)
  if (row === null) throw new StationError('shipment_not_found', 'this shipment has no photo')
  const { orderId, takenAt, sha256 } = row
  // Windows allows no colons in names.
  const stem = `photo-${orderId}-${shipmentId}-${takenAt.replaceAll(':', '-')}`
  const path = writeExportFile(exportsDir(station.db), stem, plainOf(station, row), 'jpg')
  return { path, orderId, sha256 }
}

/**
 * Gives a photo its row back: a restored or rebuilt database does not know the photos that were taken after it was
 * written. Its time is the file's; who took it is in the evidence log only.
 * @param file within the folder of photos
 * @returns whether it is a photo of a shipment that this station knows
 */
export function adoptPhoto(station: Pick<Station, 'db' | 'seal'>, file: string, takenMs: number): boolean {
  const { db, seal } = station
  const shipmentUid = file.replace(/^.*\//, '')
  const orderId = findShipment(db, shipmentUid)?.orderId
  if (orderId === undefined) return false
  const opened = seal.open(orderId, sealedOf(join(photosDir(db), file))) as Opened
  if (opened?.shipmentId !== shipmentUid || typeof opened.photo !== 'string') return false
  const plain = Buffer.from(opened.photo, 'base64')
  const row: PhotoRow = {
    ...{ shipmentUid, orderId, kind: 'photo', takenAt: formatInstant(takenMs), takenBy: '' },
    ...{ sha256: hashOf(plain), bytes: plain.length, file },
  }
  inTransaction(db, (tx) => addPhoto(tx, row))
  return true
}

type Opened = { shipmentId?: unknown; photo?: unknown } | null

function plainOf({ db, seal }: Pick<Station, 'db' | 'seal'>, row: PhotoRow): Buffer {
  const opened = seal.open(row.orderId, sealedOf(join(photosDir(db), row.file))) as Opened
  const plain = Buffer.from(typeof opened?.photo === 'string' ? opened.photo : '', 'base64')
  // SECURITY: a file of another shipment of the same order does not pass for this one.
  if (opened?.shipmentId !== row.shipmentUid || hashOf(plain) !== row.sha256)
    throw new StationError('file_unreadable', 'the photo cannot be opened')
  return plain
}

function sealedOf(path: string): Buffer {
  try {
    return readFileSync(path)
  } catch {
    throw new StationError('file_unreadable', 'the photo’s file cannot be read')
  }
}

function hashOf(plain: Buffer): string {
  return createHash('sha256').update(plain).digest('hex')
}
