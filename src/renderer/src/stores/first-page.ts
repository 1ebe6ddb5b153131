import type { QueueFilter, QueueView } from '../../../shared/domain/order-queue'

/** Rows that a long list asks for at a time. */
export const PAGE_ROWS = 100

/** What the list of orders shows at the start. */
export const FIRST_CHOICE: { view: QueueView; filter: QueueFilter; search: string } = {
  view: 'to_pack',
  filter: 'any',
  search: '',
}

/** The first question of the first screen. */
export const FIRST_PAGE = { ...FIRST_CHOICE, offset: 0, limit: PAGE_ROWS }
