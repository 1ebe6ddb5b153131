import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { BridgeError } from '../../../shared/contract/result'
import type { BarcodeView } from '../../../shared/contract/training'
import { COMMANDS } from '../../../shared/domain/scanning/command'
import {
  nextStep,
  offerOf,
  TOUR_STEPS,
  type Offer,
  type TourPlan,
  type TourStep,
  type TourView,
} from '../../../shared/domain/station/tour'
import { keyOfKept, type Reads } from '../data/reads'
import { PRINTED_LAST, type PrintRun } from '../stores/printing'
import type { WindowMemory } from '../ui/window-memory'
import { readTour, writeTour, type TourPhase } from './tour-memory'
import { planTour } from './tour-plan'
import { viewOf, type WatchedStores } from './tour-view'

/** The training tour of this window: it watches the other stores and advances by itself. */

export type TourState = {
  phase: TourPhase
  step: TourStep
  offer: Offer | null
  /** Why the last drill could not be started. */
  problem: BridgeError | null
  /** Starts at the first step. */
  start(): void
  stop(): void
  skip(): void
  /** Carries out the offered step the way the scanner or the packer would. */
  take(offer: Offer): Promise<void>
  /** The code as a barcode; `null` if it has none. */
  draw(code: string): Promise<BarcodeView | null>
}
export type TourStore = StoreApi<TourState>

const NO_PLAN: TourPlan = { ownOrder: null, freshOrder: null, foreignCode: null }
const FIRST = TOUR_STEPS[0]
/** From this step on, the exercises use the first order's parcel. */
const OWN_UNTIL = TOUR_STEPS.indexOf('outbox')

export function createTourStore(
  { requests, onEvent }: StationBridge,
  stores: WatchedStores,
  reads: Reads,
  memory: WindowMemory,
): TourStore {
  const kept = readTour(memory)
  let plan: TourPlan = { ...NO_PLAN, ownOrder: kept.ownOrder }
  /** The station's state when the step began; `null` until it was recorded. */
  let since: TourView | null = null
  let slips = 0
  let planned = ''

  const store = createStore<TourState>()((set, get) => {
    const begin = (phase: TourPhase, step: TourStep) => {
      since = null
      set({ phase, step, offer: null, problem: null })
      keep()
      look()
    }
    return {
      phase: kept.phase,
      step: kept.step,
      offer: null,
      problem: null,
      start() {
        leaveNetworkDrill()
        plan = NO_PLAN
        planned = ''
        begin('running', FIRST)
      },
      stop() {
        leaveNetworkDrill()
        begin('stopped', FIRST)
      },
      skip() {
        if (get().phase !== 'running') return
        if (get().step === 'network_back') leaveNetworkDrill()
        const next = TOUR_STEPS[TOUR_STEPS.indexOf(get().step) + 1]
        if (next === undefined) begin('done', FIRST)
        else begin('running', next)
      },
      async take(offer) {
        const problem = await carryOut(offer)
        set({ problem })
        look()
      },
      async draw(code) {
        const answer = await requests['training:barcode']({ code })
        return answer.ok ? answer.value : null
      },
    }
  })

  const keep = () => {
    const { phase, step } = store.getState()
    writeTour(memory, { phase, step, ownOrder: plan.ownOrder })
  }

  const carryOut = async (offer: Offer): Promise<BridgeError | null> => {
    switch (offer.kind) {
      case 'scan':
        await scan(offer.code)
        return null
      case 'command':
        await scan(COMMANDS[offer.command].code)
        return null
      case 'go':
        stores.screen.getState().go(offer.screen)
        return null
      case 'network':
        return drill({ drill: 'network_gone', on: !offer.on })
      case 'cancel_order':
        return drill({ drill: 'order_canceled', orderId: offer.orderId })
    }
  }
  const scan = (code: string) => stores.scan.getState().scan({ raw: code, codes: [code], problem: null })
  const drill = async (request: Parameters<(typeof requests)['training:drill']>[0]) => {
    const answer = await requests['training:drill'](request)
    return answer.ok ? null : answer.error
  }

  /** Ends the network outage at once for a person who leaves the drill. */
  const leaveNetworkDrill = () => {
    const { phase, step } = store.getState()
    const during = step === 'pack_offline' || step === 'network_back'
    if (phase === 'running' && during) void drill({ drill: 'network_gone', on: false })
  }

  /** There is no tour with real orders. */
  const isOn = () =>
    store.getState().phase === 'running' &&
    stores.station.getState().bootstrap?.connection.mode === 'training'

  const look = () => {
    if (!isOn()) return
    const { step } = store.getState()
    const now = viewOf(stores, slips)
    since ??= now
    const next = nextStep(step, now, since)
    if (TOUR_STEPS.indexOf(next ?? FIRST) <= OWN_UNTIL && now.order !== null)
      plan = { ...plan, ownOrder: now.order.orderId }
    if (next !== step) {
      since = now
      store.setState({ phase: next === null ? 'done' : 'running', step: next ?? FIRST, problem: null })
      keep()
    }
    if (next !== null) {
      offer(next, now)
      void refreshPlan(next, now)
    }
  }

  const offer = (step: TourStep, now: TourView) => {
    const offered = offerOf(step, now, plan)
    // An unchanged offer stays the same object, so that a scan rerenders nothing.
    if (JSON.stringify(offered) !== JSON.stringify(store.getState().offer)) store.setState({ offer: offered })
  }

  /** Looks for suggestions once per step and order on the bench. */
  const refreshPlan = async (step: TourStep, now: TourView): Promise<void> => {
    const imported = stores.station.getState().bootstrap?.status.dataAsOf !== null
    const wanted = `${step} ${now.order?.orderId ?? ''} ${imported ? '' : 'importing'}`
    if (wanted === planned) return
    planned = wanted
    const found = await planTour(requests, now.order?.orderId ?? null)
    if (wanted !== planned) return
    plan = { ...plan, ...found }
    if (isOn()) offer(store.getState().step, viewOf(stores, slips))
  }

  reads.subscribe(keyOfKept(PRINTED_LAST), () => {
    const last = reads.kept<PrintRun | null>(PRINTED_LAST, null)
    if (last?.document.kind !== 'packing_slip') return
    if (last.state === 'printed' || last.state === 'handed') slips += 1
    look()
  })
  for (const one of Object.values(stores)) one.subscribe(look)
  onEvent((event) => {
    if (event.kind === 'station_replaced') [since, planned] = [null, '']
  })
  return store
}
