import { readItem } from '../../../shared/partner-api/item'
import type { SharedRecord } from '../../warehouse/port/shared-records'
import { readElements } from '../../partner/pages'
import { inTransaction } from '../../store/db/database'
import { noteGone } from '../../store/tables/items'
import { keepItems, type KeepItemsDeps } from '../copies/keep-items'

export type KeepSharedItemsDeps = KeepItemsDeps & {
  goesOn: () => boolean
  /** @param changed how many items it brought */
  onItems: (changed: number) => void
}

/**
 * Takes in items that other stations have read, in their order: a copy of an earlier time never replaces one of a later
 * time (H5). What another station was shown says nothing of this station's own operations.
 */
export function createKeepSharedItems(
  deps: KeepSharedItemsDeps,
): (records: readonly SharedRecord[]) => Promise<void> {
  const { db, clock } = deps

  const keepGone = (gone: readonly SharedRecord[]): number => {
    const readAt = new Date(clock.wallMs()).toISOString()
    return inTransaction(db, (tx) => {
      const noted = gone.filter(({ id, updatedAt }) => id !== null && noteGone(tx, id, updatedAt, readAt))
      return noted.length
    })
  }
  const keepCopies = async (copies: readonly SharedRecord[]): Promise<number> => {
    const page = await readElements(
      copies.map(({ record }) => record),
      readItem,
    )
    if (!deps.goesOn()) return 0
    return (await keepItems(deps, { ...page, next: null }, null, () => {})) ?? 0
  }

  return async (records) => {
    let changed = 0
    for (const part of inParts(records)) {
      if (!deps.goesOn()) break
      changed += part[0]?.record === null ? keepGone(part) : await keepCopies(part)
    }
    if (changed > 0) deps.onItems(changed)
  }
}

/** One after the other, those that are gone and those that are not. */
function inParts(records: readonly SharedRecord[]): SharedRecord[][] {
  const parts: SharedRecord[][] = []
  for (const record of records) {
    const part = parts.at(-1)
    if (part !== undefined && (part[0]?.record === null) === (record.record === null)) part.push(record)
    else parts.push([record])
  }
  return parts
}
