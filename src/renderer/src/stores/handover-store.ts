import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { HandoverAnswer, HandoverView, ScannedParcel } from '../../../shared/contract/handover'
import type { BridgeError, Result } from '../../../shared/contract/result'
import { createHeld } from '../data/held'
import {
  carrierKey,
  PARCEL_PROBLEMS,
  type HandoverMode,
  type ParcelProblem,
} from '../../../shared/domain/shipments/handover'

/** The round at the dock. What was scanned lives in main; here is what is shown of it. */

export type HandoverState = {
  mode: HandoverMode
  /** The only carrier that the round takes; `null` takes all. */
  carrier: string | null
  /** `null` until main has answered for this mode. */
  view: HandoverView | null
  error: BridgeError | null
  busy: boolean
  /** What became of the last round that was marked, until the next scan. */
  done: { mode: HandoverMode; moved: number; refused: number } | null
  setMode(mode: HandoverMode): void
  setCarrier(carrier: string | null): void
  load(): Promise<void>
  /** One scan at the dock; what it may stand for, best first. */
  takeScan(codes: readonly string[]): Promise<Result<HandoverAnswer>>
  /** Takes out again what was scanned last for the carrier of the round. @returns whose it is; none when there is nothing */
  takeLastOut(): Promise<Result<readonly number[]>>
  /** Takes a parcel out of the round; `null` takes out all. */
  remove(shipmentId: string | null): Promise<void>
  /** Marks all that was scanned; `at` is ISO 8601 UTC. @returns why not, or why not all */
  commit(at: string | null): Promise<BridgeError | null>
}
export type HandoverStore = StoreApi<HandoverState>

/** Parcels of the round that a mark would move now: scanned, of its carrier, and without a problem. */
export function readyParcels({ view, carrier }: Pick<HandoverState, 'view' | 'carrier'>): number {
  const counts = view?.counts ?? []
  return counts
    .filter((count) => carrier === null || count.carrier === carrierKey(carrier))
    .reduce((sum, { ready }) => sum + ready, 0)
}

/**
 * The scanned parcel that a person takes out of the round first: canceled before on hold and so on, then the last
 * scanned. Of any carrier: what must not leave is pulled whatever the round takes.
 * @returns `null` if none has a problem
 */
export function parcelToPull({ view }: Pick<HandoverState, 'view'>): Stuck | null {
  const stuck = view?.scanned.filter((parcel): parcel is Stuck => parcel.problem !== null) ?? []
  const urgency = ({ problem }: Stuck) => PARCEL_PROBLEMS.indexOf(problem)
  return stuck.toSorted((one, other) => urgency(one) - urgency(other))[0] ?? null
}

/** Scanned parcels that cannot go, of every carrier, even those not shown. */
export function countStuck(view: HandoverView | null): number {
  return (view?.counts ?? []).reduce((sum, { scanned, ready }) => sum + scanned - ready, 0)
}

type Stuck = ScannedParcel & { problem: ParcelProblem }

export type CarrierCount = {
  scanned: number
  total: number
  /** Of one carrier; `''` is none, `null` all others together, which are `others`. */
  carrier: string | null
  others: number
}

/** The round's parcels for each carrier, by name, so that no figure moves; those beyond `most` are added up. */
export function countsByCarrier(
  { view, carrier }: Pick<HandoverState, 'view' | 'carrier'>,
  most: number,
): CarrierCount[] {
  const all = (view?.groups ?? [])
    .filter((group) => carrier === null || carrierKey(group.carrier) === carrierKey(carrier))
    .map(({ carrier: name, scanned, total }) => ({ carrier: name, scanned, total, others: 0 }))
    .toSorted((one, other) => one.carrier.localeCompare(other.carrier))
  if (all.length <= most) return all
  const rest = all.slice(most - 1)
  const sum = (figure: 'scanned' | 'total') => rest.reduce((before, count) => before + count[figure], 0)
  return [
    ...all.slice(0, most - 1),
    { carrier: null, scanned: sum('scanned'), total: sum('total'), others: rest.length },
  ]
}

export function createHandoverStore({ requests, onEvent }: StationBridge): HandoverStore {
  const held = createHeld()

  const store = createStore<HandoverState>()((set, get) => {
    /** Answers for a mode that is no longer shown are dropped. */
    const accept = (view: HandoverView, revision: number) => {
      if (view.mode === get().mode && held.takes(revision)) set({ view, error: null })
    }
    return {
      mode: 'ship',
      carrier: null,
      view: null,
      error: null,
      busy: false,
      done: null,
      setMode(mode) {
        set({ mode, carrier: null, view: null, done: null, error: null })
        void get().load()
      },
      setCarrier: (carrier) => set({ carrier, done: null }),
      async load() {
        const answer = await requests['dock:read']({ mode: get().mode })
        if (!answer.ok) return set({ error: answer.error })
        accept(answer.value, answer.revision)
      },
      async takeScan(codes) {
        const { mode, carrier } = get()
        set({ done: null })
        const answer = await requests['dock:scan']({ mode, carrier, codes: codes.slice(0, MAX_CODES) })
        // The packer is answered first.
        void get().load()
        return answer
      },
      async takeLastOut() {
        const { mode, carrier } = get()
        const answer = await requests['dock:remove']({ mode, lastOf: carrier })
        if (!answer.ok) return answer
        const { view, removed } = answer.value
        accept(view, answer.revision)
        return { ...answer, value: [...new Set(removed.map(({ orderId }) => orderId))] }
      },
      async remove(shipmentId) {
        const answer = await requests['dock:remove']({ mode: get().mode, shipmentId })
        if (!answer.ok) return set({ error: answer.error })
        accept(answer.value.view, answer.revision)
      },
      async commit(at) {
        const { mode, carrier, busy } = get()
        if (busy) return null
        set({ busy: true })
        const answer = await requests['dock:commit']({ mode, carrier, at })
        set({ busy: false })
        if (!answer.ok) return answer.error
        const { moved, refused, stopped, view } = answer.value
        set({ done: { mode, moved, refused } })
        accept(view, answer.revision)
        return stopped
      },
    }
  })
  onEvent((event) => {
    const { view, load } = store.getState()
    if (view === null) return
    if (event.kind === 'station_replaced') store.setState({ carrier: null, view: null, done: null })
    const changed = event.kind === 'orders_changed' || event.kind === 'station_replaced'
    if (changed && !held.knows(event.revision)) void load()
  })
  return store
}

/** No scan stands for more. */
const MAX_CODES = 20
