import type { Item } from '../../../shared/partner-api/item'
import type { Moment } from '../../base/clock'
import type { ReadPlace, RoundMark } from '../../warehouse/port/shared-records'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import { StationError } from '../../base/station-error'
import type { Page } from '../../partner/pages'
import { inTransaction, type Tx } from '../../store/db/database'
import type { Gate } from '../connection/gate'
import { createFeed, type Feed, type RoundOutcome } from './feed'
import {
  listsByName,
  savedCursor,
  savedRound,
  savedStates,
  saveCursor,
  saveRound,
  saveStates,
  statesByName,
  type ItemList,
  type ItemRound,
  type ListedStates,
} from './item-lists'
import { createItemPlan, type ItemMark, type ItemPlan } from './item-plan'
import { createItemBypass, DEFAULT_LIST, type ItemBypass } from './item-bypass'
import { keepItems, type KeepItemsDeps } from '../copies/keep-items'
import { noteEndless } from '../copies/keep-unread'
import type { Pace } from '../connection/pace'
import { createDataAge, createPullCursor, type DataAge, type PullCursor } from './pull-cursor'
import type { ServerTime } from '../connection/server-time'
import type { OwnRounds, SharedRounds } from '../shared/shared-rounds'
import { createTrail, type Trail } from '../../partner/trail'

/**
 * Reads the account's items in, two hundred a page: all of them once, as fast as they come, because the titles and due times
 * of the first orders depend on them; then changes, at the background's pace. Each page is stored with the place to go on
 * from, so that a restart resumes there.
 */
export type ItemPull = {
  /** @param delayMs how long the first round may wait */
  start(delayMs?: number): void
  stop(): Promise<void>
  /** Requests changes at once, because a person asks for them; resolves when that round is over. */
  now(): Promise<void>
  /** Something changed on the marketplace: the next round comes in seconds. */
  soon(): void
  /** Items were read one by one: if one is of a state whose list was never read, that list is read at once. */
  sawOthers(): void
  /** Resolves when the present round has stored its next page, or is over. */
  progressed(): Promise<void>
  /** Resolves when no round is in progress. */
  settled(): Promise<void>
  /** When the items were as they are here, by the PC's clock; `null` before all have been read once. */
  keptAsOf(): string | null
  /** True while the last round failed. */
  failing(): boolean
  /** How many items were read while all are read for the first time, else `null`. */
  reading(): number | null
  /** Whether lists are about to show items that would otherwise be read one by one. */
  coming(): boolean
  /** The same, and there are so many that those in view should not wait for their page. */
  comingLate(): boolean
  /** Requests changes in a round that begins after this call; resolves when it is over. */
  restart(): Promise<void>
  /** Whether nothing was read in yet. */
  isNew(): boolean
  /** Another station's round is over, and all that it brought was taken in. @see Pull; `busy`: it has a list yet to read */
  follow(mark: ItemMark): 'followed' | 'behind' | 'busy'
  /** Everything that another station knew up to there was taken in, before anything was read. */
  adopt(mark: Pick<RoundMark, 'to' | 'items'>): void
  shared: SharedRounds<Item>
}

export type ItemPullDeps = KeepItemsDeps & {
  client: PartnerClient
  gate: Gate
  pace: Pace
  serverTime: ServerTime
  random: () => number
  /** A page was stored, or a round is over. @param changed how many items it brought */
  onItems: (changed: number) => void
  /** What the stations of the warehouse read for one another, given the rounds of this one. */
  share: (own: OwnRounds) => SharedRounds<Item>
  /** @default 60 s */
  intervalMs?: number
  /** How late the marketplace may show a change. Default 120 s. */
  overlapMs?: number
  /** Smaller ones are tried if a page cannot be read. Default the document's maximum, then less. */
  pageSizes?: readonly number[]
}

const INTERVAL_MS = 60_000
const OVERLAP_MS = 120_000
/** After a change made here. */
const SOON_MS = 10_000
/** Lists that go on after so many items, two pages, may show what is in view only after minutes. */
const MANY = 400
/** Nothing waits for lists that fail this often. */
const FAILURES_WAITED_FOR = 3

const trailFrom = (next: string | null): Trail<Item> => createTrail(({ item_number }) => item_number, next)

/** A round in progress. */
type Reading = {
  /** What it began with when it goes on from an earlier one, else `null`. */
  resumed: ItemRound | null
  /** Whether all items are read for the first time. */
  isFirst: boolean
  /** Where it begins; `null` for all items, or where an earlier round goes on. */
  from: ReadPlace | null
  began: Moment
  /** Of the pages of the present list. */
  trail: Trail<Item>
  /** States whose lists it has read to the end. */
  byName: Set<string>
  /** Those of them of which it has read all items, and not only changes. */
  whole: string[]
}

export function createItemPull(deps: ItemPullDeps): ItemPull {
  return new ListedItemPull(deps)
}

class ListedItemPull implements ItemPull, OwnRounds {
  readonly shared: SharedRounds<Item>
  private readonly cursor: PullCursor
  private readonly age: DataAge
  private readonly bypass: ItemBypass
  private readonly plan: ItemPlan
  private readonly feed: Feed
  /** A person waits for the round: it does not keep to the background's pace. */
  private urgent = false

  constructor(private readonly deps: ItemPullDeps) {
    const { db, clock, serverTime, intervalMs = INTERVAL_MS, overlapMs = OVERLAP_MS } = deps
    const cursor = createPullCursor(clock, serverTime)
    cursor.knew(savedCursor(db))
    this.cursor = cursor
    this.age = createDataAge(clock, serverTime)
    this.bypass = createItemBypass({ ...deps, cursor })
    this.plan = createItemPlan({
      ...{ db, clock, cursor, overlapMs },
      age: this.age,
      refused: this.bypass.refused,
    })
    this.feed = createFeed({
      clock,
      random: deps.random,
      intervalMs,
      read: () => this.read(),
      recover: (error) => this.recover(error),
      place: () => this.howFar(),
      gateMs: () => deps.gate.waitMs('item_reads'),
      restMs: () => this.shared.restMs(),
      onOver: () => {
        this.urgent = false
        deps.onItems(0)
      },
      onFault: deps.onFault,
    })
    this.shared = deps.share(this)
  }

  start(delayMs?: number): void {
    this.feed.start(delayMs)
  }

  stop(): Promise<void> {
    return this.feed.stop()
  }

  async now(): Promise<void> {
    // What the present round has read may be from before.
    this.urgent = true
    await this.feed.settled()
    this.urgent = true
    await this.feed.now()
  }

  restart(): Promise<void> {
    return this.feed.restart()
  }

  soon(): void {
    this.feed.within(SOON_MS)
  }

  sawOthers(): void {
    // The station that reads for all learns of it, too.
    if (this.plan.someUnread() && this.shared.restMs() === 0) this.feed.within(0)
  }

  progressed(): Promise<void> {
    return this.feed.progressed()
  }

  settled(): Promise<void> {
    return this.feed.settled()
  }

  keptAsOf(): string | null {
    return this.age.asOf(savedCursor(this.deps.db))
  }

  dataAsOf(): string | null {
    return this.keptAsOf()
  }

  failing(): boolean {
    return this.feed.failures() > 0
  }

  reading(): number | null {
    return this.isReadingFirst() ? (savedRound(this.deps.db)?.items ?? 0) : null
  }

  coming(): boolean {
    const { feed, plan } = this
    if (!feed.isRunning() || feed.failures() >= FAILURES_WAITED_FOR) return false
    return feed.isReading() || feed.isDueSoon() || this.isReadingFirst() || plan.someUnread()
  }

  comingLate(): boolean {
    return this.coming() && (savedRound(this.deps.db)?.items ?? 0) >= MANY
  }

  isNew(): boolean {
    return this.isReadingFirst() && savedRound(this.deps.db) === null && !this.feed.isReading()
  }

  follow(mark: ItemMark): 'followed' | 'behind' | 'busy' {
    const { feed, deps } = this
    if (feed.isReading()) return 'busy'
    const isWhole = feed.failures() === 0 && !feed.isBehind() && savedRound(deps.db) === null
    const outcome = isWhole ? this.plan.follow(mark) : 'behind'
    if (outcome === 'behind') return outcome
    feed.announce(() => deps.onItems(0))
    return outcome === 'further' ? 'followed' : 'busy'
  }

  adopt(mark: Pick<RoundMark, 'to' | 'items'>): void {
    if (this.isNew()) this.plan.adopt(mark)
  }

  private isReadingFirst(): boolean {
    return savedCursor(this.deps.db) === null
  }

  private howFar(): 'new' | 'midway' | 'whole' {
    if (!this.deps.db.open || savedRound(this.deps.db) !== null) return 'midway'
    return this.isReadingFirst() ? 'new' : 'whole'
  }

  private async read(): Promise<RoundOutcome> {
    if (!this.deps.gate.allows('item_reads')) return 'kept_out'
    const outcome = await this.readRound()
    return outcome === 'behind' && this.urgent ? this.readRound() : outcome
  }

  private recover(error: unknown): void {
    const { db, onFault } = this.deps
    if (error instanceof PartnerError) return
    onFault(error)
    // The page was not stored; earlier ones were, and stay.
    if (!(error instanceof StationError) && db.open) inTransaction(db, (tx) => saveRound(tx, null))
  }

  private begin(): { at: Reading; left: ItemRound } {
    const { db, clock } = this.deps
    const resumed = savedRound(db)
    const began = { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
    const isFirst = this.isReadingFirst()
    const from = resumed === null ? this.plan.from(this.shared.beginRound()) : null
    if (resumed === null) this.bypass.roundBegan()
    const left: ItemRound = resumed ?? {
      startedAt: null,
      next: null,
      items: 0,
      // Exclusive in the document, and the marketplace may show a change late: so it is asked for a little before.
      lists: [{ states: null, after: from?.settled ?? null }],
    }
    const trail = trailFrom(left.next)
    return { at: { resumed, isFirst, from, began, trail, byName: new Set(), whole: [] }, left }
  }

  private async readRound(): Promise<RoundOutcome> {
    const { db, clock } = this.deps
    const { at, left: all } = this.begin()
    let left: ItemRound | null = all
    while (left !== null) {
      const [list = DEFAULT_LIST] = left.lists
      if (!(await this.turn(list))) return 'kept_out'
      const askedAt = new Date(clock.wallMs()).toISOString()
      let page: Page<Item>
      try {
        page = await this.ask(list, left.next)
      } catch (error) {
        left = this.bypass.workAround(error, left)
        at.trail = trailFrom(null)
        continue
      }
      if (!db.open) return 'kept_out'
      this.cursor.saw(page)
      // The start of a round from a previous process stays as it was.
      if (at.resumed === null) left = { ...left, startedAt: this.cursor.atLeast(at.began.monotonicMs) }
      const followed = { ...page, next: at.trail.follow(page) }
      const endlessAfter = at.trail.endlessAfter()
      if (followed.next === null) listRead(at, list)
      left = await this.keepPage(followed, left, askedAt, endlessAfter)
      if (!db.open) return 'kept_out'
    }
    return this.roundOver(at)
  }

  private async turn({ after }: ItemList): Promise<boolean> {
    const { db, gate, pace } = this.deps
    if (this.urgent) pace.spend()
    else if (after !== null && !(await pace.turn())) return false
    // Right before the request: after trouble it is the one trial that the gate lets through.
    return db.open && (this.feed.isRunning() || this.urgent) && gate.admit('item_reads')
  }

  private ask({ states, after }: ItemList, next: string | null): Promise<Page<Item>> {
    const { client } = this.deps
    if (next !== null) return client.listItems({}, next)
    const pageSize = this.bypass.pageSize()
    return client.listItems({
      ...(pageSize === undefined ? {} : { page_size: pageSize }),
      ...(states === null ? {} : { status: states }),
      ...(after === null ? {} : { updated_after: after }),
    })
  }

  /** Stores a page with the place after it, and what it says about the lists. @returns what is left of the round */
  private async keepPage(
    page: Page<Item>,
    before: ItemRound,
    askedAt: string,
    endlessAfter: number | null,
  ): Promise<ItemRound | null> {
    const { deps, cursor } = this
    const listed = statesListed(savedStates(deps.db), page, before)
    let after: ItemRound | null = null
    const changed = await keepItems(deps, page, askedAt, (tx) => {
      noteEndless(tx, deps, 'item', endlessAfter, askedAt)
      saveStates(tx, listed)
      const lists = page.next === null ? this.listsAfter(tx, before.lists, listed) : before.lists
      const items = before.items + page.entries.length
      after = lists.length === 0 ? null : { ...before, next: page.next, items, lists }
      saveRound(tx, after)
      if (after === null) saveCursor(tx, cursor.after(before.startedAt, savedCursor(tx)))
    })
    this.bypass.pageRead()
    if (changed !== null) {
      this.feed.announce(() => deps.onItems(changed))
      await this.shared.tellPage(page)
    }
    return after
  }

  /** The first list has been read to its end. After the default list come those of the states that it does not show. */
  private listsAfter(
    tx: Tx,
    [list = DEFAULT_LIST, ...later]: readonly ItemList[],
    listed: ListedStates,
  ): ItemList[] {
    if (list.states !== null) return later
    return [...later, ...listsByName(statesByName(tx, listed, this.bypass.refused), listed, list.after)]
  }

  private roundOver({ resumed, isFirst, from, began, byName, whole }: Reading): RoundOutcome {
    // What an earlier round had read may have changed before this one went on.
    const isBehind = resumed !== null
    if (!isBehind) this.age.refreshed(began)
    // The first time, all lists were read, if perhaps in an earlier round.
    const read = this.plan.read({
      ...{ from, whole, began },
      byName: isFirst ? savedStates(this.deps.db).byName : [...byName],
    })
    // What was left out is known to no other station either.
    if ((isFirst || from !== null) && read !== null && !this.bypass.leftOut()) this.shared.over(read)
    return isBehind ? 'behind' : 'caught_up'
  }
}

function listRead(at: Reading, { states, after }: ItemList): void {
  at.trail = trailFrom(null)
  for (const state of states ?? []) at.byName.add(state)
  if (after === null) at.whole.push(...(states ?? []))
}

/** The states whose items lists have shown, once this page of the round is stored. */
function statesListed(
  { byDefault, byName }: ListedStates,
  { entries, next }: Page<Item>,
  { lists: [list = DEFAULT_LIST] }: ItemRound,
): ListedStates {
  const { states, after } = list
  if (states === null)
    return { byDefault: [...new Set([...byDefault, ...entries.map(({ state }) => state)])], byName }
  if (next !== null || after !== null) return { byDefault, byName }
  return { byDefault, byName: [...new Set([...byName, ...states])] }
}
