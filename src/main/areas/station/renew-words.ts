import { openOrSay } from '../../store/archive/archive'
import { monthsOf } from '../../store/archive/months'
import type { Db } from '../../store/db/database'
import { renewItemWords } from '../../store/tables/items'
import { renewOrderWords } from '../../store/tables/orders'
import { isRenewing, noteRenewed } from '../../store/tables/search-index'
import { createDaily, type Daily } from './daily'
import type { Station } from './station'

export type RenewingDeps = Pick<Station, 'db' | 'clock'> & {
  onFault: (error: unknown) => void
  /** Items or orders per part. Default 50: a few milliseconds, so that no scan waits for it. */
  batch?: number
}

/**
 * Makes the words by which items and orders are found again, part by part, in the archive as well; needed once, at this
 * version's first start.
 */
export function createRenewing(deps: RenewingDeps): Daily {
  return createDaily(deps.clock, () => renewAll(deps), deps.onFault)
}

function* renewAll({ db, batch = 50 }: RenewingDeps): Generator<void, void> {
  if (!isRenewing(db)) return
  while (renewItemWords(db, batch)) yield
  while (renewOrderWords(db, batch)) yield
  for (const { month } of monthsOf(db)) {
    // Opened for each part: others close the archive when they are done with it.
    const renewMore = (): boolean => {
      const file = openOrSay(db, month)
      return file !== null && isRenewing(file) && renewMonth(file, batch)
    }
    while (renewMore()) yield
  }
  noteRenewed(db)
}

function renewMonth(file: Db, batch: number): boolean {
  if (renewOrderWords(file, batch)) return true
  noteRenewed(file)
  return false
}
