import { setImmediate as nextTurn } from 'node:timers/promises'
import { payoutOf, type PayoutCategory, type PayoutSums } from '../../../shared/domain/orders/payout'
import { boundsOfDay, type LocalTime } from '../../../shared/domain/time/day-bounds'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import { openOrSay } from '../../store/archive/archive'
import { monthOf, monthsOf } from '../../store/archive/months'
import { inTransaction, shortenLog, type Db } from '../../store/db/database'
import { ordersHere } from '../../store/tables/orders'
import {
  addToDay,
  dropSome,
  dropStale,
  isOfZone,
  saveDay,
  setZone,
  staleSlots,
  UNDATED,
  UNDATED_SLOT,
} from '../../store/tables/payout-days'
import {
  categoriesOf,
  paidOrders,
  startOf,
  UNDATED_SPAN,
  type Paid,
  type PaidPlace,
  type PaidSpan,
} from '../../store/views/paid-orders'

/** Sums up the days of the payouts, in steps of a few milliseconds. */

const DAY_MS = 86_400_000
/** Orders read at once: a few milliseconds. */
const AT_ONCE = 100
/** Days forgotten at once, each with the sums of its categories. */
const DAYS_AT_ONCE = 20
/** A UTC day has parts of up to three of the station's. */
const SLOTS_AT_ONCE = 10

type LocalTimeOf = (ms: number) => LocalTime

/**
 * Forgets the sums that an order has changed since, and all of them if the station's zone did.
 * @throws StationError `database_error`, `disk_full`
 */
export async function forgetChanged(db: Db, timeZone: string, localTime: LocalTimeOf): Promise<void> {
  while (!isOfZone(db, timeZone)) {
    inTransaction(db, (tx) => {
      // Until the last of them is gone, they are of the zone before.
      if (!dropSome(tx, DAYS_AT_ONCE)) setZone(tx, timeZone)
    })
    shortenLog(db)
    await nextTurn()
    openOrThrow(db)
  }
  const slots = staleSlots(db)
  for (let from = 0; from < slots.length; from += SLOTS_AT_ONCE) {
    if (from > 0) await nextTurn()
    const some = slots.slice(from, from + SLOTS_AT_ONCE)
    const days = [...new Set(some.flatMap((slot) => daysOf(slot, localTime)))]
    inTransaction(openOrThrow(db), (tx) => dropStale(tx, days, some))
    shortenLog(db)
  }
}

/** The station's days that a UTC day has a part of. */
function daysOf(slot: number, localTime: LocalTimeOf): string[] {
  if (slot === UNDATED_SLOT) return [UNDATED]
  return [localTime(slot * DAY_MS).day, localTime((slot + 1) * DAY_MS - 1).day]
}

/**
 * Sums up a day and stores it, unless one of its orders changes meanwhile: then it is summed up next time.
 * @param day ISO 8601, or `UNDATED`
 * @throws StationError `archive_unusable`, `database_error`, `disk_full`
 */
export async function sumDay(db: Db, day: string, localTime: LocalTimeOf): Promise<void> {
  const span = day === UNDATED ? UNDATED_SPAN : boundsOfDay(day, localTime)
  const sums = new Map<PayoutCategory, PayoutSums>()
  const seen = new Set<number>()
  let canceled = 0
  for await (const part of span === null ? [] : ordersOf(db, day, span)) {
    // One that moves to the archive meanwhile comes twice.
    const fresh = part.filter(({ orderId }) => !seen.has(orderId))
    const categories = categoriesOf(db, itemsOf(fresh))
    for (const order of fresh) {
      seen.add(order.orderId)
      canceled += order.canceled ? 1 : 0
      addToDay(
        sums,
        payoutOf(order, (itemNumber) => categories.get(itemNumber) ?? null),
      )
    }
  }
  inTransaction(openOrThrow(db), (tx) => {
    const isStale = staleSlots(tx).some((slot) => daysOf(slot, localTime).includes(day))
    if (!isStale) saveDay(tx, day, { orders: seen.size, canceled, sums })
  })
}

function itemsOf(orders: readonly Paid[]): string[] {
  return orders.flatMap(({ order_lines: lines }) => lines.flatMap(({ item_number }) => item_number ?? []))
}

/** The orders of a span in the station's own file, then those in the archive that it does not have. */
async function* ordersOf(db: Db, day: string, span: PaidSpan): AsyncGenerator<readonly Paid[]> {
  yield* partsOf(() => openOrThrow(db), span)
  for (const month of monthsWith(db, day, span)) {
    const file = () => {
      const opened = openOrSay(openOrThrow(db), month)
      if (opened === null) throw new StationError('archive_unusable', `the archive of ${month} is unusable`)
      return opened
    }
    for await (const part of partsOf(file, span)) {
      const known = ordersHere(
        db,
        part.map(({ orderId }) => orderId),
      )
      yield part.filter(({ orderId }) => !known.has(orderId))
    }
  }
}

/** @param file opened for each part, because others may close it */
async function* partsOf(file: () => Db, span: PaidSpan): AsyncGenerator<readonly Paid[]> {
  for (let place: PaidPlace | undefined = startOf(span); place !== undefined;) {
    const part: readonly Paid[] = paidOrders(file(), span, place, AT_ONCE)
    yield part
    place = part.length < AT_ONCE ? undefined : part.at(-1)
    await nextTurn()
  }
}

/** The months of the archive that may have orders of the span: a month is that of the time as it was written. */
function monthsWith(db: Db, day: string, { fromMs, toMs }: PaidSpan): string[] {
  const months = monthsOf(db).map(({ month }) => month)
  if (day === UNDATED) return months
  const near = [fromMs - DAY_MS, toMs + DAY_MS].map((ms) => monthOf(formatInstant(ms)))
  return months.filter((month) => near.includes(month))
}

/** The account may be closed meanwhile. @throws StationError `database_error` */
export function openOrThrow(db: Db): Db {
  if (!db.open) throw new StationError('database_error', 'the account was closed meanwhile')
  return db
}
