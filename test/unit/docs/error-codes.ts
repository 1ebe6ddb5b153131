import type { StartErrorCode } from '../../../src/main/base/station-error'
import { ERROR_CODES, type ErrorCode } from '../../../src/shared/contract/result'
import { HELD_REASONS, type HeldReason } from '../../../src/shared/domain/outbox/held-reason'
import {
  PARTNER_ERROR_CODES,
  type PartnerErrorCode,
} from '../../../src/shared/domain/outbox/partner-error-code'
import {
  CONNECTION_REASONS,
  type ConnectionReason,
} from '../../../src/shared/domain/station/connection-reason'
import { TIME_PROBLEMS, type TimeProblem } from '../../../src/shared/domain/time/timestamps'
import { DICTIONARIES } from '../../support/dictionaries'

/**
 * What docs/error-codes.md is generated from: the codes and their order are those of the contract, the words those of the
 * screen, and a code without its cause and remedy here does not compile.
 */

/** In Markdown. */
type Row = readonly [cause: string, remedy: string]

const REFUSALS: Record<ErrorCode, Row> = {
  invalid_request: [
    'The window sent something that the schema of the call refuses, or a field is out of range.',
    'Correct the field that is marked. If none is, report it: the window should not send this.',
  ],
  order_not_found: [
    'The order is not on this station, or the marketplace answered 404.',
    'Check the number. Read the order again when the network is back.',
  ],
  order_unreadable: [
    'The marketplace shows the order, or a newer copy of it, without something that packing needs, or in another form.',
    'Diagnostics name the field. IT asks the marketplace; the order is packed once it can be read.',
  ],
  order_canceled: [
    'The order is canceled, or its cancellation is waiting to be sent.',
    'Put the items back.',
  ],
  order_on_hold: [
    'Somebody put the order on hold at this station.',
    'Read the reason, then take the hold off.',
  ],
  buyer_needed: [
    'The address is needed until every parcel is handed over, and while an operation of the order is open.',
    'Ship or cancel the order and let its operations end.',
  ],
  order_elsewhere: [
    'Another station on the local network has claimed the order.',
    'CONFIRM twice takes it over; otherwise open another order.',
  ],
  order_changed: [
    'A line, a code that was scanned or the address changed after the window showed the order.',
    'Read what has changed, then scan again.',
  ],
  hub_away: [
    "The warehouse's hub is not reached.",
    'Packing goes on. Look at Settings, Stations, for the reason.',
  ],
  no_lines: ['Nothing was chosen to be packed.', 'Scan the items.'],
  line_unknown: ['The order was read again and no longer has the line.', 'Open the order again.'],
  line_is_fee: ['The line is a shipping fee.', 'Choose goods only.'],
  line_taken: ['A live shipment carries the line.', 'Look at the shipments of the order.'],
  line_elsewhere: [
    'Another station said that it packed the line; the marketplace does not show it yet.',
    'Put the item back, or undo it at that station.',
  ],
  instruction_open: [
    'An item’s packing instruction must be confirmed, and is not.',
    'Do what the instruction says, then CONFIRM.',
  ],
  instruction_refused: [
    'The table changed after it was shown, or cannot be used or written; or the picture cannot be shown.',
    'The screen names the reason: look again, or correct the file.',
  ],
  serial_missing: [
    'The serial number of a unit must be scanned, and was not.',
    'Scan it from the unit itself, or let a supervisor allow the unit.',
  ],
  not_scanned: [
    'Every item must be scanned at this station, and some were ticked by hand, or nobody says how they were chosen.',
    'Scan them, or tick them while a supervisor allows it.',
  ],
  item_unclear: [
    'Several different items have the item number, external ID or MPN that was given.',
    'Give a number that only this item has, such as its item number.',
  ],
  code_known: [
    'The code that was to be taught is that of an order, an item, a command or a badge.',
    'Scan another code of the item.',
  ],
  shipment_not_found: ['The shipment was removed or belongs to another account.', 'Open the order again.'],
  move_not_allowed: [
    'The table of moves forbids it, for example shipping a canceled shipment; or an earlier operation of the shipment needs a person.',
    'Look at the shipment and at “Needs you”; somebody else may have moved it.',
  ],
  confirmation_needed: [
    'The step is unusual (a cancellation after delivery, a large refund) and was not confirmed by name.',
    'Confirm it in the dialog.',
  ],
  time_problem: [
    'A time is missing or impossible; the field has a code of its own, see below.',
    'Correct the time.',
  ],
  carrier_locked: [
    'The Partner API locks carrier and tracking once a shipment is shipped.',
    'Leave them as they are.',
  ],
  label_used: [
    'A parcel of another order carries the tracking number.',
    'Use this parcel’s own label. If both travel in one parcel, say so by hand.',
  ],
  tracking_url: ['The tracking page is not a web address.', 'Correct or empty it.'],
  op_not_found: [
    'The operation is not in the outbox any more, for example after a reset.',
    'Go back to the outbox.',
  ],
  answer_not_safe: [
    'The operation changed meanwhile, so this answer could do the same thing twice.',
    'Open it again and choose one of the answers that are offered.',
  ],
  unreachable: [
    'No connection to the marketplace could be made; nothing was sent.',
    'Check network, address and firewall. What was confirmed goes out by itself.',
  ],
  unauthorized: ['The marketplace answered 401 or 403.', 'Enter a valid token in Settings.'],
  not_marketplace: [
    'The address answers, but not as the Partner API does.',
    'Check the address; a captive portal may be in between.',
  ],
  account_unproven: [
    'Nothing that the station knows can be compared with what the token shows.',
    'A supervisor says whether it is the same account.',
  ],
  account_unknown: [
    'No account of this name has data on this PC, for example after a reset.',
    'Open the list of accounts again.',
  ],
  account_unusable: [
    'A newer version, or an early one, wrote the data of the account, its database is gone or cannot be read, or its address is not known. The account at work goes on.',
    'Settings, Accounts says which; install the newer version, export with the early one, restore a copy, or connect with its address and token.',
  ],
  account_damaged: [
    'The database of the account is damaged; nothing was opened.',
    'Open it all the same: what can be read is saved, and open operations are looked up before anything is sent.',
  ],
  address_insecure: ['`http://` to another computer.', 'Use `https://`.'],
  provisioned: [
    'The environment sets the connection.',
    'Change `PACKBENCH_API_BASE_URL`; see [it-guide.md](it-guide.md).',
  ],
  order_shipped: [
    'A shipment of the order is shipped; the Partner API then refuses a cancellation.',
    'Refund instead.',
  ],
  parcel_unknown: [
    'A shipment of the order is in a state that the Partner API does not name, so nobody knows whether it is on its way.',
    'Refund instead, or wait until the marketplace shows where the parcel is.',
  ],
  refund_amount: [
    'The amount is not positive, or above what is left to refund, or that is unknown, and no reason was given.',
    'Enter a smaller amount.',
  ],
  item_not_found: ['The marketplace answered 404 for the item.', 'Check the number.'],
  item_exists: [
    'An item with this external ID is known or waiting.',
    'Use another external ID, or open that item.',
  ],
  item_not_listed: [
    'Only an item in state `listed` can be delisted; or the item is delisted already.',
    'Wait until it is listed, or leave it.',
  ],
  job_not_found: [
    'The bulk change was deleted, or a backup does not have it.',
    'Go back to the list of bulk changes.',
  ],
  job_state: [
    'A confirmed bulk change cannot be edited, a draft cannot be paused or undone, and only prices and discounts that were changed can be changed back.',
    'Look at its present state.',
  ],
  rows_wrong: [
    'A bulk change was confirmed while rows that are not left out have problems, or a needed column is missing; `fields.wrong` says how many.',
    'Correct the rows, map the columns, or leave the rows out.',
  ],
  nothing_selected: ['No item matches, or every row is left out.', 'Choose other items.'],
  too_many_rows: [
    'A file or a filter has more than 20,000 items.',
    'Split the file, or narrow the filter down.',
  ],
  clock_differs: [
    'The PC’s clock is certainly 5 minutes or more off the marketplace’s.',
    'Set the clock. A supervisor may confirm that it is right.',
  ],
  training_only: ['Drills and practice barcodes exist in training only.', 'Switch to training in Settings.'],
  no_printer: [
    'The chosen printer does not exist on this PC.',
    'Settings, Printing: choose another printer.',
  ],
  printer_refused: [
    'The system’s print queue is paused or refused the document.',
    'Check paper, cable and queue; REPRINT.',
  ],
  print_blocked: ['Browser host: the browser blocked the print dialog.', 'Allow dialogs for this page.'],
  label_gone: [
    'The label file was removed, replaced or is being written again, or it does not name this order.',
    'Wait for the new file. The carrier software must not change a file once it is written.',
  ],
  label_printed: [
    'The label was sent to a printer for this order before, as the station’s record says.',
    'Print it again only if the first one did not come out or was thrown away.',
  ],
  label_unprintable: [
    'A ZPL label without the address of a printer, or a PDF that cannot be drawn: damaged, protected by a password, with a blank page, of more than 10 pages, larger than label paper, or not drawn within 15 seconds. The log has the cause.',
    'Settings, Label folder: enter the ZPL printer’s address. Open the PDF in another program: if it looks right, print it there, or let the carrier software write ZPL or PNG.',
  ],
  logo_refused: [
    'The logo is not a whole PNG or JPEG, or above 500 KB or 4,000 pixels a side.',
    'Save the logo again as a smaller PNG or JPEG.',
  ],
  nothing_to_print: ['The document has no content, for example a manifest without parcels.', 'Nothing.'],
  file_unreadable: [
    'The file is no export of open operations, or was damaged.',
    'Export again at the other station.',
  ],
  file_too_large: ['More than 50,000 operations or 40 MB.', 'Let the other station send some of them first.'],
  file_untrusted: [
    'None of the three proofs fits: access token, passphrase, or this very station. Or the file was changed.',
    'Set the same passphrase at both stations and export again.',
  ],
  station_at_work: ['The station was heard less than 30 s ago.', 'Quit it there, or wait.'],
  adopted_elsewhere: ['The owner of the outbox changed at the hub meanwhile.', 'Look at the list again.'],
  setup_changed: ['Another supervisor published meanwhile.', 'Look at the changes, and publish again.'],
  setup_unreadable: [
    "The hub's setup is damaged or of a newer version.",
    'Update this station; IT removes a damaged value.',
  ],
  setup_key_missing: [
    'The setup is signed, and this station has no private half of the key.',
    'Publish at the station that has it; see [the guide](it-guide.md#the-key-of-the-settings).',
  ],
  operators_unknown: [
    'The station follows a hub and has no operators: it was never reached, or its setup is not accepted. What only a supervisor may do waits.',
    'Connect it to the hub, check the passphrase, or update the station.',
  ],
  other_account: ['The orders in the file are not this account’s.', 'Import it at a station of its account.'],
  backup_not_found: ['The copy was rotated out or removed.', 'Choose another one.'],
  backup_unusable: ['The copy is damaged, or a newer version wrote it.', 'Choose another one.'],
  ops_open: ['Leaving now would leave operations behind.', 'Finish, discard or export them.'],
  no_update: ['No newer version is downloaded.', 'Wait for the next look, or ask IT for the installer.'],
  bench_in_use: [
    'An update was to be installed, or the account switched, while an order is on the bench; its scans are not packed yet.',
    'Finish or close the order.',
  ],
  sending_now: [
    'An update was to be installed while an operation is on its way to the marketplace.',
    'Try again.',
  ],
  badge_unknown: [
    'The badge belongs to nobody, or its operator is not active.',
    'A supervisor prints a new badge.',
  ],
  photos_off: [
    'Photos were switched off while the picture was on its way.',
    'Switch photos on in Settings, Camera.',
  ],
  photo_exists: [
    'The shipment has a photo; it is evidence and is not replaced.',
    'Nothing: the first photo is kept.',
  ],
  pin_wrong: ['The PIN is not this operator’s.', 'Try again.'],
  too_many_tries: ['Five wrong PINs; each further one doubles the wait.', 'Scan the badge, or wait.'],
  sign_in_needed: ['Nobody is signed in, or somebody else signed in meanwhile.', 'Sign in.'],
  station_locked: [
    'The station is locked, by hand or because nobody was there.',
    'Unlock it by badge or PIN.',
  ],
  supervisor_needed: ['The act needs a supervisor.', 'Ask one to allow it once, or to sign in.'],
  not_supervisor: ['The badge or PIN is a packer’s.', 'Use a supervisor’s.'],
  not_lendable: ['The act cannot be lent at a packer’s screen.', 'The supervisor signs in.'],
  evidence_unusable: [
    'The file of the evidence log cannot be opened.',
    'Check disk and permissions; see the alarm.',
  ],
  archive_unusable: [
    "A month's file of the archive is missing or cannot be opened.",
    'Check disk and permissions; the log says what is wrong with the file.',
  ],
  filter_name_taken: ['Another filter of the order desk has the name.', 'Choose another name.'],
  filter_not_found: ['The filter was deleted in another window.', 'Choose another filter.'],
  too_many_filters: ['An account keeps 50 filters.', 'Delete a filter that nobody uses.'],
  disk_full: [
    'A write found no room; nothing was changed.',
    'Free some space. The station goes on by itself.',
  ],
  database_error: [
    'SQLite refused a write; nothing was changed.',
    'Check disk and permissions. The terminal has SQLite’s code.',
  ],
  save_unknown: [
    'The disk did not flush a write, and nothing could be written over it; after a restart it may be there.',
    'Check the disk. Once it works, what was not flushed is overwritten.',
  ],
  session_missing: [
    'Browser host: the page has no valid session, for example after a restart of Packbench.',
    'Close the window and start Packbench again.',
  ],
  internal: [
    'A defect in Packbench; the terminal has the details.',
    'Report it with the lines of the terminal.',
  ],
}

const TIMES: Record<TimeProblem, Row> = {
  missing: ['The field is empty.', 'Correct the time.'],
  unparsable: ['Not a time, or an hour that the change to summer time skips.', 'Correct the time.'],
  in_future: ['Later than now.', 'Correct the time.'],
  too_old: ['More than a year ago.', 'Correct the time.'],
  before_packed: ['Earlier than packing.', 'Correct the time.'],
  before_shipped: ['Earlier than shipping.', 'Correct the time.'],
  after_next_step: ['Later than a later step of the same shipment.', 'Correct the time.'],
  too_far: ['More than a year ahead.', 'Correct the time.'],
}

const ANSWERS: Record<PartnerErrorCode, Row> = {
  unreachable: [
    'Failed before the first byte was written: name, route, connection, TLS. Certainly not applied.',
    'Wait: Packbench tries again. Check the network.',
  ],
  unclear: [
    'Failed after the first byte: reset, closed, timeout. Nobody knows whether it was applied.',
    'Wait; it is looked for before anything is sent again.',
  ],
  server_error: ['Any 5xx, or 408. May have been applied.', 'Wait. After an hour a person is asked.'],
  busy: [
    '409, 421, 423, 424, 425: something else holds it for now. Hardly applied; read back all the same.',
    'Wait; it is looked for and sent again. After ten minutes a person is asked.',
  ],
  unexpected_answer: [
    'A 2xx that does not fit, HTML, a redirect, a body cut short. May have been applied.',
    'Look for a captive portal or proxy.',
  ],
  unauthorized: [
    '401 or 403. Not applied.',
    'Packbench asks again, in the end every 15 minutes. Enter a token that may do this.',
  ],
  not_found: ['404. Not applied.', 'See the operation; somebody may have removed the item or order.'],
  unprocessable: [
    '400, 422 and every other 4xx. Not applied.',
    'Compare what was asked with what the order shows.',
  ],
  rate_limited: ['429. Not applied.', 'Wait; it is sent when the marketplace allows.'],
  too_large: ['An answer of more than 32 MiB. May have been applied.', 'Report it.'],
  invalid_request: [
    'Our own schema refused the request. Not sent.',
    'Discard the operation and enter it again.',
  ],
}

const CONNECTION: Record<ConnectionReason, Row> = {
  name_not_found: [
    '`ENOTFOUND`: DNS does not know the name.',
    'Correct the address; check from this PC with `nslookup`.',
  ],
  name_server: [
    '`EAI_AGAIN`, or 5 s without an answer from the DNS server.',
    'Check the network and the DNS settings of the PC.',
  ],
  refused: [
    '`ECONNREFUSED`: the host rejects the connection.',
    "Correct host and port; look at the firewall's log.",
  ],
  no_route: ['`ENETUNREACH`, `EHOSTUNREACH`: no route.', 'Check cable, Wi-Fi, VPN, routing.'],
  timeout: ['No connection within 5 s.', 'Let the address through the firewall, or set the proxy.'],
  broken_off: [
    'Reset or closed, in the TLS handshake or before the whole answer came.',
    'Look at firewalls and proxies in between.',
  ],
  no_answer: [
    'Connected, but no answer within 20 s.',
    "Check the marketplace's state, and what inspects the traffic.",
  ],
  tls_unknown_ca: [
    'The issuer of the certificate is not trusted.',
    "Install the company's root certificate in the system's store, or set `PACKBENCH_CA_FILE`; restart.",
  ],
  tls_expired: [
    "The server's certificate has expired.",
    "Check the PC's date; else the server's certificate must be renewed.",
  ],
  tls_not_yet_valid: ['The certificate is valid only in the future.', "Set the PC's clock."],
  tls_wrong_host: [
    'The certificate names another host.',
    'Correct the address; look for what answers in its place.',
  ],
  tls_failed: [
    'Any other failure of TLS; the detail names it.',
    'Compare TLS versions; look at TLS inspection.',
  ],
  not_https: ['An https address is answered in plain text.', 'Correct the port.'],
  needs_https: ['An http address is answered by TLS.', 'Begin the address with `https://`.'],
  proxy_unreachable: [
    'The proxy cannot be reached or opens no tunnel in time; the detail names it.',
    "Correct `HTTPS_PROXY` or the system's proxy; start the proxy.",
  ],
  proxy_auth: [
    '407: the proxy asks for a password.',
    'Put it in `HTTPS_PROXY`, or exempt the PC. NTLM and Kerberos are not supported.',
  ],
  proxy_refused: [
    'The proxy answers CONNECT with another status.',
    "Allow the marketplace's host and port at the proxy.",
  ],
  redirected: [
    'A 3xx on the same host, or 301 or 308 to another; the detail says where to.',
    'Enter the address that it names. Redirects are never followed, because the token would go along.',
  ],
  portal: [
    'HTML with 2xx, 511, or a temporary redirect to another host.',
    'Sign in with a browser on the PC, or exempt the PC.',
  ],
  wrong_path: ['404 for a list, or a page with 404.', 'Enter the address without `/api/v1.0`.'],
  not_marketplace: [
    'An answer that is not of the Partner API.',
    'Check the address, and what is in between.',
  ],
  firewall: [
    'A page (HTML) with 403 or another 4xx.',
    'Allow the marketplace at the firewall or web filter.',
  ],
  forbidden: ['403 from the marketplace.', 'Enter a token that may do this.'],
  token_refused: [
    '401.',
    'Enter a valid token. If the same one is accepted again, sending goes on by itself within 15 minutes.',
  ],
  no_token: [
    'None is set, or it has characters that a header may not have.',
    'Enter one, or set `PACKBENCH_ACCESS_TOKEN`.',
  ],
  server_error: [
    'Any 5xx, or 408; 409, 421, 423, 424 or 425 for a list, or as a page.',
    'Wait; report it to the marketplace if it lasts.',
  ],
  clock_wrong: [
    "Certificates look out of date, and the PC's clock is proven wrong: by 5 minutes against the last answer, or before 2026.",
    'Set the clock and its time server.',
  ],
}

const HOLDS: Record<HeldReason, Row> = {
  refused: [
    '422 or another 4xx, and reading back did not find it.',
    'Nothing was changed there. Look at what the order shows, then send it again or discard it.',
  ],
  busy: [
    'Ten minutes of 409, 421, 423, 424 or 425; it was looked for before each try and is not there. A refund after the first.',
    'Look at what the marketplace shows. Then have it tried again, or discard it.',
  ],
  not_found: [
    '404 for the order, shipment or item, twice, 30 s apart.',
    'Packbench looks for its order or item again. Check whether it still exists. Then send it again or discard it.',
  ],
  unconfirmed: [
    'The outcome stayed unknown and must not be tried again (a refund), or three sends were lost.',
    'Look at what the marketplace shows. Check again, or say which one it is.',
  ],
  order_canceled: [
    'The order is canceled, seen before the send.',
    'Do not ship. Take the parcel apart, then discard this.',
  ],
  order_shipped: [
    'A cancellation, and a shipment of the order is shipped.',
    'The order cannot be canceled any more. A refund is still possible. Discard this.',
  ],
  parcel_unknown: [
    'A cancellation, and a shipment of the order is in a state that the Partner API does not name.',
    'Once the marketplace shows where the parcel is, send this again; or discard it and refund instead.',
  ],
  line_taken: [
    'The lines are in a live shipment that is not this one.',
    'Find out whose parcel is right. If it is yours, say “It is this one”. Else pull yours and discard this.',
  ],
  duplicate: [
    'More than one resource fits what was asked for.',
    'Say which one it is. Extra shipments can be canceled as long as they are packed.',
  ],
  shipment_unknown: [
    'A later step of a shipment whose creation was given up.',
    'Solve what came before for this shipment. Then send this again or discard it.',
  ],
  shipment_changed: [
    'The shipment is in a state from which this move is impossible.',
    'Look at what the marketplace shows. If that is right, discard this.',
  ],
  items_changed: [
    'Lines in the parcel mean other items than when it was packed, or an item has no code that was scanned any more.',
    'Compare the parcel with the order. If it fits, send this again. If not, discard this and pack again.',
  ],
  address_changed: [
    'The address changed after the parcel was packed.',
    'If the label fits all the same, send this again. If the parcel needs another label, discard this and do the step again with the new number.',
  ],
  item_exists: [
    'An item with this external ID is there, and it is not this one.',
    'Discard this, or send it again once the other item is gone.',
  ],
  item_changed: [
    'The item is not in a state that allows the change, or has a price that nobody here knew.',
    'Look at the item. Discard this, or send it again once the item is listed.',
  ],
  unreadable: [
    'The stored operation cannot be parsed.',
    'Another version of Packbench wrote it. Check again with that version, or discard it.',
  ],
  vanished: [
    'It was confirmed, and the marketplace does not show it.',
    'Check again: it is looked for, and sent again if it is still missing after two minutes. A refund is never sent again unasked. Discard it if it is no longer wanted.',
  ],
  forbidden: [
    '403 for this order or item only; or 401, twice, 30 s apart.',
    'Packbench reads it again, unless the write was answered 403. Check again; if it is refused once more, enter a token that may do this, or discard it.',
  ],
  keeps_failing: [
    'An hour of 5xx; it was looked for and is not there.',
    'It was not done there. Tell the marketplace, then send it again or discard it.',
  ],
  cannot_look: [
    'An hour of 5xx, or ten minutes of busy, on the reads, so that nobody could look.',
    'Packbench reads it again, in the end every 15 minutes. Tell the marketplace, or discard it.',
  ],
  clock_wrong: [
    'The PC’s clock proved 5 minutes or more wrong when it was captured.',
    'Take the corrected time. If the PC’s clock was right, send this as it is.',
  ],
  above_rest: [
    'A refund is above what is left of the order, or nobody can tell, seen before the send.',
    'Look at the refunds of the order. Send it again if it fits by now, or discard it. If the buyer gets it all the same, a supervisor refunds it in the order, with the amount and a reason.',
  ],
}

/** Their words are not on a screen. */
const STARTS: Record<StartErrorCode, readonly [cause: string, seen: string, remedy: string]> = {
  newer_schema: [
    'A newer Packbench wrote the data.',
    'One line on stderr or in a dialog: install the newer version again.',
    'Install that version. Nothing was changed.',
  ],
  older_schema: [
    'An early Packbench wrote the data.',
    'One line on stderr or in a dialog: what to do.',
    'Install that version again, export the open operations, and import them here into an empty data folder. Nothing was changed.',
  ],
  database_corrupt: [
    'The file is damaged: `quick_check` failed after an unclean exit.',
    'An alarm: the file is set aside, and the readable data of it and of the newest backup is saved.',
    'Read the alarm. If saving fails too, the start ends with `database_unusable`.',
  ],
  database_unusable: [
    'No permission, another program has the file open, no space for a pending migration, SQLite refuses the file, or a damaged file could not be saved.',
    'One line that names the file and the reason.',
    'Fix permissions, close the other program or free space; then start again.',
  ],
  data_dir_unusable: [
    'The data folder, `connection.json`, `private.sealed` or the key file cannot be read.',
    'One line that names the file.',
    'Fix the permissions, or remove a damaged `connection.json`.',
  ],
}

const { en } = DICTIONARIES
type Words = Readonly<Record<string, string>>

/** The document; the formatter sets its tables. */
export function errorCodesDocument(): string {
  return [
    `# Error codes

Codes are stable: they are stored, logged and tested, and never renamed. The third column quotes the English screen; users see it
in their own language. This document is generated: causes and remedies are in \`test/unit/docs/error-codes.ts\`, and
\`npm run test:unit -- test/unit/docs -u\` writes it again.

## Refusals

The codes with which a call to the main process can be refused (\`ERROR_CODES\`). Nothing was recorded unless the row says
otherwise. Any other failure is a defect and arrives as \`internal\`.
`,
    table(ERROR_CODES, REFUSALS, en.errors),
    `
## Times

The problem of a single field, together with \`time_problem\` (\`TIME_PROBLEMS\`).
`,
    table(TIME_PROBLEMS, TIMES, en.timeProblems),
    `
## What the marketplace answered

How a request to the marketplace can fail (\`PARTNER_ERROR_CODES\`). The code is stored with the operation and shown as its last
error. "Applied" means that the marketplace carried the request out; [src/main/partner/README.md](../src/main/partner/README.md)
gives the reasons.
`,
    table(PARTNER_ERROR_CODES, ANSWERS, en.outbox.errorCodes),
    `
## Why there is no connection

The reasons that the station gives while the marketplace cannot be reached (\`CONNECTION_REASONS\`). Packers are asked to tell IT the
code; Settings, Connection shows it with the text below, the library's own code or the status, the host, and since when. The log
gets one line for each reason. The reason says nothing about whether a request was applied; that is the code of the table above.
`,
    table(CONNECTION_REASONS, CONNECTION, en.connection.why, 'what IT sees'),
    `
## Why an operation needs you

The reasons for which an operation waits for a person (\`HELD_REASONS\`). The outbox shows them under "Needs you".
`,
    table(HELD_REASONS, HOLDS, en.outbox.heldReasons),
    `
## When Packbench does not start

Packbench prints one line and ends with exit code 1 (\`StartErrorCode\`). A wrong flag or variable: one line and exit code 2.
`,
    tableOf(
      Object.entries(STARTS).map(([code, cells]) => [code, ...cells]),
      'what the user sees',
    ),
  ].join('\n')
}

function table<C extends string>(
  codes: readonly C[],
  rows: Record<C, Row>,
  words: Words,
  seenBy = 'what the user sees',
): string {
  const seen = (code: C): string => (words[code] ?? '').replaceAll(/\{\{\w+\}\}/g, '…')
  return tableOf(
    codes.map((code) => [code, rows[code][0], seen(code), rows[code][1]]),
    seenBy,
  )
}

function tableOf(rows: readonly string[][], seenBy: string): string {
  const lines = rows.map(([code, ...cells]) => `| \`${code}\` | ${cells.join(' | ')} |`)
  return [`| code | cause | ${seenBy} | what to do |`, '| - | - | - | - |', ...lines, ''].join('\n')
}
