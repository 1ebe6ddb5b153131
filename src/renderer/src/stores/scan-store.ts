import { createStore, type StoreApi } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { BridgeError } from '../../../shared/contract/result'
import type { LineView } from '../../../shared/contract/views'
import { badgeOf } from '../../../shared/domain/command'
import { meaningInOrder, normalizeCode, type ScanMeaning } from '../../../shared/domain/scan'
import type { Scanned } from '../../../shared/domain/scanned'
import type { ShipmentMove } from '../../../shared/domain/shipment'
import type { OperatorStore } from './operator-store'
import { packableIds, type OrderStore } from './order-store'
import type { ScreenStore } from './screen-store'

/** What a scan means right now, wherever the focus is, and what the packer is told about it. */

/** No carrier's numbers are shorter; a shorter unknown code is something else. */
const MIN_TRACKING_LENGTH = 6

const MASKED = '••••'

/** Names of lines are shown as they are; `code` is always what was scanned. */
export type ScanFeedback =
  | { kind: 'line_chosen'; code: string; line: string; chosen: number; of: number }
  /** Not a scan: what the packer did since, so that a scan that is done with does not stay in sight. */
  | { kind: 'packed'; code: ''; count: number; orderId: number; left: number }
  | { kind: 'moved'; code: ''; move: ShipmentMove; orderId: number }
  | { kind: 'order_opened'; code: string; orderId: number }
  | { kind: 'tracking_taken'; code: string }
  | { kind: 'already_scanned'; code: string; line: string }
  | { kind: 'already_packed'; code: string; line: string }
  | { kind: 'same_order'; code: string; orderId: number }
  /** `belongsTo`: the order that needs the item, or had it last. */
  | { kind: 'foreign'; code: string; belongsTo: number; expected: readonly string[] }
  | { kind: 'lines_chosen'; code: string; orderId: number; chosen: number }
  | { kind: 'not_needed'; code: string; orderId: number }
  | { kind: 'order_canceled'; code: string; orderId: number }
  | { kind: 'form_open'; code: string }
  | { kind: 'alarm_open'; code: string }
  | { kind: 'tracking_there'; code: string }
  /** `code` is masked: a badge is a key. */
  | { kind: 'signed_in'; code: string; name: string }
  | { kind: 'badge_refused'; code: string }
  | { kind: 'locked'; code: string }
  | { kind: 'torn'; code: string }
  | { kind: 'unknown'; code: string }
  | { kind: 'failed'; code: string; error: BridgeError }

/** A dialog that is open: scans must not go past it. */
export type OpenForm = {
  /** `null` when the form has no tracking number, or it is locked. */
  takeTracking: ((code: string) => void) | null
  /** What is open is an alarm, which a scan does not answer. */
  alarm?: boolean
}

export type ScanState = {
  feedback: ScanFeedback | null
  /** Counts scans, so that the same words said again are announced again. */
  count: number
  forms: readonly OpenForm[]
  /** True while the pack panel's tracking number has the focus. */
  trackingFocused: boolean
  /** Scans are handled strictly one after the other. One with a problem is refused with what came. */
  scan(scanned: Scanned): Promise<void>
  /** Puts something else in the place of the last scan. */
  say(feedback: ScanFeedback): void
  /** Returns the function that takes the form away again. */
  openForm(form: OpenForm): () => void
  setTrackingFocused(focused: boolean): void
}
export type ScanStore = StoreApi<ScanState>

/** What a line is called for people: its title, else the number on it. */
export function nameOfLine(
  line: Pick<LineView, 'lineId' | 'title' | 'itemNumber' | 'externalId' | 'mpn'>,
): string {
  return line.title ?? line.itemNumber ?? line.externalId ?? line.mpn ?? `#${line.lineId}`
}

export function createScanStore(
  { requests, onEvent }: StationBridge,
  order: OrderStore,
  screen: ScreenStore,
  operator: OperatorStore,
): ScanStore {
  let last: Promise<void> = Promise.resolve()
  const store = createStore<ScanState>()((set, get) => ({
    feedback: null,
    count: 0,
    forms: [],
    trackingFocused: false,
    scan({ raw, codes, problem }) {
      const code = normalizeCode(codes[0] ?? raw)
      if (code === '') return last
      last = last.then(async () => {
        const feedback: ScanFeedback = problem === null ? await judge(code) : { kind: 'torn', code }
        set({ feedback, count: get().count + 1 })
      })
      return last
    },
    say: (feedback) => set({ feedback }),
    openForm(form) {
      set({ forms: [...get().forms, form] })
      return () => set({ forms: get().forms.filter((other) => other !== form) })
    },
    setTrackingFocused: (trackingFocused) => set({ trackingFocused }),
  }))
  onEvent((event) => {
    if (event.kind === 'station_replaced') store.setState({ feedback: null })
  })
  order.subscribe((now, before) => {
    // What was said of one order must not stand below another. A scan that opens an order speaks after this.
    if (now.orderId !== null && now.orderId !== before.orderId) store.setState({ feedback: null })
  })

  const judge = async (code: string): Promise<ScanFeedback> => {
    const badge = badgeOf(code)
    if (badge !== null) return judgeBadge(badge)
    if (operator.getState().locked) return { kind: 'locked', code }
    const form = store.getState().forms.at(-1)
    if (form !== undefined) return judgeInForm(code, form)
    const { order: open, chosen, orderId } = order.getState()
    const onBench = open !== null && (screen.getState().screen === 'order' || chosen.size > 0)
    if (!onBench) return judgeWithoutOrder(code)
    const meaning = meaningInOrder([code], open.lines, chosen)
    if (meaning.kind === 'already_packed' && packableIds(open).length === 0) return judgePacked(code, meaning)
    if (meaning.kind !== 'foreign') return applyToOrder(code, meaning)
    if (code === String(orderId)) {
      screen.getState().go('order')
      return { kind: 'same_order', code, orderId: open.orderId }
    }
    return judgeForeign(code)
  }

  const judgeBadge = async (badge: string): Promise<ScanFeedback> => {
    const answer = await operator.getState().signInByBadge(badge)
    if (answer.ok) return { kind: 'signed_in', code: MASKED, name: answer.operator.name }
    if (answer.error.code === 'badge_unknown') return { kind: 'badge_refused', code: MASKED }
    return { kind: 'failed', code: MASKED, error: answer.error }
  }

  const applyToOrder = (code: string, meaning: Exclude<ScanMeaning, { kind: 'foreign' }>): ScanFeedback => {
    const { order: open, choose } = order.getState()
    const found = open?.lines.find((one) => one.lineId === meaning.lineId)
    const line = found === undefined ? code : nameOfLine(found)
    screen.getState().go('order')
    if (open?.canceled) return { kind: 'order_canceled', code, orderId: open.orderId }
    if (meaning.kind !== 'line') return { kind: meaning.kind, code, line }
    choose(meaning.lineId)
    const { chosen, order: now } = order.getState()
    return { kind: 'line_chosen', code, line, chosen: chosen.size, of: packableIds(now).length }
  }

  /** The order is done and has a unit with this code; another order may need the next unit of the same product. */
  const judgePacked = async (
    code: string,
    meaning: Exclude<ScanMeaning, { kind: 'foreign' }>,
  ): Promise<ScanFeedback> => {
    const answer = await requests['scan:resolve']({ codes: [code] })
    if (!answer.ok) return { kind: 'failed', code, error: answer.error }
    const found = answer.value
    return found.kind === 'item' ? openOrder(code, found.orderId) : applyToOrder(code, meaning)
  }

  /** An order is on the bench and the code is none of its lines. */
  const judgeForeign = async (code: string): Promise<ScanFeedback> => {
    const { order: open, chosen } = order.getState()
    const packable = packableIds(open)
    const orderId = open?.orderId ?? 0
    const answer = await requests['scan:resolve']({ codes: [code] })
    if (!answer.ok) return { kind: 'failed', code, error: answer.error }
    const found = answer.value
    const loses = chosen.size > 0
    if (found.kind === 'order') {
      return loses
        ? { kind: 'lines_chosen', code, orderId, chosen: chosen.size }
        : openOrder(code, found.orderId)
    }
    if (found.kind === 'unknown') return judgeUnknown(code)
    // Nothing is left to pack here, so the packer has moved on to the next parcel.
    if (found.kind === 'item' && packable.length === 0) return openOrder(code, found.orderId)
    const missing =
      open?.lines.filter((line) => packable.includes(line.lineId) && !chosen.has(line.lineId)) ?? []
    return { kind: 'foreign', code, belongsTo: found.orderId, expected: missing.map(nameOfLine) }
  }

  /**
   * A code nobody knows is a tracking number when the packer says so (the field has the focus) or nothing else is left
   * to scan. A number that is there is never replaced unasked: the code may be a wrong parcel's.
   */
  const judgeUnknown = (code: string): ScanFeedback => {
    const { order: open, chosen, draft, setDraft } = order.getState()
    const focused = store.getState().trackingFocused
    const allChosen = chosen.size > 0 && chosen.size === packableIds(open).length
    const looksRight = code.length >= MIN_TRACKING_LENGTH
    if (!focused && !(allChosen && looksRight)) return { kind: 'unknown', code }
    if (!focused && draft.trackingNumber !== '' && draft.trackingNumber !== code) {
      return { kind: 'tracking_there', code }
    }
    setDraft({ trackingNumber: code })
    return { kind: 'tracking_taken', code }
  }

  const judgeInForm = async (code: string, form: OpenForm): Promise<ScanFeedback> => {
    if (form.alarm === true) return { kind: 'alarm_open', code }
    if (form.takeTracking === null) return { kind: 'form_open', code }
    const { order: open, chosen } = order.getState()
    if (open !== null && meaningInOrder([code], open.lines, chosen).kind !== 'foreign')
      return { kind: 'form_open', code }
    const answer = await requests['scan:resolve']({ codes: [code] })
    if (!answer.ok) return { kind: 'failed', code, error: answer.error }
    if (answer.value.kind !== 'unknown') return { kind: 'form_open', code }
    form.takeTracking(code)
    return { kind: 'tracking_taken', code }
  }

  const judgeWithoutOrder = async (code: string): Promise<ScanFeedback> => {
    const answer = await requests['scan:resolve']({ codes: [code] })
    if (!answer.ok) return { kind: 'failed', code, error: answer.error }
    if (answer.value.kind === 'unknown') return { kind: 'unknown', code }
    if (answer.value.kind === 'not_needed') return { kind: 'not_needed', code, orderId: answer.value.orderId }
    return openOrder(code, answer.value.orderId)
  }

  /** Opens the order; when the code is one of its lines, that line is chosen at once. */
  const openOrder = async (code: string, orderId: number): Promise<ScanFeedback> => {
    screen.getState().go('order')
    const opened = await order.getState().open(orderId)
    const { order: open, chosen, error } = order.getState()
    if (!opened || open === null)
      return {
        kind: 'failed',
        code,
        error: error ?? { code: 'internal', message: 'The order was closed while it was opened' },
      }
    const meaning = meaningInOrder([code], open.lines, chosen)
    if (code !== String(orderId) && meaning.kind !== 'foreign') return applyToOrder(code, meaning)
    return open.canceled ? { kind: 'order_canceled', code, orderId } : { kind: 'order_opened', code, orderId }
  }

  return store
}
