import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListOrdersQuery, Order } from '../../../shared/partner-api/order'
import type { Clock } from '../../base/clock'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import { inTransaction } from '../../store/db/database'
import { isSameInArchive } from '../../store/archive/archive'
import { knowsOrders, ordersPacked, ordersShipped, sameAsLastRead } from '../../store/tables/orders'
import { forgetSource, forgetUnseen } from '../../store/tables/set-aside'
import { readSetting, writeSetting } from '../../store/tables/settings'
import type { Gate } from '../connection/gate'
import { keepPage, type KeepOrdersDeps } from '../copies/keep-orders'
import { noteEndless } from '../copies/keep-unread'
import type { Pace } from '../connection/pace'
import type { SharedRounds } from '../shared/shared-rounds'
import { AGAIN_MS, createComparison, MOST_UNLISTED, PAGE_PAUSE_MS } from './comparison'
import { createTrail, type Trail } from '../../partner/trail'

/**
 * Compares the whole account with the station's data once a day: it finds orders that a page left out, or that changed
 * without a new time. Orders with parcels under way that no page shows are read one by one. All of it runs at the
 * background's pace; a restart continues at the same page. A list that shows no order at all compares nothing.
 */
export type FullCheck = {
  /** @param delayMs how long the first comparison waits at least */
  start(delayMs?: number): void
  stop(): Promise<void>
  /** Resolves when no page is in flight. */
  settled(): Promise<void>
  /** Begins one as soon as possible, from the first page. */
  now(): void
  /** Another station's comparison ended so long ago, and all that it found was taken in. */
  doneElsewhere(agoMs: number): void
}

export type FullCheckDeps = KeepOrdersDeps & {
  client: PartnerClient
  gate: Gate
  pace: Pace
  clock: Clock
  random: () => number
  /** Whether the first import is done; before that there is nothing to compare. */
  imported: () => boolean
  onOrders: (orderIds: readonly number[]) => void
  shared?: Pick<SharedRounds<Order>, 'sparesCheck' | 'read' | 'checkBegan' | 'checkDone'>
}

/** When the last comparison finished, by this PC's clock, ISO 8601 UTC. */
const DONE_AT = 'full-check.done'
/** The next page of the comparison in progress. */
const NEXT_PAGE = 'full-check.next'
/** When that comparison began, as `DONE_AT`. */
const BEGAN_AT = 'full-check.began'
const LARGE_PAGE = 100
/** Another station may do it for all: looked at again after this. */
const SPARED_MS = 60_000

const newTrail = (): Trail<Order> => createTrail(({ id }) => id, null)

export function createFullCheck(deps: FullCheckDeps): FullCheck {
  const { db, client, clock, gate } = deps
  let trail = newTrail()
  /** Orders under way that no page has shown yet; `null` when this process has not seen all pages. */
  let unlisted: Set<number> | null = null
  /** Orders still to be read one by one. */
  let toRead: number[] = []
  /** Whether no page has shown anything; false when this process has not seen all pages. */
  let isBlank = false
  /** Others wait for this comparison: the pace of background reads alone holds it up. */
  let isHurried = false

  /** Until the next request: of a comparison that showed nothing, in an hour. */
  const restMs = (): number => (toRead.length > 0 ? 0 : Math.max(daily.dueInMs(), AGAIN_MS))

  /** Others wait for one that is asked for: in large pages, unless the marketplace refuses those. */
  const firstPage = (): ListOrdersQuery =>
    daily.isAsked() && daily.failures() === 0 ? { page_size: LARGE_PAGE } : {}

  const readPage = async (): Promise<number> => {
    if (!deps.imported() || !gate.allows('order_list')) return PAGE_PAUSE_MS
    const isAsked = daily.isAsked()
    const next = isAsked ? null : readSetting(db, NEXT_PAGE)
    if (next === null && !isAsked) {
      if (daily.dueInMs() > 0) return daily.dueInMs()
      if (deps.shared?.sparesCheck() === true) return SPARED_MS
    }
    if (!(await deps.pace.turn()) || !daily.running()) return PAGE_PAUSE_MS
    if (next === null) {
      trail = newTrail()
      isBlank = true
      deps.shared?.checkBegan()
      isHurried = isAsked
      unlisted = new Set(ordersPacked(db))
      await nextTurn()
      for (const orderId of ordersShipped(db)) unlisted.add(orderId)
    }
    const mark = deps.freshness.mark()
    const answer = next === null ? await client.listOrders(firstPage()) : await client.listOrders({}, next)
    if (!daily.running()) return PAGE_PAUSE_MS
    const further = trail.follow(answer)
    isBlank &&= answer.entries.length + answer.unreadable.length === 0
    const showsNone = isBlank && knowsOrders(db)
    for (const { id } of answer.entries) unlisted?.delete(id)
    const readAt = new Date(clock.wallMs()).toISOString()
    const changed = await keepPage(deps, {
      page: answer,
      mark,
      readAt,
      wants: (order) => !sameAsLastRead(db, order, deps.seal) && !isSameInArchive(db, order),
      goesOn: daily.running,
      finish(tx) {
        if (next === null) writeSetting(tx, BEGAN_AT, readAt)
        writeSetting(tx, NEXT_PAGE, further)
        noteEndless(tx, deps, 'order', trail.endlessAfter(), readAt)
        if (further !== null) return
        if (trail.endlessAfter() === null) forgetSource(tx, 'order_pages')
        if (showsNone) return
        daily.done(tx, readAt)
        forgetUnseen(tx, ['orders', 'order_fields'], readSetting(tx, BEGAN_AT) ?? '')
      },
    })
    if (changed === null) return PAGE_PAUSE_MS
    daily.succeeded()
    if (next === null) daily.answered()
    if (changed.length > 0) deps.onOrders(changed)
    await deps.shared?.read(answer)
    if (further !== null) return isHurried ? 0 : PAGE_PAUSE_MS
    if (!showsNone) deps.shared?.checkDone()
    trail = newTrail()
    toRead = [...(unlisted ?? [])].slice(0, MOST_UNLISTED)
    unlisted = null
    return restMs()
  }

  const readUnlisted = async (orderId: number): Promise<number> => {
    if (!gate.allows('order_reads') || !(await deps.pace.turn()) || !daily.running()) return PAGE_PAUSE_MS
    const mark = deps.freshness.mark()
    // A missing order says nothing about its parcels; `verify.ts` looks for what is expected there.
    const order = await client.readOrder(orderId).catch((error: unknown) => {
      if (error instanceof PartnerError && error.code === 'not_found') return null
      throw error
    })
    if (!daily.running()) return PAGE_PAUSE_MS
    daily.succeeded()
    toRead = toRead.filter((other) => other !== orderId)
    if (order !== null && !sameAsLastRead(db, order, deps.seal)) {
      const readAt = new Date(clock.wallMs()).toISOString()
      const page = { entries: [order], unreadable: [], next: null }
      await keepPage(deps, { page, mark, readAt, goesOn: daily.running })
      deps.onOrders([orderId])
    }
    return restMs()
  }

  const daily = createComparison({
    ...deps,
    doneAt: DONE_AT,
    step() {
      const [orderId] = toRead
      return orderId === undefined ? readPage() : readUnlisted(orderId)
    },
    giveUp() {
      toRead = []
      trail = newTrail()
      if (db.open) inTransaction(db, (tx) => writeSetting(tx, NEXT_PAGE, null))
    },
  })

  return {
    start: (delayMs = 0) =>
      daily.start(Math.max(delayMs, readSetting(db, NEXT_PAGE) === null ? daily.dueInMs() : 0)),
    stop: daily.stop,
    settled: daily.settled,
    now: daily.now,
    doneElsewhere(agoMs) {
      // One of this station's own that has begun goes on.
      if (readSetting(db, NEXT_PAGE) === null) daily.doneElsewhere(agoMs)
    },
  }
}
