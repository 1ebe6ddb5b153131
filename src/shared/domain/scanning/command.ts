import type { Situation } from './scan'

/**
 * The commands: each is one entry of `COMMANDS` with its barcode, its key, and what it does where the packer is. The
 * command sheet, the help and the keyboard read this list. Printed codes stay in use for years: a code is never changed
 * and never given to another command.
 */

/** What is done; `decideCommand` says when exactly, and `perform` does it. */
export type Deed =
  /** The chosen lines become a shipment. */
  | 'pack'
  /** The confirming button of what is open. */
  | 'confirm_form'
  | 'close_form'
  /** The first CANCEL asks, the second one drops the choice. */
  | 'drop_choice'
  | 'leave_order'
  /** The line chosen last is taken out of the choice. */
  | 'take_out'
  /** Proposes to cancel the shipment that was packed last. */
  | 'unpack'
  /** The first CONFIRM asks, the second one takes the order from the station that has it. */
  | 'take_over'
  | 'open_next'
  | 'clear_error'
  | 'answer_alarm'
  | 'ship'
  | 'deliver'
  /** The dock, for a round of that kind. */
  | 'open_ship_round'
  | 'open_deliver_round'
  /** Asks for a reason to set the order aside, or whether the hold is to be taken off. */
  | 'hold'
  | 'reprint'
  /** Orders of one item are packed by the scan of the item, until it is said again. */
  | 'toggle_batch'
  /** The put wall, where the items of several orders are sorted. */
  | 'open_put_wall'
  /** Asks which item an unknown code stands for. */
  | 'teach'

/** Why a command does nothing now. Each has its words. */
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
  'nothing_to_teach',
  // Found only while it is done:
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

type Does = Readonly<Record<Situation, Deed | CommandRefusal>>

export type CommandEntry = {
  /** Its barcode. Printed on sheets; never change one. */
  code: string
  /**
   * The key that does the same as the barcode: function keys, which no text needs and no scanner sends, but for F8,
   * which may stand for the FNC1 of GS1.
   */
  key: string
  shift: boolean
  /** What it does in each situation, or why it does nothing there. */
  does: Does
}

/** What holds for every command but the few that answer an error, an alarm or a form. */
const INTERRUPTED = {
  locked: 'locked',
  blocked: 'blocked',
  alarm: 'alarm_open',
  handover: 'form_open',
  tracking_form: 'form_open',
  form: 'form_open',
} as const

function row(bench: Omit<Does, keyof typeof INTERRUPTED> & Partial<Does>): Does {
  return { ...INTERRUPTED, ...bench }
}

function everywhere(what: Deed | CommandRefusal): Omit<Does, keyof typeof INTERRUPTED> {
  const begun = { all: what, part: what, open: what }
  return { idle: what, canceled: what, done: what, elsewhere: what, taken_over: what, ...begun }
}

const OPEN_FORM = (deed: Deed) => ({ handover: deed, tracking_form: deed, form: deed })
const CHOSEN = <What extends Deed | CommandRefusal>(deed: What) => ({ all: deed, part: deed })
const NOTHING_OPEN = { idle: 'no_order', canceled: 'order_canceled' } as const

/** What every code of the station begins with. */
export const CODE_PREFIX = 'PBX'

export const COMMANDS = {
  confirm: {
    code: `${CODE_PREFIX}GO`,
    key: 'F9',
    shift: false,
    does: row({
      ...NOTHING_OPEN,
      ...OPEN_FORM('confirm_form'),
      done: 'all_packed',
      elsewhere: 'take_over',
      taken_over: 'take_over',
      all: 'pack',
      part: 'lines_missing',
      open: 'nothing_chosen',
    }),
  },
  cancel: {
    code: `${CODE_PREFIX}STOP`,
    key: 'F4',
    shift: false,
    does: row({
      ...everywhere('leave_order'),
      ...OPEN_FORM('close_form'),
      ...CHOSEN('drop_choice'),
      taken_over: 'drop_choice',
      idle: 'nothing_to_cancel',
    }),
  },
  undo: {
    code: `${CODE_PREFIX}UNDO`,
    key: 'F3',
    shift: false,
    does: row({
      ...everywhere('unpack'),
      ...CHOSEN('take_out'),
      taken_over: 'take_out',
      idle: 'nothing_to_undo',
    }),
  },
  pack_part: {
    code: `${CODE_PREFIX}PIECE`,
    key: 'F10',
    shift: false,
    does: row({
      ...NOTHING_OPEN,
      ...CHOSEN('pack'),
      done: 'all_packed',
      elsewhere: 'held_elsewhere',
      taken_over: 'held_elsewhere',
      open: 'nothing_chosen',
    }),
  },
  next: {
    code: `${CODE_PREFIX}NEXT`,
    key: 'F6',
    shift: false,
    does: row({ ...everywhere('open_next'), ...CHOSEN('lines_chosen'), taken_over: 'lines_chosen' }),
  },
  acknowledge: {
    code: `${CODE_PREFIX}SEEN`,
    key: 'F2',
    shift: false,
    does: row({
      ...everywhere('nothing_to_clear'),
      ...{ tracking_form: 'nothing_to_clear', form: 'nothing_to_clear', handover: 'nothing_to_clear' },
      blocked: 'clear_error',
      alarm: 'answer_alarm',
    }),
  },
  // With no order on the bench SHIP and DELIVER open the dock.
  ship: {
    code: `${CODE_PREFIX}SEND`,
    key: 'F7',
    shift: false,
    does: row({ ...everywhere('ship'), idle: 'open_ship_round', canceled: 'order_canceled' }),
  },
  deliver: {
    code: `${CODE_PREFIX}THERE`,
    key: 'F7',
    shift: true,
    does: row({ ...everywhere('deliver'), idle: 'open_deliver_round' }),
  },
  hold: {
    code: `${CODE_PREFIX}HOLD`,
    key: 'F6',
    shift: true,
    does: row({ ...everywhere('hold'), idle: 'no_order' }),
  },
  reprint: {
    code: `${CODE_PREFIX}PRINT`,
    key: 'F9',
    shift: true,
    does: row(everywhere('reprint')),
  },
  batch: {
    code: `${CODE_PREFIX}SINGLES`,
    key: 'F4',
    shift: true,
    does: row(everywhere('toggle_batch')),
  },
  put_wall: {
    code: `${CODE_PREFIX}PUT`,
    key: 'F2',
    shift: true,
    does: row({ ...everywhere('open_put_wall'), ...CHOSEN('lines_chosen'), taken_over: 'lines_chosen' }),
  },
  // An unknown code is an error that blocks; this is one of its two answers.
  teach: {
    code: `${CODE_PREFIX}CODE`,
    key: 'F3',
    shift: true,
    does: row({
      ...everywhere('teach'),
      blocked: 'teach',
      idle: 'no_order',
      canceled: 'order_canceled',
      elsewhere: 'held_elsewhere',
      taken_over: 'held_elsewhere',
    }),
  },
} as const satisfies Record<string, CommandEntry>
export type Command = keyof typeof COMMANDS
/** In the order of the command sheet. */
export const COMMAND_NAMES = Object.keys(COMMANDS) as readonly Command[]

export const COMMAND_CODES = Object.fromEntries(
  COMMAND_NAMES.map((name) => [name, COMMANDS[name].code]),
) as Readonly<Record<Command, string>>

/** What the command does there, or why not. */
export function deedOf(command: Command, situation: Situation): Deed | CommandRefusal {
  return COMMANDS[command].does[situation]
}

export function isRefusal(deed: Deed | CommandRefusal): deed is CommandRefusal {
  return (COMMAND_REFUSALS as readonly string[]).includes(deed)
}

/** The command of a key press without Ctrl, Alt and Meta, or `null`. */
export function commandOfKey(key: string, shift: boolean): Command | null {
  return COMMAND_NAMES.find((name) => COMMANDS[name].key === key && COMMANDS[name].shift === shift) ?? null
}

const BY_CODE: ReadonlyMap<string, Command> = new Map(
  COMMAND_NAMES.map((name) => [COMMANDS[name].code, name]),
)

/** The command of a code, ignoring case; `null` for any other code. */
export function commandOf(code: string): Command | null {
  return BY_CODE.get(code.trim().toUpperCase()) ?? null
}
