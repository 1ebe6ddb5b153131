import { z } from 'zod'
import type { Order } from '../../shared/partner-api/order'
import type { Clock } from '../clock'
import type { PartnerClient } from '../partner/client'
import { PartnerError } from '../partner/errors'
import type { Page } from '../partner/pages'
import type { BuyerSeal } from '../store/buyer-seal'
import { StationError } from '../station-error'
import { inTransaction, type Database } from '../store/database'
import { applyOrder } from '../store/orders'
import { setAside } from '../store/set-aside'
import { readSetting, writeSetting } from '../store/settings'
import { backoffMs } from './backoff'
import type { Freshness } from './freshness'
import type { Gate } from './gate'
import type { ServerTime } from './server-time'

/**
 * Orders in: the whole account once, then what changed, by `updated_after`. Every page and the place to go on from are
 * one commit, so that a restart resumes where it was.
 */
export type Pull = {
  start(): void
  stop(): Promise<void>
  /** Asks for changes now; resolves when the round is over, however it ended. */
  now(): Promise<void>
  /** Everything up to this moment of the marketplace's clock is here; `null` before the first import is done. */
  dataAsOf(): string | null
  /** Orders fetched by the first import while it goes on, else `null`. */
  importing(): { orders: number } | null
  /** True while the last round did not get through. */
  failing(): boolean
}

export type PullDeps = {
  db: Database
  client: PartnerClient
  gate: Gate
  clock: Clock
  seal: BuyerSeal
  serverTime: ServerTime
  freshness: Freshness
  random: () => number
  /** Orders taken in; `null` for many. */
  onOrders: (orderIds: readonly number[] | null) => void
  onProgress: () => void
  onFault: (error: unknown) => void
  intervalMs?: number
  /** How far before the last round a round looks back, for clocks and commits that are not in step. Default 120 s. */
  overlapMs?: number
  pageSize?: number
}

/** Stored under `pull.round` while a round goes on. */
const roundSchema = z.object({
  /** The marketplace's time when the round began: the next cursor. */
  startedAt: z.string(),
  next: z.string(),
  orders: z.number(),
})
type Round = z.infer<typeof roundSchema>

const CURSOR = 'pull.cursor'
const ROUND = 'pull.round'
/** A server that never stops paging is stopped here. */
const MOST_PAGES = 1_000_000
/** A page that goes on failing is given up and the round begins anew. Far apart by then, thanks to the backoff. */
const FAILURES_BEFORE_STARTING_OVER = 20
const ANNOUNCED_ONE_BY_ONE = 200

/** A pull that is not started yet. */
export function createPull(deps: PullDeps): Pull {
  const { db, client, gate, clock, intervalMs = 15_000, overlapMs = 120_000 } = deps
  let pageSize: number | undefined = deps.pageSize ?? 100
  let running = false
  let failures = 0
  /** Failures that may be the fault of the page that is asked for. */
  let pageFailures = 0
  let cancelTimer: (() => void) | null = null
  let round: Promise<void> | null = null

  const savedRound = (): Round | null => {
    const saved = readSetting(db, ROUND)
    const parsed = saved === null ? null : roundSchema.safeParse(JSON.parse(saved))
    return parsed?.success === true ? parsed.data : null
  }
  const dataAsOf = (): string | null => readSetting(db, CURSOR)

  const firstPage = (): Promise<Page<Order>> => {
    const cursor = dataAsOf()
    const since =
      cursor === null ? {} : { updated_after: new Date(Date.parse(cursor) - overlapMs).toISOString() }
    return client.listOrders({ ...since, ...(pageSize === undefined ? {} : { page_size: pageSize }) })
  }

  const keepPage = (page: Page<Order>, mark: number, progress: Round | null, startedAt: string): void => {
    const readAt = new Date(clock.wallMs()).toISOString()
    inTransaction(db, () => {
      // What is left out here has moved on the marketplace meanwhile, so the next round brings it.
      for (const order of page.entries)
        if (!deps.freshness.outdated(order.id, mark)) keepOrder(deps, order, readAt)
      for (const { raw, problem } of page.unreadable)
        setAside(db, 'orders', withoutBuyer(raw), problem, readAt)
      writeSetting(db, ROUND, progress === null ? null : JSON.stringify(progress))
      if (progress === null) writeSetting(db, CURSOR, startedAt)
    })
    const ids = page.entries.map(({ id }) => id)
    if (ids.length > 0) deps.onOrders(ids.length > ANNOUNCED_ONE_BY_ONE ? null : ids)
    deps.onProgress()
  }

  const runRound = async (): Promise<void> => {
    const resumed = savedRound()
    const beganMs = clock.wallMs()
    let mark = deps.freshness.mark()
    let page = resumed === null ? await firstPage() : await client.listOrders({}, resumed.next)
    const startedAt = resumed?.startedAt ?? new Date(deps.serverTime.at(beganMs)).toISOString()
    let orders = resumed?.orders ?? 0
    const seen = new Set<string>(resumed === null ? [] : [resumed.next])
    for (;;) {
      gate.succeeded()
      orders += page.entries.length
      const { next } = page
      if (next !== null && (seen.has(next) || seen.size >= MOST_PAGES))
        throw new EndlessPagesError(`the order pages lead back to ${seen.size} pages already read`)
      keepPage(page, mark, next === null ? null : { startedAt, next, orders }, startedAt)
      if (next === null || !running) return
      seen.add(next)
      mark = deps.freshness.mark()
      page = await client.listOrders({}, next)
    }
  }

  const attempt = async (): Promise<void> => {
    if (!gate.allows()) return
    try {
      await runRound()
      failures = 0
      pageFailures = 0
    } catch (error) {
      failures += 1
      recover(error)
    }
  }

  const recover = (error: unknown): void => {
    if (error instanceof PartnerError) {
      gate.failed(error)
      // No network, a refused token or being told to wait says nothing about the page: the round goes on from it.
      if (!gate.allows()) return
      pageFailures += 1
      const aboutThisPage = error.code === 'unprocessable' || error.code === 'not_found'
      if (!aboutThisPage && pageFailures < FAILURES_BEFORE_STARTING_OVER) return
      // Either the server dislikes our page size, whose bounds are not shown, or it has forgotten the saved page.
      if (error.code === 'unprocessable' && savedRound() === null) pageSize = undefined
    } else {
      deps.onFault(error)
      // The page was not kept, and what was kept before it stands.
      if (error instanceof StationError) return
    }
    pageFailures = 0
    writeSetting(db, ROUND, null)
  }

  const schedule = (): void => {
    cancelTimer?.()
    cancelTimer = null
    if (!running) return
    const restMs = failures === 0 ? intervalMs : Math.min(intervalMs, backoffMs(failures, deps.random()))
    const gateMs = gate.waitMs()
    if (gateMs !== null) cancelTimer = clock.after(Math.max(restMs, gateMs), () => void now())
  }

  const now = (): Promise<void> => {
    round ??= attempt()
      .catch(deps.onFault)
      .finally(() => {
        round = null
        deps.onProgress()
        schedule()
      })
    return round
  }

  return {
    start() {
      running = true
      void now()
    },
    async stop() {
      running = false
      cancelTimer?.()
      cancelTimer = null
      await round
    },
    now,
    dataAsOf,
    failing: () => failures > 0,
    importing() {
      if (dataAsOf() !== null) return null
      return { orders: savedRound()?.orders ?? 0 }
    },
  }
}

/** One order that cannot be kept must not stop the others (I8). */
function keepOrder(deps: PullDeps, order: Order, readAt: string): void {
  const { db, seal } = deps
  try {
    db.transaction(() => applyOrder(db, order, readAt, seal))()
  } catch (error) {
    if (!isConstraintError(error)) throw error
    setAside(db, 'orders', withoutBuyer(order), error.message, readAt)
  }
}

/** SECURITY: buyers' data is kept sealed only, and what is set aside is not sealed. */
function withoutBuyer(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw
  return Object.fromEntries(
    Object.entries(raw).filter(([name]) => name !== 'customer' && name !== 'shipping_address'),
  )
}

function isConstraintError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('SQLITE_CONSTRAINT')
}

/** The server's `Link` headers form a loop, or never end. */
export class EndlessPagesError extends Error {
  override readonly name = 'EndlessPagesError'
}
