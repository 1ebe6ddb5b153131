import type { updateCalls } from '../../../shared/contract/updates'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { installUpdate } from './install-update'

export function updateHandlers(parts: Parts): HandlersOf<typeof updateCalls> {
  return {
    'updates:read': () => parts.updates.view(),
    'updates:look': () => parts.updates.look(),
    'updates:install': () => installUpdate(parts),
  }
}
