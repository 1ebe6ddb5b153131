import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { DeliveryProposal } from '../../../shared/contract/carriers'

/** What main knows of carriers beyond the list in the preferences: calendars. */

export type CarriersState = {
  /** ISO 3166-1 alpha-2 of the countries whose public holidays are known; empty until first read. */
  countries: readonly string[]
  loadCountries(): Promise<void>
  /** When a parcel of that carrier may be promised; `null` when main cannot say. @param shippedAt ISO 8601 UTC */
  propose(carrier: string, shippedAt: string): Promise<DeliveryProposal | null>
}
export type CarriersStore = StoreApi<CarriersState>

export function createCarriersStore({ requests }: StationBridge): CarriersStore {
  return createStore<CarriersState>()((set, get) => ({
    countries: [],
    async loadCountries() {
      if (get().countries.length > 0) return
      const answer = await requests['packing:countries']({})
      if (answer.ok) set({ countries: answer.value })
    },
    async propose(carrier, shippedAt) {
      const answer = await requests['packing:propose-carrier']({ carrier, shippedAt })
      return answer.ok ? answer.value : null
    },
  }))
}
