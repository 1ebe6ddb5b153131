import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StationStatus } from '../../shared/contract/views'
import type { PartnerErrorCode } from '../../shared/domain/outbox/partner-error-code'
import type { Order } from '../../shared/partner-api/order'
import type { Clock } from '../base/clock'
import type { PartnerClient } from '../partner/client'
import { PartnerError } from '../partner/errors'
import type { Page } from '../partner/pages'
import type { BuyerSeal } from '../store/db/buyer-seal'
import { StationError } from '../base/station-error'
import { inTransaction, type Db, type Tx } from '../store/db/database'
import { setAside } from '../store/tables/set-aside'
import { backoffMs } from './backoff'
import type { Freshness } from './freshness'
import type { Gate } from './gate'
import { keepPage } from './keep-orders'
import { createImportProgress } from './import-progress'
import { createLookBack } from './look-back'
import { createDataAge, createPullCursor } from './pull-cursor'
import { createPullPlace } from './pull-place'
import { createTrail, cutWindow, queryOf, type Round, type Window } from './pull-round'
import type { ServerTime } from './server-time'

/**
 * Reads orders in: the whole account once, then changes, by `updated_after`. The last commit of every page holds the
 * place to continue from, so that a restart resumes there.
 */
export type Pull = {
  /** @param delayMs how long the first round may wait; `now` starts it sooner */
  start(delayMs?: number): void
  stop(): Promise<void>
  /** Requests changes now, unless a round is in progress; resolves when the round is over, whatever its outcome. */
  now(): Promise<void>
  /** Requests changes in a round that begins after this call; resolves when it is over. */
  restart(): Promise<void>
  /** Resolves when the present round has stored its next page, or is over. */
  progressed(): Promise<void>
  /** When the station's data was fresh, by the PC's clock; `null` before the first import is done. */
  dataAsOf(): string | null
  /** Whether the time since `dataAsOf` is known to be its true age. */
  dataAgeKnown(): boolean
  /** What a first import in progress has read so far, else `null`. */
  importing(): StationStatus['importing']
  /** True while the last round failed. */
  failing(): boolean
}

export type PullDeps = {
  db: Db
  client: PartnerClient
  gate: Gate
  clock: Clock
  seal: BuyerSeal
  serverTime: ServerTime
  freshness: Freshness
  random: () => number
  /** Called with the orders taken in; `null` for many. */
  onOrders: (orderIds: readonly number[] | null) => void
  onProgress: () => void
  /** Raises a notice once its cause is durable. */
  onNotice: () => void
  onFault: (error: unknown) => void
  intervalMs?: number
  /** How late the marketplace may show a change: clocks and commits are out of step. Default 120 s. */
  overlapMs?: number
  pageSize?: number
}

/** A page that fails this often in a row, while the marketplace answers otherwise, is considered the cause. */
const FAILURES_OF_A_PAGE = 6
/** More than this points to a bad server, not a bad page: the round starts over. */
const MOST_SKIPPED = 20
const ABOUT_ALL: ReadonlySet<PartnerErrorCode> = new Set(['unreachable', 'unauthorized', 'rate_limited'])
const WHOLE_ACCOUNT = { windows: [{ after: null, before: null }], settled: null }
const ANNOUNCED_ONE_BY_ONE = 200
/** Turns of the event loop after which undici has written a request: storing a page would hold it back. */
const TURNS_TO_SEND = 5

export function createPull(deps: PullDeps): Pull {
  const { db, client, gate, clock, intervalMs = 15_000, overlapMs = 120_000 } = deps
  let pageSize: number | undefined = deps.pageSize ?? 100
  let running = false
  let stops = 0
  let failures = 0
  /** Consecutive failures that the requested page itself may cause. */
  let pageFailures = 0
  /** The window restarted from its first page because a later page failed. */
  let begunAnew: string | null = null
  let retriedSkipped = false
  /** The round that is over went on from an earlier one. */
  let isBehind = false
  let cancelTimer: (() => void) | null = null
  let round: Promise<void> | null = null
  let nextRound: Promise<void> | null = null
  const waiters: (() => void)[] = []

  const tellProgress = (): void => {
    try {
      deps.onProgress()
    } catch (error) {
      // A listener also reads the database; an error there must not end the rounds.
      deps.onFault(error)
    }
    for (const resolve of waiters.splice(0)) resolve()
  }

  const place = createPullPlace(db)
  const cursor = createPullCursor(clock, deps.serverTime)
  cursor.knew(place.cursor())
  const lookBack = createLookBack(overlapMs)
  const progress = createImportProgress(clock)
  const age = createDataAge(clock, deps.serverTime)
  const serverNow = (): string =>
    cursor.atLeast(clock.monotonicMs()) ?? new Date(clock.wallMs()).toISOString()

  /** Changes since the last round and, once per process, the windows left out before. */
  const planRound = (): Pick<Round, 'windows' | 'settled'> => {
    const from = place.cursor()
    const known = { settled: place.settled(), now: cursor.now(), sinceMs: age.sinceMs() }
    const { windows, settled } = from === null ? WHOLE_ACCOUNT : lookBack.plan({ ...known, cursor: from })
    return { windows: [...windows, ...(retriedSkipped ? [] : place.skipped())], settled }
  }
  const keepEnd = (tx: Tx, { startedAt, settled }: Round): void => {
    const readTo = cursor.after(startedAt, place.cursor())
    place.keepCursor(tx, readTo, settled ?? new Date(Date.parse(readTo) - overlapMs).toISOString())
  }
  type Asked = { mark: number; page: Promise<Page<Order>> }
  const ask = (windows: readonly Window[], next: string | null): Asked => {
    const mark = deps.freshness.mark()
    const page =
      next === null ? client.listOrders(queryOf(windows[0], pageSize)) : client.listOrders({}, next)
    // It may fail before anybody waits for it.
    page.catch(() => undefined)
    return { mark, page }
  }

  /** @returns false if a stop ended it: the page is then read again */
  const store = async (
    { page, mark }: { page: Page<Order>; mark: number },
    round: Round,
    retriesSkipped: boolean,
  ): Promise<boolean> => {
    const over = round.windows.length === 0
    const stopsBefore = stops
    const kept = await keepPage(deps, {
      page,
      mark,
      readAt: new Date(clock.wallMs()).toISOString(),
      goesOn: () => stops === stopsBefore,
      finish(tx) {
        if (retriesSkipped) place.keepSkipped(tx, null)
        place.keepRound(tx, over ? null : round)
        if (over) keepEnd(tx, round)
      },
    })
    if (kept === null) return false
    retriedSkipped ||= retriesSkipped
    if (kept.length > 0) deps.onOrders(kept.length > ANNOUNCED_ONE_BY_ONE ? null : kept)
    tellProgress()
    return true
  }

  const runRound = async (): Promise<void> => {
    const resumed = place.round()
    const began = { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
    const planned = resumed ?? planRound()
    let windows = planned.windows
    let next = resumed?.next ?? null
    let orders = resumed?.orders ?? 0
    let startedAt = resumed?.startedAt ?? null
    let trail = createTrail(next)
    const all = windows.length
    let changed = 0
    let ahead: Asked | null = null
    try {
      while (windows.length > 0) {
        const asked: Asked = ahead ?? ask(windows, next)
        ahead = null
        const page = await asked.page
        cursor.saw(page)
        // Without a `Date` header each page may prove a later time; the start of a round from a previous process stays as
        // it was.
        if (resumed === null) startedAt = cursor.atLeast(began.monotonicMs)
        next = page.next
        trail.follow(page)
        pageFailures = 0
        orders += page.entries.length
        if (windows.length === all) changed += page.entries.length
        progress.saw(page.entries)
        if (next === null) {
          windows = windows.slice(1)
          trail = createTrail(null)
        }
        // The marketplace works on the next page while this one is stored: once the request is on its way.
        if (next !== null && running) {
          ahead = ask(windows, next)
          for (let turn = 0; turn < TURNS_TO_SEND; turn += 1) await nextTurn()
        }
        const round = { startedAt, next, orders, windows, settled: planned.settled }
        const stored = await store({ page, mark: asked.mark }, round, resumed === null && !retriedSkipped)
        if (!stored || !running) return
      }
    } finally {
      await ahead?.page.catch(() => undefined)
    }
    // Where an earlier round went on, only what changed before that one began is known.
    isBehind = resumed !== null
    if (isBehind) return
    if (startedAt !== null) lookBack.over(changed, Date.parse(startedAt))
    age.refreshed(began)
  }

  const attempt = async (): Promise<void> => {
    if (!gate.admit('order_list')) return
    try {
      await runRound()
      failures = 0
      pageFailures = 0
    } catch (error) {
      failures += 1
      await recover(error)
    }
  }

  const recover = async (error: unknown): Promise<void> => {
    if (!(error instanceof PartnerError)) {
      deps.onFault(error)
      // The page was not stored; earlier pages were, and stay.
      if (!(error instanceof StationError)) place.saveRound(null)
      return
    }
    // No network, a refused token or a rate limit says nothing about the page: the round continues with it.
    if (ABOUT_ALL.has(error.code)) return
    pageFailures += 1
    const next = place.round()?.next ?? null
    // Either the server refuses our page size, whose limits are not documented, or it has forgotten the saved page.
    const refused = error.code === 'unprocessable' || error.code === 'not_found'
    if (refused && next === null && pageSize !== undefined) pageSize = undefined
    else if (refused && next !== null) beginWindowAnew()
    else if ((pageFailures >= FAILURES_OF_A_PAGE || error.code === 'too_large') && (await answersOtherwise()))
      leaveOut(error)
  }

  const beginWindowAnew = (): void => {
    const round = place.round()
    if (round !== null) place.saveRound({ ...round, next: null })
  }

  /** Whether the list can be read at all: while it cannot, no single page is to blame. */
  const answersOtherwise = async (): Promise<boolean> => {
    try {
      await client.listOrders({ updated_after: serverNow(), page_size: 1 })
      return true
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error
      return error.code === 'unprocessable'
    }
  }

  /**
   * Works around a page that cannot be read: its window starts over, since the link may be what is broken, then is
   * halved until everything but a second is read. Windows left out are counted (I8) and tried again after a restart.
   */
  const leaveOut = ({ code }: PartnerError): void => {
    pageFailures = 0
    const round = place.round() ?? {
      startedAt: cursor.atLeast(clock.monotonicMs()),
      next: null,
      orders: 0,
      ...planRound(),
    }
    const [window, ...rest] = round.windows
    const begunBefore = begunAnew === JSON.stringify(window)
    begunAnew = JSON.stringify(window)
    if (window === undefined || (round.next !== null && !begunBefore)) return beginWindowAnew()
    const halves = cutWindow(window, round.startedAt ?? serverNow())
    if (halves !== null) return place.saveRound({ ...round, next: null, windows: [...halves, ...rest] })
    const left = [...place.skipped(), window]
    if (left.length > MOST_SKIPPED) {
      pageSize = undefined
      return place.saveRound(null)
    }
    retriedSkipped = true
    inTransaction(db, (tx) => {
      const problem = `orders that changed in this time cannot be listed: ${code}`
      setAside(tx, 'orders', window, problem, new Date(clock.wallMs()).toISOString())
      place.keepSkipped(tx, left)
      place.keepRound(tx, rest.length === 0 ? null : { ...round, next: null, windows: rest })
      if (rest.length === 0) keepEnd(tx, round)
    })
  }

  const schedule = (): void => {
    cancelTimer?.()
    cancelTimer = null
    if (!running) return
    const restMs =
      failures > 0 ? Math.min(intervalMs, backoffMs(failures, deps.random())) : isBehind ? 0 : intervalMs
    const gateMs = gate.waitMs('order_list')
    if (gateMs !== null) cancelTimer = clock.after(Math.max(restMs, gateMs), () => void now())
  }

  const now = (): Promise<void> => {
    round ??= attempt()
      .catch(deps.onFault)
      .finally(() => {
        round = null
        tellProgress()
        schedule()
      })
    return round
  }

  const restart = (): Promise<void> => {
    if (round === null) return now()
    // The part that the round has already read may lack what the person knows about.
    nextRound ??= round.then(() => {
      nextRound = null
      return running ? now() : undefined
    })
    return nextRound
  }

  return {
    start(delayMs = 0) {
      running = true
      if (delayMs === 0) void now()
      else cancelTimer = clock.after(delayMs, () => void now())
    },
    async stop() {
      running = false
      stops += 1
      cancelTimer?.()
      cancelTimer = null
      await (nextRound ?? round)
    },
    now,
    restart,
    progressed: () => (round === null ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
    dataAsOf: () => age.asOf(place.cursor()),
    dataAgeKnown: () => age.known(),
    failing: () => failures > 0,
    importing() {
      if (place.cursor() !== null) return null
      return { orders: place.round()?.orders ?? 0, secondsLeft: progress.secondsLeft() }
    },
  }
}
