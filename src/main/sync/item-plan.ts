import { reaches, type ListedItems, type ReadPlace, type RoundMark } from '../base/shared-records'
import type { Clock } from '../base/clock'
import { inTransaction, type Db } from '../store/db/database'
import { itemsByState } from '../store/tables/items'
import { savedCursor, savedStates, saveCursor, saveStates, statesByName } from './item-lists'
import type { DataAge, Moment, PullCursor } from './pull-cursor'
import type { OverRound } from './pull-plan'

/** Where a round of items begins, and what is known once it is over: by this station's rounds, or by those of another. */
export type ItemPlan = {
  /** @param owed it begins there at the latest @returns `null` for all items */
  from(owed: ReadPlace | null): ReadPlace | null
  /** What the round, which is over, has read. @param byName states that lists were asked for */
  read(from: ReadPlace, byName: readonly string[], began: Moment): OverRound | null
  /** Whether lists that this station has not read would show more. */
  someUnread(): boolean
  /** Another station's round is over, and all that it brought is here. @returns whether it brings this station further */
  follow(mark: Pick<RoundMark, 'from' | 'to' | 'ageMs' | 'items'>): boolean
  /** Everything that another station knew is here: nothing was read in before. */
  adopt(mark: Pick<RoundMark, 'to' | 'items'>): void
}

export type ItemPlanDeps = {
  db: Db
  clock: Clock
  cursor: PullCursor
  age: DataAge
  /** States that the marketplace does not accept. */
  refused: ReadonlySet<string>
  overlapMs: number
}

export function createItemPlan({ db, clock, cursor, age, refused, overlapMs }: ItemPlanDeps): ItemPlan {
  /** Each round reads once more what may have been shown late. */
  const placeAt = (known: string): ReadPlace => ({
    cursor: known,
    settled: new Date(Date.parse(known) - overlapMs).toISOString(),
  })
  const present = (): ReadPlace | null => {
    const known = savedCursor(db)
    return known === null ? null : placeAt(known)
  }
  const states = (): string[] => statesByName(db, savedStates(db), refused)
  const someUnread = (): boolean => {
    const { byName } = savedStates(db)
    return states().some((state) => !byName.includes(state))
  }

  return {
    from(owed) {
      const here = present()
      return here !== null && owed !== null && Date.parse(owed.cursor) < Date.parse(here.cursor)
        ? placeAt(owed.cursor)
        : here
    },
    read(from, byName, began) {
      const to = present()
      if (to === null) return null
      const { byDefault } = savedStates(db)
      return { from, to, began, items: { byDefault, byName: [...byName], counts: itemsByState(db) } }
    },
    someUnread,
    follow({ from, to, ageMs, items }) {
      const here = present()
      if (here === null || someUnread() || !shows(items, states()) || !reaches(here, from)) return false
      if (!reaches(here, to)) inTransaction(db, (tx) => saveCursor(tx, to.cursor))
      cursor.knew(to.cursor)
      age.refreshed({ wallMs: clock.wallMs() - ageMs, monotonicMs: clock.monotonicMs() - ageMs })
      return true
    },
    adopt({ to, items }) {
      if (items === undefined) return
      const { byDefault, byName } = items
      inTransaction(db, (tx) => {
        saveStates(tx, { byDefault, byName })
        saveCursor(tx, to.cursor)
      })
      cursor.knew(to.cursor)
    },
  }
}

/** Whether the lists that another station read show all items in these states. */
function shows(items: ListedItems | undefined, states: readonly string[]): boolean {
  return states.every((state) => items?.byName.includes(state) || items?.byDefault.includes(state))
}
