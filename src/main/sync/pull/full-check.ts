import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ListOrdersQuery, Order } from '../../../shared/partner-api/order'
import type { Clock } from '../../base/clock'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import { inTransaction, type Tx } from '../../store/db/database'
import { isSameInArchive } from '../../store/archive/archive'
import { knowsOrders, ordersPacked, ordersShipped, sameAsLastRead } from '../../store/tables/orders'
import { forgetSource, forgetUnseen } from '../../store/tables/set-aside'
import { readSetting, writeSetting } from '../../store/tables/settings'
import type { Gate } from '../connection/gate'
import { keepPage, type KeepOrdersDeps } from '../copies/keep-orders'
import { noteEndless } from '../copies/keep-unread'
import type { Pace } from '../connection/pace'
import type { SharedRounds } from '../shared/shared-rounds'
import { AGAIN_MS, createComparison, type Comparison, MOST_UNLISTED, PAGE_PAUSE_MS } from './comparison'
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
  shared?: Pick<SharedRounds<Order>, 'sparesCheck' | 'tellPage' | 'checkBegan' | 'checkDone'>
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
  return new AllOrders(deps)
}

/** `FullCheck`: walks through all orders, page by page. */
class AllOrders implements FullCheck {
  private readonly daily: Comparison
  private trail = newTrail()
  /** Orders under way that no page has shown yet; `null` when this process has not seen all pages. */
  private unlisted: Set<number> | null = null
  /** Orders still to be read one by one. */
  private toRead: number[] = []
  /** Whether no page has shown anything; false when this process has not seen all pages. */
  private isBlank = false
  /** Others wait for this comparison: the pace of background reads alone holds it up. */
  private isHurried = false

  constructor(private readonly deps: FullCheckDeps) {
    this.daily = createComparison({
      ...deps,
      doneAt: DONE_AT,
      step: () => {
        const [orderId] = this.toRead
        return orderId === undefined ? this.readPage() : this.readUnlisted(orderId)
      },
      giveUp: () => {
        this.toRead = []
        this.trail = newTrail()
        if (deps.db.open) inTransaction(deps.db, (tx) => writeSetting(tx, NEXT_PAGE, null))
      },
    })
  }

  start(delayMs = 0): void {
    this.daily.start(Math.max(delayMs, this.nextPage() === null ? this.daily.dueInMs() : 0))
  }

  stop(): Promise<void> {
    return this.daily.stop()
  }

  settled(): Promise<void> {
    return this.daily.settled()
  }

  now(): void {
    this.daily.now()
  }

  doneElsewhere(agoMs: number): void {
    // One of this station's own that has begun goes on.
    if (this.nextPage() === null) this.daily.doneElsewhere(agoMs)
  }

  private nextPage(): string | null {
    return readSetting(this.deps.db, NEXT_PAGE)
  }

  /** @returns how long to wait before the next step, ms; so do the others */
  private async readPage(): Promise<number> {
    const { daily, deps } = this
    const { db, client, shared } = deps
    if (!deps.imported() || !deps.gate.allows('order_list')) return PAGE_PAUSE_MS
    const isAsked = daily.isAsked()
    const next = isAsked ? null : this.nextPage()
    if (next === null && !isAsked) {
      if (daily.dueInMs() > 0) return daily.dueInMs()
      if (shared?.sparesCheck() === true) return SPARED_MS
    }
    if (!(await deps.pace.turn()) || !daily.running()) return PAGE_PAUSE_MS
    if (next === null) {
      const unlisted = this.begin(isAsked)
      await nextTurn()
      for (const orderId of ordersShipped(db)) unlisted.add(orderId)
    }
    const mark = deps.freshness.mark()
    const page = next === null ? await client.listOrders(this.firstPage()) : await client.listOrders({}, next)
    if (!daily.running()) return PAGE_PAUSE_MS
    const further = this.trail.follow(page)
    this.isBlank &&= page.entries.length + page.unreadable.length === 0
    const showsNone = this.isBlank && knowsOrders(db)
    for (const { id } of page.entries) this.unlisted?.delete(id)
    const readAt = this.wallTime()
    const changed = await keepPage(deps, {
      ...{ page, mark, readAt },
      wants: (order) => !sameAsLastRead(db, order, deps.seal) && !isSameInArchive(db, order),
      goesOn: () => daily.running(),
      finish: (tx) => {
        if (next === null) writeSetting(tx, BEGAN_AT, readAt)
        writeSetting(tx, NEXT_PAGE, further)
        noteEndless(tx, deps, 'order', this.trail.endlessAfter(), readAt)
        if (further === null) this.keepEnd(tx, showsNone, readAt)
      },
    })
    if (changed === null) return PAGE_PAUSE_MS
    daily.succeeded()
    if (next === null) daily.answered()
    if (changed.length > 0) deps.onOrders(changed)
    await shared?.tellPage(page)
    if (further !== null) return this.isHurried ? 0 : PAGE_PAUSE_MS
    if (!showsNone) shared?.checkDone()
    this.trail = newTrail()
    this.toRead = [...(this.unlisted ?? [])].slice(0, MOST_UNLISTED)
    this.unlisted = null
    return this.restMs()
  }

  /** @returns orders under way, to which those that were shipped are still to be added */
  private begin(isAsked: boolean): Set<number> {
    this.trail = newTrail()
    this.isBlank = true
    this.deps.shared?.checkBegan()
    this.isHurried = isAsked
    this.unlisted = new Set(ordersPacked(this.deps.db))
    return this.unlisted
  }

  /** Others wait for one that is asked for: in large pages, unless the marketplace refuses those. */
  private firstPage(): ListOrdersQuery {
    return this.daily.isAsked() && this.daily.failures() === 0 ? { page_size: LARGE_PAGE } : {}
  }

  private keepEnd(tx: Tx, showsNone: boolean, readAt: string): void {
    if (this.trail.endlessAfter() === null) forgetSource(tx, 'order_pages')
    if (showsNone) return
    this.daily.done(tx, readAt)
    forgetUnseen(tx, ['orders', 'order_fields'], readSetting(tx, BEGAN_AT) ?? '')
  }

  private async readUnlisted(orderId: number): Promise<number> {
    const { daily, deps } = this
    if (!deps.gate.allows('order_reads') || !(await deps.pace.turn()) || !daily.running())
      return PAGE_PAUSE_MS
    const mark = deps.freshness.mark()
    // A missing order says nothing about its parcels; `verify.ts` looks for what is expected there.
    const order = await deps.client.readOrder(orderId).catch((error: unknown) => {
      if (error instanceof PartnerError && error.code === 'not_found') return null
      throw error
    })
    if (!daily.running()) return PAGE_PAUSE_MS
    daily.succeeded()
    this.toRead = this.toRead.filter((other) => other !== orderId)
    if (order !== null && !sameAsLastRead(deps.db, order, deps.seal)) {
      const page = { entries: [order], unreadable: [], next: null }
      await keepPage(deps, { page, mark, readAt: this.wallTime(), goesOn: () => daily.running() })
      deps.onOrders([orderId])
    }
    return this.restMs()
  }

  /** Until the next request: of a comparison that showed nothing, in an hour. */
  private restMs(): number {
    return this.toRead.length > 0 ? 0 : Math.max(this.daily.dueInMs(), AGAIN_MS)
  }

  private wallTime(): string {
    return new Date(this.deps.clock.wallMs()).toISOString()
  }
}
