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
import { backoffMs } from '../connection/backoff'
import type { Gate } from '../connection/gate'
import { keepPage, type KeepOrdersDeps } from '../copies/keep-orders'
import { noteEndless } from '../copies/keep-unread'
import type { Pace } from '../connection/pace'
import type { SharedRounds } from '../shared/shared-rounds'
import { createSteps } from '../connection/steps'
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

const EVERY_MS = 24 * 3_600_000
/** When the last comparison finished, by this PC's clock, ISO 8601 UTC. */
const DONE_AT = 'full-check.done'
/** The next page of the comparison in progress. */
const NEXT_PAGE = 'full-check.next'
/** When that comparison began, as `DONE_AT`. */
const BEGAN_AT = 'full-check.began'
/** Pause between two pages, so that pages of a hundred orders never saturate the link. */
const PAGE_PAUSE_MS = 5_000
/** When a page fails this often, the comparison stops until the next hour. */
const MOST_FAILURES = 6
const AGAIN_MS = 3_600_000
/**
 * Most orders read one by one after a comparison; a list that leaves out more has a different problem from one bad
 * page.
 */
const MOST_UNLISTED = 500
const LARGE_PAGE = 100
/** Another station may do it for all: looked at again after this. */
const SPARED_MS = 60_000

const newTrail = (): Trail<Order> => createTrail(({ id }) => id, null)

export function createFullCheck(deps: FullCheckDeps): FullCheck {
  const { db, client, clock, gate } = deps
  let failures = 0
  let trail = newTrail()
  /** Orders under way that no page has shown yet; `null` when this process has not seen all pages. */
  let unlisted: Set<number> | null = null
  /** Orders still to be read one by one. */
  let toRead: number[] = []
  /** Whether no page has shown anything; false when this process has not seen all pages. */
  let isBlank = false
  let isAsked = false
  /** Others wait for this comparison: the pace of background reads alone holds it up. */
  let isHurried = false

  /** Until the next one is due. A clock that was set back does not delay it. */
  const dueInMs = (): number => {
    const sinceMs = clock.wallMs() - Date.parse(readSetting(db, DONE_AT) ?? '')
    return sinceMs >= 0 && sinceMs < EVERY_MS ? EVERY_MS - sinceMs : 0
  }

  /** Until the next request: of a comparison that showed nothing, in an hour. */
  const restMs = (): number => (toRead.length > 0 ? 0 : Math.max(dueInMs(), AGAIN_MS))

  /** Others wait for one that is asked for: in large pages, unless the marketplace refuses those. */
  const firstPage = (): ListOrdersQuery => (isAsked && failures === 0 ? { page_size: LARGE_PAGE } : {})

  const readPage = async (): Promise<number> => {
    if (!deps.imported() || !gate.allows('order_list')) return PAGE_PAUSE_MS
    const next = isAsked ? null : readSetting(db, NEXT_PAGE)
    if (next === null && !isAsked) {
      if (dueInMs() > 0) return dueInMs()
      if (deps.shared?.sparesCheck() === true) return SPARED_MS
    }
    if (!(await deps.pace.turn()) || !steps.running()) return PAGE_PAUSE_MS
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
    if (!steps.running()) return PAGE_PAUSE_MS
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
      goesOn: steps.running,
      finish(tx) {
        if (next === null) writeSetting(tx, BEGAN_AT, readAt)
        writeSetting(tx, NEXT_PAGE, further)
        noteEndless(tx, deps, 'order', trail.endlessAfter(), readAt)
        if (further !== null) return
        if (trail.endlessAfter() === null) forgetSource(tx, 'order_pages')
        if (showsNone) return
        writeSetting(tx, DONE_AT, readAt)
        forgetUnseen(tx, ['orders', 'order_fields'], readSetting(tx, BEGAN_AT) ?? '')
      },
    })
    if (changed === null) return PAGE_PAUSE_MS
    failures = 0
    if (next === null) isAsked = false
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
    if (!gate.allows('order_reads') || !(await deps.pace.turn()) || !steps.running()) return PAGE_PAUSE_MS
    const mark = deps.freshness.mark()
    // A missing order says nothing about its parcels; `verify.ts` looks for what is expected there.
    const order = await client.readOrder(orderId).catch((error: unknown) => {
      if (error instanceof PartnerError && error.code === 'not_found') return null
      throw error
    })
    if (!steps.running()) return PAGE_PAUSE_MS
    failures = 0
    toRead = toRead.filter((other) => other !== orderId)
    if (order !== null && !sameAsLastRead(db, order, deps.seal)) {
      const readAt = new Date(clock.wallMs()).toISOString()
      const page = { entries: [order], unreadable: [], next: null }
      await keepPage(deps, { page, mark, readAt, goesOn: steps.running })
      deps.onOrders([orderId])
    }
    return restMs()
  }

  const readNext = (): Promise<number> => {
    const [orderId] = toRead
    return orderId === undefined ? readPage() : readUnlisted(orderId)
  }

  const recover = (error: unknown): number => {
    failures += 1
    if (!(error instanceof PartnerError)) deps.onFault(error)
    if (failures < MOST_FAILURES) return PAGE_PAUSE_MS + backoffMs(failures, deps.random())
    // The saved link may have expired; the next comparison begins with the first page.
    failures = 0
    toRead = []
    trail = newTrail()
    if (db.open) inTransaction(db, (tx) => writeSetting(tx, NEXT_PAGE, null))
    return AGAIN_MS
  }

  const steps = createSteps(clock, () => readNext().catch(recover))

  return {
    start: (delayMs = 0) =>
      steps.start(Math.max(delayMs, readSetting(db, NEXT_PAGE) === null ? dueInMs() : 0)),
    stop: steps.stop,
    settled: steps.settled,
    now() {
      isAsked = true
      steps.now()
    },
    doneElsewhere(agoMs) {
      // One of this station's own that has begun goes on.
      if (readSetting(db, NEXT_PAGE) !== null || dueInMs() >= EVERY_MS - agoMs) return
      const doneAt = new Date(clock.wallMs() - agoMs).toISOString()
      inTransaction(db, (tx) => writeSetting(tx, DONE_AT, doneAt))
    },
  }
}
