/** The evidence log as the window sees it. */

/** `missing`: there was a log, and its file is gone; `damaged`: it lies beside the new one. */
export type EvidenceBegun = 'new' | 'missing' | 'damaged'

/**
 * `altered`: the entry is not what was written; `removed`: it is missing, with entries after it; `inserted`: it was put
 * in; `exchanged`: it does not follow the one before it, so one of the two was exchanged; `cut`: it and all after it are
 * missing; `rewritten`: the chain up to it is another one than was noted; `extended`: it was added while Packbench did not
 * run; `replaced`: the file is another one.
 */
export type ChainProblem =
  'altered' | 'removed' | 'inserted' | 'exchanged' | 'cut' | 'rewritten' | 'extended' | 'replaced'
/** The first entry that something is wrong with. */
export type ChainFinding = { problem: ChainProblem; seq: number }

export type EvidenceVerdict = {
  entries: number
  /** Of the last entry that was read, SHA-256 in hex. */
  head: string
  begun: EvidenceBegun
  /** The first entry that is kept where older ones were removed by the rule of `months`; `null` where none were. */
  since: { at: string; months: number } | null
  /** `null`: the chain is whole from its first entry to its last. */
  finding: ChainFinding | null
  checkedAt: string
}

export type EvidenceView = {
  seq: number
  at: string
  /** Empty for what the station recorded by itself. */
  operator: string
  /** One of `EVIDENCE_KINDS`, `ACT_KINDS` or `LOG_KINDS`, or of a newer version. */
  kind: string
  payload: Readonly<Record<string, unknown>>
  /** The payload names an order that the station has, so that it can be opened. */
  orderKnown: boolean
}
export type EvidenceList = { total: number; rows: readonly EvidenceView[] }

/** `head` is the last hash in the file: a copy kept elsewhere proves that nothing was cut off. */
export type ExportedEvidence = { path: string; entries: number; head: string }

/** One hour or day of the station's work, in its time zone. */
export type WorkView = {
  scans: number
  refusals: number
  /** Orders of which the last item was packed. */
  orders: number
  lines: number
  /** Seconds from the first scan to the packed parcel, on average; `null` when none was timed. */
  secondsPerOrder: number | null
}
export type StatisticsView = {
  /** IANA name of the zone that hours and days are of. */
  timeZone: string
  /** Of today, from the first to the last hour in which anything was done; `hour` like `14:00`. */
  hours: readonly (WorkView & { hour: string })[]
  /** Oldest first, today last; `day` like `2026-11-21`. */
  days: readonly (WorkView & { day: string })[]
  /** Of the asked days together, most lines first. */
  operators: readonly (WorkView & { operator: string })[]
  today: WorkView
}
