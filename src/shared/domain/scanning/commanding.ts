import { COMMANDS, type Command } from './command'
import { type Situation } from './scan'

/** What a command does in each situation, by barcode and by key alike. */

export type Deed =
  /** The chosen lines become a shipment. */
  | 'pack'
  /** Presses the main button of the open form. */
  | 'confirm_form'
  | 'close_form'
  /** The first CANCEL asks, the second discards the selection. */
  | 'drop_choice'
  | 'leave_order'
  /** Removes the line chosen last from the selection. */
  | 'take_out'
  /** Offers to cancel the shipment packed last. */
  | 'unpack'
  /** The first CONFIRM asks, the second takes the order over from its station. */
  | 'take_over'
  | 'open_next'
  | 'clear_error'
  | 'put_alarm_aside'
  | 'ship'
  | 'deliver'
  /** Another part of the station does it, if it is open. */
  | 'elsewhere'

/** Why a command does nothing now. Each has a text. */
export const COMMAND_REFUSALS = [
  'locked',
  'blocked',
  'alarm_open',
  'form_open',
  'no_order',
  'order_canceled',
  'held_elsewhere',
  'all_packed',
  'nothing_chosen',
  'lines_missing',
  'lines_chosen',
  'nothing_to_undo',
  'nothing_to_clear',
  // Known only while it runs:
  'nothing_to_cancel',
  'needs_hand',
  'not_now',
  'queue_empty',
  'nothing_to_ship',
  'nothing_to_deliver',
  'warehouse_missing',
  'not_there',
] as const
export type CommandRefusal = (typeof COMMAND_REFUSALS)[number]

type Row = Readonly<Record<Situation, Deed | CommandRefusal>>

/** The default of every command; a few answer an error, an alarm or a form instead. */
const INTERRUPTED = {
  locked: 'locked',
  blocked: 'blocked',
  alarm: 'alarm_open',
  handover: 'form_open',
  tracking_form: 'form_open',
  form: 'form_open',
} as const

function row(bench: Omit<Row, keyof typeof INTERRUPTED> & Partial<Row>): Row {
  return { ...INTERRUPTED, ...bench }
}

function everywhere(what: Deed | CommandRefusal): Omit<Row, keyof typeof INTERRUPTED> {
  const begun = { all: what, part: what, open: what }
  return { idle: what, canceled: what, done: what, elsewhere: what, taken_over: what, ...begun }
}

const OPEN_FORM = (deed: Deed) => ({ handover: deed, tracking_form: deed, form: deed })
const CHOSEN = <What extends Deed | CommandRefusal>(deed: What) => ({ all: deed, part: deed })
const NOTHING_OPEN = { idle: 'no_order', canceled: 'order_canceled' } as const

export const COMMAND_TABLE: Readonly<Record<Command, Row>> = {
  confirm: row({
    ...NOTHING_OPEN,
    ...OPEN_FORM('confirm_form'),
    done: 'all_packed',
    elsewhere: 'take_over',
    taken_over: 'take_over',
    all: 'pack',
    part: 'lines_missing',
    open: 'nothing_chosen',
  }),
  pack_part: row({
    ...NOTHING_OPEN,
    ...CHOSEN('pack'),
    done: 'all_packed',
    elsewhere: 'held_elsewhere',
    taken_over: 'held_elsewhere',
    open: 'nothing_chosen',
  }),
  cancel: row({
    ...everywhere('leave_order'),
    ...OPEN_FORM('close_form'),
    ...CHOSEN('drop_choice'),
    taken_over: 'drop_choice',
    idle: 'nothing_to_cancel',
  }),
  undo: row({
    ...everywhere('unpack'),
    ...CHOSEN('take_out'),
    taken_over: 'take_out',
    idle: 'nothing_to_undo',
  }),
  next: row({ ...everywhere('open_next'), ...CHOSEN('lines_chosen'), taken_over: 'lines_chosen' }),
  acknowledge: row({
    ...everywhere('nothing_to_clear'),
    ...{ tracking_form: 'nothing_to_clear', form: 'nothing_to_clear', handover: 'nothing_to_clear' },
    blocked: 'clear_error',
    alarm: 'put_alarm_aside',
  }),
  // With no order open they open the dock.
  ship: row({ ...everywhere('ship'), idle: 'elsewhere', canceled: 'order_canceled' }),
  deliver: row({ ...everywhere('deliver'), idle: 'elsewhere' }),
  hold: row({ ...everywhere('elsewhere'), idle: 'no_order' }),
  reprint: row(everywhere('elsewhere')),
}

/** What the command does in a situation, or why it does nothing. */
export function deedOf(command: Command, situation: Situation): Deed | CommandRefusal {
  return COMMAND_TABLE[command][situation]
}

export function isRefusal(deed: Deed | CommandRefusal): deed is CommandRefusal {
  return (COMMAND_REFUSALS as readonly string[]).includes(deed)
}

/**
 * The key that does the same as the barcode: function keys, which no text needs and no scanner sends, except F8,
 * which may stand for GS1's FNC1. Shown on screen next to the command's name.
 */
export const COMMAND_KEYS = {
  acknowledge: { key: 'F2', shift: false },
  undo: { key: 'F3', shift: false },
  cancel: { key: 'F4', shift: false },
  next: { key: 'F6', shift: false },
  ship: { key: 'F7', shift: false },
  deliver: { key: 'F7', shift: true },
  confirm: { key: 'F9', shift: false },
  pack_part: { key: 'F10', shift: false },
  reprint: { key: 'F9', shift: true },
  hold: { key: 'F6', shift: true },
} as const satisfies Record<Command, { key: string; shift: boolean }>

/** The command of a key press without Ctrl, Alt and Meta, or `null`. */
export function commandOfKey(key: string, shift: boolean): Command | null {
  return COMMANDS.find((command) => isKeyOf(command, key, shift)) ?? null
}

function isKeyOf(command: Command, key: string, shift: boolean): boolean {
  const wanted = COMMAND_KEYS[command]
  return wanted.key === key && wanted.shift === shift
}
