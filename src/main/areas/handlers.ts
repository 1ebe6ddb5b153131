import type { Handlers } from '../bridge/handle'
import { accountHandlers } from './accounts/handlers'
import { archiveHandlers } from './archive/handlers'
import { boxHandlers } from './boxes/handlers'
import { bulkHandlers } from './bulk/handlers'
import { codeHandlers } from './codes/handlers'
import { diagnosticsHandlers } from './diagnostics/handlers'
import { dockHandlers } from './dock/handlers'
import { evidenceHandlers } from './evidence/handlers'
import { instructionHandlers } from './instructions/handlers'
import { itemHandlers } from './items/handlers'
import { labelHandlers } from './labels/handlers'
import { operatorHandlers } from './operators/handlers'
import { orderHandlers } from './orders/handlers'
import { outboxHandlers } from './outbox/handlers'
import { packingHandlers } from './packing/handlers'
import type { Parts } from './parts'
import { photoHandlers } from './photos/handlers'
import { printHandlers } from './print/handlers'
import { putWallHandlers } from './put-wall/handlers'
import { settingsHandlers } from './settings/handlers'
import { stationHandlers } from './station/handlers'
import { statisticsHandlers } from './statistics/handlers'
import { trainingHandlers } from './training/handlers'
import { truckHandlers } from './trucks/handlers'
import { updateHandlers } from './updates/handlers'
import { warehouseHandlers } from './warehouse/handlers'

/** The handlers of all areas: one for each call of the contract. */
export function allHandlers(parts: Parts): Handlers {
  return {
    ...stationHandlers(parts),
    ...packingHandlers(parts),
    ...orderHandlers(parts),
    ...boxHandlers(parts),
    ...putWallHandlers(parts),
    ...archiveHandlers(parts),
    ...dockHandlers(parts),
    ...outboxHandlers(parts),
    ...itemHandlers(parts),
    ...bulkHandlers(parts),
    ...codeHandlers(parts),
    ...settingsHandlers(parts),
    ...accountHandlers(parts),
    ...trainingHandlers(parts),
    ...printHandlers(parts),
    ...photoHandlers(parts),
    ...instructionHandlers(parts),
    ...labelHandlers(parts),
    ...evidenceHandlers(parts),
    ...statisticsHandlers(parts),
    ...operatorHandlers(parts),
    ...truckHandlers(parts),
    ...updateHandlers(parts),
    ...warehouseHandlers(parts),
    ...diagnosticsHandlers(parts),
  }
}
