/** The kinds of entries in the evidence log. */

/**
 * The kinds that the window reports: everything scanned or typed at the bench and the station's answers. Main adds
 * the time, the operator and the chain, and records operations (pack, ship, correct, discard …) itself. Stored; never
 * rename.
 */
export const EVIDENCE_KINDS = [
  /** An accepted scan; `verdict` says as what. */
  'scan',
  /** A refused scan; `verdict` says why. */
  'refusal',
  /** A blocking error that a person cleared. */
  'acknowledged',
  /** A command by barcode or key; `command` names it. */
  'command',
  /** A line that was removed from the selection. */
  'undo',
  /** An unusual step that a person confirmed explicitly. */
  'override',
] as const
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number]

/** The kinds that main records itself, once done or refused. Stored; never rename. */
export const ACT_KINDS = [
  'pack',
  'force_scan',
  'code_taught',
  'code_forgotten',
  'code_corrected',
  'put_wall_out',
  'put_wall_cleared',
  'codes_imported',
  'instruction_written',
  'instruction_removed',
  'ship',
  'deliver',
  'cancel',
  'dock_remove',
  'order_cancel',
  'buyer_deleted',
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
  /** Open operations of a station that was gone: at the station that took them over, and at their own once it is back. */
  'work_taken_over',
  'item_create',
  'item_update',
  'item_delist',
  'many_confirmed',
  'many_paused',
  'many_resumed',
  'many_undone',
  'notice_seen',
  'clock_confirmed',
  'restored',
  'left',
  'settings',
  'connected',
  'trained',
  'account_switched',
  'account_named',
  'station_removed',
  'setup_published',
  'setup_taken',
  'setup_key_pinned',
  'preferences',
  'operators',
  'sign_in',
  'sign_out',
  'lock',
  'lent',
  'backup',
  'evidence_export',
  'list_export',
  'label_printed',
  'numbers_given',
  'numbers_taken_back',
  'photo',
  'photo_missed',
  'photo_export',
  'update',
] as const
export type ActKind = (typeof ACT_KINDS)[number]

/**
 * The log's entries about itself. `log_begun`: the first entry of a file; `head_missed`: the file did not end as it
 * was left; `entries_lost`: the file could not be written for so long that this many entries were lost;
 * `entries_dropped`: the oldest were removed by the retention rule; `hub_disagrees`: the hub has other hashes of the log,
 * or has lost some. Stored; never rename.
 */
export const LOG_KINDS = [
  'log_begun',
  'head_missed',
  'entries_lost',
  'entries_dropped',
  'hub_disagrees',
] as const
export type LogKind = (typeof LOG_KINDS)[number]
