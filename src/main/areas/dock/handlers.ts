import type { dockCalls } from '../../../shared/contract/dock'
import type { HandlersOf } from '../../bridge/handle'
import { commitHandover } from './commit-handover'
import { readHandover, removeFromDock, scanAtDock } from './handover'
import type { Parts } from '../parts'

export function dockHandlers({ account, preferences }: Parts): HandlersOf<typeof dockCalls> {
  const carriers = () => preferences.read().carriers.list
  return {
    'handover:read': ({ mode }) => readHandover(account(), mode),
    'handover:scan': (request) => scanAtDock(account(), carriers(), request),
    'handover:remove': (request) => removeFromDock(account(), request),
    'handover:commit': (request) => commitHandover(account(), carriers(), request),
  }
}
