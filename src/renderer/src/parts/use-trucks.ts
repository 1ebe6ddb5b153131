import type { TrucksView } from '../../../shared/contract/trucks'
import { hasTruck } from '../../../shared/domain/carriers/truck'
import { carrierKey } from '../../../shared/domain/shipments/handover'
import { useCarriers } from './use-carriers'
import { useRead } from './use-read'

const READ_AGAIN_MS = 20_000

/** Whether anybody has said when trucks leave; without that, nothing is asked or shown of them. */
export function useHasTrucks(): boolean {
  return useCarriers().some(({ inUse, trucks }) => inUse && hasTruck(trucks))
}

/** The next trucks and what they would find at the dock; `null` until they are read, and without any. */
export function useTrucks(): TrucksView | null {
  const request = useHasTrucks() ? {} : null
  return useRead('trucks:next', request, { everyMs: READ_AGAIN_MS, staleOn: ['orders_changed'] }).value
}

/** When the next truck of a carrier leaves; `null` if that is not known. @param carrier its name, in any case */
export function truckOf(
  view: TrucksView | null,
  carrier: string,
): { leavesMs: number; nowMs: number } | null {
  const next = view?.trucks.find((truck) => carrierKey(truck.carrier) === carrierKey(carrier))
  return view === null || next === undefined
    ? null
    : { leavesMs: Date.parse(next.leavesAt), nowMs: Date.parse(view.at) }
}
