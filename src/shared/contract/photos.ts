import { z } from 'zod'
import { CAMERA_TROUBLES } from '../domain/station/camera-trouble'
import { call, typed } from './call'
import { shipmentId } from './fields'

/** Photos of open boxes, taken as a parcel is packed. */

/** Base64 of 500 kB. */
const MOST_TEXT = 666_668
/** Base64 of `FF D8 FF`, the start of every JPEG. */
const JPEG_START = '/9j/'
/**
 * Base64 of `FF D9`, the end of every JPEG, with what stands before it at each of the three alignments: a picture that
 * was cut off on the way lacks it.
 */
const JPEG_END = /(?:[Pfv/]\/Z|\/9k=|[DHLPTXbfjnrvz37/]\/2Q==)$/

const jpeg = z.base64().min(8).max(MOST_TEXT).startsWith(JPEG_START).regex(JPEG_END)

export type PhotoView = {
  orderId: number
  /** ISO 8601 UTC. */
  takenAt: string
  takenBy: string
  /** Of the JPEG, in hex, as in the evidence log. */
  sha256: string
  /** The JPEG in base64. */
  image: string
}

export const photoCalls = {
  /** Keeps the photo of a shipment packed here; a shipment has at most one. */
  'photos:keep': call({
    request: z.strictObject({
      shipmentId,
      /** A JPEG in base64. */
      image: jpeg,
    }),
    value: typed<{ orderId: number; sha256: string; bytes: number }>(),
    errors: ['shipment_not_found', 'photos_off', 'photo_exists'],
    needs: 'pack',
    records: {
      kind: 'photo',
      asked: ({ shipmentId }) => ({ shipmentId }),
      done: ({ orderId, sha256, bytes }) => ({ orderId, sha256, bytes }),
    },
  }),
  /** Records that a shipment packed here has no photo, and why. */
  'photos:missed': call({
    request: z.strictObject({ shipmentId, why: z.enum(CAMERA_TROUBLES) }),
    value: typed<{ orderId: number }>(),
    errors: ['shipment_not_found', 'photos_off'],
    needs: 'pack',
    records: {
      kind: 'photo_missed',
      asked: ({ shipmentId, why }) => ({ shipmentId, why }),
      done: ({ orderId }) => ({ orderId }),
    },
  }),
  /** `null` if the shipment has none. */
  'photos:read': call({
    request: z.strictObject({ shipmentId }),
    value: typed<PhotoView | null>(),
    errors: ['file_unreadable'],
    needs: 'look',
    records: 'nothing',
  }),
  /** Writes the plain JPEG to the exports folder, for a dispute. */
  'photos:export': call({
    request: z.strictObject({ shipmentId }),
    value: typed<{ path: string; orderId: number; sha256: string }>(),
    errors: ['shipment_not_found', 'file_unreadable'],
    needs: 'export_evidence',
    records: {
      kind: 'photo_export',
      asked: ({ shipmentId }) => ({ shipmentId }),
      done: ({ orderId, sha256 }) => ({ orderId, sha256 }),
    },
  }),
}
