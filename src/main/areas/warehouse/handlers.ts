import type { neighborCalls } from '../../../shared/contract/neighbors'
import type { setupCalls } from '../../../shared/contract/setup'
import type { warehouseCalls } from '../../../shared/contract/warehouse'
import { StationError } from '../../base/station-error'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { createWarehouse, type WarehouseDeps } from './read-warehouse'

export function warehouseHandlers({
  account,
  preferences,
  lan,
}: Parts): HandlersOf<typeof warehouseCalls & typeof neighborCalls & typeof setupCalls> {
  const warehouse = createWarehouse()
  const deps = (): WarehouseDeps => {
    const { db, clock, titles } = account()
    return { db, clock, titles, preferences: preferences.read(), hub: lan.view().hub, others: lan.others }
  }
  return {
    'warehouse:neighbors': () => lan.view(),
    'warehouse:passphrase': ({ passphrase }) => lan.savePassphrase(passphrase),
    'warehouse:left-behind': () => lan.leftBehind(),
    'warehouse:setup': () => lan.setup().view(),
    'warehouse:publish-setup': ({ over }) => lan.setup().publish(over),
    'warehouse:pin-setup-key': ({ key }) => lan.setup().pin(key),
    'warehouse:use-setup': ({ names }) => lan.setup().useAgain(names),
    'warehouse:adopt': ({ stationId }) => lan.adopt(stationId),
    'warehouse:read': () => warehouse.read(deps()),
    'warehouse:wall': () => warehouse.wall(deps()),
    async 'warehouse:remove-station'({ stationId }) {
      if (lan.others?.isOpen() !== true) throw new StationError('hub_away', 'the hub is not there')
      try {
        await lan.others.remove(stationId)
      } catch (error) {
        throw new StationError('hub_away', `the hub did not remove it: ${String(error)}`)
      }
      return warehouse.read(deps())
    },
  }
}
