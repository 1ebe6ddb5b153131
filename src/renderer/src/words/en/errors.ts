import type { ErrorCode } from '../../../../shared/contract/result'
import type { PartnerErrorCode } from '../../../../shared/domain/outbox/partner-error-code'
import type { TimeProblem } from '../../../../shared/domain/time/timestamps'

/** Why something was refused, in words. */

export const errors = {
  invalid_request: 'Packbench did not accept what was entered.',
  order_not_found: 'The marketplace does not know this order.',
  order_canceled: 'This order is canceled. Do not pack it.',
  order_on_hold: 'This order is on hold. Take the hold off first.',
  order_elsewhere: 'Another station has this order on its bench. Take it over first.',
  no_lines: 'No item is chosen.',
  line_unknown: 'One of the chosen items is no longer in this order.',
  line_is_fee: 'A shipping fee cannot be packed.',
  line_taken: 'One of the chosen items is already in another shipment.',
  line_elsewhere: 'Another station has packed one of the chosen items already.',
  shipment_not_found: 'This shipment is no longer here.',
  move_not_allowed: 'The shipment is no longer in a state that allows this.',
  confirmation_needed: 'This needs to be confirmed first.',
  time_problem: 'A time is missing or not possible. See the fields.',
  carrier_locked: 'The shipment is shipped: carrier and tracking can no longer change.',
  label_used: 'This tracking number is on a parcel of another order already.',
  tracking_url: 'The tracking page must be a web address that begins with https:// or http://.',
  op_not_found: 'This operation is no longer here.',
  answer_not_safe: 'That is not safe now: it might do the same thing twice.',
  unreachable: 'The marketplace does not answer. Check the network and the address.',
  unauthorized: 'The marketplace refused the access token.',
  not_marketplace: 'There is no Partner API at this address.',
  account_unproven: 'Nothing shows whether this token belongs to the same account. A supervisor must say.',
  address_insecure:
    'The address must begin with https://. Without encryption (http://) it may only be on this PC.',
  provisioned: 'The connection is set by your IT department and cannot be changed here.',
  order_shipped: 'A shipment of this order is on its way, so the order cannot be canceled.',
  refund_amount: 'This amount cannot be refunded.',
  item_not_found: 'The marketplace does not know this item.',
  item_exists: 'There is an item with this external id already.',
  item_not_listed: 'Only a listed item can be taken off the marketplace.',
  clock_differs:
    'The clock of this PC is wrong, so no times can be recorded. Set it, or confirm that it is right.',
  training_only: 'Drills work in training mode only.',
  no_printer: 'The printer is not there. Choose one in Settings, Printing.',
  printer_refused: 'The printer did not take the document. Look at the printer, then try again.',
  print_blocked: 'The browser did not open its print dialog. Allow dialogs for this page, then try again.',
  nothing_to_print: 'There is nothing to print.',
  file_unreadable: 'This is not a file of open operations, or it is damaged. Nothing was imported.',
  file_too_large: 'This file is too large: at most 50,000 operations and 40 MB.',
  file_untrusted:
    'Nothing proves that one of your stations wrote this file: it was changed, or exported with another access token. Nothing was imported. Set the same passphrase in the settings of both stations and export again.',
  other_account: 'This file belongs to another account.',
  backup_not_found: 'This backup is not there any more.',
  backup_unusable: 'This backup is damaged. Nothing was changed.',
  ops_open: 'Some operations are not done yet. Finish or discard them first; see the Outbox.',
  badge_unknown: 'This badge signs nobody in. Ask a supervisor.',
  pin_wrong: 'This PIN is wrong.',
  too_many_tries: 'Too many wrong PINs. Scan the badge, or wait and try again.',
  sign_in_needed: 'Nobody has signed in. Scan your badge first.',
  station_locked: 'The station is locked. Scan your badge first.',
  supervisor_needed: 'Only a supervisor may do this.',
  not_supervisor: 'Only a supervisor’s badge or PIN can allow this.',
  not_lendable: 'A supervisor must sign in for this.',
  evidence_unusable: 'The evidence log cannot be read now. See the alarm.',
  disk_full: 'The disk is full. Nothing was recorded. Free some space, then try again.',
  database_error: 'Packbench could not write to its database. Nothing was recorded.',
  session_missing: 'This window has no session. Close it and start Packbench again.',
  internal: 'Something went wrong in Packbench. Nothing was recorded.',
} as const satisfies Record<ErrorCode, string>

export const timeProblems = {
  missing: 'Enter a time.',
  unparsable: 'This is not a time that exists. Write it like {{example}}.',
  in_future: 'This time is in the future.',
  too_old: 'This time is more than a year ago.',
  before_packed: 'This is before the shipment was packed ({{packedAt}}).',
  before_shipped: 'This is before the shipment was shipped ({{shippedAt}}).',
  after_next_step: 'This is after a later step of the same shipment.',
  too_far: 'This is more than a year ahead.',
} as const satisfies Record<TimeProblem, string>

/** What the marketplace answered, or did not. */
export const errorCodes = {
  unreachable: 'the marketplace cannot be reached',
  unclear: 'the connection broke before an answer came',
  server_error: 'the marketplace had an error of its own',
  unexpected_answer: 'the answer was not one of the marketplace’s',
  unauthorized: 'the access token was refused',
  not_found: 'the marketplace does not know it',
  unprocessable: 'refused as not valid',
  rate_limited: 'the marketplace asked to wait',
  too_large: 'the answer was too large',
  invalid_request: 'it does not fit the marketplace’s rules and was not sent',
  behind: 'the marketplace shows an older copy of the order; it is tried again once that has caught up',
  other: 'code {{code}}',
} as const satisfies Record<PartnerErrorCode | 'behind' | 'other', string>
