import { createStore } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { EvidenceEntry } from '../../../shared/contract/evidence'
import { commandOf, maskBadges, type Command } from '../../../shared/domain/scanning/command'
import { normalizeCode } from '../../../shared/domain/scanning/scan'
import type { ToneName } from '../../../shared/domain/scanning/scan-answer'
import type { Scanned } from '../../../shared/domain/scanning/scanned'
import { createCommands } from './commands'
import type { Evidence } from './evidence'
import type { OperatorStore } from './operator-store'
import type { OrderStore } from './order-store'
import { answerOf, dockKind, type ScanFeedback } from './scan-feedback'
import { createJudge, MASKED } from './scan-judge'
import type { OpenForm, ScanState, ScanStore } from './scan-state'
import type { ScreenStore } from './screen-store'
import { situationOf } from './situation'

/** Every scan and command, wherever the focus is: one after the other, each answered by sight and sound. */

/** Where answers go besides the screen. */
export type ScanOutlets = { play: (tone: ToneName) => void; record: Evidence['record'] }

export function createScanStore(
  { requests, onEvent }: StationBridge,
  stores: { order: OrderStore; screen: ScreenStore; operator: OperatorStore },
  { play, record }: ScanOutlets,
): ScanStore {
  let last: Promise<void> = Promise.resolve()
  let commanded = false
  const places = new WeakMap<OpenForm, number>()
  let lastPlace = 0
  const store = createStore<ScanState>()((set, get) => ({
    feedback: null,
    count: 0,
    forms: [],
    blocked: null,
    handlers: new Map(),
    trackingFocused: false,
    scan(scanned) {
      if (normalizeCode(scanned.codes[0] ?? scanned.raw) === '') return last
      last = last.then(() => takeScan(scanned)).catch(tellFault)
      return last
    },
    command(command, by) {
      if (commanded) return last
      commanded = true
      last = last
        .then(() => takeCommand(command, '', null, by))
        .catch(tellFault)
        .finally(() => (commanded = false))
      return last
    },
    say: (feedback) => tell(feedback, {}),
    openForm(form) {
      if (!places.has(form)) places.set(form, ++lastPlace)
      const placeOf = (one: OpenForm) => places.get(one) ?? 0
      set({ forms: [...get().forms, form].toSorted((one, other) => placeOf(one) - placeOf(other)) })
      return () => set({ forms: get().forms.filter((other) => other !== form) })
    },
    setTrackingFocused: (trackingFocused) => set({ trackingFocused }),
    onCommand(command, handler) {
      set({ handlers: new Map(get().handlers).set(command, handler) })
      return () => {
        const rest = new Map(get().handlers)
        if (rest.get(command) === handler) rest.delete(command)
        set({ handlers: rest })
      }
    },
    recordOverride: (verdict) => note({ kind: 'override', verdict }),
  }))
  const { order } = stores
  const bench = { requests, ...stores, scan: store.getState }
  const judge = createJudge(bench)
  const carryOut = createCommands(bench)

  const note = (entry: Pick<EvidenceEntry, 'kind' | 'verdict'> & Partial<EvidenceEntry>) => {
    // Nobody is there in whose name it could be kept.
    if (stores.operator.getState().locked) return
    const { orderId } = order.getState()
    record({ raw: null, command: null, lineId: null, orderId, ...entry })
  }

  const tell = (feedback: ScanFeedback, more: Partial<ScanState>, mayBlock = true) => {
    const { level, tone } = answerOf(feedback)
    // Heard first: painting takes longer.
    play(tone)
    const blocked = level === 'block' && mayBlock ? { feedback, refused: 0, lastRefused: '' } : null
    store.setState({ feedback, ...(blocked === null ? {} : { blocked }), ...more })
  }

  /** One scan that goes wrong in the program itself must not stop those after it. */
  const tellFault = (fault: unknown) => {
    console.error(fault)
    const error = { code: 'internal', message: String(fault) } as const
    tell({ kind: 'failed', code: '', error }, {})
  }

  /** The error keeps its words; that something was refused is heard, counted and kept. */
  const refuseWhileBlocked = (raw: string, code: string, command: Command | null, count: number) => {
    const { blocked } = store.getState()
    if (blocked === null) return
    play('alarm')
    store.setState({ count, blocked: { ...blocked, refused: blocked.refused + 1, lastRefused: code } })
    note({ kind: 'refusal', raw: raw === '' ? null : raw, verdict: 'blocked', command })
  }

  const takeScan = async (scanned: Scanned): Promise<void> => {
    const raw = maskBadges(scanned.raw.slice(0, MAX_RAW), MASKED)
    const { problem } = scanned
    const command = problem === null ? commandOf(normalizeCode(scanned.codes[0] ?? '')) : null
    const count = store.getState().count + 1
    if (command !== null) return takeCommand(command, normalizeCode(scanned.raw), raw, 'scan')
    const code = maskBadges(normalizeCode(scanned.codes[0] ?? scanned.raw), MASKED)
    if (situationOf(bench) === 'blocked') return refuseWhileBlocked(raw, code, null, count)
    const judged = await judge(scanned)
    const feedback = { ...judged, code: maskBadges(judged.code, MASKED) }
    // In one turn with its answer, so that both are rendered at once.
    if (feedback.kind === 'line_chosen') order.getState().choose(feedback.lineId, true)
    tell(feedback, { count })
    const lineId = 'lineId' in feedback ? feedback.lineId : null
    const { level } = answerOf(feedback)
    note({ kind: level === 'good' ? 'scan' : 'refusal', raw, lineId, ...verdictOf(feedback) })
  }

  const takeCommand = async (
    command: Command,
    code: string,
    raw: string | null,
    by: 'scan' | 'key' | 'touch',
  ): Promise<void> => {
    const count = store.getState().count + (by === 'scan' ? 1 : 0)
    const { blocked } = store.getState()
    if (situationOf(bench) === 'blocked' && command !== 'acknowledge') {
      return refuseWhileBlocked(raw ?? '', code === '' ? command : code, command, count)
    }
    const feedback = await carryOut(command, code)
    const cleared = blocked !== null && feedback.kind === 'acknowledged'
    tell(feedback, { count, ...(cleared ? { blocked: null } : {}) }, by !== 'touch')
    if (cleared) return note({ kind: 'acknowledged', raw, verdict: blocked.feedback.kind, command })
    const verdict = feedback.kind === 'refused' ? `refused: ${feedback.why}` : feedback.kind
    const undone = feedback.kind === 'line_taken_out' ? feedback.lineId : null
    note({ kind: undone === null ? 'command' : 'undo', raw, verdict, command, lineId: undone })
  }

  onEvent((event) => {
    if (event.kind === 'station_replaced') store.setState({ feedback: null, blocked: null })
  })
  stores.operator.subscribe((now, before) => {
    // What was scanned last lies below the lock too.
    if (now.locked && !before.locked) store.setState({ feedback: null })
  })
  order.subscribe((now, before) => {
    // What was said of one order must not stand below another. A scan that opens an order speaks after this.
    if (now.orderId !== null && now.orderId !== before.orderId) store.setState({ feedback: null })
  })
  return store
}

/** What the log says of an answer; at the dock the parcel tells the order, whichever is open behind it. */
function verdictOf(feedback: ScanFeedback): { verdict: string; orderId?: number | null } {
  if (feedback.kind !== 'dock') return { verdict: feedback.kind }
  const { answer } = feedback
  return { verdict: dockKind(answer), orderId: answer.parcel?.orderId ?? null }
}

/** What the evidence log takes; scanners send no more in one code. */
const MAX_RAW = 5_000
