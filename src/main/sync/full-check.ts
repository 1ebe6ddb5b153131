import type { Clock } from '../base/clock'
import type { PartnerClient } from '../partner/client'
import { PartnerError } from '../partner/errors'
import { inTransaction } from '../store/db/database'
import { ordersUnderWay, sameAsLastRead } from '../store/tables/orders'
import { readSetting, writeSetting } from '../store/tables/settings'
import { backoffMs } from './backoff'
import type { Gate } from './gate'
import { keepOrders, type KeepOrdersDeps } from './keep-orders'
import type { Pace } from './pace'
import { createTrail } from './pull-round'

/**
 * Compares the whole account with what is here, once a day: what a page left out, or what changed without its time moving,
 * is found by then. Parcels that are under way although no page shows their order are asked for one by one. All of it goes
 * at the background's pace; a restart goes on at the page where it was.
 */
export type FullCheck = {
  /** @param delayMs how long the first comparison waits at least */
  start(delayMs?: number): void
  stop(): Promise<void>
  /** Resolves when no page is under way. */
  settled(): Promise<void>
}

export type FullCheckDeps = KeepOrdersDeps & {
  client: PartnerClient
  gate: Gate
  pace: Pace
  clock: Clock
  random: () => number
  /** Whether orders were read in for the first time; before that there is nothing to compare. */
  imported: () => boolean
  onOrders: (orderIds: readonly number[]) => void
}

const EVERY_MS = 24 * 3_600_000
/** When the last comparison was done, by this PC's clock, ISO 8601 UTC. */
const DONE_AT = 'full-check.done'
/** The next page of the one that goes on. */
const NEXT_PAGE = 'full-check.next'
/** Between two pages, so that pages of a hundred orders never fill the link. */
const PAGE_PAUSE_MS = 5_000
/** A page that fails this often ends the comparison until the next hour. */
const MOST_FAILURES = 6
const AGAIN_MS = 3_600_000
/** Most orders requested one by one after a comparison; a list that leaves out more has another fault than one bad page. */
const MOST_UNLISTED = 500

/** A daily comparison that is not started yet. */
export function createFullCheck(deps: FullCheckDeps): FullCheck {
  const { db, client, clock, gate } = deps
  let running = false
  let failures = 0
  let trail = createTrail(null)
  /** Of the orders under way, those that no page has shown yet; `null` when this process has not seen all pages. */
  let unlisted: Set<number> | null = null
  /** Orders still to be requested one by one. */
  let toRead: number[] = []
  let cancelTimer: (() => void) | null = null
  let page: Promise<number> | null = null

  /** Until the next one is due. A clock that was set back does not put it off. */
  const dueInMs = (): number => {
    const sinceMs = clock.wallMs() - Date.parse(readSetting(db, DONE_AT) ?? '')
    return sinceMs >= 0 && sinceMs < EVERY_MS ? EVERY_MS - sinceMs : 0
  }

  const readPage = async (): Promise<number> => {
    if (!deps.imported() || !gate.allows('order_list')) return PAGE_PAUSE_MS
    if (!(await deps.pace.turn()) || !running) return PAGE_PAUSE_MS
    const next = readSetting(db, NEXT_PAGE)
    if (next === null) unlisted = new Set(ordersUnderWay(db))
    const mark = deps.freshness.mark()
    const answer = next === null ? await client.listOrders() : await client.listOrders({}, next)
    if (!running) return PAGE_PAUSE_MS
    trail.follow(answer)
    for (const { id } of answer.entries) unlisted?.delete(id)
    const changed = answer.entries.filter((order) => !sameAsLastRead(db, order))
    const at = new Date(clock.wallMs()).toISOString()
    inTransaction(db, (tx) => {
      keepOrders(tx, deps, { ...answer, entries: changed }, mark, at)
      writeSetting(tx, NEXT_PAGE, answer.next)
      if (answer.next === null) writeSetting(tx, DONE_AT, at)
    })
    failures = 0
    if (changed.length > 0) deps.onOrders(changed.map(({ id }) => id))
    if (answer.next !== null) return PAGE_PAUSE_MS
    trail = createTrail(null)
    toRead = [...(unlisted ?? [])].slice(0, MOST_UNLISTED)
    unlisted = null
    return toRead.length > 0 ? 0 : EVERY_MS
  }

  const readUnlisted = async (orderId: number): Promise<number> => {
    if (!gate.allows('order_reads') || !(await deps.pace.turn()) || !running) return PAGE_PAUSE_MS
    const mark = deps.freshness.mark()
    // One that is not found is no news of its parcels; what is looked for there is the business of `verify.ts`.
    const order = await client.readOrder(orderId).catch((error: unknown) => {
      if (error instanceof PartnerError && error.code === 'not_found') return null
      throw error
    })
    if (!running) return PAGE_PAUSE_MS
    failures = 0
    toRead = toRead.filter((other) => other !== orderId)
    if (order !== null && !sameAsLastRead(db, order)) {
      const at = new Date(clock.wallMs()).toISOString()
      inTransaction(db, (tx) =>
        keepOrders(tx, deps, { entries: [order], unreadable: [], next: null }, mark, at),
      )
      deps.onOrders([orderId])
    }
    return toRead.length > 0 ? 0 : EVERY_MS
  }

  const readNext = (): Promise<number> => {
    const [orderId] = toRead
    return orderId === undefined ? readPage() : readUnlisted(orderId)
  }

  const recover = (error: unknown): number => {
    failures += 1
    if (!(error instanceof PartnerError)) deps.onFault(error)
    if (failures < MOST_FAILURES) return PAGE_PAUSE_MS + backoffMs(failures, deps.random())
    // A link may have run out; the next one begins with the first page.
    failures = 0
    toRead = []
    trail = createTrail(null)
    if (db.open) inTransaction(db, (tx) => writeSetting(tx, NEXT_PAGE, null))
    return AGAIN_MS
  }

  const tick = (): void => {
    cancelTimer = null
    page ??= readNext().catch(recover)
    void page.then((pauseMs) => {
      page = null
      wait(pauseMs)
    })
  }

  /** Monotonic, and no longer than a day. */
  const wait = (pauseMs: number): void => {
    cancelTimer?.()
    cancelTimer = running ? clock.after(Math.min(pauseMs, EVERY_MS), tick) : null
  }

  return {
    start(delayMs = 0) {
      running = true
      wait(Math.max(delayMs, readSetting(db, NEXT_PAGE) === null ? dueInMs() : 0))
    },
    async stop() {
      running = false
      cancelTimer?.()
      cancelTimer = null
      await page
    },
    async settled() {
      await page
    },
  }
}
