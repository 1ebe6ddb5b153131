import type { Diagnosis } from '../domain/station/connection-reason'

/** The answer of every call: a value, or an error with a stable code. */

/** Stable; never rename. Each has a text in the renderer. */
export const ERROR_CODES = [
  'invalid_request',
  'order_not_found',
  'order_unreadable',
  'order_canceled',
  'order_on_hold',
  'buyer_needed',
  'order_elsewhere',
  'order_changed',
  'hub_away',
  'no_lines',
  'line_unknown',
  'line_is_fee',
  'line_taken',
  'line_elsewhere',
  'not_scanned',
  'code_known',
  'instruction_open',
  'instruction_refused',
  'serial_missing',
  'shipment_not_found',
  'move_not_allowed',
  'confirmation_needed',
  'time_problem',
  'carrier_locked',
  'label_used',
  'tracking_url',
  'op_not_found',
  'answer_not_safe',
  'order_shipped',
  'parcel_unknown',
  'refund_amount',
  'item_not_found',
  'item_unclear',
  'item_exists',
  'item_not_listed',
  'job_not_found',
  'job_state',
  'rows_wrong',
  'nothing_selected',
  'too_many_rows',
  'clock_differs',
  'training_only',
  'no_printer',
  'printer_refused',
  'nothing_to_print',
  'print_blocked',
  'label_gone',
  'label_printed',
  'label_unprintable',
  'logo_refused',
  'photos_off',
  'photo_exists',
  'file_unreadable',
  'file_too_large',
  'file_untrusted',
  'station_at_work',
  'adopted_elsewhere',
  'setup_changed',
  'setup_unreadable',
  'setup_key_missing',
  'operators_unknown',
  'other_account',
  'backup_not_found',
  'backup_unusable',
  'unreachable',
  'unauthorized',
  'not_marketplace',
  'address_insecure',
  'account_unproven',
  'account_unknown',
  'account_unusable',
  'account_damaged',
  'provisioned',
  'ops_open',
  'no_update',
  'bench_in_use',
  'sending_now',
  'badge_unknown',
  'pin_wrong',
  'too_many_tries',
  'sign_in_needed',
  'station_locked',
  'supervisor_needed',
  'not_supervisor',
  'not_lendable',
  'evidence_unusable',
  'archive_unusable',
  'filter_name_taken',
  'filter_not_found',
  'too_many_filters',
  'disk_full',
  'database_error',
  'save_unknown',
  'session_missing',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

export type BridgeError = {
  code: ErrorCode
  /** For logs and engineers, in English; users read the renderer's text for `code`. */
  message: string
  /** Field name to problem code, if single fields are at fault. */
  fields?: Readonly<Record<string, string>>
  /** The other order concerned. */
  orderId?: number
  /** Why an address cannot be used. */
  diagnosis?: Diagnosis
}

/** `revision`: the station's when the value was read. Of two answers the one with the higher number is the newer. */
export type Result<T> = { ok: true; value: T; revision: number } | { ok: false; error: BridgeError }
