import { setImmediate as nextTurn } from 'node:timers/promises'
import { createValueCount, type UsedValues } from '../../../shared/domain/items/used-values'
import { inTransaction } from '../../store/db/database'
import { readSetting, writeSetting } from '../../store/tables/settings'
import { latestItemBodies, latestItemCopies } from '../../store/views/used-values'
import type { Station } from '../station/station'

/** What the form of a new item starts with: what was typed before, and the values that the account already uses. */

const DRAFT = 'draft.item'
/** Of how many items the values are proposed: those changed last. A part is read in one turn. */
const COPIES = 1_000
const PART = 100
const BODIES = 200

/** The item typed and not queued yet, as the window keeps it; `null` for none. */
export function readItemDraft({ db }: Pick<Station, 'db'>): string | null {
  return readSetting(db, DRAFT)
}

/** Keeps what was typed, so that neither a reload nor a power cut costs it. @param draft `null` removes it */
export function keepItemDraft({ db }: Pick<Station, 'db'>, draft: string | null): void {
  if (draft !== readSetting(db, DRAFT)) inTransaction(db, (tx) => writeSetting(tx, DRAFT, draft))
}

/** Values that the account uses in the fields whose values the document does not list. */
export async function usedValues({ db }: Pick<Station, 'db'>): Promise<UsedValues> {
  const count = createValueCount()
  const add = (texts: readonly string[]): void => {
    for (const text of texts) count.add(readJson(text))
  }
  add(latestItemBodies(db, BODIES))
  for (let offset = 0; offset < COPIES; offset += PART) {
    await nextTurn()
    if (!db.open) break
    const copies = latestItemCopies(db, PART, offset)
    add(copies)
    if (copies.length < PART) break
  }
  return count.values()
}

/** An unreadable operation is held elsewhere; here it proposes nothing. */
function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
