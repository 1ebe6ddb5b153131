import type { BridgeError } from '../../../shared/contract/result'
import type { ItemLook, LineView } from '../../../shared/contract/views'
import type { HoldReason } from '../../../shared/domain/orders/hold-reason'
import type { Command, CommandRefusal } from '../../../shared/domain/scanning/command'
import type { HandoverMode } from '../../../shared/domain/shipments/handover'
import {
  ANSWERS,
  NOTHING_TO_DO,
  PART_ASKED,
  type Answer,
  type AnswerKind,
  type PageAnswer,
} from '../../../shared/domain/scanning/scan-answer'
import type { ScanProblem } from '../../../shared/domain/scanning/scanned'
import type { ShipmentMove } from '../../../shared/domain/shipments/shipment'

/** What a person does who has seen an alarm: puts the items back, pulls the parcel, or has dealt with a change. */
export type AlarmSeen = 'items' | 'parcel' | 'change'

/**
 * The answer to a scan or a command, or to what was done since. Names of lines are ready to show; `code` is the scanned
 * text, empty if nothing was scanned.
 */
export type ScanFeedback = { code: string } &
  /**
   * `labeled`: the parcel's label was scanned before. `toFollow`: its instructions are to be confirmed. `serial`: the
   * serial number that is to be scanned of it.
   */
  (
    | {
        kind: 'line_chosen'
        lineId: number
        line: string
        chosen: number
        of: number
        labeled: boolean
        toFollow: boolean
        serial: string | null
      }
    /** `next`: the next unit of which one is to be scanned; `null` without one. The rest as of `line_chosen`. */
    | {
        kind: 'serial_scanned'
        lineId: number
        line: string
        next: { line: string; serial: string } | null
        chosen: number
        of: number
        labeled: boolean
        toFollow: boolean
      }
    /** `serial`: of the unit that was sold. */
    | { kind: 'wrong_unit' | 'serial_needed'; lineId: number; line: string; serial: string }
    | { kind: 'item_first'; lineId: number; line: string }
    /** Its instructions are confirmed. `left`: other lines whose instructions are not. */
    | { kind: 'followed'; line: string; left: number; chosen: number; of: number }
    /** `byLabel`: the scan of its label confirmed it. */
    | { kind: 'packed'; count: number; orderId: number; left: number; byLabel?: true }
    /** Packed by the scan of its only item. */
    | { kind: 'batch_packed'; orderId: number; line: string }
    | { kind: 'moved'; move: ShipmentMove; orderId: number }
    | { kind: 'order_opened'; orderId: number }
    | { kind: 'tracking_taken' }
    /** Taken, but several carriers have such numbers. */
    | { kind: 'carrier_asked'; carriers: readonly string[] }
    /** Whether this is the tracking number: no carrier in use has such numbers. */
    | { kind: 'label_asked' | 'no_label' }
    /** `carrier`: empty if several carriers have such numbers. `missing`: items still to scan. */
    | { kind: 'label_kept'; carrier: string; missing: number }
    | { kind: 'label_alone'; carrier: string }
    /** `teach`: as of an unknown code, because an item's code may look like a carrier's number. */
    | { kind: 'label_unclear'; carrier: string; teach?: string }
    /** The open order has a label, and nothing else yet. */
    | { kind: 'label_waits'; orderId: number; number: string }
    /** With its order left, it is kept no longer. */
    | { kind: 'label_dropped'; number: string }
    /** `belongsTo`: the other order, whose parcel carries the number. */
    | { kind: 'label_used'; number: string; belongsTo: number }
    /** `counted_once`: one pull of the trigger was read twice. */
    | {
        kind: 'already_scanned' | 'counted_once' | 'already_packed' | 'fee_line'
        lineId: number
        line: string
      }
    /** Every item must be scanned, and `count` were ticked by hand; a supervisor has allowed that. */
    | { kind: 'scan_needed' | 'hand_allowed'; count: number }
    | { kind: 'same_order'; orderId: number }
    /** `who`: the other station and its operator. */
    | { kind: 'packed_at'; lineId: number; line: string; who: string }
    | { kind: 'held_elsewhere' | 'opened_elsewhere'; orderId: number; who: string }
    /** `belongsTo`: the order that needs the item, or had it last; its title may be its code. */
    | {
        kind: 'foreign' | 'packed_elsewhere'
        belongsTo: number
        item: ItemLook
        expected: readonly ItemLook[]
      }
    | { kind: 'lines_chosen'; orderId: number; chosen: number }
    | { kind: 'not_needed' | 'item_canceled'; orderId: number }
    /** `waits`: its cancellation was requested here and is still open. */
    | { kind: 'order_canceled'; orderId: number; waits?: true }
    | { kind: 'form_open' | 'alarm_open' | 'locked' | 'tracking_there' }
    /** `teach`: with an order open, what TEACH would teach. */
    | { kind: 'unknown'; teach?: string }
    /** Which item the code stands for. */
    | { kind: 'teach_asked' }
    | { kind: 'taught'; line: string }
    /** The code was taught of several different items: of the open order; of other orders. */
    | { kind: 'which_line' | 'which_item' }
    | { kind: ScanProblem }
    /** `code` is masked: a badge is a key. */
    | { kind: 'signed_in'; name: string }
    /** A supervisor allowed one act. */
    | { kind: 'lent'; name: string }
    /** The badge is not a supervisor's. */
    | { kind: 'lend_refused' }
    | { kind: 'badge_refused' }
    | { kind: 'failed' | 'pack_refused' | 'print_failed'; error: BridgeError }
    /** What a page that takes every code answers, in its own words. `orderId`: of what was scanned, whatever order is open. */
    | { kind: 'told'; answer: PageAnswer; title: string; hint: string | null; orderId: number | null }
    // Answers to commands:
    | { kind: 'refused'; command: Command; why: CommandRefusal; missing: number }
    | { kind: 'line_taken_out'; lineId: number; line: string; chosen: number; of: number }
    | { kind: 'drop_asked' | 'choice_dropped'; count: number }
    | { kind: 'move_asked'; move: ShipmentMove }
    | { kind: 'hold_asked'; reason: HoldReason }
    /** `reason`: of the hold, as typed or chosen. */
    | { kind: 'release_asked'; reason: string }
    | { kind: 'take_asked'; who: string }
    | { kind: 'taken'; orderId: number }
    | { kind: 'wall_opened' | 'reprinting' | 'batch_on' | 'batch_off' | 'batch_repeat' }
    | { kind: 'round_opened'; mode: HandoverMode }
    | { kind: 'parcel_out'; orderIds: readonly number[] }
    | { kind: 'unpack_asked' | 'confirmed' | 'form_closed' | 'left_order' | 'acknowledged' }
    | { kind: 'alarm_aside' }
    | { kind: 'alarm_seen'; of: AlarmSeen }
  )

/** Shown and recorded in place of a badge, which is a key. */
export const MASKED = '••••'

const HARMLESS: ReadonlySet<CommandRefusal> = new Set([
  'nothing_to_cancel',
  'nothing_to_clear',
  'nothing_to_undo',
])

/** How urgent the answer is. */
export function answerOf(feedback: ScanFeedback): Answer {
  if (feedback.kind === 'told') return ANSWERS[feedback.answer]
  if (feedback.kind === 'refused' && HARMLESS.has(feedback.why)) return NOTHING_TO_DO
  if (feedback.kind === 'refused' && feedback.why === 'lines_missing') return PART_ASKED
  const complete =
    feedback.kind === 'line_chosen' && feedback.chosen === feedback.of && !isUnfinished(feedback)
  const kind: AnswerKind = complete ? 'all_chosen' : feedback.kind
  return ANSWERS[kind]
}

function isUnfinished({ toFollow, serial }: Extract<ScanFeedback, { kind: 'line_chosen' }>): boolean {
  return toFollow || serial !== null
}

/** The other station and its operator, as far as known. */
export function nameOfStation({ station, operator }: { station: string; operator: string }): string {
  return [station, operator].filter((name) => name !== '').join(', ')
}

/** A line's name for people: its title, else its number. */
export function nameOfLine(
  line: Pick<LineView, 'lineId' | 'title' | 'itemNumber' | 'externalId' | 'mpn'>,
): string {
  return line.title ?? line.itemNumber ?? line.externalId ?? line.mpn ?? `#${line.lineId}`
}

/** An item of another order. */
export type Elsewhere = Extract<ScanFeedback, { kind: 'foreign' | 'packed_elsewhere' }>

export function isElsewhere(feedback: ScanFeedback): feedback is Elsewhere {
  return feedback.kind === 'foreign' || feedback.kind === 'packed_elsewhere'
}
