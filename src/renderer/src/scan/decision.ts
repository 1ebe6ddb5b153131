import type { ScanResolution } from '../../../shared/contract/views'
import type { Result } from '../../../shared/contract/result'
import type { Command } from '../../../shared/domain/scanning/command'
import type { HandoverMode } from '../../../shared/domain/shipments/handover'
import type { Label } from '../../../shared/domain/shipments/label'
import type { Holding, Moving } from '../stores/order-state'
import type { ScanFeedback } from './scan-feedback'

/** What to do about a scan or a command. */
export type Decision =
  | Act
  /** Ask main first, then decide again. */
  | { act: 'ask_codes'; codes: string[] }
  | { act: 'ask_next' }
  /** An error blocks: the scan is counted, answered by a tone and recorded. */
  | { act: 'refuse_blocked' }

/** What `perform` does. */
export type Act =
  /** Only shows the answer; with `show` the order comes on screen. */
  | { act: 'say'; feedback: ScanFeedback; show?: true }
  | { act: 'choose'; feedback: Extract<ScanFeedback, { kind: 'line_chosen' }> }
  /** The unit's serial number. `insteadOf`: the line that its item's scan took for another unit of the same model. */
  | {
      act: 'prove'
      serial: string
      insteadOf: number | null
      feedback: Extract<ScanFeedback, { kind: 'serial_scanned' }>
    }
  /** A supervisor may let these units be packed without one. */
  | { act: 'ask_units'; lineIds: readonly number[]; feedback: ScanFeedback }
  /** With the line of the scanned item, if it is one. */
  | { act: 'open_order'; orderId: number; codes: readonly string[]; code: string }
  | { act: 'fill_form'; code: string }
  | { act: 'fill_draft'; label: Label }
  /** The label comes before the items. */
  | { act: 'keep_label'; label: Label; feedback: Extract<ScanFeedback, { kind: 'label_kept' }> }
  /** The label completes the order, and does what CONFIRM does. */
  | { act: 'confirm_by_label'; label: Label }
  | { act: 'refuse_label'; number: string; orderId: number }
  | { act: 'sign_in' | 'give_badge'; badge: string }
  | { act: 'hand_over'; codes: readonly string[] }
  /** Lets the form on top handle the command. */
  | { act: 'form_command'; command: Command }
  | { act: 'pack' | 'confirm_form'; command: Command }
  /** The code stands for the line's item from now on. */
  | { act: 'teach'; code: string; lineId: number; line: string }
  /** What the warehouse says about these lines was done. */
  | { act: 'follow'; lineIds: readonly number[]; feedback: ScanFeedback }
  | { act: 'close_form' | 'answer_alarm' | 'clear_error' | 'take_over' | 'reprint' }
  /** `label`: the number kept for the order, with nothing scanned yet; empty without one. */
  | { act: 'leave_order'; label: string }
  | { act: 'drop_choice'; count: number }
  | { act: 'take_out'; feedback: Extract<ScanFeedback, { kind: 'line_taken_out' }> }
  | { act: 'start_move'; moving: Moving; feedback: ScanFeedback }
  | { act: 'start_hold'; holding: Holding; feedback: ScanFeedback }
  | { act: 'toggle_batch' | 'open_put_wall' }
  | { act: 'open_round'; mode: HandoverMode }

/** Main's answers, if it was asked. */
export type Answers = { resolved?: Result<ScanResolution>; next?: Result<number | null> }
