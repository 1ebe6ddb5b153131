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
import { createPublisher } from './publisher'

/**
 * One station of the warehouse reads for all: the others take in what it tells, and rest. What a station knows must never
 * be less than what its own rounds would have shown it (H6), so it reads by itself as soon as it has a doubt.
 */
export type SharedRounds<T> = {
  /** For the hub. */
  records: SharedRecords
  /** How long this station's own rounds may rest; 0 when they must not. */
  restMs(): number
  /** Where the next round must begin at the latest, because what changed since is owed to the others. */
  owed(): ReadPlace | null
  /** A page was read and stored. Resolves when the hub has about as much as it can take. */
  read(page: Page<T>): Promise<void>
  /** One record was read. */
  readOne(record: T): void
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
type Followed = { sinceMs: number; heardMs: number; ownRoundMs: number }

export function createSharedRounds<T>(deps: SharedRoundsDeps<T>): SharedRounds<T> {
  const { clock, own, intervalMs = 15_000, ownRoundMs = OWN_ROUND_MS, comparesClock = true } = deps
  let line: RecordsLine | null = null
  let expectedUntilMs = Number.NEGATIVE_INFINITY
  let begunMs = Number.NEGATIVE_INFINITY
  /** The progress of the leader, as last seen, and since when there was none. */
  let seen: { progress: string | null; sinceMs: number } | null = null
  /** The line on which this station tells everything that it reads for the first time. */
  let importing: { of: RecordsLine; began: Moment } | null = null
  let pages = 0
  let caughtUpMs: number | null = null
  let followed: Followed | null = null
  let doubtMs: number | null = null
  /** The last one at the hub. */
  let mark: RoundMark | null = null
  /** The line on which the present round, or comparison, tells everything that it reads. */
  let roundOf: RecordsLine | null = null
  /** The line on which this station has said what it has read. */
  let markedOn: RecordsLine | null = null
  let check: { of: RecordsLine; beganMs: number; doneMs: number | null } | null = null
  const publisher = createPublisher<T>(deps)

  const nowMs = (): number => clock.monotonicMs()
  const moment = (): Moment => ({ wallMs: clock.wallMs(), monotonicMs: nowMs() })
  const leads = (): boolean => line?.leads() === true
  const doubt = (): void => {
    doubtMs = nowMs()
  }
  /** What it waits for may come at any moment. */
  const shortRest = (untilMs: number): number => Math.min(LOOK_AGAIN_MS, Math.max(0, untilMs - nowMs()))
  const hasNothing = (): boolean => line !== null && caughtUpMs !== null && own.isNew()
  /** The hub has not everything either, so one station reads it for all. */
  const mayImport = (): boolean =>
    importing === null ? hasNothing() && mark?.complete !== true : importing.of === line
  /** Whatever the leader says of itself, it is not waited for much longer than it takes to read a large account. */
  const waitMs = (): number => {
    const progress = line?.progress() ?? null
    if (seen === null || seen.progress !== progress) seen = { progress, sinceMs: nowMs() }
    return shortRest(Math.min(seen.sinceMs + NO_PROGRESS_MS, begunMs + MOST_WAIT_MS))
  }
  const restMs = (): number => {
    // The first start takes what the hub has.
    if (line === null || caughtUpMs === null) {
      if (!own.isNew()) return 0
      return shortRest(line === null ? expectedUntilMs : begunMs + MOST_WAIT_MS)
    }
    if (!leads() && doubtMs === null && hasNothing()) return waitMs()
    if (leads() || followed === null || doubtMs !== null) return 0
    if (nowMs() - followed.ownRoundMs > ownRoundMs) return 0
    return Math.max(0, followed.heardMs + ROUNDS_OF_SILENCE * intervalMs - nowMs())
  }

  const markOf = ({ began, whole = [], ...read }: OverRound, of: RecordsLine): RoundMark => {
    const known = mark
    // Lists of which this station had read all before it led were not told.
    const toldStates = [...whole, ...(known?.items?.byName ?? []), ...(known?.items?.byDefault ?? [])]
    const goesOn =
      read.from === null ||
      (known?.complete === true &&
        reaches(known.to, read.from) &&
        (read.items?.byName ?? []).every((state) => toldStates.includes(state)))
    const done = check?.of === of && check.doneMs !== null ? check : null
    return {
      ...read,
      from: read.from ?? BEGINNING,
      ageMs: Math.max(0, nowMs() - began.monotonicMs, clock.wallMs() - began.wallMs),
      complete: goesOn || done !== null,
      check:
        done?.doneMs == null
          ? null
          : { beganAgoMs: nowMs() - done.beganMs, doneAgoMs: nowMs() - done.doneMs },
    }
  }

  const records: SharedRecords = {
    wantsAll: () => own.isNew(),
    begin(next) {
      line = next
      begunMs = nowMs()
      seen = null
      caughtUpMs = null
      followed = null
      mark = null
      doubtMs = null
      publisher.begin(next)
    },
    async take(told) {
      try {
        await deps.keep(told)
        // The leader may be done long before a slow PC has taken all of it in.
        if (seen !== null) seen.sinceMs = nowMs()
      } catch (error) {
        deps.onFault(error)
        doubt()
      }
    },
    hear(next, { isLive, lateMs }) {
      mark = next
      // What was waited for.
      if (next.complete && doubtMs === null && hasNothing()) {
        own.adopt(next)
        if (comparesClock || !isLive) void own.restart()
        else followed = { sinceMs: begunMs, heardMs: Number.NEGATIVE_INFINITY, ownRoundMs: nowMs() }
      }
      if (!isLive || leads() || followed === null || doubtMs !== null) return
      try {
        const outcome = own.follow({ ...next, ageMs: next.ageMs + lateMs })
        if (outcome === 'behind') doubt()
        if (outcome !== 'followed') return
        followed.heardMs = nowMs()
        const { check: other } = next
        if (other !== null && followed.sinceMs <= nowMs() - other.beganAgoMs)
          deps.onCheckedElsewhere(other.doneAgoMs + lateMs, next)
      } catch (error) {
        deps.onFault(error)
        doubt()
      }
    },
    caughtUp() {
      caughtUpMs = nowMs()
      if (own.isNew() && mark?.complete === true && doubtMs === null) own.adopt(mark)
      // Otherwise another station may be reading everything.
      if (restMs() === 0) void own.restart()
    },
    doubt,
    end() {
      line = null
      followed = null
      publisher.end()
    },
  }

  return {
    records,
    restMs,
    owed() {
      roundOf = leads() ? line : null
      const isFirst = roundOf !== null && own.dataAsOf() === null
      importing = isFirst && line !== null ? { of: line, began: moment() } : null
      return roundOf === null || mark === null ? null : mark.to
    },
    async read(page) {
      if (leads()) {
        await publisher.page(page)
        pages += 1
        return
      }
      roundOf = null
      check = null
      importing = null
    },
    readOne: (record) => publisher.one(record),
    gone: (id, updatedAt) => publisher.tell({ id, updatedAt, record: null }),
    async look(id) {
      const at = line
      const isCurrent = mark?.complete === true && (markedOn === at || (followed !== null && restMs() > 0))
      if (at === null || !isCurrent) return null
      const found = at.look(id).catch(() => null)
      return new Promise((resolve) => {
        const cancel = clock.after(LOOK_MS, () => resolve(null))
        void found.then((shared) => {
          cancel()
          resolve(shared)
        })
      })
    },
    over(given) {
      const imported = importing
      importing = null
      // What was read before others were told is not known to all of them.
      if (given.from === null && (imported === null || imported.of !== line)) return
      const round = given.from === null ? { ...given, began: imported?.began ?? given.began } : given
      const { monotonicMs } = round.began
      if (doubtMs !== null && monotonicMs >= doubtMs) doubtMs = null
      if (caughtUpMs !== null && monotonicMs >= caughtUpMs) {
        // It goes on by itself until another station is heard to read.
        followed ??= { sinceMs: caughtUpMs, heardMs: Number.NEGATIVE_INFINITY, ownRoundMs: nowMs() }
        followed.ownRoundMs = nowMs()
      }
      const of = line
      if (of === null || roundOf !== of || !leads()) return
      publisher.after(async () => {
        const next = markOf(round, of)
        await of.mark(next)
        if (line === of && leads()) {
          mark = next
          markedOn = of
        }
        if (!next.complete && check?.of !== of) deps.onCheckWanted()
      })
    },
    heard: () => mark,
    sparesCheck: () => restMs() > 0 && followed !== null && nowMs() - followed.sinceMs < CHECK_GRACE_MS,
    checkBegan() {
      check = leads() && line !== null ? { of: line, beganMs: nowMs(), doneMs: null } : null
    },
    checkDone() {
      const done = check
      // Its last page is on its way.
      if (done !== null && done.of === line)
        publisher.after(async () => {
          done.doneMs = nowMs()
        })
    },
    mayLead: () => mayImport() || (followed !== null && own.dataAsOf() !== null),
    pages: () => pages,
    expect: () => void (expectedUntilMs = nowMs() + EXPECTED_MS),
  }
}
