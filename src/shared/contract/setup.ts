import { z } from 'zod'
import { call, typed } from './call'
import { nothing } from './fields'

/** The setup that a supervisor publishes at the hub and that the warehouse's stations follow. */

/**
 * SECURITY: nothing else is taken from the hub. Addresses, tokens, the passphrase, updates and places of files are not
 * here, nor what belongs to one PC: its name, scanner, printers, camera and language.
 */
export const SETUP_PREFERENCES = {
  sound: ['volume', 'speech'],
  printing: ['paper', 'onLabels', 'slipWhenPacked', 'pricesOnSlip'],
  labels: ['confirm', 'oneBox'],
  lock: ['signInNeeded', 'idleMinutes'],
  packing: ['everyItemScanned', 'packersTeach', 'serials', 'serialCategories'],
  queue: ['dueAfterHours', 'dueFirst'],
  money: ['refundAskAboveCents'],
  prices: ['floorOfPresentPercent', 'floorOfMsrpPercent'],
  camera: ['keepDays'],
  accounts: ['packersSwitch'],
  carriers: ['list'],
} as const

/** The same of the account's settings. */
export const SETUP_STATION = [
  'warehouseId',
  'currency',
  'timeZone',
  'transitDays',
  'carrier',
  'purgeDays',
  'evidenceMonths',
  'archiveDays',
] as const

/** Of the account, too: no parcel leaves in another one's name. */
export const SETUP_SENDER = ['name', 'address', 'returnAddress', 'thanks', 'logo'] as const

type PreferenceWord = {
  [S in keyof typeof SETUP_PREFERENCES]: `${S}_${(typeof SETUP_PREFERENCES)[S][number]}`
}[keyof typeof SETUP_PREFERENCES]
/** The key of a setting's name on screens. */
export type SetupWord =
  | PreferenceWord
  | `station_${(typeof SETUP_STATION)[number]}`
  | `sender_${(typeof SETUP_SENDER)[number]}`

/**
 * `changed`: changed on this station; `fixed`: set by IT; `missing`: not received from the hub yet; `local`: an operator
 * whom only this station knows.
 */
export type SetupDifference = {
  /** `lock.idleMinutes`, or `operators.` and an ID. */
  name: string
  /** `null` for a setting. */
  operator: string | null
  why: 'changed' | 'fixed' | 'missing' | 'local'
}

/**
 * Why a setup at the hub changes nothing here. `wrong_signature`: of another key than the one pinned here, or changed since;
 * `older`: than the one that this station has.
 */
export type SetupRefusal = 'unsigned' | 'wrong_signature' | 'other_group' | 'older'

/** The key that signs the setup. `trust`: who has pinned it here; `none`: nobody, so anything else counts as well. */
export type SetupKeyView = { id: string; words: string; trust: 'it' | 'supervisor' | 'none' }

export type SetupView = {
  /** What this station follows; `null`: nothing was published. */
  current: { id: string; version: number; station: string; by: string; at: string } | null
  /** The hub has a setup that this version cannot read. */
  unreadable: boolean
  /** ISO 8601 UTC: when the hub had lost the setup or had an older one, which was replaced; `null` if it never did. */
  restoredAt: string | null
  /** The hub has a setup that changes nothing here. `since`: ISO 8601 UTC */
  refused: { why: SetupRefusal; since: string } | null
  /** `null`: none is pinned here, and what this station follows is not signed. */
  key: SetupKeyView | null
  /** This station has what it needs to sign. */
  signs: boolean
  /** Where this station differs from the setup. */
  differences: readonly SetupDifference[]
}

export const setupCalls = {
  'warehouse:setup': call({
    request: nothing,
    value: typed<SetupView>(),
    errors: ['hub_away'],
    needs: 'look',
    records: 'nothing',
  }),
  /** Makes this station's settings those of all stations. */
  'warehouse:publish-setup': call({
    /** The setup that it replaces, by ID; `null` for none. */
    request: z.strictObject({ over: z.uuid().nullable() }),
    value: typed<SetupView>(),
    errors: ['hub_away', 'setup_changed', 'setup_unreadable', 'setup_key_missing'],
    needs: 'publish_setup',
    records: { kind: 'setup_published', done: ({ current }) => ({ version: current?.version ?? null }) },
  }),
  /** A supervisor has compared the key's words with those that IT has: from now on, nothing counts without it. */
  'warehouse:pin-setup-key': call({
    request: z.strictObject({ key: z.string().max(100) }),
    value: typed<SetupView>(),
    errors: ['hub_away', 'setup_changed'],
    needs: 'publish_setup',
    records: { kind: 'setup_key_pinned', done: ({ key }) => ({ words: key?.words ?? null }) },
  }),
  /** Follows the setup again where this station was changed. */
  'warehouse:use-setup': call({
    request: z.strictObject({ names: z.array(z.string().max(100)).max(2_000) }),
    value: typed<SetupView>(),
    errors: ['hub_away'],
    needs: 'publish_setup',
    records: { kind: 'setup_taken', asked: (request) => request },
  }),
}
