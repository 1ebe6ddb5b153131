import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StationStatus } from '../../../shared/contract/views'
import type { Order } from '../../../shared/partner-api/order'
import type { Clock } from '../../base/clock'
import type { RoundMark } from '../../warehouse/port/shared-records'
import type { PartnerClient } from '../../partner/client'
import type { Page } from '../../partner/pages'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import type { Db } from '../../store/db/database'
import { forgetSource } from '../../store/tables/set-aside'
import type { Freshness } from '../copies/freshness'
import type { Gate } from '../connection/gate'
import { keepPage } from '../copies/keep-orders'
import { createFeed, type RoundOutcome } from './feed'
import { createImportProgress } from './import-progress'
import { noteEndless } from '../copies/keep-unread'
import { createOverlap } from './overlap'
import { createDataAge, createPullCursor } from './pull-cursor'
import { createPullPlace } from './pull-place'
import { createPullPlan } from './pull-plan'
import { createOrderBypass } from './order-bypass'
import { queryOf, type Round, type Window } from './pull-round'
import { createSecondLook } from './second-look'
import type { ServerTime } from '../connection/server-time'
import type { OwnRounds, SharedRounds } from '../shared/shared-rounds'
import { createTrail, type Trail } from '../../partner/trail'

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
  /** Whether nothing was read in yet. */
  isNew(): boolean
  /**
   * Another station's round is over, and all that it brought was taken in.
   * @returns `busy` while a round of this station is in progress; `behind` when this station knows too little to follow
   */
  follow(mark: Pick<RoundMark, 'from' | 'to' | 'ageMs'>): 'followed' | 'behind' | 'busy'
  /** Everything that another station knew up to there was taken in, before anything was read. */
  adopt(mark: Pick<RoundMark, 'to'>): void
  shared: SharedRounds<Order>
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
  /** Lines for IT. */
  log?: (line: string) => void
  /** What the stations of the warehouse read for one another, given the rounds of this one. */
  share: (own: OwnRounds) => SharedRounds<Order>
  intervalMs?: number
  /** How late the marketplace may show a change: clocks and commits are out of step. Default 120 s. */
  overlapMs?: number
  pageSize?: number
}

const ANNOUNCED_ONE_BY_ONE = 200
const trailFrom = (next: string | null): Trail<Order> => createTrail(({ id }) => id, next)
const WHOLE: Window = { after: null, before: null }
/** Turns of the event loop after which undici has written a request: storing a page would hold it back. */
const TURNS_TO_SEND = 5

export function createPull(deps: PullDeps): Pull {
  const { db, client, gate, clock, intervalMs = 15_000, overlapMs = 120_000 } = deps
  let stops = 0
  const place = createPullPlace(db)
  const cursor = createPullCursor(clock, deps.serverTime)
  cursor.knew(place.cursor())
  const overlap = createOverlap(overlapMs)
  const progress = createImportProgress(clock)
  const age = createDataAge(clock, deps.serverTime)
  const plan = createPullPlan({ db, clock, place, cursor, age, overlap, overlapMs })

  const feed = createFeed({
    clock,
    random: deps.random,
    intervalMs,
    async read() {
      if (!gate.admit('order_list')) return 'kept_out'
      const outcome = await runRound()
      bypass.pageRead()
      if (feed.isRunning()) await bypass.askForSkipped()
      return outcome
    },
    recover: (error) => bypass.recover(error),
    place() {
      if (!db.open || place.round() !== null) return 'midway'
      return place.cursor() === null ? 'new' : 'whole'
    },
    gateMs: () => gate.waitMs('order_list'),
    restMs: () => shared.restMs(),
    onOver: () => deps.onProgress(),
    onFault: deps.onFault,
  })

  /** Changes since the last round and, once they may be readable again, the windows left out before. */
  const planRound = (): Pick<Round, 'windows' | 'settled'> => {
    const { windows, settled } = plan.plan(shared.owed())
    return { windows: [...windows, ...(bypass.retriedSkipped() ? [] : place.skipped())], settled }
  }
  const bypass = createOrderBypass({
    ...deps,
    place,
    cursor,
    planRound,
    keepEnd: (tx, round) => plan.keepEnd(tx, round),
  })
  type Asked = { mark: number; page: Promise<Page<Order>> }
  const ask = (windows: readonly Window[], next: string | null): Asked => {
    const mark = deps.freshness.mark()
    const page =
      next === null ? client.listOrders(queryOf(windows[0], bypass.pageSize())) : client.listOrders({}, next)
    // It may fail before anybody waits for it.
    page.catch(() => undefined)
    return { mark, page }
  }

  /** @returns false if a stop ended it: the page is then read again */
  const store = async (
    { page, mark }: { page: Page<Order>; mark: number },
    round: Round,
    retriesSkipped: boolean,
    endlessAfter: number | null,
  ): Promise<boolean> => {
    const over = round.windows.length === 0
    const stopsBefore = stops
    const readAt = new Date(clock.wallMs()).toISOString()
    const kept = await keepPage(deps, {
      page,
      mark,
      readAt,
      goesOn: () => stops === stopsBefore,
      finish(tx) {
        if (retriesSkipped) {
          place.keepSkipped(tx, null)
          forgetSource(tx, 'order_windows')
        }
        noteEndless(tx, deps, 'order', endlessAfter, readAt)
        place.keepRound(tx, over ? null : round)
        if (over) plan.keepEnd(tx, round)
      },
    })
    if (kept === null) return false
    if (retriesSkipped) bypass.skippedRead()
    feed.stored(() => {
      if (kept.length > 0) deps.onOrders(kept.length > ANNOUNCED_ONE_BY_ONE ? null : kept)
      deps.onProgress()
    })
    await shared.read(page)
    return true
  }

  const runRound = async (): Promise<RoundOutcome> => {
    const [resumed, isFirst] = [place.round(), place.cursor() === null]
    const began = { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
    const planned = resumed ?? planRound()
    let windows = planned.windows
    let next = resumed?.next ?? null
    let orders = resumed?.orders ?? 0
    let startedAt = resumed?.startedAt ?? null
    let trail = trailFrom(next)
    const look = createSecondLook()
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
        next = trail.follow(page)
        const endlessAfter = trail.endlessAfter()
        bypass.pageRead()
        orders += page.entries.length
        if (windows.length === all) changed += page.entries.length
        progress.saw(page.entries)
        const [window = WHOLE, ...later] = windows
        const records = page.entries.length + page.unreadable.length
        const again = look.after(window, { ...page, next }, records >= (bypass.pageSize() ?? Infinity))
        if (next === null) {
          windows = [...again, ...later]
          trail = trailFrom(null)
        }
        // The marketplace works on the next page while this one is stored: once the request is on its way.
        if (next !== null && feed.isRunning()) {
          ahead = ask(windows, next)
          for (let turn = 0; turn < TURNS_TO_SEND; turn += 1) await nextTurn()
        }
        const round = { startedAt, next, orders, windows, settled: planned.settled }
        const stored = await store(
          { page, mark: asked.mark },
          round,
          resumed === null && !bypass.retriedSkipped(),
          endlessAfter,
        )
        if (!stored || (windows.length > 0 && !feed.isRunning())) return 'behind'
      }
    } finally {
      await ahead?.page.catch(() => undefined)
    }
    // Where an earlier round went on, only what changed before that one began is known.
    const isBehind = resumed !== null
    if (!isBehind) {
      if (startedAt !== null) overlap.over(changed, Date.parse(startedAt))
      age.refreshed(began)
    }
    const read = isBehind && !isFirst ? null : plan.read(began)
    // What was left out is known to no other station either.
    if (read !== null && place.skipped().length === 0) shared.over(read)
    return isBehind ? 'behind' : 'caught_up'
  }

  const own: OwnRounds = {
    restart: feed.restart,
    dataAsOf: () => age.asOf(place.cursor()),
    isNew: () => place.cursor() === null && place.round() === null && !feed.isReading(),
    follow(mark) {
      if (feed.isReading()) return 'busy'
      const isWhole = place.round() === null && !feed.isBehind() && place.skipped().length === 0
      if (!isWhole || !plan.follow(mark)) return 'behind'
      feed.stored(deps.onProgress)
      return 'followed'
    },
    adopt({ to }) {
      if (!feed.isReading() && place.cursor() === null) plan.adopt(to)
    },
  }
  const shared = deps.share(own)

  return {
    ...own,
    shared,
    start: feed.start,
    async stop() {
      stops += 1
      await feed.stop()
    },
    now: feed.now,
    progressed: feed.progressed,
    dataAgeKnown: () => age.known(),
    failing: () => feed.failures() > 0,
    importing() {
      if (place.cursor() !== null) return null
      return { orders: place.round()?.orders ?? 0, secondsLeft: progress.secondsLeft() }
    },
  }
}
