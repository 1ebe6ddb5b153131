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
