import type { BridgeError, Result } from '../../../shared/contract/result'
import type { OrderView, ScanResolution } from '../../../shared/contract/views'
import { badgeOf } from '../../../shared/domain/scanning/command'
import {
  matchLine,
  meaningOf,
  normalizeCode,
  readsAsTracking,
  type CodeKind,
  type LineMatch,
  type Situation,
} from '../../../shared/domain/scanning/scan'
import type { Scanned } from '../../../shared/domain/scanning/scanned'
import { otherOrderOf, type LabelOrder } from '../../../shared/domain/shipments/used-label'
import { isStopped, packableIds } from './order-store'
import { nameOfLine, nameOfStation, type ScanFeedback } from './scan-feedback'
import { situationOf, type Bench } from './situation'

/** Finds out what a scan is, and does what the table of meanings says. */

/** A code that was looked at: what it is, and whose. */
type Found = { kind: CodeKind; code: string; lineId?: number; orderId?: number; error?: BridgeError }

/** No code of any order or item is longer, and no scan stands for more. */
const MAX_CODE_LENGTH = 500
const MAX_CODES = 20
/** Shown and kept in the place of a badge, which is a key. */
export const MASKED = '••••'
/** Here codes mean the same whatever they are. */
const NOT_LOOKED_UP: ReadonlySet<Situation> = new Set(['locked', 'blocked', 'alarm', 'handover', 'form'])

const PACKED: ReadonlySet<CodeKind> = new Set(['line_packed', 'line_elsewhere'])

/** @returns a function that answers one scan which is no command. A line that is to be chosen is not chosen yet. */
export function createJudge(bench: Bench): (scanned: Scanned) => Promise<ScanFeedback> {
  const { requests, order, screen, operator, scan } = bench

  const resolve = async (codes: readonly string[]): Promise<Result<ScanResolution>> => {
    const asked = codes.filter((code) => code !== '' && code.length <= MAX_CODE_LENGTH).slice(0, MAX_CODES)
    if (asked.length === 0) return { ok: true, value: { kind: 'unknown' } }
    return requests['scan:resolve']({ codes: asked })
  }

  const lookUp = async (codes: readonly string[], situation: Situation): Promise<Found> => {
    const code = codes[0] ?? ''
    const { order: open, orderId, chosen } = order.getState()
    const onBench = situation === 'idle' ? null : open
    const line = matchLine(codes, onBench?.lines ?? [], chosen)
    // Where all is packed another order may need the next unit of the same product.
    if (line !== null && !(PACKED.has(line.kind) && situation === 'done')) return { code, ...line }
    if (line === null && onBench !== null && code === String(orderId)) {
      return { kind: 'this_order', code, orderId: onBench.orderId }
    }
    const answer = await resolve(codes)
    if (!answer.ok) return { kind: 'unknown', code, error: answer.error }
    if (line !== null && answer.value.kind !== 'item') return { code, ...line }
    const expected = readsAsTracking(code, situation, scan().trackingFocused)
    if (answer.value.kind === 'label')
      return { code, ...ofLabel(code, answer.value.orders, onBench, expected) }
    if (answer.value.kind !== 'unknown') return { code, ...ofAnotherOrder(answer.value) }
    return { kind: expected ? 'tracking' : 'unknown', code }
  }

  /** Where no label is expected, one names the order of its parcel. */
  const ofLabel = (
    code: string,
    orders: readonly LabelOrder[],
    onBench: OrderView | null,
    expected: boolean,
  ): Pick<Found, 'kind' | 'orderId'> => {
    const present = onBench?.orderId ?? 0
    if (expected) {
      const { readLabel, isShared } = order.getState()
      const other = otherOrderOf(orders, present)
      if (other === null || isShared(readLabel(code).trackingNumber)) return { kind: 'tracking' }
      return { kind: 'used_label', orderId: other }
    }
    const own = orders.some(({ orderId }) => orderId === present)
    return own
      ? { kind: 'this_order', orderId: present }
      : { kind: 'other_order', orderId: orders[0]?.orderId ?? 0 }
  }

  const find = async ({ raw, codes, problem }: Scanned, situation: Situation): Promise<Found> => {
    const trimmed = codes.map(normalizeCode)
    const code = trimmed[0] ?? normalizeCode(raw)
    if (problem !== null) return { kind: 'problem', code }
    if (trimmed.some((one) => badgeOf(one) !== null)) return { kind: 'badge', code }
    if (NOT_LOOKED_UP.has(situation)) return { kind: 'unknown', code }
    return lookUp(trimmed, situation)
  }

  const ofLine = (kind: LineMatch['kind'], code: string, lineId: number): ScanFeedback => {
    const { order: open, chosen } = order.getState()
    const found = open?.lines.find((one) => one.lineId === lineId)
    const line = { code, lineId, line: found === undefined ? code : nameOfLine(found) }
    screen.getState().go('order')
    if (kind === 'line_scanned') return { kind: 'already_scanned', ...line }
    if (kind === 'line_packed') return { kind: 'already_packed', ...line }
    if (kind === 'line_elsewhere') return { kind: 'packed_at', ...line, who: whoHas(found?.elsewhere) }
    if (kind === 'fee') return { kind: 'fee_line', ...line }
    return { kind: 'line_chosen', ...line, chosen: chosen.size + 1, of: packableIds(open).length }
  }

  /** Opens the order; when the scan is one of its lines, that line is to be chosen at once. */
  const openOrder = async ({ code, orderId = 0 }: Found, codes: readonly string[]): Promise<ScanFeedback> => {
    screen.getState().go('order')
    const opened = await order.getState().open(orderId)
    const { order: open, chosen, error } = order.getState()
    if (!opened || open === null) return { kind: 'failed', code, error: error ?? CLOSED }
    const line = codes[0] === String(orderId) ? null : matchLine(codes, open.lines, chosen)
    if (open.canceled || (line !== null && isStopped(open))) return { kind: 'order_canceled', code, orderId }
    if (open.bench !== null && (line === null || line.kind === 'line')) {
      const kind = line === null ? 'opened_elsewhere' : 'held_elsewhere'
      return { kind, code, orderId, who: whoHas(open.bench) }
    }
    return line === null ? { kind: 'order_opened', code, orderId } : ofLine(line.kind, code, line.lineId)
  }

  /** A number that is there is never replaced unasked: the code may be a wrong parcel's. */
  const takeTracking = (code: string): ScanFeedback => {
    const form = scan().forms.at(-1)
    if (form?.takeTracking) {
      form.takeTracking(code)
      return { kind: 'tracking_taken', code }
    }
    const { draft, setDraft, readLabel } = order.getState()
    const label = readLabel(code)
    const other = draft.trackingNumber !== '' && draft.trackingNumber !== label.trackingNumber
    if (other && !scan().trackingFocused) return { kind: 'tracking_there', code }
    setDraft(label)
    return { kind: 'tracking_taken', code }
  }

  const signIn = async (codes: readonly string[]): Promise<ScanFeedback> => {
    const badge = codes.map(badgeOf).find((one) => one !== null) ?? ''
    const take = operator.getState().locked ? undefined : scan().forms.at(-1)?.takeBadge
    if (take !== undefined) return take(badge)
    const answer = await operator.getState().signInByBadge(badge)
    if (answer.ok) return { kind: 'signed_in', code: MASKED, name: answer.operator.name }
    if (answer.error.code === 'badge_unknown') return { kind: 'badge_refused', code: MASKED }
    return { kind: 'failed', code: MASKED, error: answer.error }
  }

  return async (scanned) => {
    const situation = situationOf(bench)
    const found = await find(scanned, situation)
    const { code, error, lineId = 0 } = found
    if (error !== undefined) return { kind: 'failed', code, error }
    const codes = scanned.codes.map(normalizeCode)
    const { order: open, orderId: present, chosen } = order.getState()
    const orderId = found.orderId ?? present ?? 0
    const meaning = meaningOf(situation, found.kind)
    switch (meaning) {
      case 'choose':
      case 'already_scanned':
      case 'already_packed':
      case 'packed_at':
      case 'fee_line':
        return ofLine(found.kind as LineMatch['kind'], code, lineId)
      case 'open':
        return openOrder(found, codes)
      case 'tracking':
        return takeTracking(code)
      case 'label_used': {
        const number = order.getState().readLabel(code).trackingNumber
        order.getState().refuseLabel(number, orderId)
        return { kind: 'label_used', code, number, belongsTo: orderId }
      }
      case 'sign_in':
        return signIn(codes)
      case 'dock':
        return (await scan().forms.at(-1)?.take?.(codes)) ?? { kind: 'unknown', code }
      case 'problem':
        return { kind: scanned.problem ?? 'torn', code }
      case 'same_order':
        screen.getState().go('order')
        return { kind: 'same_order', code, orderId }
      case 'order_canceled':
        screen.getState().go('order')
        return { kind: 'order_canceled', code, orderId: present ?? 0 }
      case 'held_elsewhere':
        screen.getState().go('order')
        return { kind: 'held_elsewhere', code, orderId: present ?? 0, who: whoHas(open?.bench) }
      case 'lines_chosen':
        return { kind: 'lines_chosen', code, orderId: present ?? 0, chosen: chosen.size }
      case 'foreign':
      case 'packed_elsewhere':
        return { kind: meaning, code, belongsTo: orderId, expected: expectedOf(open, chosen) }
      case 'not_needed':
      case 'item_canceled':
        return { kind: meaning, code, orderId }
      // Commands do not come here, and a blocking error keeps its own words.
      case 'command':
      case 'blocked':
        return { kind: 'unknown', code }
      case 'alarm_open':
      case 'form_open':
      case 'locked':
      case 'unknown':
        return { kind: meaning, code }
    }
  }
}

const CLOSED: BridgeError = { code: 'internal', message: 'The order was closed while it was opened' }

function ofAnotherOrder(answer: Exclude<ScanResolution, { kind: 'unknown' | 'label' }>): {
  kind: CodeKind
  orderId: number
} {
  const { orderId } = answer
  if (answer.kind === 'order') return { kind: 'other_order', orderId }
  if (answer.kind === 'item') return { kind: 'needed_item', orderId }
  return { kind: answer.canceled ? 'canceled_item' : 'spent_item', orderId }
}

function whoHas(other: { station: string; operator: string } | null | undefined): string {
  return other ? nameOfStation(other) : ''
}

/** What is still to scan. */
function expectedOf(order: OrderView | null, chosen: ReadonlySet<number>): string[] {
  const missing = new Set(packableIds(order).filter((lineId) => !chosen.has(lineId)))
  return (order?.lines ?? []).filter(({ lineId }) => missing.has(lineId)).map(nameOfLine)
}
