import type { QueueFilter, QueueView } from '../orders/order-queue'

/** What the first screen of a window asks main. */

/** Rows that a long list asks for at a time. */
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
  'queue:list': FIRST_PAGE,
  'notices:list': {},
}

/** The header by which a page in the browser host shows that a link opened it, and the parameter of its socket's address. */
export const PAGE_HEADER = 'x-packbench-page'
export const PAGE_PARAMETER = 'page'

/** The `id` of the element of the page that has the answers as JSON; `null` in it where the host sends none along. */
export const FIRST_ANSWERS_ID = 'first-answers'
