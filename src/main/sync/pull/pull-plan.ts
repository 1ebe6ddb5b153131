import { reaches, type ReadPlace, type RoundMark } from '../../warehouse/port/shared-records'
import type { Clock, Moment } from '../../base/clock'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import type { Overlap } from './overlap'
import type { OverRound } from '../shared/shared-rounds'
import type { DataAge, PullCursor } from './pull-cursor'
import type { PullPlace } from './pull-place'
import type { Round } from './pull-round'

/** What the next round reads, and what is known once it is over: by this station's rounds, or by those of another. */
export type PullPlan = {
  /** Changes since the last round. @param owed it begins there at the latest */
  plan(owed: ReadPlace | null): Pick<Round, 'windows' | 'settled'>
  /** The round is over. */
  keepEnd(tx: Tx, round: Round): void
  /** What the planned round, which is over, has read. */
  read(began: Moment): OverRound | null
  /** Another station's round is over, and all that it brought is here. @returns whether it brings this station further */
  follow(mark: Pick<RoundMark, 'from' | 'to' | 'ageMs'>): boolean
  /** Everything that another station knew up to there is here: nothing was read in before. */
  adopt(to: ReadPlace): void
}

type Deps = {
  db: Db
  clock: Clock
  place: PullPlace
  cursor: PullCursor
  age: DataAge
  overlap: Overlap
  overlapMs: number
}

const WHOLE_ACCOUNT = { windows: [{ after: null, before: null }], settled: null }

export function createPullPlan({ db, clock, place, cursor, age, overlap, overlapMs }: Deps): PullPlan {
  /** Where the planned round begins; `null` for the whole account. */
  let from: ReadPlace | null = null

  const present = (): ReadPlace | null => {
    const now = place.cursor()
    return now === null ? null : { cursor: now, settled: place.settled() ?? before(now) }
  }
  const before = (moment: string): string => new Date(Date.parse(moment) - overlapMs).toISOString()
  const keep = (tx: Tx, { cursor: to, settled }: ReadPlace): void => place.keepCursor(tx, to, settled)

  return {
    plan(owed) {
      const now = present()
      from = now && (owed === null ? now : earlier(now, owed))
      if (from === null) return WHOLE_ACCOUNT
      const known = { now: cursor.now(), sinceMs: age.sinceMs() }
      const planned = overlap.plan({ ...known, ...from })
      // Then it reads everything since then, in one window.
      if (planned.settled === null) from = { cursor: from.settled, settled: from.settled }
      return planned
    },
    keepEnd(tx, { startedAt, settled }) {
      const readTo = cursor.after(startedAt, place.cursor())
      place.keepCursor(tx, readTo, settled ?? before(readTo))
    },
    read(began) {
      const to = present()
      return to && { from, to, began }
    },
    follow({ from: since, to, ageMs }) {
      const now = present()
      if (now === null || !reaches(now, since)) return false
      inTransaction(db, (tx) => keep(tx, later(now, to)))
      cursor.knew(to.cursor)
      age.refreshed({ wallMs: clock.wallMs() - ageMs, monotonicMs: clock.monotonicMs() - ageMs })
      return true
    },
    adopt(to) {
      inTransaction(db, (tx) => keep(tx, to))
      cursor.knew(to.cursor)
    },
  }
}

function earlier(one: ReadPlace, other: ReadPlace): ReadPlace {
  return pick(one, other, (a, b) => Date.parse(a) <= Date.parse(b))
}

function later(one: ReadPlace, other: ReadPlace): ReadPlace {
  return pick(one, other, (a, b) => Date.parse(a) >= Date.parse(b))
}

function pick(one: ReadPlace, other: ReadPlace, prefers: (a: string, b: string) => boolean): ReadPlace {
  const of = (a: string, b: string): string => (prefers(a, b) ? a : b)
  return { cursor: of(one.cursor, other.cursor), settled: of(one.settled, other.settled) }
}
