import { call, typed } from './call'
import { nothing } from './fields'

/** What IT asks first when a station does not work; holds no buyer's data and no secret. */

/** In the order in which they are shown. */
export const CHECKS = [
  'data_folder',
  'disk_space',
  'provisioning',
  'preferences',
  'key_file',
  'account_data',
  'evidence_log',
  'backups',
  'outbox',
  'access_token',
  'connection',
  'marketplace_data',
  'clock',
  'hub',
] as const
export type CheckName = (typeof CHECKS)[number]

/** `skipped`: it could not be checked, or there is nothing to check. */
export type CheckState = 'good' | 'warning' | 'failed' | 'skipped'

/** `detail`: for IT, in English: paths, codes, figures. */
export type CheckView = { check: CheckName; state: CheckState; detail: string }

export type DiagnosticsView = {
  checks: readonly CheckView[]
  /** Names and values for IT, in English. */
  facts: readonly (readonly [name: string, value: string])[]
  /** The last lines of the log, oldest first. */
  log: readonly string[]
}

export const diagnosticsCalls = {
  'diagnostics:read': call({
    request: nothing,
    value: typed<DiagnosticsView>(),
    errors: [],
    needs: 'diagnose',
    records: 'nothing',
  }),
  /** Writes the same with more of the log to a text file. */
  'diagnostics:save': call({
    request: nothing,
    value: typed<{ file: string }>(),
    errors: [],
    needs: 'diagnose',
    records: 'nothing',
  }),
  /** Writes this PC's set-up as a provisioning file for other PCs, without secrets. */
  'diagnostics:export-setup': call({
    request: nothing,
    value: typed<{ file: string }>(),
    errors: [],
    needs: 'settings',
    records: 'nothing',
  }),
}
