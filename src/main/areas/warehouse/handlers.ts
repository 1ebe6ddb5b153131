import type { neighborCalls } from '../../../shared/contract/neighbors'
import type { setupCalls } from '../../../shared/contract/setup'
import type { warehouseCalls } from '../../../shared/contract/warehouse'
import { StationError } from '../../base/station-error'
import type { HandlersOf } from '../../bridge/handle'
import type { Parts } from '../parts'
import { byDueRules } from '../trucks/due-rules'
import { readTrucks } from '../trucks/read-trucks'
import { createWarehouse, type WarehouseDeps } from './read-warehouse'

export function warehouseHandlers({
  account,
  preferences,
  warehouse,
}: Parts): HandlersOf<typeof warehouseCalls & typeof neighborCalls & typeof setupCalls> {
  const page = createWarehouse()
  const byDue = byDueRules({ account, preferences })
  const withDeps = <T>(read: (deps: WarehouseDeps) => T): Promise<T> =>
    byDue(({ db, clock, titles }, rules) =>
      read({
        ...{ db, clock, titles, preferences: rules },
        hub: warehouse.view().hub,
        others: warehouse.others,
      }),
    )
  return {
    'warehouse:neighbors': () => warehouse.view(),
    'warehouse:passphrase': ({ passphrase }) => warehouse.savePassphrase(passphrase),
    'warehouse:left-behind': () => warehouse.leftBehind(),
    'warehouse:setup': () => warehouse.setup().view(),
    'warehouse:publish-setup': ({ over }) => warehouse.setup().publish(over),
    'warehouse:pin-setup-key': ({ key }) => warehouse.setup().pin(key),
    'warehouse:use-setup': ({ names }) => warehouse.setup().useAgain(names),
    'warehouse:adopt': ({ stationId }) => warehouse.adopt(stationId),
    'warehouse:read': () => withDeps((deps) => page.read(deps)),
    async 'warehouse:wall'() {
      const { trucks } = await readTrucks(account(), preferences.read().carriers.list)
      return withDeps((deps) => page.wall(deps, trucks))
    },
    async 'warehouse:remove-station'({ stationId }) {
      if (warehouse.others?.isOpen() !== true) throw new StationError('hub_away', 'the hub is not there')
      try {
        await warehouse.others.remove(stationId)
      } catch (error) {
        throw new StationError('hub_away', `the hub did not remove it: ${String(error)}`)
      }
      return withDeps((deps) => page.read(deps))
    },
  }
}
