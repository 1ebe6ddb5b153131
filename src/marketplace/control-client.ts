import type { OrderChange, OrderChangeResult } from './control/changes'
import type { ArmedFault, NewFault } from './control/fault-plan'
import type { JournalEntry } from './control/journal'
import type { ItemChange } from './control/routes'
import type { NewOrder } from './control/new-order'
import type { JobReport } from './jobs'
import type { itemResource, orderResources } from './resources'
import type { MarketplaceSettings } from './settings'

export type ControlOrder = ReturnType<typeof orderResources>[number]
export type ControlItem = ReturnType<typeof itemResource>
export type { ArmedFault, JobReport, JournalEntry, NewFault, NewOrder, OrderChange, OrderChangeResult }

/** Everything that a test may do to a marketplace from outside. Each call throws with the server's message. */
export type Control = ReturnType<typeof createControl>

/** A client of the control API at `controlUrl`, which `startMarketplace` returned. */
export function createControl(controlUrl: string) {
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${controlUrl}${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${method} ${path}: ${(answer as { error?: string }).error ?? ''}`)
    return answer as Answer
  }
  return {
    placeOrder: (order: NewOrder = {}) => call<ControlOrder>('POST', '/orders', order),
    readOrder: (id: number) => call<ControlOrder>('GET', `/orders/${id}`),
    changeOrder: (id: number, change: OrderChange) =>
      call<OrderChangeResult>('POST', `/orders/${id}/change`, change),
    changeItem: (itemNumber: string, change: ItemChange) =>
      call<ControlItem>('POST', `/items/${encodeURIComponent(itemNumber)}`, change),
    /** Does the background work that is due; all that waits with `force`. */
    runJobs: (force = false) => call<JobReport>('POST', '/jobs', { force }),
    readSettings: () => call<MarketplaceSettings>('GET', '/settings'),
    changeSettings: (settings: Partial<MarketplaceSettings>) =>
      call<MarketplaceSettings>('PATCH', '/settings', settings),
    accounts: () => call<{ name: string; accessToken: string | null }[]>('GET', '/accounts'),
    /** Replaces the token of an account; `null` revokes it. */
    setAccessToken: (name: string, accessToken: string | null) =>
      call<{ name: string; accessToken: string | null }>('PUT', `/accounts/${encodeURIComponent(name)}`, {
        accessToken,
      }),
    addFault: async (fault: NewFault) => (await call<{ id: number }>('POST', '/faults', fault)).id,
    faults: () => call<ArmedFault[]>('GET', '/faults'),
    clearFaults: () => call<object>('DELETE', '/faults'),
    /** The requests that a fault hit, oldest first. */
    faultLog: () => call<JournalEntry[]>('GET', '/faults/log'),
    /** Every request to the Partner API, oldest first. */
    requestLog: () => call<JournalEntry[]>('GET', '/requests'),
    clearRequestLog: () => call<object>('DELETE', '/requests'),
  }
}
