import type { Page, PageLink } from './pages'
import { createSeenSet } from './seen-set'

/** Follows the pages of a list to its end, also where the links have none: what was read counts. */
export type Trail<T> = {
  /**
   * @returns the next page to read; `null` at the end of the list, or where its pages lead nowhere: the last one leads to
   * itself or to one before, or they bring nothing new
   */
  follow(page: Page<T>): PageLink | null
  /** How many pages were read until it was clear that they lead nowhere; `null` while they lead somewhere. */
  endlessAfter(): number | null
}

/** A server that never stops paging is cut off here. */
const MOST_PAGES = 1_000_000
/**
 * Orders that change while pages are read move to the list's other end, and a page may come twice. One more is read then;
 * a list in a circle shows nothing new again.
 */
const MOST_PAGES_WITHOUT_NEWS = 2
/** Some servers filter after they have paged. */
const MOST_EMPTY_PAGES = 100
/** Characters that identify an unreadable record. */
const TOLD_APART_BY = 200

/**
 * @param numberOf what identifies a record
 * @param from the link from which the round continues, if any
 */
export function createTrail<T>(numberOf: (record: T) => number | string, from: PageLink | null): Trail<T> {
  const records = createSeenSet()
  let withoutNews = 0
  let empty = 0
  let pages = 0
  let endless: number | null = null
  // One earlier link, that of page 1, 2, 4, 8 …: a circle comes back to it, and a million links need not be kept.
  let earlier = from
  let keepsAt = 1
  return {
    follow({ next, entries, unreadable }) {
      const known = records.size()
      for (const record of entries) records.add(numberOf(record))
      for (const { raw } of unreadable) records.add(String(JSON.stringify(raw)).slice(0, TOLD_APART_BY))
      const isEmpty = entries.length + unreadable.length === 0
      empty = isEmpty ? empty + 1 : 0
      if (!isEmpty) withoutNews = records.size() > known ? 0 : withoutNews + 1
      pages += 1
      if (next === null) return null
      const isEnd = withoutNews >= MOST_PAGES_WITHOUT_NEWS || empty >= MOST_EMPTY_PAGES || pages >= MOST_PAGES
      if (next === earlier || isEnd) {
        endless = pages
        return null
      }
      if (pages >= keepsAt) {
        earlier = next
        keepsAt *= 2
      }
      return next
    },
    endlessAfter: () => endless,
  }
}
