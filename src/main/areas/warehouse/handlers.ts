import type { warehouseCalls } from '../../../shared/contract/warehouse'
import { StationError } from '../../base/station-error'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { createWarehouse, type WarehouseDeps } from './read-warehouse'

export function warehouseHandlers({ account, preferences, lan }: Parts): HandlersOf<typeof warehouseCalls> {
  const warehouse = createWarehouse()
  const deps = (): WarehouseDeps => {
    const { db, clock, titles } = account()
    return { db, clock, titles, preferences: preferences.read(), hub: lan.view().hub, others: lan.others }
  }
  return {
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
