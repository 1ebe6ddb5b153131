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
  'altered' | 'removed' | 'inserted' | 'exchanged' | 'cut' | 'rewritten' | 'extended' | 'replaced'
/** The first wrong entry. */
export type ChainFinding = { problem: ChainProblem; seq: number }

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
