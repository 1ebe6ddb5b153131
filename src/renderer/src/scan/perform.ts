import type { PrintDocument } from '../../../shared/contract/print'
import type { Command } from '../../../shared/domain/scanning/command'
import { tickedByHand } from '../../../shared/domain/orders/choice'
import { isSerial } from '../../../shared/domain/orders/unit-serial'
import { codeScanned } from '../../../shared/domain/scanning/scan'
import type { Label } from '../../../shared/domain/shipments/label'
import type { HandoverMode } from '../../../shared/domain/shipments/handover'
import { packableIds } from '../stores/order-store'
import type { Screen } from '../stores/screen-store'
import { isRepeat, packsAtOnce, type BatchPack } from './batch'
import { decideOpened } from './decide'
import { decideCommand } from './decide-command'
import type { Act } from './decision'
import { gatherFacts, type Bench } from './facts'
import { MASKED, type ScanFeedback } from './scan-feedback'

/** Carries out decisions: the only scan code that opens orders, fills drafts, packs or signs in. */

/** Actions of other parts of the station that commands use. */
export type ScanParts = {
  /** @returns the document being reprinted; `null` when nothing was printed yet */
  reprint(): PrintDocument | null
  openRound(mode: HandoverMode): void
  /** @returns what calls it off */
  after(delayMs: number, callback: () => void): () => void
  /** Asks a supervisor to let these lines be packed without a scan. */
  askByHand(lineIds: readonly number[]): void
  /** Asks a supervisor to let these units be packed without the scan of their serial numbers. */
  askUnits(lineIds: readonly number[]): void
  /** Reports that the item's scan, of this code, took the first line for a unit of the second. */
  reportSwap(from: number, to: number, code: string): void
  /** Reports the scan under way, which chose this line: main must see it before its parcel is packed. */
  reportScan(lineId: number, codes: readonly string[]): void
}

/** A page that cannot be loaded must not stop the scanner for good. */
const PAGE_COMES_MS = 5_000

/** Chooses the line, and notes which of its codes the scan was. */
export function chooseScanned(order: Bench['order'], lineId: number, codes: readonly string[]): void {
  const line = order.getState().order?.lines.find((one) => one.lineId === lineId)
  order.getState().choose(lineId, line === undefined ? '' : (codeScanned(codes, line) ?? ''))
  const serial = codes.find((code) => isSerial([code], line?.serial ?? null))
  if (serial !== undefined) order.getState().prove(lineId, serial)
}

/**
 * @returns a function that carries out a decision and returns the result as feedback; `code` is the scanned text. A
 *   line is not chosen yet when the feedback says so: both happen in one update.
 */
export function createPerform(
  bench: Bench,
  parts: ScanParts,
  nowMs: () => number,
): (decision: Act, code: string) => Promise<ScanFeedback> {
  const order = () => bench.order.getState()
  const form = () => bench.scan.getState().forms.at(-1)
  /** Of an order that is shown already, the way back stays what it was. */
  const showOrder = () => {
    const { screen, go } = bench.screen.getState()
    if (screen !== 'order') go('order')
  }

  /** Until the page is drawn, which may still be loading, the next scan would be taken for one at the bench. */
  const untilItTakes = (page: Screen) =>
    new Promise<void>((resolve) => {
      const isOver = () => form()?.take !== undefined || bench.screen.getState().screen !== page
      if (isOver()) return resolve()
      const stops = [
        parts.after(PAGE_COMES_MS, () => end()),
        bench.scan.subscribe(() => isOver() && end()),
        bench.screen.subscribe(() => isOver() && end()),
      ]
      const end = () => {
        for (const stop of stops) stop()
        resolve()
      }
    })

  const pack = async (command: Command, code: string): Promise<ScanFeedback> => {
    const { chosen } = order()
    showOrder()
    const problem = await order().pack()
    const { order: open, draft } = order()
    if (problem === 'warehouse_missing') {
      const missing = packableIds(open).length - chosen.size
      return { kind: 'refused', code, command, why: problem, missing }
    }
    if (problem?.code === 'not_scanned') {
      const byHand = tickedByHand(order())
      parts.askByHand(byHand)
      return { kind: 'scan_needed', code, count: byHand.length }
    }
    if (problem?.code === 'label_used')
      return { kind: 'label_used', code, number: draft.trackingNumber, belongsTo: problem.orderId ?? 0 }
    if (problem !== null) return { kind: 'pack_refused', code, error: problem }
    const left = packableIds(open).length
    return { kind: 'packed', code, count: chosen.size, orderId: open?.orderId ?? 0, left }
  }

  /** By the rules of CONFIRM, so that whatever refuses that refuses the label too. */
  const confirmByLabel = async (code: string): Promise<ScanFeedback> => {
    const decision = decideCommand(gatherFacts(bench, []), 'confirm', code)
    if (decision.act !== 'pack' && decision.act !== 'say') return { kind: 'tracking_taken', code }
    const feedback = await perform(decision, code)
    return feedback.kind === 'packed' ? { ...feedback, byLabel: true } : feedback
  }

  const confirmForm = async (command: Command, code: string): Promise<ScanFeedback> => {
    const said = () => bench.scan.getState().feedback
    const before = said()
    const confirmed = (await form()?.confirm?.()) ?? false
    if (!confirmed) return { kind: 'refused', code, command, why: 'needs_hand', missing: 0 }
    // The action may already have given a better answer.
    const after = said()
    return after === null || after === before ? { kind: 'confirmed', code } : { ...after, code }
  }

  const takenLabel = (label: Label): ScanFeedback => {
    const [code, carriers] = [label.trackingNumber, order().undecided(label)]
    return carriers.length > 0 ? { kind: 'carrier_asked', code, carriers } : { kind: 'tracking_taken', code }
  }

  const putAside = async (code: string): Promise<ScanFeedback> => {
    const alarm = form()
    const done = await alarm?.acknowledge?.()
    if (alarm?.seen === undefined || done === false) return { kind: 'alarm_aside', code }
    return { kind: 'alarm_seen', of: alarm.seen, code }
  }

  const signIn = async (badge: string): Promise<ScanFeedback> => {
    const answer = await bench.operator.getState().signInByBadge(badge)
    if (answer.ok) return { kind: 'signed_in', code: MASKED, name: answer.operator.name }
    if (answer.error.code === 'badge_unknown') return { kind: 'badge_refused', code: MASKED }
    return { kind: 'failed', code: MASKED, error: answer.error }
  }

  const takeOver = async (code: string): Promise<ScanFeedback> => {
    const { orderId } = order()
    showOrder()
    const error = await order().takeOver()
    return error === null ? { kind: 'taken', code, orderId: orderId ?? 0 } : { kind: 'failed', code, error }
  }

  let lastInBatch: BatchPack | null = null

  /** Does what CONFIRM would do now, if the batch may: every refusal of CONFIRM holds here. */
  const packInBatch = async (
    chosen: Extract<Act, { act: 'choose' }>,
    codes: readonly string[],
  ): Promise<ScanFeedback> => {
    const { code, line, lineId } = chosen.feedback
    chooseScanned(bench.order, lineId, codes)
    parts.reportScan(lineId, codes)
    const confirmed = decideCommand(gatherFacts(bench, []), 'confirm', code)
    if (confirmed.act !== 'pack') return confirmed.act === 'say' ? confirmed.feedback : chosen.feedback
    const answer = await pack('confirm', code)
    if (answer.kind !== 'packed') return answer
    lastInBatch = { code, atMs: nowMs() }
    bench.scan.setState(({ batch }) => ({ batch: (batch ?? 0) + 1 }))
    return { kind: 'batch_packed', code, orderId: answer.orderId, line }
  }

  /** What was shown for the one line was the other one's unit all along. */
  const swapUnit = (from: number, to: number): void => {
    const { codes, scanned } = order()
    const known = scanned.has(from) ? codes.get(from) : undefined
    order().toggle(from)
    order().choose(to, known)
    if (known !== undefined) parts.reportSwap(from, to, known)
  }

  const toggleBatch = (code: string): ScanFeedback => {
    const on = bench.scan.getState().batch === null
    bench.scan.setState({ batch: on ? 0 : null })
    return { kind: on ? 'batch_on' : 'batch_off', code }
  }

  const openOrder = async (decision: Extract<Act, { act: 'open_order' }>): Promise<ScanFeedback> => {
    const inBatch = bench.scan.getState().batch !== null
    if (inBatch && isRepeat(lastInBatch, decision.code, nowMs()))
      return { kind: 'batch_repeat', code: decision.code }
    bench.screen.getState().go('order')
    await order().open(decision.orderId)
    const opened = decideOpened(gatherFacts(bench, [decision.code]), decision, order().error)
    if (opened.act === 'choose' && inBatch && packsAtOnce(order().order, opened.feedback.lineId))
      return packInBatch(opened, decision.codes)
    return perform(opened, decision.code)
  }

  const perform = async (decision: Act, code: string): Promise<ScanFeedback> => {
    switch (decision.act) {
      case 'say':
        if (decision.show) showOrder()
        return decision.feedback
      case 'choose':
        showOrder()
        return decision.feedback
      case 'prove': {
        showOrder()
        const { lineId } = decision.feedback
        if (decision.insteadOf !== null) swapUnit(decision.insteadOf, lineId)
        order().prove(lineId, decision.serial)
        return decision.feedback
      }
      case 'ask_units':
        parts.askUnits(decision.lineIds)
        return decision.feedback
      case 'open_order':
        return openOrder(decision)
      case 'fill_form':
        form()?.takeTracking?.(decision.code)
        return { kind: 'tracking_taken', code }
      case 'fill_draft':
        order().setDraft(decision.label)
        return takenLabel(decision.label)
      case 'keep_label':
        showOrder()
        order().setDraft(decision.label)
        return decision.feedback
      case 'confirm_by_label':
        order().setDraft(decision.label)
        return confirmByLabel(code)
      case 'refuse_label': {
        const { number, orderId } = decision
        order().refuseLabel(number, orderId)
        return { kind: 'label_used', code, number, belongsTo: orderId }
      }
      case 'sign_in':
        return signIn(decision.badge)
      case 'give_badge':
        return (await form()?.takeBadge?.(decision.badge)) ?? { kind: 'form_open', code: MASKED }
      case 'hand_over':
        return (await form()?.take?.(decision.codes)) ?? { kind: 'unknown', code }
      case 'form_command':
        return { ...((await form()?.commands?.[decision.command]?.()) ?? { kind: 'form_open' }), code }
      case 'pack':
        return pack(decision.command, code)
      case 'teach': {
        const error = await order().teach(decision.code, decision.lineId)
        if (error !== null) return { kind: 'failed', code: decision.code, error }
        return { kind: 'taught', code: decision.code, line: decision.line }
      }
      case 'follow':
        showOrder()
        order().follow(decision.lineIds)
        return decision.feedback
      case 'confirm_form':
        return confirmForm(decision.command, code)
      case 'close_form':
        form()?.close?.()
        return { kind: 'form_closed', code }
      case 'answer_alarm':
        return putAside(code)
      case 'clear_error':
        return { kind: 'acknowledged', code }
      case 'leave_order':
        bench.screen.getState().go('queue')
        if (decision.label === '') return { kind: 'left_order', code }
        order().dropLabel()
        return { kind: 'label_dropped', code, number: decision.label }
      case 'drop_choice':
        showOrder()
        order().chooseNone()
        return { kind: 'choice_dropped', code, count: decision.count }
      case 'take_out':
        showOrder()
        order().toggle(decision.feedback.lineId)
        return decision.feedback
      case 'start_move':
        showOrder()
        order().setMoving(decision.moving)
        return decision.feedback
      case 'start_hold':
        showOrder()
        order().setHolding(decision.holding)
        return decision.feedback
      case 'toggle_batch':
        return toggleBatch(code)
      case 'open_put_wall':
        bench.screen.getState().go('put_wall')
        await untilItTakes('put_wall')
        return { kind: 'wall_opened', code }
      case 'take_over':
        return takeOver(code)
      case 'open_round':
        parts.openRound(decision.mode)
        await untilItTakes('handover')
        return { kind: 'round_opened', code, mode: decision.mode }
      case 'reprint': {
        if (parts.reprint() !== null) return { kind: 'reprinting', code }
        const error = { code: 'nothing_to_print', message: 'nothing is at hand' } as const
        return { kind: 'print_failed', code, error }
      }
    }
  }
  return perform
}
