import { setImmediate as nextTurn } from 'node:timers/promises'
import type { StationStatus } from '../../../shared/contract/views'
import type { Order } from '../../../shared/partner-api/order'
import type { Clock, Moment } from '../../base/clock'
import type { RoundMark } from '../../warehouse/port/shared-records'
import type { PartnerClient } from '../../partner/client'
import type { Page } from '../../partner/pages'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import type { Db } from '../../store/db/database'
import { forgetSource } from '../../store/tables/set-aside'
import type { Freshness } from '../copies/freshness'
import type { Gate } from '../connection/gate'
import { keepPage } from '../copies/keep-orders'
import { createFeed, type Feed, type RoundOutcome } from './feed'
import { createImportProgress, type ImportProgress } from './import-progress'
import { noteEndless } from '../copies/keep-unread'
import { createOverlap, type Overlap } from './overlap'
import { createDataAge, createPullCursor, type DataAge, type PullCursor } from './pull-cursor'
import { createPullPlace, type PullPlace } from './pull-place'
import { createPullPlan, type PullPlan } from './pull-plan'
import { createOrderBypass, type OrderBypass } from './order-bypass'
import { queryOf, type Round, type Window } from './pull-round'
import { createSecondLook, type SecondLook } from './second-look'
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

type Asked = { mark: number; page: Promise<Page<Order>> }

/** A round in progress. */
type Reading = {
  /** What is left of it, as it is stored after each page. */
  left: Round
  /** Whether it goes on from where an earlier one was left. */
  isResumed: boolean
  /** Whether it reads the account for the first time. */
  isFirst: boolean
  began: Moment
  /** Of the pages of the window that is being read. */
  trail: Trail<Order>
  /** After how many pages the list of the last page was cut off, because it has no end; else `null`. */
  endlessAfter: number | null
  look: SecondLook
  /** How many windows it began with. */
  all: number
  /** How many orders its first window had. */
  changed: number
  /** The next page, requested while this one is stored. */
  ahead: Asked | null
}

export function createPull(deps: PullDeps): Pull {
  return new OrderPull(deps)
}

class OrderPull implements Pull {
  readonly shared: SharedRounds<Order>
  private readonly place: PullPlace
  private readonly cursor: PullCursor
  private readonly overlap: Overlap
  private readonly progress: ImportProgress
  private readonly age: DataAge
  private readonly plan: PullPlan
  private readonly bypass: OrderBypass
  private readonly feed: Feed
  /** How often it was stopped: a page that was being stored then is read again. */
  private stops = 0

  constructor(private readonly deps: PullDeps) {
    const { db, clock, serverTime, overlapMs = 120_000 } = deps
    this.place = createPullPlace(db)
    this.cursor = createPullCursor(clock, serverTime)
    this.cursor.knew(this.place.cursor())
    this.overlap = createOverlap(overlapMs)
    this.progress = createImportProgress(clock)
    this.age = createDataAge(clock, serverTime)
    const { place, cursor, age, overlap } = this
    this.plan = createPullPlan({ db, clock, place, cursor, age, overlap, overlapMs })
    this.bypass = createOrderBypass({
      ...deps,
      place,
      cursor,
      planRound: () => this.planRound(),
      keepEnd: (tx, round) => this.plan.keepEnd(tx, round),
    })
    this.feed = createFeed({
      clock,
      random: deps.random,
      intervalMs: deps.intervalMs ?? 15_000,
      read: () => this.read(),
      recover: (error) => this.bypass.recover(error),
      place: () => this.howFar(),
      gateMs: () => deps.gate.waitMs('order_list'),
      restMs: () => this.shared.restMs(),
      onOver: () => deps.onProgress(),
      onFault: deps.onFault,
    })
    this.shared = deps.share(this)
  }

  start(delayMs?: number): void {
    this.feed.start(delayMs)
  }

  async stop(): Promise<void> {
    this.stops += 1
    await this.feed.stop()
  }

  now(): Promise<void> {
    return this.feed.now()
  }

  restart(): Promise<void> {
    return this.feed.restart()
  }

  progressed(): Promise<void> {
    return this.feed.progressed()
  }

  dataAsOf(): string | null {
    return this.age.asOf(this.place.cursor())
  }

  dataAgeKnown(): boolean {
    return this.age.known()
  }

  importing(): StationStatus['importing'] {
    if (this.place.cursor() !== null) return null
    return { orders: this.place.round()?.orders ?? 0, secondsLeft: this.progress.secondsLeft() }
  }

  failing(): boolean {
    return this.feed.failures() > 0
  }

  isNew(): boolean {
    return this.place.cursor() === null && this.place.round() === null && !this.feed.isReading()
  }

  follow(mark: Pick<RoundMark, 'from' | 'to' | 'ageMs'>): 'followed' | 'behind' | 'busy' {
    const { feed, place } = this
    if (feed.isReading()) return 'busy'
    const isWhole = place.round() === null && !feed.isBehind() && place.skipped().length === 0
    if (!isWhole || !this.plan.follow(mark)) return 'behind'
    feed.announce(this.deps.onProgress)
    return 'followed'
  }

  adopt({ to }: Pick<RoundMark, 'to'>): void {
    if (!this.feed.isReading() && this.place.cursor() === null) this.plan.adopt(to)
  }

  private howFar(): 'new' | 'midway' | 'whole' {
    if (!this.deps.db.open || this.place.round() !== null) return 'midway'
    return this.place.cursor() === null ? 'new' : 'whole'
  }

  private async read(): Promise<RoundOutcome> {
    if (!this.deps.gate.admit('order_list')) return 'kept_out'
    const outcome = await this.readRound()
    if (this.feed.isRunning()) await this.bypass.askForSkipped()
    return outcome
  }

  /** Changes since the last round and, once they may be readable again, the windows left out before. */
  private planRound(): Pick<Round, 'windows' | 'settled'> {
    const { windows, settled } = this.plan.plan(this.shared.beginRound())
    return { windows: [...windows, ...(this.bypass.needsNoRetry() ? [] : this.place.skipped())], settled }
  }

  private begin(): Reading {
    const { clock } = this.deps
    const [resumed, isFirst] = [this.place.round(), this.place.cursor() === null]
    const began = { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
    const left = resumed ?? { startedAt: null, next: null, orders: 0, ...this.planRound() }
    return {
      left,
      isResumed: resumed !== null,
      isFirst,
      began,
      trail: trailFrom(left.next),
      endlessAfter: null,
      look: createSecondLook(),
      all: left.windows.length,
      changed: 0,
      ahead: null,
    }
  }

  private async readRound(): Promise<RoundOutcome> {
    const at = this.begin()
    try {
      while (at.left.windows.length > 0) {
        const asked = at.ahead ?? this.ask(at.left)
        at.ahead = null
        const page = await asked.page
        this.take(at, page)
        // The marketplace works on the next page while this one is stored: once the request is on its way.
        if (at.left.next !== null && this.feed.isRunning()) {
          at.ahead = this.ask(at.left)
          for (let turn = 0; turn < TURNS_TO_SEND; turn += 1) await nextTurn()
        }
        const stored = await this.store(at, { page, mark: asked.mark })
        if (!stored || (at.left.windows.length > 0 && !this.feed.isRunning())) return 'behind'
      }
    } finally {
      await at.ahead?.page.catch(() => undefined)
    }
    return this.roundOver(at)
  }

  private ask({ windows, next }: Round): Asked {
    const { client, freshness } = this.deps
    const mark = freshness.mark()
    const page =
      next === null
        ? client.listOrders(queryOf(windows[0], this.bypass.pageSize()))
        : client.listOrders({}, next)
    // It may fail before anybody waits for it.
    page.catch(() => undefined)
    return { mark, page }
  }

  /** Notes what the page says about the round. */
  private take(at: Reading, page: Page<Order>): void {
    const { cursor, bypass } = this
    const [window = WHOLE, ...later] = at.left.windows
    cursor.saw(page)
    // Without a `Date` header each page may prove a later time; the start of a round from a previous process stays as
    // it was.
    const startedAt = at.isResumed ? at.left.startedAt : cursor.atLeast(at.began.monotonicMs)
    const next = at.trail.follow(page)
    at.endlessAfter = at.trail.endlessAfter()
    bypass.pageRead()
    if (at.left.windows.length === at.all) at.changed += page.entries.length
    this.progress.saw(page.entries)
    const records = page.entries.length + page.unreadable.length
    const again = at.look.after(window, { ...page, next }, records >= (bypass.pageSize() ?? Infinity))
    at.left = { ...at.left, startedAt, next, orders: at.left.orders + page.entries.length }
    if (next === null) {
      at.left.windows = [...again, ...later]
      at.trail = trailFrom(null)
    }
  }

  /** @returns false if a stop ended it: the page is then read again */
  private async store(at: Reading, { page, mark }: { page: Page<Order>; mark: number }): Promise<boolean> {
    const { deps, place } = this
    const round = at.left
    const retriesSkipped = !at.isResumed && !this.bypass.needsNoRetry()
    const over = round.windows.length === 0
    const stopsBefore = this.stops
    const readAt = new Date(deps.clock.wallMs()).toISOString()
    const kept = await keepPage(deps, {
      page,
      mark,
      readAt,
      goesOn: () => this.stops === stopsBefore,
      finish: (tx) => {
        if (retriesSkipped) {
          place.keepSkipped(tx, null)
          forgetSource(tx, 'order_windows')
        }
        noteEndless(tx, deps, 'order', at.endlessAfter, readAt)
        place.keepRound(tx, over ? null : round)
        if (over) this.plan.keepEnd(tx, round)
      },
    })
    if (kept === null) return false
    if (retriesSkipped) this.bypass.skippedTakenIn()
    this.feed.announce(() => {
      if (kept.length > 0) deps.onOrders(kept.length > ANNOUNCED_ONE_BY_ONE ? null : kept)
      deps.onProgress()
    })
    await this.shared.tellPage(page)
    return true
  }

  private roundOver({ isResumed, isFirst, began, changed, left }: Reading): RoundOutcome {
    if (!isResumed) {
      if (left.startedAt !== null) this.overlap.over(changed, Date.parse(left.startedAt))
      this.age.refreshed(began)
    }
    // Where an earlier round went on, only what changed before that one began is known.
    const read = isResumed && !isFirst ? null : this.plan.read(began)
    // What was left out is known to no other station either.
    if (read !== null && this.place.skipped().length === 0) this.shared.over(read)
    return isResumed ? 'behind' : 'caught_up'
  }
}
