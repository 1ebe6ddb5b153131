import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'
import { StationError } from '../../base/station-error'

/** What the training marketplace can be made to simulate. */
export type TrainingMarketplace = {
  addFault(fault: { kind: 'drop'; route: string }): unknown
  clearFaults(): void
  /** `null` when there is no such order. */
  changeOrder(orderId: number, change: { action: 'cancelOrder' }): unknown
}

export type Drills = {
  /** @throws StationError `order_not_found` */
  run(request: ParsedRequestOf<'training:drill'>): void
  stop(): void
}

/** Anybody who walks away from a drill comes back to a working station. */
const LONGEST_OUTAGE_MS = 120_000

/**
 * Rehearsals of what can go wrong, on the real marketplace of the training mode: the station itself does not know about
 * them.
 */
export function createDrills(marketplace: TrainingMarketplace, clock: Clock): Drills {
  const end = new Timer(clock)
  const bringBack = (): void => {
    end.cancel()
    marketplace.clearFaults()
  }
  const takeAway = (): void => {
    bringBack()
    marketplace.addFault({ kind: 'drop', route: '/*' })
    end.set(LONGEST_OUTAGE_MS, bringBack)
  }
  return {
    run(request) {
      if (request.drill === 'network_gone') return request.on ? takeAway() : bringBack()
      const canceled = marketplace.changeOrder(request.orderId, { action: 'cancelOrder' })
      if (canceled === null) throw new StationError('order_not_found', `no order ${request.orderId}`)
    },
    stop: bringBack,
  }
}

/** @throws StationError `training_only`, `order_not_found` */
export function runDrill(drills: Drills | null, request: ParsedRequestOf<'training:drill'>): void {
  if (drills === null) throw new StationError('training_only', 'drills need the training marketplace')
  drills.run(request)
}
