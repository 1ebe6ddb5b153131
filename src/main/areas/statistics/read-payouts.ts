import { setImmediate as nextTurn } from 'node:timers/promises'
import type { CategorySums, PayoutView } from '../../../shared/contract/payouts'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import {
  addPayout,
  noPayout,
  type PayoutCategory,
  type PayoutSums,
} from '../../../shared/domain/orders/payout'
import { daysBetween, localTimeIn } from '../../../shared/domain/time/day-bounds'
import { shortenLog, type Db } from '../../store/db/database'
import { cachedLeaves } from '../../store/tables/categories'
import {
  addToDay,
  madeDays,
  sumsByCategory,
  sumsByDay,
  UNDATED,
  type DaySums,
} from '../../store/tables/payout-days'
import { readStationSettings } from '../settings/settings'
import type { Station } from '../station/station'
import { forgetChanged, openOrThrow, sumDay } from './sum-payouts'

/** How long one call sums up days before it answers with those that it has. */
const MOST_MS = 300
/** Days whose sums are read in one turn: with 200 categories a day, a few milliseconds. */
const DAYS_AT_ONCE = 30

/** With 200 categories a day, about a hundred pages. */
const DAYS_TO_WRITE_BACK = 10

type Source = Pick<Station, 'db' | 'clock'>

export type Payouts = {
  /**
   * What was sold, refunded and is expected to be paid out, by day in the station's zone and by category. Days that are
   * not summed up yet are counted as `daysLeft`: the next call goes on with them.
   * @throws StationError `archive_unusable`, `database_error`, `disk_full`
   */
  read(station: Source, request: ParsedRequestOf<'statistics:payouts'>): Promise<PayoutView>
}

/** Calls wait for each other: one may forget a day that another is about to store as it was before. */
export function createPayouts(): Payouts {
  let tail: Promise<unknown> = Promise.resolve()
  return {
    read(station, request) {
      const answer = tail.then(() => readPayouts(station, request))
      tail = answer.catch(() => undefined)
      return answer
    },
  }
}

async function readPayouts(
  { db, clock }: Source,
  { from, to }: ParsedRequestOf<'statistics:payouts'>,
): Promise<PayoutView> {
  const timeZone =
    readStationSettings({ db: openOrThrow(db) }).timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const localTime = localTimeIn(timeZone)
  const days = daysBetween(from, to)
  await forgetChanged(db, timeZone, localTime)
  const untilMs = clock.monotonicMs() + MOST_MS
  const wanted = [UNDATED, ...days]
  const made = madeDays(db, wanted)
  for (const [index, day] of wanted.filter((one) => !made.has(one)).entries()) {
    await sumDay(db, day, localTime)
    if (index % DAYS_TO_WRITE_BACK === DAYS_TO_WRITE_BACK - 1) await writeBack(db)
    if (clock.monotonicMs() >= untilMs) break
  }
  return viewOf(db, { from, to, timeZone, days })
}

/** In a turn of its own. */
async function writeBack(db: Db): Promise<void> {
  await nextTurn()
  shortenLog(openOrThrow(db))
  await nextTurn()
}

type Period = { from: string; to: string; timeZone: string; days: readonly string[] }

async function viewOf(db: Db, { from, to, timeZone, days }: Period): Promise<PayoutView> {
  const total = { orders: 0, canceled: 0, ...noPayout() }
  const byDay: DaySums[] = []
  const byCategory = new Map<PayoutCategory, PayoutSums>()
  for (let at = 0; at < days.length; at += DAYS_AT_ONCE) {
    if (at > 0) await nextTurn()
    const part = days.slice(at, at + DAYS_AT_ONCE)
    const [first = from, last = to] = [part[0], part.at(-1)]
    byDay.push(...sumsByDay(openOrThrow(db), first, last))
    for (const { category, ...sums } of sumsByCategory(db, first, last))
      addToDay(byCategory, new Map([[category, sums]]))
  }
  for (const day of byDay) {
    total.orders += day.orders
    total.canceled += day.canceled
    addPayout(total, day)
  }
  const [undated] = sumsByDay(db, UNDATED, UNDATED)
  return {
    ...{ timeZone, from, to, total },
    days: byDay.filter(({ orders }) => orders > 0),
    categories: categoriesOf(db, byCategory),
    undatedOrders: undated?.orders ?? 0,
    daysLeft: days.length - byDay.length + (undated === undefined ? 1 : 0),
  }
}

/** What sold most first. */
function categoriesOf(db: Db, byCategory: ReadonlyMap<PayoutCategory, PayoutSums>): CategorySums[] {
  const paths = new Map((cachedLeaves(db) ?? []).map(({ id, path }) => [String(id), path]))
  return [...byCategory]
    .map(([category, sums]) => ({ category, ...sums, path: paths.get(category) ?? null }))
    .filter(isAnything)
    .toSorted((one, other) => other.soldCents - one.soldCents || other.refundedCents - one.refundedCents)
}

/** Shipping fees are mostly nothing. */
function isAnything({ items, soldCents, refundedCents, payoutCents }: PayoutSums): boolean {
  return items !== 0 || soldCents !== 0 || refundedCents !== 0 || payoutCents !== 0
}
