import type { ItemList, ItemView } from '../../../shared/contract/item-views'
import type { BridgeError, Result } from '../../../shared/contract/result'
import { MOST_TABLE_ROWS } from '../../../shared/domain/statistics/csv'

/** A link that leads back would otherwise be followed forever. */
const MOST_PAGES = 2_000

/** `offline`: the marketplace does not answer. `stopped`: by a person, or because another list is wanted. */
export type ReadAll =
  | { end: 'read'; since: string | null }
  | { end: 'offline' | 'stopped' }
  | { end: 'refused'; error: BridgeError }

/**
 * Follows a list of the marketplace to its end, so that the station has all of it. `since`: everything in it was read
 * from that moment on, by a clock that may have been set back meanwhile.
 * @param go called with the number of items so far; `false` stops
 */
export async function readAllItems(
  ask: (page: string | null) => Promise<Result<ItemList>>,
  go: (items: number) => boolean,
): Promise<ReadAll> {
  let since: string | null = null
  let count = 0
  let page: string | null = null
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const answer: Result<ItemList> = await ask(page)
    if (!answer.ok)
      return answer.error.code === 'unreachable'
        ? { end: 'offline' }
        : { end: 'refused', error: answer.error }
    const { rows, next, readAt } = answer.value
    if (readAt === null) return { end: 'offline' }
    if (since === null || readAt < since) since = readAt
    count += rows.length
    if (!go(count)) return { end: 'stopped' }
    if (next === null) break
    page = next
  }
  return { end: 'read', since }
}

/** The pages of a sorted list, as far as one file takes them. */
export async function readSorted(
  ask: (page: string | null) => Promise<Result<ItemList>>,
): Promise<Result<{ rows: ItemView[]; more: boolean }>> {
  const rows: ItemView[] = []
  let page: string | null = null
  for (;;) {
    const answer = await ask(page)
    if (!answer.ok) return answer
    rows.push(...answer.value.rows)
    page = answer.value.next
    const value = { rows: rows.slice(0, MOST_TABLE_ROWS), more: page !== null }
    if (page === null || rows.length >= MOST_TABLE_ROWS) return { ...answer, value }
  }
}
