import type { Command, CommandRefusal } from '../../../../shared/domain/scanning/command'

/** The names of the commands as printed on the command sheet, what each does, and why it does nothing now. */

const names = {
  confirm: 'CONFIRM',
  cancel: 'CANCEL',
  undo: 'UNDO',
  pack_part: 'PACK PART',
  next: 'NEXT',
  acknowledge: 'ACK',
  ship: 'SHIP',
  deliver: 'DELIVER',
  hold: 'HOLD',
  reprint: 'REPRINT',
} as const satisfies Record<Command, string>

const does = {
  confirm:
    'Packs the order when every item is scanned. In a form: its confirming button. Twice: takes an order over from another station.',
  cancel: 'Closes a form. Twice: gives up what is scanned. Else goes back to the list.',
  undo: 'Takes the last scanned item or parcel out. After packing: proposes to cancel that shipment.',
  pack_part: 'Packs what is scanned, although more items are missing.',
  next: 'Opens the next order of the list.',
  acknowledge: 'Clears an error after it was read. Puts an alarm off.',
  ship: 'Opens the form that marks the shipment as shipped. With no order open: the dock.',
  deliver: 'Opens the form that marks the shipment as delivered. With no order open: the dock.',
  hold: 'Sets the order aside; again: the next reason. On hold: takes it off.',
  reprint: 'Prints the slip again. At the dock: the manifest.',
} as const satisfies Record<Command, string>

const refused = {
  locked: 'Sign in first: scan your badge.',
  blocked: 'Clear the error first.',
  alarm_open: 'Answer the alarm first, or put it off with ACK.',
  form_open: 'A form is open. CONFIRM or CANCEL it first.',
  no_order: 'No order is open. Scan an order or an item.',
  order_canceled: 'The order is canceled.',
  held_elsewhere: 'Another station has this order. Take it over first: CONFIRM twice.',
  all_packed: 'Everything of this order is packed already. Scan the next order.',
  nothing_chosen: 'Nothing is scanned yet. Scan the items first.',
  lines_missing_one: '{{count}} item is still missing. Scan it, or PACK PART.',
  lines_missing_other: '{{count}} items are still missing. Scan them, or PACK PART.',
  lines_chosen: 'This order has scanned items. Pack it, or CANCEL twice, first.',
  nothing_to_undo: 'There is nothing to take back.',
  nothing_to_clear: 'There is no error to clear.',
  nothing_to_cancel: 'There is nothing to cancel.',
  needs_hand: 'This needs your hand: look at what is open.',
  not_now: 'The order is being read. Try again.',
  queue_empty: 'No other order waits to be packed.',
  nothing_to_ship: 'No packed shipment of this order waits to be shipped.',
  nothing_to_deliver: 'No shipment of this order is on its way.',
  warehouse_missing: 'The number of the warehouse is missing. Settings can propose it.',
  not_there: 'Nothing here does that now.',
} as const satisfies Record<
  Exclude<CommandRefusal, 'lines_missing'> | 'lines_missing_one' | 'lines_missing_other',
  string
>

export const commands = {
  label: 'Commands',
  names,
  does,
  refused,
  help: 'Help',
  helpTitle: 'Commands by barcode and by key',
  helpIntro: 'Scan a command from the command sheet, or press its key. Scans work from anywhere.',
  helpClose: 'Close',
  shift: 'Shift',
} as const
