import type { DeskList, DeskRow } from '../../../shared/contract/orders'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { showsAll } from '../../../shared/domain/orders/order-desk'
import { changeCountOf, type Db } from '../../store/db/database'
import { missingItemsOf } from '../../store/tables/items'
import { deskQuery, type DeskQuery, type Span } from '../../store/views/desk-query'
import type { Due } from '../../store/views/queue'
import { deskRows } from '../../store/views/desk-rows'
import { behind, countFound, nextFound } from '../../store/views/desk-walk'
import { countOrders } from '../../store/views/order-days'
import { dueOf, dueOnceKnown, type DueRules } from '../packing/queue'
import type { Station } from '../station/station'

type Source = Pick<Station, 'db' | 'clock' | 'neighbors' | 'titles'>
type Choice = Pick<ParsedRequestOf<'orders:list'>, 'filter' | 'sort'>

/** What is late changes with the clock alone. */
const OLDEST_MS = 30_000

/** A list as far as somebody has looked through it: scrolling on goes on from there. */
type Looked = {
  db: Db
  /** What was asked for. */
  key: string
  /** At which change of the database, and when. */
  change: number
  sinceMs: number
  query: DeskQuery
  orderIds: number[]
  rest: Span
  done: boolean
}

export type DeskLists = {
  list(station: Source, preferences: DueRules, request: ParsedRequestOf<'orders:list'>): Promise<DeskList>
}

/** The lists of the order desk; it remembers the last one. */
export function createDeskLists(): DeskLists {
  let last: Looked | null = null
  /** Requests for the same list extend it one after the other. */
  let tail: Promise<unknown> = Promise.resolve()

  const looked = async (station: Source, queue: DueRules, choice: Choice): Promise<Looked> => {
    const { db, clock } = station
    const [key, change, nowMs] = [JSON.stringify(choice), changeCountOf(db), clock.monotonicMs()]
    if (last?.db === db && last.key === key && last.change === change && nowMs - last.sinceMs < OLDEST_MS)
      return last
    const query = await deskQuery(db, choice.filter, choice.sort, dueOf(clock, queue))
    last = { db, key, change, sinceMs: nowMs, query, orderIds: [], rest: query.span, done: false }
    return last
  }

  return {
    async list(station, queue, { offset, limit, ...choice }) {
      const { db, clock, neighbors, titles } = station
      const turn = tail.then(async () => {
        const list = await looked(station, queue, choice)
        // One more, to know whether there are more.
        await lookThrough(list, offset + limit + 1)
        return list
      })
      tail = turn.catch(() => (last = null))
      const { query, orderIds, done } = await turn
      // The account may have been closed meanwhile.
      if (!db.open) return { total: 0, more: false, cut: false, rows: [] }
      const shown = orderIds.slice(offset, offset + limit)
      titles.soon(missingItemsOf(db, shown))
      const rows = deskRows(db, shown, dueOf(clock, queue))
      return {
        total: orderIds.length,
        more: !done,
        cut: query.cut,
        rows: dueOnceKnown(titles, rows).map((row) => ({ ...row, bench: neighbors.holderOf(row.orderId) })),
      }
    },
  }
}

async function lookThrough(list: Looked, wanted: number): Promise<void> {
  while (!list.done && list.orderIds.length < wanted) {
    const need = wanted - list.orderIds.length
    const found = await nextFound(list.db, list.query, list.rest, need)
    for (const [orderId] of found) list.orderIds.push(orderId)
    const end = found.at(-1)
    if (end !== undefined) list.rest = behind(list.query, list.rest, end)
    list.done = found.length < need
  }
}

/** The first orders that the filter shows, and how many it shows. */
export async function firstOrders(
  { db, clock, titles }: Pick<Station, 'db' | 'clock' | 'titles'>,
  queue: DueRules,
  { filter, sort }: Choice,
  most: number,
): Promise<{ rows: readonly DeskRow[]; total: number }> {
  const due = dueOf(clock, queue)
  const query = await deskQuery(db, filter, sort, due)
  const found = await nextFound(db, query, query.span, most)
  const ids = found.map(([orderId]) => orderId)
  return { rows: dueOnceKnown(titles, deskRows(db, ids, due)), total: await countFiltered(db, filter, due) }
}

/** How many orders the filter shows; `null` as long as that would change by itself, because it is not known what is late. */
export async function countDesk(
  { db, clock, titles }: Pick<Station, 'db' | 'clock' | 'titles'>,
  queue: DueRules,
  filter: Choice['filter'],
): Promise<number | null> {
  return filter.late && !titles.known() ? null : countFiltered(db, filter, dueOf(clock, queue))
}

async function countFiltered(db: Db, filter: Choice['filter'], due: Due): Promise<number> {
  if (showsAll(filter)) return countOrders(db, 'any')
  const sort = { by: 'number', descending: true } as const
  return countFound(db, await deskQuery(db, filter, sort, due))
}
