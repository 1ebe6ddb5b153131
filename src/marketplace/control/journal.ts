import type { Fault } from './fault-plan'

/** One request to the Partner API, as it was meant and as it went out. */
export type JournalEntry = {
  n: number
  at: string
  method: string
  /** With the query. */
  path: string
  /** The `User-Agent` header; `null` without one. */
  agent: string | null
  /** The body as it was read, also of a request that is never applied; `null` when there was none. */
  body: unknown
  /** The id or item number of what the request created; `null` when it created nothing. */
  made: string | null
  /** Name of the account; `null` when the request never got that far. */
  account: string | null
  /** Status that the marketplace decided on; `null` while it has not or never will. */
  outcome: number | null
  /** Status that was sent; `null` when no complete answer was. */
  sent: number | null
  /** When a write took effect; `null` when it did not. */
  appliedAt: string | null
  fault: Fault['kind'] | null
  /** Why the request was refused, which the caller is not told. */
  reason: string | null
}

/** A soak test must not eat the memory. */
const MOST_ENTRIES = 100_000

/** What was asked of the marketplace, oldest first; the oldest entries go when there are too many. */
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
