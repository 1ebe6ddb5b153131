/** What the entries of the evidence log are. */

/**
 * What the window reports to the evidence log: everything that was scanned or keyed at the bench and what the station
 * answered. Main adds the time, the operator and the chain. Ops (pack, ship, correct, discard …) are recorded by main
 * itself. Stored; never rename.
 */
export const EVIDENCE_KINDS = [
  /** A scan that was taken; `verdict` says as what. */
  'scan',
  /** A scan that was refused; `verdict` says why. */
  'refusal',
  /** A blocking error that a person cleared. */
  'acknowledged',
  /** A command by barcode or key; `command` names it. */
  'command',
  /** A line that was taken out of the choice again. */
  'undo',
  /** Something unusual that a person confirmed by name. */
  'override',
] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

/** What main records by itself, once it was done or refused. Stored; never rename. */
export const ACT_KINDS = [
  'pack',
  'ship',
  'deliver',
  'cancel',
  'dock_remove',
  'order_cancel',
  'hold',
  'take_over',
  'refund',
  'correct',
  'check',
  'resend',
  'discard',
  'adopt',
  'import',
  'export',
  'item_create',
  'item_update',
  'item_delist',
  'notice_seen',
  'clock_confirmed',
  'restored',
  'left',
  'settings',
  'connected',
  'trained',
  'preferences',
  'operators',
  'sign_in',
  'sign_out',
  'lock',
  'lent',
  'backup',
  'evidence_export',
] as const
export type ActKind = (typeof ACT_KINDS)[number]

/**
 * What the log says of itself. `log_begun`: the first entry of a file; `head_missed`: the file did not end as it was
 * left; `entries_lost`: it took nothing for so long that this many were not kept; `entries_dropped`: the oldest were
 * removed by the rule of how long evidence is kept. Stored; never rename.
 */
export const LOG_KINDS = ['log_begun', 'head_missed', 'entries_lost', 'entries_dropped'] as const
export type LogKind = (typeof LOG_KINDS)[number]
