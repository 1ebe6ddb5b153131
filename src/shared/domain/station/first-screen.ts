import type { QueueFilter, QueueView } from '../orders/order-queue'

/** The calls that a window's first screen makes. */

/** Rows that a long list reads at a time. */
export const PAGE_ROWS = 100

/** What the list of orders shows at the start. */
export const FIRST_CHOICE: { view: QueueView; filter: QueueFilter; search: string } = {
  view: 'to_pack',
  filter: 'any',
  search: '',
}

/** The first page of that list. */
export const FIRST_PAGE = { ...FIRST_CHOICE, offset: 0, limit: PAGE_ROWS }

/** By channel. */
export const FIRST_QUESTIONS = {
  'station:bootstrap': {},
  'packing:queue': FIRST_PAGE,
  'station:notices': {},
}

/**
 * The header with which a page in the browser host proves that a link opened it, and the query parameter of its
 * socket.
 */
export const PAGE_HEADER = 'x-packbench-page'
export const PAGE_PARAMETER = 'page'

/** The page at this address shows the warehouse for a screen in the hall. */
export const WALL_PATH = '/wall'

/** The `id` of the page's element with the answers as JSON; `null` in it if the host sends none. */
export const FIRST_ANSWERS_ID = 'first-answers'
