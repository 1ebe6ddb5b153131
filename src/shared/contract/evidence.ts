import { z } from 'zod'
import { COMMAND_NAMES } from '../domain/scanning/command'
import { EVIDENCE_KINDS } from '../domain/evidence/evidence-kind'
import { call, typed } from './call'
import { nothing } from './fields'
import { table, type SavedTable } from './tables'

/** The evidence log as the window sees it. */

/** `missing`: the log's file is gone; `damaged`: it was set aside next to the new one. */
export type EvidenceBegun = 'new' | 'missing' | 'damaged'

/**
 * `altered`: the entry was changed; `removed`: it is missing, but later entries exist; `inserted`: it was added in
 * between; `exchanged`: it does not follow its predecessor, so one of the two was replaced; `cut`: it and all later
 * ones are missing; `rewritten`: the chain up to it differs from the head noted outside; `extended`: it was added
 * while Packbench did not run; `replaced`: the file is a different one.
 */
export type ChainProblem =
  | 'altered'
  | 'removed'
  | 'inserted'
  | 'exchanged'
  | 'cut'
  | 'rewritten'
  | 'extended'
  | 'replaced'
/** The first wrong entry. */
export type ChainFinding = { problem: ChainProblem; seq: number }

/**
 * `equal`: all heads that the hub has kept are in the chain, up to entry `seq`; `differs`: that of entry `seq` is not;
 * `beyond`: the hub has heads of entries up to `seq`, which the log does not have; `replaced`: it has those of another
 * log of this station and account, up to `seq`; `lost`: it had acknowledged that of entry `seq`, and no longer has it;
 * `none`: it has none to compare with.
 */
export type HeadsState = 'equal' | 'differs' | 'beyond' | 'replaced' | 'lost' | 'none'

/** The log compared with what the warehouse's hub has kept of it. `away`: the hub cannot be asked now. */
export type EvidenceAtHub =
  | { state: 'away' }
  | {
      state: HeadsState
      seq: number
      /** Up to this entry the hub agrees; 0: with none. */
      agreed: number
      /** Since when the hub has had heads of this station's logs, ISO 8601 UTC by its clock; `null`: it has none. */
      since: string | null
      /**
       * The entry in which the log itself says why it is not as it was left, or that the hub had lost its heads; `null`:
       * there is none.
       */
      recorded: {
        seq: number
        kind: 'head_missed' | 'restored' | 'log_begun' | 'hub_disagrees'
        at: string
      } | null
      /** Entries at the hub that mean nothing here. */
      ignored: number
      /** The hub keeps no more. */
      full: boolean
      /** Nobody can delete heads there. */
      final: boolean
    }

export type EvidenceVerdict = {
  entries: number
  /** SHA-256 of the last entry read, in hex. */
  head: string
  begun: EvidenceBegun
  /** The first kept entry if older ones were removed by the rule of `months`; `null` if none were. */
  since: { at: string; months: number } | null
  /** `null`: the chain is intact from its first entry to its last. */
  finding: ChainFinding | null
  checkedAt: string
  /** `null` where IT has set no hub, and in training. */
  hub: EvidenceAtHub | null
}

export type EvidenceView = {
  seq: number
  at: string
  /** Empty for entries that the station recorded by itself. */
  operator: string
  /** One of `EVIDENCE_KINDS`, `ACT_KINDS` or `LOG_KINDS`, or of a newer version. */
  kind: string
  payload: Readonly<Record<string, unknown>>
  /** The payload names an order that this station has, so it can be opened. */
  orderKnown: boolean
}
export type EvidenceList = { total: number; rows: readonly EvidenceView[] }

/** `head` is the last hash in the file: a copy kept elsewhere proves that the end was not cut off. */
export type ExportedEvidence = { path: string; entries: number; head: string }

/** What entries can be filtered by: who and what the log has entries of. */
export type EvidenceChoices = { operators: readonly string[]; kinds: readonly string[] }

/** As the log writes it, so that text compares as time does. */
const instant = z.iso.datetime({ precision: 3 })

/** One event that the window reports to the evidence log. */
const evidenceEntry = z.strictObject({
  kind: z.enum(EVIDENCE_KINDS),
  /** The exact text scanned; `null` for keys and touch. */
  raw: z.string().max(5_000).nullable(),
  /** What a scan may be looked up by. The line counts as scanned if one of them is a code of it. */
  codes: z.array(z.string().max(500)).max(20).default([]),
  verdict: z.string().max(100).nullable(),
  command: z.enum(COMMAND_NAMES as [string, ...string[]]).nullable(),
  orderId: z.int().nullable(),
  lineId: z.int().nullable(),
})
export type EvidenceEntry = z.input<typeof evidenceEntry>

export const evidenceCalls = {
  'evidence:record': call({
    request: z.strictObject({ entries: z.array(evidenceEntry).min(1).max(500) }),
    value: typed<null>(),
    errors: [],
    needs: 'report',
    records: 'nothing',
  }),
  'evidence:list': call({
    request: z.strictObject({
      /** Entries of this order only, even if the station no longer has it; `null` for all. */
      orderId: z.int().positive().nullable().default(null),
      /** Under this name only; empty: what the station recorded by itself. */
      operator: z.string().max(200).nullable().default(null),
      kind: z.string().max(100).nullable().default(null),
      /** Recorded from this moment on, and before that one; ISO 8601 UTC by the PC's clock. */
      from: instant.nullable().default(null),
      to: instant.nullable().default(null),
      offset: z.int().nonnegative(),
      limit: z.int().min(1).max(500),
    }),
    /** Newest first. */
    value: typed<EvidenceList>(),
    errors: ['evidence_unusable'],
    needs: 'read_evidence',
    records: 'nothing',
  }),
  'evidence:choices': call({
    request: nothing,
    value: typed<EvidenceChoices>(),
    errors: ['evidence_unusable'],
    needs: 'read_evidence',
    records: 'nothing',
  }),
  'evidence:verify': call({
    request: nothing,
    value: typed<EvidenceVerdict>(),
    errors: ['evidence_unusable'],
    needs: 'read_evidence',
    records: 'nothing',
  }),
  'evidence:export': call({
    request: nothing,
    value: typed<ExportedEvidence>(),
    errors: ['evidence_unusable'],
    needs: 'export_evidence',
    records: { kind: 'evidence_export', done: ({ entries }) => ({ count: entries }) },
  }),
  /** Entries in words, as the window lists them. */
  'evidence:save': call({
    request: z.strictObject({ table }),
    value: typed<SavedTable>(),
    errors: [],
    needs: 'export_evidence',
    records: { kind: 'evidence_export', asked: ({ table: { rows } }) => ({ count: rows.length }) },
  }),
}
