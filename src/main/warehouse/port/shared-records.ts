/** What stations of one account tell one another of its orders and items: the hub carries it, the sync side means it. */

/**
 * Up to where changes are known, by the marketplace's clock, ISO 8601 UTC: each that was made by `cursor` was read once,
 * and each by `settled` when it must have been shown.
 */
export type ReadPlace = { cursor: string; settled: string }

/** Whether everything that `to` says of the past is known at `place`. */
export function reaches(place: ReadPlace, to: ReadPlace): boolean {
  return (
    Date.parse(place.cursor) >= Date.parse(to.cursor) && Date.parse(place.settled) >= Date.parse(to.settled)
  )
}

/**
 * A station has read everything that changed since `from`, and each copy that this brought, or a newer one, was told
 * before this. Clocks are never compared: only durations are told.
 */
export type RoundMark = {
  from: ReadPlace
  to: ReadPlace
  /** Since the round began. */
  ageMs: number
  /** Every record of the account was told, since the beginning. */
  complete: boolean
  /** The last comparison of the whole account, of which all was told as well. */
  check: { beganAgoMs: number; doneAgoMs: number } | null
  /** Of items alone. */
  items?: ListedItems
}

/** Which items the station that read for all has seen. */
export type ListedItems = {
  /** States that the list without a filter shows. */
  byDefault: string[]
  /** States that lists were asked for in this round. */
  byName: string[]
  /** How many items it has, by state. */
  counts: Record<string, number>
}

/** A record of one of the marketplace's lists, as it came; `null` for an item that is gone. */
export type SharedRecord = {
  /** `null` for one that does not say. */
  id: string | null
  updatedAt: string | null
  record: unknown
}

/** The way to the other stations, as long as it stands. */
export type RecordsLine = {
  /** Whether this station is the one that reads for all. */
  leads(): boolean
  /** Another value each time that the other station that reads for all makes progress; `null` while none is known. */
  progress(): string | null
  /** Resolves when the hub has it, or a newer one. @throws when the line is lost */
  tell(record: SharedRecord): Promise<void>
  /** Everything that was told before it is at the hub. @throws when the line is lost */
  mark(mark: RoundMark): Promise<void>
  /** What the hub has of a record; `null` for nothing that can be read. @throws when the line is lost */
  look(id: string): Promise<SharedRecord | null>
}

/** An account's side of it. */
export type SharedRecords = {
  /** Nothing was read in yet: everything there is would be welcome. */
  wantsAll(): boolean
  begin(line: RecordsLine): void
  /** Records that others have read, oldest first. */
  take(records: readonly SharedRecord[]): Promise<void>
  /**
   * @param isLive it was told just now
   * @param lateMs how much longer than others it was on its way
   */
  hear(mark: RoundMark, how: { isLive: boolean; lateMs: number }): void
  /** What was told before the line stood is taken in. */
  caughtUp(): void
  /** Something that was told could not be read. */
  doubt(): void
  end(): void
}
