import type { ScanProblem } from './scanned'

/** How strongly the station answers: accepted, mild, or blocking until it is read. */

/**
 * What the answer means, and so its color. `good`: it is so now, of the order, the parcel or the station. `note`: something
 * was closed or left, or there was nothing to do. `ask`: it waits for an answer. `warn`: not done, but harmless; the next
 * scan works. `block`: the parcel may be wrong; nothing is accepted until a person has acknowledged it.
 */
export type AnswerLevel = 'good' | 'note' | 'ask' | 'warn' | 'block'

/** The tone that the packer hears; each is distinct. */
export const TONE_NAMES = ['accepted', 'complete', 'wrong', 'already', 'busy', 'unknown', 'alarm'] as const
export type ToneName = (typeof TONE_NAMES)[number]

export type Answer = { level: AnswerLevel; tone: ToneName }

const good = (tone: ToneName): Answer => ({ level: 'good', tone })
const note = (tone: ToneName): Answer => ({ level: 'note', tone })
const ask = (tone: ToneName): Answer => ({ level: 'ask', tone })
const warn = (tone: ToneName): Answer => ({ level: 'warn', tone })
const block = (tone: ToneName): Answer => ({ level: 'block', tone })

const PROBLEMS = {
  torn: block('unknown'),
  doubled: block('unknown'),
  merged: block('unknown'),
  truncated: block('unknown'),
  /** Nothing was done, and such a scanner could not scan ACK either. */
  uncalibrated: warn('unknown'),
  /** Nothing was done; the label's long barcode is the next scan. */
  label_2d: warn('unknown'),
} as const satisfies Record<ScanProblem, Answer>

export const ANSWERS = {
  line_chosen: good('accepted'),
  /** The last missing unit. */
  all_chosen: good('complete'),
  /** The item's instructions are confirmed. */
  followed: good('accepted'),
  /** The unit is the one that was sold. */
  serial_scanned: good('accepted'),
  wrong_unit: block('wrong'),
  item_first: warn('wrong'),
  serial_needed: warn('wrong'),
  packed: good('accepted'),
  /** Packed by the scan of its only item. */
  batch_packed: good('complete'),
  /** The code that has just packed an order came again at once: the scanner's doing, as a rule. */
  batch_repeat: warn('already'),
  moved: good('accepted'),
  order_opened: good('accepted'),
  tracking_taken: good('accepted'),
  /** The number is taken; its carrier is still to be chosen. */
  carrier_asked: ask('already'),
  /** Waits for the same scan again, or a CONFIRM. */
  label_asked: ask('already'),
  no_label: ask('unknown'),
  /** Before the items. */
  label_kept: good('accepted'),
  /** With no parcel to keep it for: nothing is lost, the label is scanned again later. */
  label_alone: warn('wrong'),
  label_unclear: block('unknown'),
  /** The unit is already in the box: the scanner read it twice, nothing to correct. */
  already_scanned: warn('already'),
  counted_once: warn('already'),
  scan_needed: warn('wrong'),
  hand_allowed: good('accepted'),
  same_order: warn('already'),
  form_open: warn('wrong'),
  alarm_open: warn('alarm'),
  locked: warn('wrong'),
  signed_in: good('accepted'),
  lent: good('accepted'),
  lend_refused: warn('wrong'),
  badge_refused: warn('unknown'),
  already_packed: block('wrong'),
  packed_elsewhere: block('wrong'),
  /** Another station has the order, or has packed the unit. */
  held_elsewhere: block('busy'),
  packed_at: block('busy'),
  opened_elsewhere: warn('busy'),
  fee_line: block('wrong'),
  /** Nothing was done; the item's own code, or a tap, is the next. */
  which_line: ask('wrong'),
  which_item: ask('wrong'),
  lines_chosen: block('wrong'),
  label_waits: block('wrong'),
  foreign: block('wrong'),
  not_needed: block('wrong'),
  tracking_there: block('wrong'),
  /** Two parcels with one label: one of them would never arrive. */
  label_used: block('wrong'),
  item_canceled: block('alarm'),
  order_canceled: block('alarm'),
  ...PROBLEMS,
  unknown: block('unknown'),
  failed: block('alarm'),
  // Answers at the dock.
  dock_taken: good('accepted'),
  dock_complete: good('complete'),
  dock_already_scanned: warn('already'),
  dock_already_shipped: warn('already'),
  dock_already_delivered: warn('already'),
  dock_manifest: good('accepted'),
  dock_several: warn('wrong'),
  dock_not_packed: block('wrong'),
  dock_not_shipped: block('wrong'),
  dock_other_carrier: block('wrong'),
  dock_on_hold: block('wrong'),
  dock_needs_person: block('wrong'),
  dock_canceled: block('alarm'),
  dock_unknown: block('unknown'),
  // Answers at the put wall.
  put_in: good('accepted'),
  /** The last item of its order. */
  put_complete: good('complete'),
  put_out: note('accepted'),
  put_cleared: note('accepted'),
  put_empty: warn('unknown'),
  put_nothing: warn('already'),
  /** Nothing was done: every slot has an order. */
  put_full: warn('wrong'),
  put_several: warn('wrong'),
  put_spare: block('wrong'),
  put_unknown: block('unknown'),
  put_stopped: block('alarm'),
  /** The item that a taught code is to stand for. */
  item_named: good('accepted'),
  /** A setting that was changed last on a page that is no longer shown. */
  setting_not_saved: warn('wrong'),
  // Answers to commands.
  round_opened: good('accepted'),
  wall_opened: good('accepted'),
  parcel_out: note('accepted'),
  line_taken_out: note('accepted'),
  choice_dropped: note('accepted'),
  confirmed: good('accepted'),
  form_closed: note('accepted'),
  left_order: note('accepted'),
  label_dropped: note('accepted'),
  acknowledged: note('accepted'),
  /** It still needs a person; or the items of a canceled order are still on the bench. */
  alarm_aside: warn('already'),
  alarm_seen: warn('already'),
  /** Waits for a CONFIRM, or a second CANCEL. */
  drop_asked: ask('already'),
  move_asked: ask('already'),
  hold_asked: ask('already'),
  /** Waits for the item. */
  teach_asked: ask('already'),
  taught: good('accepted'),
  release_asked: ask('already'),
  unpack_asked: ask('already'),
  take_asked: ask('busy'),
  taken: good('accepted'),
  reprinting: note('accepted'),
  batch_on: good('accepted'),
  batch_off: note('accepted'),
  /** A problem at the printer; the parcel is not wrong. */
  print_failed: warn('wrong'),
  refused: warn('wrong'),
  /** "Canceled while you were packing it" is among the reasons. */
  pack_refused: block('alarm'),
} as const satisfies Record<string, Answer>
/** To CONFIRM while items are missing: whether the rest is packed without them. */
export const PART_ASKED = ask('wrong')
/** To a command for which nothing was there: no harm, and nothing to put right. */
export const NOTHING_TO_DO = note('already')

export type AnswerKind = keyof typeof ANSWERS
/** Of the pages and forms that take every code: the dock, the put wall, the form that corrects a taught code; and of settings. */
export type PageAnswer = Extract<
  AnswerKind,
  `dock_${string}` | `put_${string}` | 'item_named' | 'setting_not_saved'
>
