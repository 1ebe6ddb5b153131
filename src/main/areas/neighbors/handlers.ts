import type { setupCalls } from '../../../shared/contract/setup'
import type { neighborCalls } from '../../../shared/contract/neighbors'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'

export function neighborHandlers({ lan }: Parts): HandlersOf<typeof neighborCalls & typeof setupCalls> {
  return {
    'lan:read': () => lan.view(),
    'lan:passphrase': ({ passphrase }) => lan.savePassphrase(passphrase),
    'hub:left-behind': () => lan.leftBehind(),
    'hub:setup': () => lan.setup().view(),
    'hub:publish-setup': ({ over }) => lan.setup().publish(over),
    'hub:pin-setup-key': ({ key }) => lan.setup().pin(key),
    'hub:use-setup': ({ names }) => lan.setup().useAgain(names),
    'hub:adopt': ({ stationId }) => lan.adopt(stationId),
  }
}
