import type { Fault } from './fault-plan'

/** One request to the Partner API, as it was decided and as it was answered. */
export type JournalEntry = {
  n: number
  at: string
  method: string
  /** With the query. */
  path: string
  /** The `User-Agent` header; `null` without one. */
  agent: string | null
  /** The body as read, even if the request is never applied; `null` when there was none. */
  body: unknown
  /** The ID or item number of the created record; `null` when the request created nothing. */
  made: string | null
  /** Name of the account; `null` when the request never got that far. */
  account: string | null
  /** The status that the marketplace decided on; `null` while it has not, or never will. */
  outcome: number | null
  /** Status that was sent; `null` when no complete answer was. */
  sent: number | null
  /** When a write took effect; `null` when it did not. */
  appliedAt: string | null
  fault: Fault['kind'] | null
  /** Why the request was refused, which the caller does not learn. */
  reason: string | null
}

/** A soak test must not exhaust the memory. */
const MOST_ENTRIES = 100_000

/** Requests to the marketplace, oldest first; the oldest entries are dropped when there are too many. */
export class Journal {
  private entries: JournalEntry[] = []
  private nextNumber = 1

  open(entry: Pick<JournalEntry, 'at' | 'method' | 'path' | 'agent'>): JournalEntry {
    const opened: JournalEntry = {
      n: this.nextNumber++,
      ...entry,
      body: null,
      made: null,
      account: null,
      outcome: null,
      sent: null,
      appliedAt: null,
      fault: null,
      reason: null,
    }
    this.entries.push(opened)
    if (this.entries.length > MOST_ENTRIES) this.entries.splice(0, MOST_ENTRIES / 10)
    return opened
  }

  all(): readonly JournalEntry[] {
    return this.entries
  }

  clear(): void {
    this.entries = []
  }
}
