import {
  reaches,
  type ListedItems,
  type ReadPlace,
  type RoundMark,
} from '../../warehouse/port/shared-records'
import type { Clock } from '../../base/clock'
import { inTransaction, type Db } from '../../store/db/database'
import { itemsByState } from '../../store/tables/items'
import { savedCursor, savedStates, saveCursor, saveStates, statesByName } from './item-lists'
import type { OverRound } from '../shared/shared-rounds'
import type { DataAge, PullCursor } from './pull-cursor'

/** Where a round of items begins, and what is known once it is over: by this station's rounds, or by those of another. */
export type ItemPlan = {
  /** @param owed it begins there at the latest @returns `null` for all items */
  from(owed: ReadPlace | null): ReadPlace | null
  /** What the round, which is over, has read. @see OverRound */
  read(round: Pick<OverRound, 'from' | 'whole' | 'began'> & { byName: readonly string[] }): OverRound | null
  /** Whether lists that this station has not read would show more. */
  someUnread(): boolean
  /**
   * Another station's round is over, and all that it brought is here.
   * @returns `waits`: that station has still to read the list of a state in which there are items here
   */
  follow(mark: ItemMark): 'further' | 'waits' | 'behind'
  /** Everything that another station knew is here: nothing was read in before. */
  adopt(mark: Pick<RoundMark, 'to' | 'items'>): void
}

export type ItemMark = Pick<RoundMark, 'from' | 'to' | 'ageMs' | 'complete' | 'items'>

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
  const unread = (): string[] => {
    const { byName } = savedStates(db)
    return states().filter((state) => !byName.includes(state))
  }

  return {
    from(owed) {
      const here = present()
      return here !== null && owed !== null && Date.parse(owed.cursor) < Date.parse(here.cursor)
        ? placeAt(owed.cursor)
        : here
    },
    read({ byName, ...round }) {
      const to = present()
      if (to === null) return null
      const { byDefault } = savedStates(db)
      return { ...round, to, items: { byDefault, byName: [...byName], counts: itemsByState(db) } }
    },
    someUnread: () => unread().length > 0,
    follow({ from, to, ageMs, complete, items }) {
      const here = present()
      if (here === null || !reaches(here, from)) return 'behind'
      const fresh = unread()
      const known = states().filter((state) => !fresh.includes(state))
      if (!shows(items, known)) return 'behind'
      // Only where all was told is a list that another station has read known here, too.
      if (fresh.length > 0 && !(complete && shows(items, fresh))) return 'waits'
      inTransaction(db, (tx) => {
        const { byDefault, byName } = savedStates(tx)
        if (fresh.length > 0) saveStates(tx, { byDefault, byName: [...byName, ...fresh] })
        if (!reaches(here, to)) saveCursor(tx, to.cursor)
      })
      cursor.knew(to.cursor)
      age.refreshed({ wallMs: clock.wallMs() - ageMs, monotonicMs: clock.monotonicMs() - ageMs })
      return 'further'
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
