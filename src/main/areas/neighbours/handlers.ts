import type { neighbourCalls } from '../../../shared/contract/neighbours'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'

export function neighbourHandlers({ lan }: Parts): HandlersOf<typeof neighbourCalls> {
  return {
    'lan:read': () => lan.view(),
    'lan:passphrase': ({ passphrase }) => lan.savePassphrase(passphrase),
  }
}
