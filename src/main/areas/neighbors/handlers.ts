import type { neighborCalls } from '../../../shared/contract/neighbors'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'

export function neighborHandlers({ lan }: Parts): HandlersOf<typeof neighborCalls> {
  return {
    'lan:read': () => lan.view(),
    'lan:passphrase': ({ passphrase }) => lan.savePassphrase(passphrase),
    'hub:left-behind': () => lan.leftBehind(),
    'hub:adopt': ({ stationId }) => lan.adopt(stationId),
  }
}
