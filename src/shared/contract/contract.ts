import { accountCalls } from './accounts'
import type { AnyCall } from './call'
import { archiveCalls } from './archive'
import { boxCalls } from './boxes'
import { bulkCalls } from './bulk'
import { codeCalls } from './codes'
import { diagnosticsCalls } from './diagnostics'
import { dockCalls } from './dock'
import { evidenceCalls } from './evidence'
import { instructionCalls } from './instructions'
import { itemCalls } from './items'
import { neighborCalls } from './neighbors'
import { lendCalls, operatorCalls } from './operators'
import { labelCalls } from './labels'
import { orderCalls } from './orders'
import { outboxCalls } from './outbox'
import { packingCalls } from './packing'
import { payoutCalls } from './payouts'
import { photoCalls } from './photos'
import { printCalls } from './print'
import { settingsCalls } from './settings'
import { putWallCalls } from './put-wall'
import { setupCalls } from './setup'
import { stationCalls } from './station'
import { statisticsCalls } from './statistics'
import { trainingCalls } from './training'
import { truckCalls } from './trucks'
import { updateCalls } from './updates'
import { warehouseCalls } from './warehouse'

/** Every call of the bridge, defined once in its area's file. `src/main/areas/handlers.ts` says who answers each. */

const AREAS = {
  ...stationCalls,
  ...packingCalls,
  ...orderCalls,
  ...boxCalls,
  ...putWallCalls,
  ...archiveCalls,
  ...dockCalls,
  ...outboxCalls,
  ...itemCalls,
  ...bulkCalls,
  ...codeCalls,
  ...settingsCalls,
  ...accountCalls,
  ...neighborCalls,
  ...setupCalls,
  ...trainingCalls,
  ...printCalls,
  ...photoCalls,
  ...instructionCalls,
  ...labelCalls,
  ...evidenceCalls,
  ...statisticsCalls,
  ...payoutCalls,
  ...operatorCalls,
  ...truckCalls,
  ...updateCalls,
  ...warehouseCalls,
  ...diagnosticsCalls,
}

const names = Object.keys(AREAS) as (keyof typeof AREAS)[]

export const CONTRACT = {
  ...AREAS,
  ...lendCalls([...names, 'operators:lend']),
} satisfies Record<string, AnyCall>
export type Contract = typeof CONTRACT
