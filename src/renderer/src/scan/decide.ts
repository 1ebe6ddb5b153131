import type { BridgeError } from '../../../shared/contract/result'
import type { ItemLook, LineView, OrderView, ScanResolution } from '../../../shared/contract/views'
import { badgeOf, mayBeTaught } from '../../../shared/domain/scanning/badge'
import { normalizeCode } from '../../../shared/domain/scanning/compare-codes'
import { isPackable } from '../../../shared/domain/orders/selection'
import { isSerial, lineOfSerial } from '../../../shared/domain/orders/unit-serial'
import { asksToConfirm } from '../../../shared/domain/orders/instruction'
import {
  codeScanned,
  isMeantAsTracking,
  matchLine,
  mayBeTracking,
  meaningOf,
  SHORTEST_TRACKING,
  type CodeKind,
  type LineMatch,
  type Situation,
} from '../../../shared/domain/scanning/scan'
import type { Scanned } from '../../../shared/domain/scanning/scanned'
import { codeToTeach } from '../../../shared/domain/scanning/taught-code'
import { otherOrderOf, sameLabel, type LabelOrder } from '../../../shared/domain/shipments/used-label'
import { isStopped, packableIds } from '../stores/order-store'
import type { Act, Answers, Decision } from './decision'
import type { Facts } from './facts'
import { nameOfLine, nameOfStation, type ScanFeedback } from './scan-feedback'

/** Decides what a scan is and what to do about it, without doing it. */

/** The result of looking up a code: what it is, and which line or order it belongs to. */
type Found = {
  kind: CodeKind
  lineId?: number
  orderId?: number
  look?: ItemLook
  /** Of a serial number: the line that was chosen for its unit, if it is another one. */
  insteadOf?: number | null
  error?: BridgeError
}

/** No code of any order or item is longer. */
const MAX_CODE_LENGTH = 500
const MAX_CODES = 20

/** The codes of a scan that main takes. */
export function codesToSend(codes: readonly string[]): string[] {
  return codes.filter((one) => one !== '' && one.length <= MAX_CODE_LENGTH).slice(0, MAX_CODES)
}

/** In these situations a code is not looked up. */
const NOT_LOOKED_UP: ReadonlySet<Situation> = new Set(['locked', 'alarm', 'handover', 'form'])

/** In these situations the open order's parcel is still to be labeled. */
const LABEL_TO_COME: ReadonlySet<Situation> = new Set(['open', 'part'])

/** A unit may be chosen. */
const TO_PACK: ReadonlySet<Situation> = new Set(['open', 'part', 'all'])

const PACKED: ReadonlySet<CodeKind> = new Set(['line_packed', 'line_elsewhere'])

/** Decides on one scan that is not a command. `answers.resolved`: main's answer to its codes, once asked. */
export function decideScan(facts: Facts, scanned: Scanned, answers: Answers = {}): Decision {
  const { situation, order, chosen } = facts
  if (situation === 'blocked') return { act: 'refuse_blocked' }
  const codes = scanned.codes.map(normalizeCode)
  const code = codes[0] ?? normalizeCode(scanned.raw)
  const taught = decideTeaching(facts, codes)
  if (taught !== null) return taught
  const found = find(facts, scanned, codes, answers)
  if ('act' in found) return found
  if (found.error !== undefined) return { act: 'say', feedback: { kind: 'failed', code, error: found.error } }
  const present = facts.orderId ?? 0
  const orderId = found.orderId ?? present
  const meaning = meaningOf(situation, found.kind)
  switch (meaning) {
    case 'choose':
    case 'already_scanned':
    case 'already_packed':
    case 'packed_at':
    case 'fee_line':
      return decideLine(facts, found.kind as LineMatch['kind'], codes, found.lineId ?? 0)
    case 'prove':
      return decideProof(facts, codes, found.lineId ?? 0, found.insteadOf ?? null)
    case 'wrong_unit':
      return {
        act: 'say',
        feedback: { kind: meaning, code, ...unitOf(order, found.lineId ?? 0) },
        show: true,
      }
    case 'item_first': {
      const { lineId, line } = unitOf(order, found.lineId ?? 0)
      return { act: 'say', feedback: { kind: meaning, code, lineId, line }, show: true }
    }
    case 'which_line':
    case 'which_item':
      return { act: 'say', feedback: { kind: meaning, code } }
    case 'open':
      return refuseToLeave(facts, code, orderId) ?? { act: 'open_order', orderId, codes, code }
    case 'tracking':
      return decideTracking(facts, code)
    case 'keep_label':
      return decideEarlyLabel(facts, code)
    case 'ask_label':
      // A CONFIRM to pack must not be taken for the answer, and replace the label that is there.
      if (hasOtherLabel(facts)) return { act: 'say', feedback: { kind: 'tracking_there', code } }
      return { act: 'say', feedback: { kind: 'label_asked', code: facts.labelCode } }
    case 'no_label':
      return { act: 'say', feedback: { kind: 'no_label', code } }
    case 'label_alone':
      return { act: 'say', feedback: { kind: meaning, code, carrier: facts.labelOf } }
    case 'label_unclear':
      return {
        act: 'say',
        feedback: { kind: meaning, code, carrier: facts.labelOf, ...toTeach(facts, scanned, codes) },
      }
    case 'label_used':
      return { act: 'refuse_label', number: facts.label.trackingNumber, orderId }
    case 'sign_in': {
      const badge = codes.map(badgeOf).find((one) => one !== null) ?? ''
      return { act: situation !== 'locked' && facts.form?.badge ? 'give_badge' : 'sign_in', badge }
    }
    case 'dock':
      return { act: 'hand_over', codes }
    case 'problem':
      return { act: 'say', feedback: { kind: scanned.problem ?? 'label_2d', code } }
    case 'same_order':
      return { act: 'say', feedback: { kind: 'same_order', code, orderId }, show: true }
    case 'order_canceled':
      return { act: 'say', feedback: canceledOrder(code, present, order), show: true }
    case 'held_elsewhere': {
      const who = whoHas(order?.bench)
      return { act: 'say', feedback: { kind: 'held_elsewhere', code, orderId: present, who }, show: true }
    }
    case 'lines_chosen':
      return { act: 'say', feedback: { kind: meaning, code, orderId: present, chosen: chosen.size } }
    case 'foreign':
    case 'packed_elsewhere': {
      const expected = expectedOf(order, chosen)
      const { title = null, size = null, quality = null, condition = null } = found.look ?? {}
      const item = { title: title ?? code, size, quality, condition }
      return { act: 'say', feedback: { kind: meaning, code, belongsTo: orderId, item, expected } }
    }
    case 'not_needed':
    case 'item_canceled':
      return { act: 'say', feedback: { kind: meaning, code, orderId } }
    // Both were decided before.
    case 'command':
    case 'blocked':
      return { act: 'say', feedback: { kind: 'unknown', code } }
    case 'unknown':
      return { act: 'say', feedback: { kind: 'unknown', code, ...toTeach(facts, scanned, codes) } }
    case 'alarm_open':
    case 'form_open':
    case 'locked':
      return { act: 'say', feedback: { kind: meaning, code } }
  }
}

/** With an order open, the code may be on one of its items. */
function toTeach(
  { order, situation }: Facts,
  { problem }: Scanned,
  codes: readonly string[],
): { teach?: string } {
  const teach = codeToTeach(codes)
  return order !== null && situation !== 'idle' && problem === null && mayBeTaught(teach) ? { teach } : {}
}

/** The item whose code was asked for is the one that is scanned or tapped now; any other code is what it always is. */
function decideTeaching({ order, chosen, teaching }: Facts, codes: readonly string[]): Act | null {
  if (teaching === null) return null
  const match = matchLine(codes, order?.lines ?? [], chosen)
  const line = order?.lines.find(({ lineId }) => lineId === match?.lineId)
  if (line === undefined || line.isShippingFee || match?.kind === 'line_unclear') return null
  return { act: 'teach', code: teaching, lineId: line.lineId, line: nameOfLine(line) }
}

/** Decides once the order that was scanned, or that needs the scanned item, is open or could not be opened. */
export function decideOpened(
  { order, orderId, chosen, byHand, trackingNumber }: Facts,
  { orderId: wanted, codes, code }: Extract<Act, { act: 'open_order' }>,
  error: BridgeError | null,
): Act {
  if (error !== null || order === null || orderId !== wanted)
    return { act: 'say', feedback: { kind: 'failed', code, error: error ?? CLOSED } }
  const line = code === String(wanted) ? null : matchUnit(codes, order.lines, chosen, byHand)
  if (order.canceled || (line !== null && isStopped(order)))
    return { act: 'say', feedback: canceledOrder(code, wanted, order) }
  if (order.bench !== null && (line === null || line.kind === 'line')) {
    const kind = line === null ? 'opened_elsewhere' : 'held_elsewhere'
    return { act: 'say', feedback: { kind, code, orderId: wanted, who: whoHas(order.bench) } }
  }
  if (line === null) return { act: 'say', feedback: { kind: 'order_opened', code, orderId: wanted } }
  return decideLine({ order, chosen, trackingNumber }, line.kind, codes, line.lineId)
}

/** A cancellation that was requested here may still be refused. */
function canceledOrder(code: string, orderId: number, order: OrderView | null): ScanFeedback {
  const waits = order !== null && !order.canceled
  return { kind: 'order_canceled', code, orderId, ...(waits ? { waits } : {}) }
}

function find(
  facts: Facts,
  { problem, from2d }: Scanned,
  codes: readonly string[],
  { resolved }: Answers,
): Found | Extract<Decision, { act: 'ask_codes' }> {
  const { situation, order, orderId, chosen, byHand } = facts
  const code = codes[0] ?? ''
  if (problem !== null || (from2d && facts.labelCheck === 'none')) return { kind: 'problem' }
  if (codes.some((one) => badgeOf(one) !== null)) return { kind: 'badge' }
  if (NOT_LOOKED_UP.has(situation)) return { kind: 'unknown' }
  const onBench = situation === 'idle' ? null : order
  const unit = TO_PACK.has(situation) ? findUnit(facts, codes) : null
  if (unit !== null) return unit
  const line = matchUnit(codes, onBench?.lines ?? [], chosen, byHand)
  // If everything is packed, another order may need the next unit of the same product.
  const otherUnit = line !== null && PACKED.has(line.kind) && situation === 'done'
  // Another order may have the very code that this line has in other capitals.
  if (line !== null && !otherUnit && !line.folded) return line
  if (line === null && onBench !== null && code === String(orderId)) return { kind: 'this_order' }
  const asked = codesToSend(codes)
  if (resolved === undefined && asked.length > 0) return { act: 'ask_codes', codes: asked }
  if (resolved?.ok === false) return { kind: 'unknown', error: resolved.error }
  const answer: ScanResolution = resolved?.value ?? { kind: 'unknown' }
  const isItem = answer.kind === 'item' || answer.kind === 'not_needed'
  const wins = isItem && answer.exact && line?.folded
  if (line !== null && !wins && !(otherUnit && answer.kind === 'item')) return line
  const isMeant = isMeantAsTracking(situation, facts.trackingFocused)
  const isLabel = facts.labelCheck !== 'none' || mayBeTracking(facts.labelCode)
  if (answer.kind === 'label') return findLabel(facts, answer.orders, onBench, isMeant && isLabel)
  if (answer.kind === 'unknown' && onBench !== null) {
    const other = findOtherUnit(facts, codes)
    if (other !== null) return other
  }
  if (answer.kind === 'unknown') return { kind: isMeant ? dueLabel(facts, isLabel) : EARLY[facts.labelCheck] }
  if (answer.kind === 'several') return { kind: 'item_unclear', orderId: answer.orderId, look: answer }
  if (answer.kind === 'order') return { kind: 'other_order', orderId: answer.orderId }
  const { orderId: needs } = answer
  if (answer.kind === 'item') return { kind: 'needed_item', orderId: needs, look: answer }
  return { kind: answer.canceled ? 'canceled_item' : 'spent_item', orderId: needs, look: answer }
}

/** A serial number that is due is what the next scan is of, whatever else has the same code. */
function findUnit(
  { order, chosen, byHand, lineCodes, toProve }: Facts,
  codes: readonly string[],
): Found | null {
  const lines = order?.lines ?? []
  const asked = toProve.flatMap((lineId) => lines.find((line) => line.lineId === lineId) ?? [])
  const free = lines.filter((line) => isPackable(line) && !chosen.has(line.lineId))
  // The code of one unit never takes another: what was scanned must be a code of both, or nothing was scanned.
  const isAlike = (one: LineView, other: LineView): boolean => {
    if (byHand.includes(one.lineId)) return one.mpn !== null && one.mpn === other.mpn
    return codeScanned([lineCodes.get(one.lineId) ?? ''], other) !== null
  }
  const found = lineOfSerial(codes, asked, free, isAlike)
  if (found === null) return null
  return { kind: 'serial', lineId: found.line.lineId, insteadOf: found.insteadOf?.lineId ?? null }
}

/** One code may have both the model and the serial number: then it is of the unit's own line. */
function matchUnit(
  codes: readonly string[],
  lines: readonly LineView[],
  chosen: ReadonlySet<number>,
  byHand: readonly number[],
): LineMatch | null {
  const match = matchLine(codes, lines, chosen, byHand)
  if (match?.kind !== 'line') return match
  const own = lines.find((line) => isSerial(codes, line.serial) && codeScanned(codes, line) !== null)
  if (own === undefined || !isPackable(own)) return match
  const { lineId } = own
  return chosen.has(lineId) && !byHand.includes(lineId)
    ? { kind: 'line_scanned', lineId }
    : { ...match, lineId }
}

/** What nobody knows, where a serial number is due or could be. */
function findOtherUnit(facts: Facts, codes: readonly string[]): Found | null {
  const { situation, order, chosen, toProve, labelCheck, trackingFocused } = facts
  const line = order?.lines.find(({ serial }) => isSerial(codes, serial))
  if (line !== undefined) {
    const { lineId } = line
    if (chosen.has(lineId)) return { kind: 'line_scanned', lineId }
    return { kind: isPackable(line) ? 'early_serial' : 'line_packed', lineId }
  }
  const [due] = toProve
  if (due === undefined || !TO_PACK.has(situation) || labelCheck === 'sure' || trackingFocused) return null
  return { kind: 'wrong_serial', lineId: due }
}

/** What is said of a unit whose serial number is due. */
export function unitOf(
  order: OrderView | null,
  lineId: number,
): { lineId: number; line: string; serial: string } {
  const line = order?.lines.find((one) => one.lineId === lineId)
  return { lineId, line: line === undefined ? '' : nameOfLine(line), serial: line?.serial ?? '' }
}

function decideProof(facts: Facts, codes: readonly string[], lineId: number, insteadOf: number | null): Act {
  const { order, chosen, toProve } = facts
  const due = toProve.find((one) => one !== lineId && one !== insteadOf)
  const next = due === undefined ? null : unitOf(order, due)
  const { line, serial: sold } = unitOf(order, lineId)
  const [code = ''] = codes
  const feedback: ScanFeedback & { kind: 'serial_scanned' } = {
    ...{ kind: 'serial_scanned', code, lineId, line, next },
    ...{ chosen: chosen.size, of: packableIds(order).length },
    ...{ labeled: facts.trackingNumber !== '', toFollow: facts.toFollow.length > 0 },
  }
  return { act: 'prove', serial: codes.find((one) => isSerial([one], sold)) ?? '', insteadOf, feedback }
}

const EARLY = { sure: 'early_label', unclear: 'unclear_label', none: 'unknown' } as const

/** Where a label is due, a code that no order and no item has. */
function dueLabel(
  { labelCheck, labelCode, labelAsked, situation, trackingFocused }: Facts,
  isLabel: boolean,
): CodeKind {
  if (situation !== 'all') return isLabel ? 'tracking' : 'no_label'
  // An item's own code is no label, and may be in the wrong parcel.
  if (!isLabel) return labelCode.length < SHORTEST_TRACKING ? 'unknown' : 'no_label'
  const isConfirmed = labelCheck !== 'none' || trackingFocused || labelAsked === labelCode
  return isConfirmed ? 'tracking' : 'strange_label'
}

/** If no label is expected, a tracking number names its parcel's order. */
function findLabel(
  { labelShared, labelCheck, situation }: Facts,
  orders: readonly LabelOrder[],
  onBench: OrderView | null,
  expected: boolean,
): Found {
  const present = onBench?.orderId ?? 0
  if (expected) {
    const other = otherOrderOf(orders, present)
    return other === null || labelShared ? { kind: 'tracking' } : { kind: 'used_label', orderId: other }
  }
  // A label from another parcel must not send the packer to that parcel's order while this one is on the bench.
  if (
    labelCheck === 'sure' &&
    LABEL_TO_COME.has(situation) &&
    !orders.some((one) => one.orderId === present)
  ) {
    const other = otherOrderOf(orders, present)
    if (other === null || labelShared) return { kind: 'early_label' }
    return { kind: 'used_label', orderId: other }
  }
  const own = orders.some(({ orderId }) => orderId === present)
  return own
    ? { kind: 'this_order', orderId: present }
    : { kind: 'other_order', orderId: orders[0]?.orderId ?? 0 }
}

function decideLine(
  { order, chosen, trackingNumber }: Pick<Facts, 'order' | 'chosen' | 'trackingNumber'>,
  kind: LineMatch['kind'],
  codes: readonly string[],
  lineId: number,
): Act {
  const [code = ''] = codes
  const found = order?.lines.find((one) => one.lineId === lineId)
  const line = { code, lineId, line: found === undefined ? code : nameOfLine(found) }
  switch (kind) {
    case 'line': {
      const progress = { chosen: new Set(chosen).add(lineId).size, of: packableIds(order).length }
      const labeled = trackingNumber !== ''
      const toFollow = found !== undefined && asksToConfirm(found)
      const asked = found?.serial ?? null
      const serial = isSerial(codes, asked) ? null : asked
      const state = { ...progress, labeled, toFollow, serial }
      return { act: 'choose', feedback: { kind: 'line_chosen', ...line, ...state } }
    }
    case 'line_scanned':
      return { act: 'say', feedback: { kind: 'already_scanned', ...line }, show: true }
    case 'line_packed':
      return { act: 'say', feedback: { kind: 'already_packed', ...line }, show: true }
    case 'line_elsewhere': {
      const who = whoHas(found?.elsewhere)
      return { act: 'say', feedback: { kind: 'packed_at', ...line, who }, show: true }
    }
    case 'fee':
      return { act: 'say', feedback: { kind: 'fee_line', ...line }, show: true }
    case 'line_unclear':
      return { act: 'say', feedback: { kind: 'which_line', code }, show: true }
  }
}

/** An existing number is never replaced without asking: the code may be from a wrong parcel. */
function decideTracking(facts: Facts, code: string): Act {
  const { situation, form, label, labelCode, labelCheck, labelConfirms } = facts
  if (form?.tracking) return { act: 'fill_form', code: labelCode }
  if (hasOtherLabel(facts)) return { act: 'say', feedback: { kind: 'tracking_there', code } }
  // Any code that is long enough is taken as a number here; only one that can be nothing else may pack.
  const confirms = labelConfirms && situation === 'all' && labelCheck === 'sure'
  return confirms ? { act: 'confirm_by_label', label } : { act: 'fill_draft', label }
}

function decideEarlyLabel(facts: Facts, code: string): Act {
  const { order, chosen, label, labelOf: carrier } = facts
  if (hasOtherLabel(facts)) return { act: 'say', feedback: { kind: 'tracking_there', code } }
  const missing = packableIds(order).length - chosen.size
  return { act: 'keep_label', label, feedback: { kind: 'label_kept', code, carrier, missing } }
}

function hasOtherLabel({ label, trackingNumber, trackingFocused }: Facts): boolean {
  return trackingNumber !== '' && !sameLabel(trackingNumber, label.trackingNumber) && !trackingFocused
}

/** The label number that is kept for an order with no item scanned yet; empty without one. */
export function keptAlone({ situation, trackingNumber }: Facts): string {
  return situation === 'open' || situation === 'elsewhere' ? trackingNumber : ''
}

/** The label that was kept for the order on the bench must not disappear with it. */
export function refuseToLeave(facts: Facts, code: string, wanted: number): Act | null {
  const { orderId } = facts
  const number = keptAlone(facts)
  if (number === '' || wanted === orderId) return null
  return { act: 'say', feedback: { kind: 'label_waits', code, orderId: orderId ?? 0, number }, show: true }
}

const CLOSED: BridgeError = { code: 'internal', message: 'The order was closed while it was opened' }

function whoHas(other: { station: string; operator: string } | null | undefined): string {
  return other ? nameOfStation(other) : ''
}

/** The items still to be scanned. */
function expectedOf(order: OrderView | null, chosen: ReadonlySet<number>): ItemLook[] {
  const missing = new Set(packableIds(order).filter((lineId) => !chosen.has(lineId)))
  return (order?.lines ?? []).filter(({ lineId }) => missing.has(lineId)).map(lookOf)
}

function lookOf(line: LineView): ItemLook {
  const { size, quality, condition } = line
  return { title: nameOfLine(line), size, quality, condition }
}
