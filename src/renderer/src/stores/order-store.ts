import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { OrderView } from '../../../shared/contract/views'
import {
  checkLabel,
  labelCodeOf,
  NOTHING_USUAL,
  recognizeTracking,
  type Carrier,
  type Usual,
} from '../../../shared/domain/carriers/carrier'
import { readLabel, undecided } from '../../../shared/domain/shipments/label'
import { chooseByHand, chooseByScan, keepChosen, tickedByHand } from '../../../shared/domain/orders/choice'
import { isPackable } from '../../../shared/domain/orders/selection'
import { isShipmentState } from '../../../shared/domain/shipments/shipment'
import { sameLabel } from '../../../shared/domain/shipments/used-label'
import { createHeld } from '../data/held'
import { oneAtATime } from '../data/one-at-a-time'
import type { OrderState, PackDraft } from './order-state'
import { lastChange, undoneBy } from './undo-changed'

/** The order on the bench: its truth from main, and the packer's choice of lines, which is all that lives here alone. */

export type OrderStore = StoreApi<OrderState>

const EMPTY = {
  orderId: null,
  order: null,
  error: null,
  busy: null,
  chosen: new Set<number>(),
  scanned: new Set<number>(),
  codes: new Map<number, string>(),
  knows: null,
  changed: null,
  followed: new Set<number>(),
  serials: new Map<number, string>(),
  lostLines: [],
  packedShipment: null,
  packProblem: null,
  usedLabel: null,
  wanted: null,
  moving: null,
  holding: null,
  canceledOnBench: false,
  canceledLines: new Set<number>(),
} as const

/** Whether a cancellation requested here is still open. */
export function cancelWaits({ pending }: Pick<OrderView, 'pending'>): boolean {
  return pending.some(({ kind }) => kind === 'cancel_order')
}

/** Whether that cancellation needs a person before it is sent. */
export function cancelIsHeld({ pending }: Pick<OrderView, 'pending'>): boolean {
  return pending.some(({ kind, state }) => kind === 'cancel_order' && state === 'held')
}

/** Nothing of the order may be packed any more. */
export function isStopped(order: OrderView): boolean {
  return order.canceled || cancelWaits(order)
}

/** Parcels that must not leave as they are. */
export function stoppedParcels({ shipments }: Pick<OrderView, 'shipments'>): OrderView['shipments'] {
  return shipments.filter(({ stop }) => stop !== null)
}

/** Those that stand here. Nobody knows where a parcel is whose state the marketplace's document does not name. */
export function stoppedHere(order: Pick<OrderView, 'shipments'>): OrderView['shipments'] {
  return stoppedParcels(order).filter(
    ({ stop, state }) => stop !== 'order_canceled' || isShipmentState(state),
  )
}

/** Whether something of the order waits for a person: then nothing says that all is well. */
export function needsPerson(order: OrderView): boolean {
  return (
    isStopped(order) ||
    order.shipments.some(({ stop, held }) => stop !== null || held > 0) ||
    order.pending.some(({ state }) => state === 'held')
  )
}

/** Whether the packer has begun the parcel: lines are chosen, or its label is kept. */
export function isBegun({ chosen, draft }: Pick<OrderState, 'chosen' | 'draft'>): boolean {
  return chosen.size > 0 || draft.trackingNumber !== ''
}

/** Ids of the lines that can be chosen. */
export function packableIds(order: OrderView | null): number[] {
  if (order === null || isStopped(order)) return []
  return order.lines.filter(isPackable).map((line) => line.lineId)
}

/** What the station knows of carriers' labels. */
export type LabelKnowledge = {
  carriers: () => readonly Carrier[]
  usual: () => Usual
}

const NO_KNOWLEDGE: LabelKnowledge = { carriers: () => [], usual: () => NOTHING_USUAL }

/**
 * @param defaults the station's proposed carrier and warehouse, read when an order is opened
 * @param reported resolves once main has every scan so far: only what main saw scanned counts as scanned
 */
export function createOrderStore(
  { requests, onEvent }: StationBridge,
  defaults: () => Pick<PackDraft, 'carrier' | 'warehouseId'>,
  { carriers, usual }: LabelKnowledge = NO_KNOWLEDGE,
  reported: () => Promise<unknown> = () => Promise.resolve(),
): OrderStore {
  const freshDraft = (): PackDraft => ({ ...defaults(), trackingNumber: '', trackingUrl: '' })

  const held = createHeld()
  /** The highest revision at which a change of the open order was announced. */
  let announced = 0

  const store = createStore<OrderState>()((set, get) => {
    /** Takes main's new truth in; chosen lines that can no longer be packed fall out and are named. */
    const accept = (answered: OrderView, revision: number) => {
      if (get().orderId !== answered.orderId || !held.takes(revision)) return
      const order = withSameLines(get().order, answered)
      const packable = new Set(packableIds(order))
      const undone = undo(get(), order, get().knows ?? lastChange(order.changes))
      const { chosen, scanned } = keepChosen(undone, (lineId) => packable.has(lineId))
      // The person who canceled knows where the lines went, and an alarm says where those of a canceled order go.
      const lost = (get().order?.lines ?? []).filter(
        ({ lineId }) => !isStopped(order) && undone.chosen.has(lineId) && !chosen.has(lineId),
      )
      const lostLines = lost.length === 0 ? get().lostLines : [...get().lostLines, ...lost]
      const canceledNow = order.canceled && get().chosen.size > 0
      const canceledOnBench = get().canceledOnBench || canceledNow
      const canceledLines = canceledNow ? get().chosen : get().canceledLines
      // Another station or the supervisor has answered an open question about the hold.
      const holding = order.hold?.heldAt === get().order?.hold?.heldAt ? get().holding : null
      const kept = { chosen, scanned, lostLines, holding, canceledOnBench, canceledLines }
      set({ order, ...undone, ...kept, knows: lastChange(order.changes), error: null })
    }
    /** What was scanned, and the label, count for the order as it was: what no longer fits is taken back, and named. */
    const undo = (
      work: Pick<OrderState, 'chosen' | 'scanned' | 'codes' | 'draft' | 'changed'>,
      order: OrderView,
      knows: number,
    ): Pick<OrderState, 'chosen' | 'scanned' | 'draft' | 'changed'> => {
      const { chosen, scanned, draft } = work
      const fresh = order.changes.filter(({ seq }) => seq > knows)
      // Nothing of a canceled order is packed, and an alarm of its own says so.
      const changed = fresh.length === 0 || isStopped(order) ? null : undoneBy(work, fresh)
      if (changed === null) return { chosen, scanned, draft, changed: isStopped(order) ? null : work.changed }
      const away = new Set(changed.lines.map(({ lineId }) => lineId))
      const noLabel = { ...freshDraft(), warehouseId: draft.warehouseId }
      return {
        ...keepChosen(work, (lineId) => !away.has(lineId)),
        draft: changed.label === null ? draft : noLabel,
        changed,
      }
    }
    const settle = (answer: Result<OrderView>): BridgeError | null => {
      if (!answer.ok) return answer.error
      accept(answer.value, answer.revision)
      return null
    }
    const whileBusy = async <T>(
      busy: NonNullable<OrderState['busy']>,
      work: () => Promise<T>,
    ): Promise<T> => {
      set({ busy })
      try {
        return await work()
      } finally {
        set({ busy: null })
        void follow()
      }
    }

    const shared = (number: string) => (get().isShared(number) ? { labelConfirmed: true } : {})
    /** Main saw no scan of these lines, as after a crash: they are shown as what they are to it. */
    const noteUnscanned = ({ code, fields }: BridgeError) => {
      if (code !== 'not_scanned') return
      const unseen = new Set((fields?.['lines'] ?? '').split(',').map(Number))
      set({ scanned: new Set([...get().scanned].filter((lineId) => !unseen.has(lineId))) })
    }
    /** The supervisor's word for units without one is over, as after somebody else signed in. */
    const noteUnproven = ({ code }: BridgeError) => {
      if (code !== 'serial_missing') return
      set({ serials: new Map([...get().serials].filter(([, scanned]) => scanned !== '')) })
    }
    const noteRefusal = (error: BridgeError | null, number: string) => {
      if (error?.code === 'label_used') get().refuseLabel(number, error.orderId ?? 0)
    }

    const change = async (
      busy: NonNullable<OrderState['busy']>,
      ask: (orderId: number) => Promise<Result<{ order: OrderView }>>,
    ): Promise<BridgeError | null> => {
      const { orderId } = get()
      if (orderId === null) return null
      return whileBusy(busy, async () => {
        const answer = await ask(orderId)
        if (!answer.ok) return answer.error
        accept(answer.value.order, answer.revision)
        return null
      })
    }

    return {
      ...EMPTY,
      draft: freshDraft(),
      setWanted: (wanted) => set({ wanted }),
      async open(orderId) {
        if (get().orderId !== orderId) set({ ...EMPTY, orderId, draft: freshDraft() })
        set({ packProblem: null })
        const answer = await whileBusy('open', () => requests['packing:open']({ orderId }))
        if (get().orderId !== orderId) return false
        const error = settle(answer)
        set({ error })
        return error === null
      },
      async resume({ orderId, draft, ...done }) {
        if (!(await get().open(orderId))) return false
        const { order } = get()
        if (order === null) return false
        const all = { chosen: new Set(done.chosen), scanned: new Set(done.scanned) }
        const codes = new Map(done.codes)
        const undone = undo({ ...all, codes, draft, changed: null }, order, done.knows)
        const packable = new Set(packableIds(order))
        const kept = keepChosen(undone, (lineId) => packable.has(lineId))
        // The parcel was packed meanwhile, and its label with it.
        if (undone.chosen.size > 0 && kept.chosen.size === 0) return true
        set({ ...undone, ...kept, codes, followed: new Set(done.followed), serials: new Map(done.serials) })
        return true
      },
      async reload() {
        const { orderId } = get()
        if (orderId === null) return
        const answer = await requests['packing:open']({ orderId })
        // While a pack is under way its lines look taken to us; its own answer brings the truth.
        if (answer.ok && get().busy !== 'pack') accept(answer.value, answer.revision)
      },
      async refresh() {
        const { orderId } = get()
        if (orderId === null) return null
        return whileBusy('refresh', async () => settle(await requests['packing:refresh']({ orderId })))
      },
      choose(lineId, code) {
        const { order, codes } = get()
        if (order?.bench !== null || !packableIds(order).includes(lineId)) return
        const done = { lostLines: [] }
        if (code === undefined) return set({ ...chooseByHand(get(), [lineId]), ...done })
        set({ ...chooseByScan(get(), lineId), codes: new Map(codes).set(lineId, code), ...done })
      },
      seeChanges(keepLabel = false) {
        const { draft, changed } = get()
        const label = keepLabel ? (changed?.label ?? {}) : {}
        set({ draft: { ...draft, ...label }, changed: null })
      },
      toggle(lineId) {
        if (!get().chosen.has(lineId)) return get().choose(lineId)
        set(keepChosen(get(), (other) => other !== lineId))
      },
      chooseAll() {
        if (get().order?.bench !== null) return
        const choice = chooseByHand(get(), packableIds(get().order))
        set({ ...choice, lostLines: [] })
      },
      prove: (lineId, code) => set({ serials: new Map(get().serials).set(lineId, code) }),
      follow: (lineIds) => set({ followed: new Set([...get().followed, ...lineIds]) }),
      async allowByHand(lineIds) {
        const { orderId } = get()
        if (orderId === null) return null
        const answer = await requests['packing:force-scan']({ orderId, lineIds: [...lineIds] })
        if (!answer.ok) return answer.error
        if (get().orderId === orderId) set({ packProblem: null })
        return null
      },
      chooseNone: () => set({ chosen: new Set(), scanned: new Set(), lostLines: [] }),
      labelCode: (codes) => labelCodeOf(codes, carriers()),
      readLabel: (code) => readLabel(code, get().draft, carriers(), usual()),
      checkLabel(code) {
        const found = recognizeTracking(code, carriers(), usual())
        const carrier = found.kind === 'carrier' ? found.carrier.name : ''
        return { check: checkLabel(code, carriers()), carrier }
      },
      undecided: (label) => undecided(label, carriers()),
      dropLabel: () => set({ draft: { ...freshDraft(), warehouseId: get().draft.warehouseId } }),
      setDraft: (part) => set({ draft: { ...get().draft, ...part } }),
      refuseLabel: (number, orderId) => set({ usedLabel: { number, orderId, shared: false } }),
      shareLabel() {
        const { usedLabel } = get()
        if (usedLabel !== null) set({ usedLabel: { ...usedLabel, shared: true } })
      },
      isShared(number) {
        const { usedLabel } = get()
        return usedLabel?.shared === true && sameLabel(usedLabel.number, number)
      },
      async pack() {
        const { orderId, chosen, knows, draft, busy } = get()
        if (orderId === null || busy === 'pack') return null
        const { carrier, trackingNumber, trackingUrl, warehouseId } = draft
        const missing = warehouseId === null || warehouseId < 1
        set({ packProblem: missing ? 'warehouse_missing' : null })
        if (missing) return 'warehouse_missing'
        return whileBusy('pack', async () => {
          const lineIds = [...chosen]
          const byHand = tickedByHand(get())
          const texts = { carrier, trackingNumber, trackingUrl }
          const followed = lineIds.filter((lineId) => get().followed.has(lineId))
          const serials = lineIds.flatMap((lineId) => {
            const code = get().serials.get(lineId) ?? ''
            return code === '' ? [] : [{ lineId, code }]
          })
          const proof = {
            ...{ lineIds, byHand },
            ...(knows === null || knows === 0 ? {} : { knows }),
            ...(followed.length === 0 ? {} : { followed }),
            ...(serials.length === 0 ? {} : { serials }),
          }
          const request = { orderId, ...proof, warehouseId, ...texts, ...shared(trackingNumber) }
          await reported()
          const answer = await requests['packing:pack'](request)
          if (!answer.ok) {
            noteRefusal(answer.error, trackingNumber)
            noteUnscanned(answer.error)
            noteUnproven(answer.error)
            set({ busy: null, packProblem: answer.error })
            void get().reload()
            return answer.error
          }
          const packed = { packedShipment: answer.value.shipmentId }
          const none = { chosen: new Set<number>(), scanned: new Set<number>() }
          set({ ...none, draft: freshDraft(), lostLines: [], usedLabel: null, ...packed })
          accept(answer.value.order, answer.revision)
          return null
        })
      },
      async move(request) {
        const number = request.trackingNumber ?? ''
        const error = await change('move', () => requests['packing:move']({ ...request, ...shared(number) }))
        noteRefusal(error, number)
        return error
      },
      setMoving: (moving) => set({ moving, usedLabel: null }),
      setHolding: (holding) => set({ holding }),
      cancelOrder: () => change('cancel', (orderId) => requests['orders:cancel']({ orderId })),
      deleteBuyer: () => change('delete_buyer', (orderId) => requests['orders:delete-buyer']({ orderId })),
      refund: (amountCents, lineIds, confirmedLarge, reason) =>
        change('refund', (orderId) =>
          requests['orders:refund']({
            orderId,
            amountCents,
            ...(lineIds.length === 0 ? {} : { lineIds: [...lineIds] }),
            confirmedLarge,
            ...(reason === null ? {} : { reason }),
          }),
        ),
      async hold(reason) {
        const { orderId } = get()
        if (orderId === null) return null
        return whileBusy('hold', async () => settle(await requests['orders:hold']({ orderId, reason })))
      },
      async teach(code, lineId) {
        const { orderId } = get()
        if (orderId === null) return null
        const request = { code, orderId, lineId }
        return whileBusy('teach', async () => settle(await requests['codes:teach'](request)))
      },
      takeOver: () => change('take', (orderId) => requests['packing:take']({ orderId })),
      readCopy: (orderId) => requests['packing:copy']({ orderId }),
      readTimeline: (orderId) => requests['packing:timeline']({ orderId }),
      acknowledgeBench: () => set({ canceledOnBench: false }),
      close: () => set({ ...EMPTY, draft: freshDraft() }),
    }
  })

  store.subscribe(({ chosen, serials }) => {
    const kept = [...serials].filter(([lineId]) => chosen.has(lineId))
    if (kept.length < serials.size) store.setState({ serials: new Map(kept) })
  })

  /**
   * What is under way answers with the order itself, as a pack does: only what it did not know is read afterwards. A
   * refresh waits for the network, and its answer does not count as newer than its question.
   */
  const follow = oneAtATime(async () => {
    const { busy, reload } = store.getState()
    const answersSoon = busy !== null && busy !== 'refresh'
    if (!answersSoon && !held.knows(announced)) await reload()
  })
  onEvent((event) => {
    const { orderId } = store.getState()
    if (event.kind === 'station_replaced') store.getState().close()
    if (event.kind !== 'orders_changed' || orderId === null) return
    if (event.orderIds !== null && !event.orderIds.includes(orderId)) return
    announced = Math.max(announced, event.revision)
    void follow()
  })
  return store
}

/** The order, with the lines that say the same as before being the same: hundreds of them are not rendered again. */
function withSameLines(before: OrderView | null, order: OrderView): OrderView {
  const known = new Map(before?.lines.map((line) => [line.lineId, line]))
  const lines = order.lines.map((line) => {
    const old = known.get(line.lineId)
    return old !== undefined && JSON.stringify(old) === JSON.stringify(line) ? old : line
  })
  return { ...order, lines }
}
