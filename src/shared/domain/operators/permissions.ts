import type { OperatorRole } from './operator-role'

/**
 * Who may do what: the one table. `packer`: everybody who has signed in. `lend`: a supervisor's, who may also lend a
 * single one at the packer's screen by badge or PIN. `supervisor`: a supervisor's alone, who signs in for it.
 */
export type Permission = 'packer' | 'lend' | 'supervisor'

export const PERMISSIONS = {
  /** Orders and their buyers, the outbox, items, alarms, the station's own figures. */
  look: 'packer',
  /** Reporting scans to the evidence log and being seen at work. */
  report: 'packer',
  pack: 'packer',
  ship: 'packer',
  deliver: 'packer',
  /** Unpacks what has not left. */
  cancel_packed: 'packer',
  /** Of an order: on hold and off again. */
  hold: 'packer',
  /** Which order is on this bench, and taking one over. */
  claim: 'packer',
  /** A round at the dock. */
  dock: 'packer',
  /** Slips, manifests and sheets, which sign nobody in. */
  print: 'packer',
  sync: 'packer',
  acknowledge: 'packer',
  practise: 'packer',
  /** Asks the marketplace again; sends nothing that was not sent. */
  check_again: 'packer',
  /** With nothing open. */
  quit: 'packer',

  refund: 'lend',
  cancel_order: 'lend',
  /** Cancels a shipment that has left the warehouse. */
  cancel_delivered: 'lend',
  create_item: 'lend',
  /** Price and discount. */
  change_item: 'lend',
  delist_item: 'lend',
  /** Sends or discards what was held, or takes something else for it. */
  answer_held: 'lend',
  correct_times: 'lend',
  confirm_clock: 'lend',
  export_ops: 'lend',
  /** Takes what is open out of the station. */
  quit_with_export: 'lend',
  export_evidence: 'lend',
  make_backup: 'lend',

  read_evidence: 'supervisor',
  import_ops: 'supervisor',
  restore_backup: 'supervisor',
  reset: 'supervisor',
  connect: 'supervisor',
  settings: 'supervisor',
  operators: 'supervisor',
  print_badges: 'supervisor',
} as const satisfies Record<string, Permission>
export type Act = keyof typeof PERMISSIONS

/** True where `role` does it without asking anybody. */
export function mayDo(role: OperatorRole, act: Act): boolean {
  return role === 'supervisor' || PERMISSIONS[act] === 'packer'
}

/** True where a supervisor may lend it at a packer's screen. */
export function mayBeLent(act: Act): boolean {
  return PERMISSIONS[act] === 'lend'
}
