import type { OperatorRole } from './operator-role'

/**
 * The one table of permissions. `packer`: everybody who is signed in. `lend`: a supervisor, who may also allow a
 * single step at the packer's screen by badge or PIN. `supervisor`: only a supervisor who signs in.
 */
export type Permission = 'packer' | 'lend' | 'supervisor'

export const PERMISSIONS = {
  /** Orders and their buyers, the outbox, items, alarms, the station's own figures. */
  look: 'packer',
  /** Reporting scans to the evidence log, and activity. */
  report: 'packer',
  pack: 'packer',
  /** Where this PC lets packers teach codes. */
  teach_where_allowed: 'packer',
  ship: 'packer',
  deliver: 'packer',
  /** Cancels shipments that have not left. */
  cancel_packed: 'packer',
  /** Puts an order on hold and releases it. */
  hold: 'packer',
  /** Claims an order for this bench, or takes it over. */
  claim: 'packer',
  /** A round at the dock. */
  dock: 'packer',
  /** Slips, manifests and sheets, but no badges. */
  print: 'packer',
  sync: 'packer',
  acknowledge: 'packer',
  practice: 'packer',
  /** Checks on the marketplace again; sends nothing that was never sent. */
  check_again: 'packer',
  /** What IT asks for when the station does not work; holds no buyer's data. */
  diagnose: 'packer',
  /** Where this PC lets packers switch accounts. */
  switch_where_allowed: 'packer',
  /** While nothing is open. */
  quit: 'packer',

  /** Says which item a code stands for that the marketplace does not know, and takes that back. */
  teach: 'lend',
  /** Packs an item that nobody scanned, where every item must be scanned. */
  force_scan: 'lend',
  refund: 'lend',
  /** Refunds more than the order has left, or without knowing how much that is. */
  refund_above_rest: 'lend',
  cancel_order: 'lend',
  /** Deletes a buyer's personal data. */
  delete_buyer: 'lend',
  /** Cancels a shipment that has left the warehouse. */
  cancel_delivered: 'lend',
  create_item: 'lend',
  /** Price and discount. */
  change_item: 'lend',
  delist_item: 'lend',
  /** Confirms changes to many items, pauses and undoes them. */
  change_many: 'lend',
  /** The same where prices fall below the station's floor. */
  sell_below_floor: 'lend',
  /** Sends, discards or adopts a held operation. */
  answer_held: 'lend',
  correct_times: 'lend',
  confirm_clock: 'lend',
  export_ops: 'lend',
  /** Filters of the order desk that everybody at the station finds. */
  keep_filters: 'lend',
  /** Saves a list of orders, operations or items as a file, or prints the orders. */
  export_lists: 'lend',
  /** Takes open operations out of the station. */
  quit_with_export: 'lend',
  export_evidence: 'lend',
  /** Ends the program where it has the whole screen. */
  leave_kiosk: 'lend',
  make_backup: 'lend',
  /** Works with another of this PC's accounts. */
  switch_account: 'lend',

  read_evidence: 'supervisor',
  /** Draws up, corrects and deletes bulk changes. Nothing of that is recorded, so drafts are not for everybody. */
  prepare_many: 'supervisor',
  /** Gives many orders their tracking numbers by a file, and takes them back. */
  give_numbers: 'supervisor',
  /** Writes, changes and removes packing instructions. */
  write_instructions: 'supervisor',
  /** Teaches the codes of a file. */
  teach_many: 'supervisor',
  /** What all orders together bring, by day and category; the amounts of one order are everybody's. */
  see_money: 'supervisor',
  import_ops: 'supervisor',
  restore_backup: 'supervisor',
  install_update: 'supervisor',
  reset: 'supervisor',
  connect: 'supervisor',
  settings: 'supervisor',
  operators: 'supervisor',
  /** Makes this station's settings those of all, or follows those again. */
  publish_setup: 'supervisor',
  print_badges: 'supervisor',
} as const satisfies Record<string, Permission>
export type Act = keyof typeof PERMISSIONS

/** True if `role` may do it without asking. */
export function mayDo(role: OperatorRole, act: Act): boolean {
  return role === 'supervisor' || PERMISSIONS[act] === 'packer'
}

/** True if a supervisor may allow it at a packer's screen. */
export function mayBeLent(act: Act): boolean {
  return PERMISSIONS[act] === 'lend'
}
