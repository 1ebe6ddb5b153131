import type { photoCalls } from '../../../shared/contract/photos'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { exportPhoto, keepPhoto, missPhoto, readPhoto } from './photos'

export function photoHandlers({ account, preferences }: Parts): HandlersOf<typeof photoCalls> {
  return {
    'photos:keep': (request) => keepPhoto(account(), preferences.read().camera, request),
    'photos:missed': (request) => missPhoto(account(), preferences.read().camera, request),
    'photos:read': ({ shipmentId }) => readPhoto(account(), shipmentId),
    'photos:export': ({ shipmentId }) => exportPhoto(account(), shipmentId),
  }
}
