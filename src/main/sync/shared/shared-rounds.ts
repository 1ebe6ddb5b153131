import type { Clock, Moment } from '../../base/clock'
import {
  reaches,
  type RecordsLine,
  type ReadPlace,
  type RoundMark,
  type SharedRecords,
  type SharedRecord,
} from '../../warehouse/port/shared-records'
import type { Page } from '../../partner/pages'
import { createPublisher, type Publisher } from './publisher'

/**
 * One station of the warehouse reads for all: the others take in what it tells, and rest. What a station knows must never
 * be less than what its own rounds would have shown it (H6), so it reads by itself as soon as it has a doubt.
 */
export type SharedRounds<T> = {
  /** For the hub. */
  records: SharedRecords
  /** How long this station's own rounds may rest; 0 when they must not. */
  restMs(): number
  /** A round begins now. @returns where it must begin at the latest, because the others are owed what changed since */
  beginRound(): ReadPlace | null
  /** Tells the others of a page that was read and stored. Resolves when the hub has about as much as it can take. */
  tellPage(page: Page<T>): Promise<void>
  /** Tells the others of one record that was read. */
  tellOne(record: T): void
  /** A record is gone for certain. @param updatedAt of its last copy */
  gone(id: string, updatedAt: string | null): void
  /** What other stations know of a record, if that is surely no less than what the marketplace showed a moment ago. */
  look(id: string): Promise<SharedRecord | null>
  over(round: OverRound): void
  /** What was last said to be read. */
  heard(): RoundMark | null
  /** Whether the daily comparison of another station will do. */
  sparesCheck(): boolean
  checkBegan(): void
  checkDone(): void
  /** Whether this station knows enough to read for all; or it knows nothing, nor does the hub, and it reads everything for all. */
  mayLead(): boolean
  /** How many pages the others were told of. */
  pages(): number
  /** At the first start the hub is given a moment to show what the other stations know. */
  expect(): void
}

/** What a round has read. @see RoundMark */
export type OverRound = Pick<RoundMark, 'to' | 'items'> & {
  /** `null`: everything was read, for the first time. */
  from: ReadPlace | null
  /** Of `items.byName`, the states of which it has read all items, and not only changes. */
  whole?: readonly string[]
  began: Moment
}

export type SharedRoundsDeps<T> = {
  clock: Clock
  sharedOf: (record: T) => SharedRecord
  /** @see createPublisher */
  unreadOf: (raw: unknown) => unknown
  own: OwnRounds
  /** The others wait for a comparison by this station, from the first page. */
  onCheckWanted: () => void
  /** Another station's comparison ended so long ago, and all that it found was taken in. */
  onCheckedElsewhere: (agoMs: number, mark: RoundMark) => void
  /** Takes in what others have read. @throws when it could not be stored */
  keep: (records: readonly SharedRecord[]) => Promise<void>
  onFault: (error: unknown) => void
  /** Of one station's rounds. Default 15 s. */
  intervalMs?: number
  /**
   * How often a station that follows reads by itself all the same: the marketplace's clock is compared with each answer.
   * Default 4 h.
   */
  ownRoundMs?: number
  /** Whether the first start needs an answer about these, because the clock is compared with it. Default true. */
  comparesClock?: boolean
}

/** What it asks of this station's own rounds. @see Pull */
export type OwnRounds = {
  restart(): Promise<void>
  /** @see Pull */
  follow(mark: RoundMark): 'followed' | 'behind' | 'busy'
  adopt(mark: RoundMark): void
  dataAsOf(): string | null
  isNew(): boolean
}

/** A leader that was silent for so many rounds has gone. */
const ROUNDS_OF_SILENCE = 2
const INTERVAL_MS = 15_000
const OWN_ROUND_MS = 4 * 3_600_000
/** A comparison by another station is waited for so long. */
const CHECK_GRACE_MS = 6 * 3_600_000
const EXPECTED_MS = 10_000
/** The marketplace is asked when the hub takes longer. */
const LOOK_MS = 500

/** A leader that reads everything for the first time is waited for so long while it makes no progress, and at most. */
const NO_PROGRESS_MS = 20_000
const MOST_WAIT_MS = 5 * 60_000
const LOOK_AGAIN_MS = 250
/** Everything that is read for the first time has changed since then. */
const BEGINNING: ReadPlace = { cursor: new Date(0).toISOString(), settled: new Date(0).toISOString() }

/** When this station began to hear everything. All readings are of the monotonic clock. */
type Followed = { sinceMs: number; heardMs: number; ownRoundAtMs: number }

export function createSharedRounds<T>(deps: SharedRoundsDeps<T>): SharedRounds<T> {
  return new WarehouseRounds(deps)
}

/** `SharedRounds` of one station, with a way to the others or without. */
class WarehouseRounds<T> implements SharedRounds<T> {
  readonly records: SharedRecords = {
    wantsAll: () => this.own.isNew(),
    begin: (line) => this.begin(line),
    take: (told) => this.take(told),
    hear: (mark, how) => this.hear(mark, how),
    caughtUp: () => this.caughtUp(),
    doubt: () => this.doubt(),
    end: () => this.end(),
  }
  private readonly own: OwnRounds
  private readonly publisher: Publisher<T>

  /** The way to the other stations while it stands, and since when. */
  private line: RecordsLine | null = null
  private begunMs = Number.NEGATIVE_INFINITY
  /** Until when the first start waits for a line. */
  private expectedUntilMs = Number.NEGATIVE_INFINITY
  /** When all that was told before the line stood was taken in. */
  private caughtUpMs: number | null = null
  /** The last mark at the hub. */
  private mark: RoundMark | null = null
  private followed: Followed | null = null
  /** Since when what this station knows may be less than what its own rounds would have shown. */
  private doubtMs: number | null = null
  /** The progress of the leader, as last seen, and since when there was none. */
  private seen: { progress: string | null; sinceMs: number } | null = null

  /** The line on which this station tells everything that it reads for the first time. */
  private importing: { of: RecordsLine; began: Moment } | null = null
  /** The line on which the present round, or comparison, tells everything that it reads. */
  private roundOf: RecordsLine | null = null
  /** The line on which this station has said what it has read. */
  private markedOn: RecordsLine | null = null
  /** The last comparison of which this station tells everything that it reads. */
  private check: { of: RecordsLine; beganMs: number; doneMs: number | null } | null = null
  /** How many pages the others were told of. */
  private pagesTold = 0

  constructor(private readonly deps: SharedRoundsDeps<T>) {
    this.own = deps.own
    this.publisher = createPublisher<T>(deps)
  }

  restMs(): number {
    const { line, caughtUpMs, followed, own } = this
    // The first start takes what the hub has.
    if (line === null || caughtUpMs === null) {
      if (!own.isNew()) return 0
      return this.shortRest(line === null ? this.expectedUntilMs : this.begunMs + MOST_WAIT_MS)
    }
    if (!line.leads() && this.doubtMs === null && own.isNew()) return this.waitMs()
    if (line.leads() || followed === null || this.doubtMs !== null) return 0
    const { intervalMs = INTERVAL_MS, ownRoundMs = OWN_ROUND_MS } = this.deps
    if (this.nowMs() - followed.ownRoundAtMs > ownRoundMs) return 0
    return Math.max(0, followed.heardMs + ROUNDS_OF_SILENCE * intervalMs - this.nowMs())
  }

  beginRound(): ReadPlace | null {
    this.roundOf = this.leads() ? this.line : null
    const isFirst = this.roundOf !== null && this.own.dataAsOf() === null
    this.importing = isFirst && this.line !== null ? { of: this.line, began: this.now() } : null
    return this.roundOf === null || this.mark === null ? null : this.mark.to
  }

  async tellPage(page: Page<T>): Promise<void> {
    if (this.leads()) {
      await this.publisher.page(page)
      this.pagesTold += 1
      return
    }
    this.roundOf = null
    this.check = null
    this.importing = null
  }

  tellOne(record: T): void {
    this.publisher.one(record)
  }

  gone(id: string, updatedAt: string | null): void {
    this.publisher.tell({ id, updatedAt, record: null })
  }

  async look(id: string): Promise<SharedRecord | null> {
    const { line, followed } = this
    const isCurrent =
      this.mark?.complete === true && (this.markedOn === line || (followed !== null && this.restMs() > 0))
    if (line === null || !isCurrent) return null
    const found = line.look(id).catch(() => null)
    return new Promise((resolve) => {
      const cancel = this.deps.clock.after(LOOK_MS, () => resolve(null))
      void found.then((shared) => {
        cancel()
        resolve(shared)
      })
    })
  }

  over(given: OverRound): void {
    const imported = this.importing
    this.importing = null
    // What was read before others were told is not known to all of them.
    if (given.from === null && (imported === null || imported.of !== this.line)) return
    const round = given.from === null ? { ...given, began: imported?.began ?? given.began } : given
    const { monotonicMs } = round.began
    if (this.doubtMs !== null && monotonicMs >= this.doubtMs) this.doubtMs = null
    if (this.caughtUpMs !== null && monotonicMs >= this.caughtUpMs) {
      // It goes on by itself until another station is heard to read.
      this.followed ??= this.neverHeard(this.caughtUpMs)
      this.followed.ownRoundAtMs = this.nowMs()
    }
    const of = this.line
    if (of !== null && this.roundOf === of && of.leads()) this.publisher.after(() => this.announce(round, of))
  }

  heard(): RoundMark | null {
    return this.mark
  }

  sparesCheck(): boolean {
    const { followed } = this
    return this.restMs() > 0 && followed !== null && this.nowMs() - followed.sinceMs < CHECK_GRACE_MS
  }

  checkBegan(): void {
    const { line } = this
    this.check = line?.leads() === true ? { of: line, beganMs: this.nowMs(), doneMs: null } : null
  }

  checkDone(): void {
    const done = this.check
    // Its last page is on its way.
    if (done !== null && done.of === this.line)
      this.publisher.after(async () => {
        done.doneMs = this.nowMs()
      })
  }

  mayLead(): boolean {
    return this.mayImport() || (this.followed !== null && this.own.dataAsOf() !== null)
  }

  pages(): number {
    return this.pagesTold
  }

  expect(): void {
    this.expectedUntilMs = this.nowMs() + EXPECTED_MS
  }

  private begin(line: RecordsLine): void {
    this.line = line
    this.begunMs = this.nowMs()
    this.seen = null
    this.caughtUpMs = null
    this.followed = null
    this.mark = null
    this.doubtMs = null
    this.publisher.begin(line)
  }

  private async take(told: readonly SharedRecord[]): Promise<void> {
    try {
      await this.deps.keep(told)
      // The leader may be done long before a slow PC has taken all of it in.
      if (this.seen !== null) this.seen.sinceMs = this.nowMs()
    } catch (error) {
      this.deps.onFault(error)
      this.doubt()
    }
  }

  private hear(mark: RoundMark, { isLive, lateMs }: { isLive: boolean; lateMs: number }): void {
    this.mark = mark
    // What was waited for.
    if (mark.complete && this.doubtMs === null && this.hasNothing()) {
      this.own.adopt(mark)
      if ((this.deps.comparesClock ?? true) || !isLive) void this.own.restart()
      else this.followed = this.neverHeard(this.begunMs)
    }
    if (!isLive || this.leads() || this.followed === null || this.doubtMs !== null) return
    try {
      this.follow(mark, this.followed, lateMs)
    } catch (error) {
      this.deps.onFault(error)
      this.doubt()
    }
  }

  private follow(mark: RoundMark, followed: Followed, lateMs: number): void {
    const outcome = this.own.follow({ ...mark, ageMs: mark.ageMs + lateMs })
    if (outcome === 'behind') this.doubt()
    if (outcome !== 'followed') return
    followed.heardMs = this.nowMs()
    const { check } = mark
    if (check !== null && followed.sinceMs <= this.nowMs() - check.beganAgoMs)
      this.deps.onCheckedElsewhere(check.doneAgoMs + lateMs, mark)
  }

  private caughtUp(): void {
    this.caughtUpMs = this.nowMs()
    if (this.own.isNew() && this.mark?.complete === true && this.doubtMs === null) this.own.adopt(this.mark)
    // Otherwise another station may be reading everything.
    if (this.restMs() === 0) void this.own.restart()
  }

  private doubt(): void {
    this.doubtMs = this.nowMs()
  }

  private end(): void {
    this.line = null
    this.followed = null
    this.publisher.end()
  }

  private async announce(round: OverRound, of: RecordsLine): Promise<void> {
    const mark = this.markOf(round, of)
    await of.mark(mark)
    if (this.line === of && of.leads()) {
      this.mark = mark
      this.markedOn = of
    }
    if (!mark.complete && this.check?.of !== of) this.deps.onCheckWanted()
  }

  private markOf({ began, whole = [], ...read }: OverRound, of: RecordsLine): RoundMark {
    const { mark: known, check } = this
    const { wallMs, monotonicMs } = this.now()
    // Lists of which this station had read all before it led were not told.
    const toldStates = [...whole, ...(known?.items?.byName ?? []), ...(known?.items?.byDefault ?? [])]
    const goesOn =
      read.from === null ||
      (known?.complete === true &&
        reaches(known.to, read.from) &&
        (read.items?.byName ?? []).every((state) => toldStates.includes(state)))
    const doneMs = check?.of === of ? check.doneMs : null
    return {
      ...read,
      from: read.from ?? BEGINNING,
      ageMs: Math.max(0, monotonicMs - began.monotonicMs, wallMs - began.wallMs),
      complete: goesOn || doneMs !== null,
      check:
        check === null || doneMs === null
          ? null
          : { beganAgoMs: monotonicMs - check.beganMs, doneAgoMs: monotonicMs - doneMs },
    }
  }

  private nowMs(): number {
    return this.deps.clock.monotonicMs()
  }

  private now(): Moment {
    return { wallMs: this.deps.clock.wallMs(), monotonicMs: this.nowMs() }
  }

  private leads(): boolean {
    return this.line?.leads() === true
  }

  private hasNothing(): boolean {
    return this.line !== null && this.caughtUpMs !== null && this.own.isNew()
  }

  /** The hub has not everything either, so one station reads it for all. */
  private mayImport(): boolean {
    return this.importing === null
      ? this.hasNothing() && this.mark?.complete !== true
      : this.importing.of === this.line
  }

  private neverHeard(sinceMs: number): Followed {
    return { sinceMs, heardMs: Number.NEGATIVE_INFINITY, ownRoundAtMs: this.nowMs() }
  }

  /** Whatever the leader says of itself, it is not waited for much longer than it takes to read a large account. */
  private waitMs(): number {
    const progress = this.line?.progress() ?? null
    if (this.seen === null || this.seen.progress !== progress) this.seen = { progress, sinceMs: this.nowMs() }
    return this.shortRest(Math.min(this.seen.sinceMs + NO_PROGRESS_MS, this.begunMs + MOST_WAIT_MS))
  }

  /** What it waits for may come at any moment. */
  private shortRest(untilMs: number): number {
    return Math.min(LOOK_AGAIN_MS, Math.max(0, untilMs - this.nowMs()))
  }
}
