import type { Core } from '../core'
import { findAnyOrder } from '../tables/orders'
import { changeOrder, type OrderChange, type OrderChangeResult } from './changes'
import { faultSchema, type NewFault } from './fault-plan'
import type { Wire } from './wire'

/** What the process that runs a marketplace may do to it without the control API, which others could reach. */
export type Steering = {
  /** Returns the fault's id. */
  addFault(fault: NewFault): number
  clearFaults(): void
  /** `null` when there is no such order. Throws a `Refusal` with its reason where the API's rules forbid it. */
  changeOrder(id: number, change: OrderChange): OrderChangeResult | null
}

export function createSteering(core: Core, wire: Wire): Steering {
  return {
    addFault: (fault) => wire.plan.add(faultSchema.parse(fault)),
    clearFaults: () => wire.plan.clear(),
    changeOrder(id, change) {
      const order = findAnyOrder(core.db, id)
      return order === null ? null : changeOrder(core, order, change)
    },
  }
}
