import { z } from 'zod'
import { inTransaction, type Db, type Tx } from '../db/database'
import { readJsonSetting, writeSetting } from './settings'

/** Up to where this station has heard what the stations of an account tell each other over the hub. */

const heardHub = z.object({ name: z.string(), created: z.string(), round: z.int(), revision: z.int() })

/** `null` if it has heard nothing. @param setting where it is stored */
export function readHeard(db: Db, setting: string): z.output<typeof heardHub> | null {
  return readJsonSetting(db, setting, heardHub)
}

export type HeardHub = {
  /**
   * A making of the hub's bucket that the station does not know begins another round of telling.
   * @param last the last revision that is in it
   * @returns the first revision that this station has not heard; 0: it has heard nothing of this making
   */
  begin(place: { name: string; created: string; last: number }): number
  /** Begins with 1; 0 before the first. */
  round(): number
  /** Stores in one commit what was heard and that it was heard. */
  take<T>(revision: number, store: (tx: Tx, round: number) => T): T
}

/** @param setting where it is stored */
export function openHeard(db: Db, setting: string): HeardHub {
  let heard = readHeard(db, setting)
  return {
    begin({ name, created, last }) {
      const isSame = heard?.name === name && heard.created === created
      // A hub that was set back to an older copy counts again from there.
      if (heard !== null && isSame && heard.revision <= last) return heard.revision + 1
      heard = { name, created, round: (heard?.round ?? 0) + 1, revision: 0 }
      return 0
    },
    round: () => heard?.round ?? 0,
    take(revision, store) {
      if (heard === null) throw new Error('nothing is heard before it begins')
      const now = { ...heard, revision }
      const stored = inTransaction(db, (tx) => {
        writeSetting(tx, setting, JSON.stringify(now))
        return store(tx, now.round)
      })
      heard = now
      return stored
    },
  }
}
