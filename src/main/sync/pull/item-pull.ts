import type { Item } from '../../../shared/partner-api/item'
import type { RoundMark } from '../../warehouse/port/shared-records'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import { StationError } from '../../base/station-error'
import type { Page } from '../../partner/pages'
import { inTransaction } from '../../store/db/database'
import type { Gate } from '../connection/gate'
import { createFeed, type RoundOutcome } from './feed'
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
} from './item-lists'
import { createItemPlan, type ItemMark } from './item-plan'
import { createItemBypass, DEFAULT_LIST } from './item-bypass'
import { keepItems, type KeepItemsDeps } from '../copies/keep-items'
import { noteEndless } from '../copies/keep-unread'
import type { Pace } from '../connection/pace'
import { createDataAge, createPullCursor } from './pull-cursor'
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

export function createItemPull(deps: ItemPullDeps): ItemPull {
  const { db, client, clock, gate, intervalMs = INTERVAL_MS, overlapMs = OVERLAP_MS } = deps
  /** A person waits for it: it does not keep to the background's pace. */
  let urgent = false
  const cursor = createPullCursor(clock, deps.serverTime)
  cursor.knew(savedCursor(db))
  const age = createDataAge(clock, deps.serverTime)
  const bypass = createItemBypass({ ...deps, cursor })

  const { refused } = bypass
  const plan = createItemPlan({ db, clock, cursor, age, refused, overlapMs })
  const feed = createFeed({
    clock,
    random: deps.random,
    intervalMs,
    async read() {
      if (!gate.allows('item_reads')) return 'kept_out'
      const outcome = await runRound()
      return outcome === 'behind' && urgent ? runRound() : outcome
    },
    recover(error) {
      if (error instanceof PartnerError) return
      deps.onFault(error)
      // The page was not stored; earlier ones were, and stay.
      if (!(error instanceof StationError) && db.open) inTransaction(db, (tx) => saveRound(tx, null))
    },
    place() {
      if (!db.open || savedRound(db) !== null) return 'midway'
      return savedCursor(db) === null ? 'new' : 'whole'
    },
    gateMs: () => gate.waitMs('item_reads'),
    restMs: () => shared.restMs(),
    onOver() {
      urgent = false
      deps.onItems(0)
    },
    onFault: deps.onFault,
  })

  const ask = ({ states, after }: ItemList, next: string | null): Promise<Page<Item>> => {
    if (next !== null) return client.listItems({}, next)
    const pageSize = bypass.pageSize()
    return client.listItems({
      ...(pageSize === undefined ? {} : { page_size: pageSize }),
      ...(states === null ? {} : { status: states }),
      ...(after === null ? {} : { updated_after: after }),
    })
  }

  const turn = async ({ after }: ItemList): Promise<boolean> => {
    if (urgent) deps.pace.spend()
    else if (after !== null && !(await deps.pace.turn())) return false
    // Right before the request: after trouble it is the one trial that the gate lets through.
    return db.open && (feed.isRunning() || urgent) && gate.admit('item_reads')
  }

  /** Stores a page with the place after it, and what it says about the lists. */
  const keepPage = async (
    page: Page<Item>,
    before: ItemRound,
    askedAt: string,
    endlessAfter: number | null,
  ): Promise<ItemRound | null> => {
    const [list = DEFAULT_LIST, ...later] = before.lists
    const listed = savedStates(db)
    if (list.states === null)
      listed.byDefault = [...new Set([...listed.byDefault, ...page.entries.map(({ state }) => state)])]
    const ends = page.next === null
    if (ends && list.states !== null && list.after === null)
      listed.byName = [...new Set([...listed.byName, ...list.states])]
    const items = before.items + page.entries.length
    let after: ItemRound | null = null
    const changed = await keepItems(deps, page, askedAt, (tx) => {
      noteEndless(tx, deps, 'item', endlessAfter, askedAt)
      saveStates(tx, listed)
      const lists = ends
        ? [
            ...later,
            ...(list.states === null
              ? listsByName(statesByName(tx, listed, refused), listed, list.after)
              : []),
          ]
        : before.lists
      after = lists.length === 0 ? null : { ...before, next: page.next, items, lists }
      saveRound(tx, after)
      if (after === null) saveCursor(tx, cursor.after(before.startedAt, savedCursor(tx)))
    })
    bypass.pageRead()
    if (changed !== null) {
      feed.stored(() => deps.onItems(changed))
      await shared.read(page)
    }
    return after
  }

  const runRound = async (): Promise<RoundOutcome> => {
    const resumed = savedRound(db)
    const began = { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
    const isFirst = savedCursor(db) === null
    const from = resumed === null ? plan.from(shared.owed()) : null
    const byName = new Set<string>()
    const whole: string[] = []
    if (resumed === null) bypass.roundBegan()
    let left: ItemRound | null = resumed ?? {
      startedAt: null,
      next: null,
      items: 0,
      // Exclusive in the document, and the marketplace may show a change late: so it is asked for a little before.
      lists: [{ states: null, after: from?.settled ?? null }],
    }
    let trail = trailFrom(left.next)
    while (left !== null) {
      const [list = DEFAULT_LIST] = left.lists
      if (!(await turn(list))) return 'kept_out'
      const askedAt = new Date(clock.wallMs()).toISOString()
      let page: Page<Item>
      try {
        page = await ask(list, left.next)
      } catch (error) {
        left = bypass.workAround(error, left)
        trail = trailFrom(null)
        continue
      }
      if (!db.open) return 'kept_out'
      cursor.saw(page)
      // The start of a round from a previous process stays as it was.
      if (resumed === null) left = { ...left, startedAt: cursor.atLeast(began.monotonicMs) }
      const followed = { ...page, next: trail.follow(page) }
      const endlessAfter = trail.endlessAfter()
      if (followed.next === null) {
        trail = trailFrom(null)
        for (const state of list.states ?? []) byName.add(state)
        if (list.after === null) whole.push(...(list.states ?? []))
      }
      left = await keepPage(followed, left, askedAt, endlessAfter)
      if (!db.open) return 'kept_out'
    }
    // What an earlier round had read may have changed before this one went on.
    const isBehind = resumed !== null
    if (!isBehind) age.refreshed(began)
    // The first time, all lists were read, if perhaps in an earlier round.
    const read = plan.read({ from, whole, began, byName: isFirst ? savedStates(db).byName : [...byName] })
    // What was left out is known to no other station either.
    if ((isFirst || from !== null) && read !== null && !bypass.leftOut()) shared.over(read)
    return isBehind ? 'behind' : 'caught_up'
  }

  const isReadingFirst = (): boolean => savedCursor(db) === null
  const coming = (): boolean => {
    if (!feed.isRunning() || feed.failures() >= FAILURES_WAITED_FOR) return false
    return feed.isReading() || feed.isDueSoon() || isReadingFirst() || plan.someUnread()
  }
  const isNew = (): boolean => isReadingFirst() && savedRound(db) === null && !feed.isReading()

  const keptAsOf = (): string | null => age.asOf(savedCursor(db))
  const own: Omit<OwnRounds, 'dataAsOf'> = {
    restart: feed.restart,
    isNew,
    follow(mark) {
      if (feed.isReading()) return 'busy'
      const isWhole = feed.failures() === 0 && !feed.isBehind() && savedRound(db) === null
      const outcome = isWhole ? plan.follow(mark) : 'behind'
      if (outcome === 'behind') return outcome
      feed.stored(() => deps.onItems(0))
      return outcome === 'further' ? 'followed' : 'busy'
    },
    adopt(mark) {
      if (isNew()) plan.adopt(mark)
    },
  }
  const shared = deps.share({ ...own, dataAsOf: keptAsOf })

  return {
    ...own,
    shared,
    start: feed.start,
    stop: feed.stop,
    async now() {
      // What the present round has read may be from before.
      urgent = true
      await feed.settled()
      urgent = true
      await feed.now()
    },
    soon: () => feed.within(SOON_MS),
    sawOthers() {
      // The station that reads for all learns of it, too.
      if (plan.someUnread() && shared.restMs() === 0) feed.within(0)
    },
    progressed: feed.progressed,
    settled: feed.settled,
    keptAsOf,
    failing: () => feed.failures() > 0,
    reading: () => (isReadingFirst() ? (savedRound(db)?.items ?? 0) : null),
    coming,
    comingLate: () => coming() && (savedRound(db)?.items ?? 0) >= MANY,
  }
}
