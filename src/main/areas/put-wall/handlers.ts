import type { putWallCalls } from '../../../shared/contract/put-wall'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { clearSlot, readPutWall, scanAtWall, slotsOf, takeLastOut } from './put-wall'

export function putWallHandlers({ account, preferences }: Parts): HandlersOf<typeof putWallCalls> {
  const wall = () => preferences.read().putWall
  return {
    'put-wall:read': () => readPutWall(account(), wall()),
    'put-wall:of-order': ({ orderId }) => slotsOf(account(), orderId),
    'put-wall:scan': ({ codes }) => scanAtWall(account(), preferences.read().carriers.list, wall(), codes),
    'put-wall:take-out': () => takeLastOut(account(), wall()),
    'put-wall:clear': ({ slot }) => clearSlot(account(), wall(), slot),
  }
}
