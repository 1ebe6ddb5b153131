import { createStore } from 'zustand/vanilla'
import type { StationBridge } from '../../../shared/contract/bridge'
import type { EvidenceEntry } from '../../../shared/contract/evidence'
import { maskBadges } from '../../../shared/domain/scanning/badge'
import { commandOf, type Command } from '../../../shared/domain/scanning/command'
import { normalizeCode } from '../../../shared/domain/scanning/compare-codes'
import type { ToneName } from '../../../shared/domain/scanning/scan-answer'
import type { Scanned } from '../../../shared/domain/scanning/scanned'
import type { Evidence } from '../stores/evidence'
import { codesToSend, decideScan } from './decide'
import { decideCommand } from './decide-command'
import type { Act, Answers, Decision } from './decision'
import { gatherFacts, type Bench, type Facts } from './facts'
import { chooseScanned, createPerform, type ScanParts } from './perform'
import { answerOf, MASKED, nameOfLine, type ScanFeedback } from './scan-feedback'
import { createTickLines } from './tick-lines'
import type { OpenForm, ScanState, ScanStore } from './scan-state'

/**
 * Handles every scan and command, wherever the focus is: one after the other, each decided, performed, answered on
 * screen and by a tone, and recorded.
 */

/** Where answers go apart from the screen, and what they depend on apart from the stores. */
export type ScanOutlets = {
  play: (tone: ToneName) => void
  record: Evidence['record']
  /** Whether every item must be scanned. */
  everyItemScanned: () => boolean
  /** The station's setting; off by default. */
  labelConfirms?: () => boolean
  /** The scanner's setting: so soon after its beginning, the same code again is the same item. */
  sameItemMs?: () => number
  /** Calls back once, unless canceled by the function returned. Tests provide their own. */
  after?: (delayMs: number, callback: () => void) => () => void
  /** The window's clock, in ms. */
  nowMs?: () => number
} & Omit<ScanParts, 'after' | 'askByHand' | 'askUnits' | 'reportScan' | 'reportSwap'>

/** An error that blocks was read; the second one is about an unknown code. */
const ANSWERS_BLOCK: ReadonlySet<ScanFeedback['kind']> = new Set(['acknowledged', 'teach_asked'])

/** Asked by an open form. */
const OF_FORM: ReadonlySet<ScanFeedback['kind']> = new Set([
  'move_asked',
  'hold_asked',
  'release_asked',
  'unpack_asked',
])

/** Answers to ACK at an alarm. */
const OF_ALARM: ReadonlySet<ScanFeedback['kind']> = new Set(['alarm_aside', 'alarm_seen'])

/** How long an accepted answer stays: long enough to be read, gone before the next item is in hand. */
export const ANSWER_STAYS_MS = 2_000

function afterDelay(delayMs: number, callback: () => void): () => void {
  const timer = setTimeout(callback, delayMs)
  return () => clearTimeout(timer)
}

/**
 * Whether one pull of the trigger was read twice. From beginning to beginning, so that a slow cable changes nothing: in
 * this time nobody presents a second item.
 */
function isSameItem(before: Scanned | null, scanned: Scanned, sameItemMs: number): boolean {
  if (before?.typed === undefined || scanned.typed === undefined) return false
  return before.raw === scanned.raw && scanned.typed.fromMs - before.typed.fromMs < sameItemMs
}

function countedOnce({ code, lineId, line }: Extract<ScanFeedback, { kind: 'line_chosen' }>): ScanFeedback {
  return { kind: 'counted_once', code, lineId, line }
}

export function createScanStore(
  { requests, onEvent }: StationBridge,
  stores: Omit<Bench, 'scan' | 'labelConfirms'>,
  {
    play,
    record,
    everyItemScanned,
    labelConfirms = () => false,
    sameItemMs = () => 0,
    after = afterDelay,
    nowMs = () => performance.now(),
    ...parts
  }: ScanOutlets,
): ScanStore {
  let last: Promise<void> = Promise.resolve()
  /** What answers the question of the one under way: a supervisor's badge, or a CANCEL. */
  let answers: Promise<void> = Promise.resolve()
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const isAnswer = store.getState().forms.at(-1)?.takeBadge !== undefined
    if (isAnswer) return (answers = answers.then(work).catch(tellFault))
    return (last = last.then(work).catch(tellFault))
  }
  let commanded = false
  /** The scan that chose a unit, if nothing else was scanned since. */
  let chose: Scanned | null = null
  const places = new WeakMap<OpenForm, number>()
  let lastPlace = 0
  const store = createStore<ScanState>()((set, get) => ({
    feedback: null,
    lastKind: null,
    count: 0,
    forms: [],
    blocked: null,
    trackingFocused: false,
    batch: null,
    scan(scanned) {
      if (normalizeCode(scanned.codes[0] ?? scanned.raw) === '') return last
      return inTurn(() => takeScan(scanned))
    },
    command(command, by) {
      if (commanded) return last
      commanded = true
      return inTurn(() => takeCommand(command, '', null, by)).finally(() => (commanded = false))
    },
    toggle: (lineId) =>
      gatherFacts(bench, []).teaching === null ? ticks.toggle(lineId) : teachTapped(lineId),
    chooseAll: () => ticks.chooseAll(),
    asksForHand: () => everyItemScanned() && stores.operator.getState().signIn?.mayManage === false,
    say: (feedback) => tell(feedback, {}),
    sayNext: (feedback) => void inTurn(async () => tell(feedback, {})),
    openForm(form) {
      if (!places.has(form)) places.set(form, ++lastPlace)
      const placeOf = (one: OpenForm) => places.get(one) ?? 0
      set({ forms: [...get().forms, form].toSorted((one, other) => placeOf(one) - placeOf(other)) })
      return () => {
        const { feedback } = get()
        const forms = get().forms.filter((other) => other !== form)
        // Answered or left by hand: a question that stayed would be answered by a CONFIRM, which packs by then.
        const isAnswered = forms.length === 0 && feedback !== null && OF_FORM.has(feedback.kind)
        set({ forms, ...(isAnswered ? { feedback: null } : {}) })
      }
    },
    setTrackingFocused: (trackingFocused) => set({ trackingFocused }),
    recordOverride: (verdict) => note({ kind: 'override', verdict }),
  }))
  const { order } = stores
  const bench = { ...stores, scan: store, labelConfirms }
  const ticks = createTickLines(stores, {
    everyItemScanned,
    say: (feedback) => tell(feedback, {}),
    said: () => store.getState().feedback?.kind ?? null,
  })
  // Not awaited: the supervisor's badge is the next scan.
  const askByHand = (lineIds: readonly number[]) => void ticks.ask(lineIds)
  const askUnits = (lineIds: readonly number[]) =>
    void ticks.ask(lineIds).then((isAllowed) => {
      if (isAllowed) for (const lineId of lineIds) order.getState().prove(lineId, '')
    })
  const reportSwap = (from: number, to: number, code: string) => {
    note({ kind: 'undo', raw: null, verdict: 'line_taken_out', lineId: from })
    note({ kind: 'scan', raw: code, verdict: 'line_chosen', lineId: to, codes: [code] })
  }
  /** The text of the scan under way; `null` once it was reported before its end. */
  let underWay: string | null = null
  const noteUnit = (raw: string, lineId: number, codes: readonly string[]) =>
    note({ kind: 'scan', raw, verdict: 'line_chosen', lineId, codes: codesToSend(codes) })
  const reportScan = (lineId: number, codes: readonly string[]) => {
    noteUnit(underWay ?? '', lineId, codes)
    underWay = null
  }
  const perform = createPerform(
    bench,
    { ...parts, after, askByHand, askUnits, reportScan, reportSwap },
    nowMs,
  )

  /** Asks main if the decision needs its answer; the second decision uses facts gathered afterwards. */
  const decide = async (
    codes: readonly string[],
    decideOn: (facts: Facts, answers: Answers) => Decision,
  ): Promise<Act | { act: 'refuse_blocked' }> => {
    const decideNow = (answers: Answers) => decideOn(gatherFacts(bench, codes), answers)
    const decision = decideNow({})
    if (decision.act !== 'ask_codes' && decision.act !== 'ask_next') return decision
    const again =
      decision.act === 'ask_codes'
        ? decideNow({ resolved: await requests['packing:scan']({ codes: decision.codes }) })
        : decideNow({ next: await requests['packing:next']({ after: order.getState().orderId }) })
    if (again.act === 'ask_codes' || again.act === 'ask_next') throw new Error('asked twice')
    return again
  }

  const note = (entry: Pick<EvidenceEntry, 'kind' | 'verdict'> & Partial<EvidenceEntry>) => {
    // Nobody is signed in under whose name it could be recorded.
    if (stores.operator.getState().locked) return
    const { orderId } = order.getState()
    record({ raw: null, command: null, lineId: null, orderId, ...entry })
  }

  let stopFading = (): void => undefined
  const tell = (feedback: ScanFeedback, more: Partial<ScanState>, mayBlock = true) => {
    const { level, tone } = answerOf(feedback)
    // Sound first: painting takes longer.
    play(tone)
    const { orderId = order.getState().orderId } = verdictOf(feedback)
    const blocked = level === 'block' && mayBlock ? { feedback, orderId, refused: 0, lastRefused: '' } : null
    stopFading()
    store.setState({
      feedback,
      lastKind: feedback.kind,
      ...(blocked === null ? {} : { blocked }),
      ...more,
    })
    // What was not done or is asked stays until the next scan or another page: the packer may be looking at the box.
    // An alarm that was put off was read; what the page says of it comes back.
    if (level === 'good' || level === 'note' || OF_ALARM.has(feedback.kind))
      stopFading = after(ANSWER_STAYS_MS, () => store.setState({ feedback: null }))
  }

  /** A scan that fails because of a defect must not stop those after it. */
  const tellFault = (fault: unknown) => {
    console.error(fault)
    const error = { code: 'internal', message: String(fault) } as const
    tell({ kind: 'failed', code: '', error }, {})
  }

  /** The error stays on screen; each refusal is answered by a tone, counted and recorded. */
  const refuseWhileBlocked = (raw: string, code: string, command: Command | null, count: number) => {
    const { blocked } = store.getState()
    if (blocked === null) return
    play('alarm')
    store.setState({ count, blocked: { ...blocked, refused: blocked.refused + 1, lastRefused: code } })
    const { orderId } = blocked
    note({ kind: 'refusal', raw: raw === '' ? null : raw, verdict: 'blocked', command, orderId })
  }

  const takeScan = async (scanned: Scanned): Promise<void> => {
    const raw = maskBadges(scanned.raw.slice(0, MAX_RAW), MASKED)
    const { problem } = scanned
    const command = problem === null ? commandOf(normalizeCode(scanned.codes[0] ?? '')) : null
    const count = store.getState().count + (scanned.isAgain === true ? 0 : 1)
    if (command !== null) return takeCommand(command, normalizeCode(scanned.raw), raw, 'scan')
    const code = normalizeCode(scanned.codes[0] ?? scanned.raw)
    const codes = scanned.codes.length === 0 ? [code] : scanned.codes.map(normalizeCode)
    const decision = await decide(codes, (facts, answers) => decideScan(facts, scanned, answers))
    if (decision.act === 'refuse_blocked')
      return refuseWhileBlocked(raw, maskBadges(code, MASKED), null, count)
    underWay = raw
    const again = decision.act === 'choose' && isSameItem(chose, scanned, sameItemMs())
    const performed = again ? countedOnce(decision.feedback) : await perform(decision, code)
    const feedback = { ...performed, code: maskBadges(performed.code, MASKED) }
    // In one update with its answer, so that both are rendered together.
    if (feedback.kind === 'line_chosen') chooseScanned(order, feedback.lineId, codes)
    if (!again) chose = feedback.kind === 'line_chosen' ? scanned : null
    // A badge that this one waited for counts, too.
    tell(feedback, { count: Math.max(count, store.getState().count) })
    const reported = underWay === null
    if (feedback.kind === 'line_chosen') return reported ? undefined : noteUnit(raw, feedback.lineId, codes)
    // The scan of a batch chose its line before; what came of it is the answer to a CONFIRM.
    if (reported) return note({ kind: 'command', command: 'confirm', ...verdictOf(feedback) })
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
    chose = null
    const { blocked, forms } = store.getState()
    const decision = await decide([], (facts, answers) => decideCommand(facts, command, code, answers))
    if (decision.act === 'refuse_blocked')
      return refuseWhileBlocked(raw ?? '', code === '' ? command : code, command, count)
    const feedback = await perform(decision, code)
    const cleared = blocked !== null && ANSWERS_BLOCK.has(feedback.kind)
    tell(feedback, { count, ...(cleared ? { blocked: null } : {}) }, by !== 'touch')
    if (cleared) {
      const { feedback: error, orderId } = blocked
      return note({ kind: 'acknowledged', raw, command, ...verdictOf(error), orderId })
    }
    const verdict = feedback.kind === 'refused' ? `refused: ${feedback.why}` : feedback.kind
    const undone = feedback.kind === 'line_taken_out' ? feedback.lineId : null
    const alarm = OF_ALARM.has(feedback.kind) ? forms.at(-1) : undefined
    const about = alarm?.orderId === undefined ? {} : { orderId: alarm.orderId }
    note({ kind: undone === null ? 'command' : 'undo', raw, verdict, command, lineId: undone, ...about })
  }

  /** The tapped line answers the question; it is not ticked. */
  const teachTapped = (lineId: number) => {
    const teach = async () => {
      const { teaching, order: open } = gatherFacts(bench, [])
      const line = open?.lines.find((one) => one.lineId === lineId)
      if (teaching === null || line === undefined) return
      tell(await perform({ act: 'teach', code: teaching, lineId, line: nameOfLine(line) }, teaching), {})
    }
    void inTurn(teach)
  }

  onEvent((event) => {
    if (event.kind === 'station_replaced') store.setState({ feedback: null, blocked: null, batch: null })
  })
  order.subscribe(({ changed }, { changed: before }) => {
    if (changed === null || changed === before) return
    const undone = { kind: 'undo', raw: null } as const
    for (const { lineId } of changed.lines.slice(before?.lines.length ?? 0))
      note({ ...undone, verdict: 'line_changed', lineId })
    if (changed.label !== null && before?.label !== changed.label) note({ ...undone, verdict: 'label_unfit' })
  })
  stores.operator.subscribe((now, before) => {
    // The lock also hides the answer to the last scan; the next person must not pack without knowing it.
    if (now.locked && !before.locked) store.setState({ feedback: null, batch: null })
  })
  stores.screen.subscribe((now, before) => {
    // What happened on one page says nothing about another. A scan that changes the page answers after this.
    if (now.screen !== before.screen && store.getState().blocked === null) store.setState({ feedback: null })
  })
  order.subscribe((now, before) => {
    // The answer about one order must not appear below another. A scan that opens an order answers after this.
    if (now.orderId !== null && now.orderId !== before.orderId) store.setState({ feedback: null })
  })
  return store
}

/** The answer as recorded in the log; at the dock what is scanned determines the order. */
function verdictOf(feedback: ScanFeedback): { verdict: string; orderId?: number | null } {
  if (feedback.kind === 'refused') return { verdict: `refused: ${feedback.why}` }
  if (feedback.kind === 'packed' && feedback.byLabel) return { verdict: 'packed_by_label' }
  if (feedback.kind !== 'told') return { verdict: feedback.kind }
  return { verdict: feedback.answer, orderId: feedback.orderId }
}

/** The evidence log's limit; scanners send no more in one code. */
const MAX_RAW = 5_000
