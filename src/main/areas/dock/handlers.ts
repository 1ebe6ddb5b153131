import type { dockCalls } from '../../../shared/contract/dock'
import type { HandlersOf } from '../../bridge/handle'
import { commitHandover } from './commit-handover'
import { readHandover, removeFromDock, scanAtDock } from './handover'
import type { Parts } from '../parts'

export function dockHandlers({ account, preferences }: Parts): HandlersOf<typeof dockCalls> {
  const carriers = () => preferences.read().carriers.list
  return {
    'dock:read': ({ mode }) => readHandover(account(), mode),
    'dock:scan': (request) => scanAtDock(account(), carriers(), request),
    'dock:remove': (request) => removeFromDock(account(), request),
    'dock:commit': (request) => commitHandover(account(), carriers(), request),
  }
}
