import { z } from 'zod'
import { call, typed } from './call'
import { nothing } from './fields'
import type { WallView, WarehouseView } from './warehouse-views'

export const warehouseCalls = {
  'warehouse:read': call({
    request: nothing,
    value: typed<WarehouseView>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /**
   * SECURITY: a wall display keeps showing while its station is locked, so this has neither orders, buyers nor
   * operators.
   */
  'warehouse:wall': call({
    request: nothing,
    value: typed<WallView>(),
    errors: [],
    needs: 'anyone',
    records: 'nothing',
  }),
  /** Removes an offline station from the list; one that is heard again comes back by itself. */
  'warehouse:remove-station': call({
    request: z.strictObject({ stationId: z.uuid() }),
    value: typed<WarehouseView>(),
    errors: ['hub_away'],
    needs: 'settings',
    records: { kind: 'station_removed', asked: (request) => request },
  }),
}
