import type { PartnerErrorCode } from '../../shared/domain/outbox/partner-error-code'
import type { Item } from '../../shared/partner-api/item'
import { ITEMS_PAGE_SIZE } from '../../shared/partner-api/item'
import type { PartnerClient } from '../partner/client'
import { PartnerError } from '../partner/errors'
import { StationError } from '../base/station-error'
import type { Page } from '../partner/pages'
import { inTransaction } from '../store/db/database'
import { setAside } from '../store/tables/set-aside'
import { backoffMs } from './backoff'
import type { Gate } from './gate'
import {
  createItemTrail,
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
import { keepItems, type KeepItemsDeps } from './keep-items'
import type { Pace } from './pace'
import { createDataAge, createPullCursor } from './pull-cursor'
import type { ServerTime } from './server-time'

/**
 * Reads the account's items in, two hundred a page: all of them once, then changes, at the background's pace. Each page
 * is stored with the place to go on from, so that a restart resumes there.
 */
export type ItemPull = {
  /** @param delayMs how long the first round may wait */
  start(delayMs?: number): void
  stop(): Promise<void>
  /** Requests changes at once, because a person asks for them; resolves when that round is over. */
  now(): Promise<void>
  /** Something changed on the marketplace: the next round comes in seconds. */
  soon(): void
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
}

export type ItemPullDeps = KeepItemsDeps & {
  client: PartnerClient
  gate: Gate
  pace: Pace
  serverTime: ServerTime
  random: () => number
  /** A page was stored, or a round is over. @param changed how many items it brought */
  onItems: (changed: number) => void
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
const PAGE_SIZES = [ITEMS_PAGE_SIZE.maximum, 50, 10] as const
/** A page that fails this often in a row, while the marketplace answers otherwise, is read in smaller ones. */
const FAILURES_OF_A_PAGE = 6
/** Nothing waits for lists that fail this often. */
const FAILURES_WAITED_FOR = 3
const ABOUT_ALL: ReadonlySet<PartnerErrorCode> = new Set(['unreachable', 'unauthorized', 'rate_limited'])
const DEFAULT_LIST: ItemList = { states: null, after: null }

export function createItemPull(deps: ItemPullDeps): ItemPull {
  const { db, client, clock, gate, intervalMs = INTERVAL_MS, overlapMs = OVERLAP_MS } = deps
  const sizes = deps.pageSizes ?? PAGE_SIZES
  /** Which of `sizes` is asked for; past the end, none. */
  let size = 0
  let running = false
  let urgent = false
  let failures = 0
  let pageFailures = 0
  /** Where the gate's wait ends, or a change was made here. */
  let soonAtMs: number | null = null
  let round: Promise<void> | null = null
  let cancelTimer: (() => void) | null = null
  const refused = new Set<string>()
  const waiters: (() => void)[] = []
  const cursor = createPullCursor(clock, deps.serverTime)
  cursor.knew(savedCursor(db))
  const age = createDataAge(clock, deps.serverTime)

  /** Exclusive in the document, and the marketplace may show a change late: so it is asked for a little before. */
  const changedAfter = (): string | null => {
    const from = savedCursor(db)
    return from === null ? null : new Date(Date.parse(from) - overlapMs).toISOString()
  }

  const ask = ({ states, after }: ItemList, next: string | null): Promise<Page<Item>> => {
    if (next !== null) return client.listItems({}, next)
    const pageSize = sizes[size]
    return client.listItems({
      ...(pageSize === undefined ? {} : { page_size: pageSize }),
      ...(states === null ? {} : { status: states }),
      ...(after === null ? {} : { updated_after: after }),
    })
  }

  const turn = async (): Promise<boolean> => {
    if (urgent) deps.pace.spend()
    else if (!(await deps.pace.turn())) return false
    // Right before the request: after trouble it is the one trial that the gate lets through.
    return db.open && (running || urgent) && gate.admit('item_reads')
  }

  /** Stores a page with the place after it, and what it says about the lists. */
  const keepPage = async (
    page: Page<Item>,
    before: ItemRound,
    askedAt: string,
  ): Promise<ItemRound | null> => {
    const [list = DEFAULT_LIST, ...later] = before.lists
    const states = savedStates(db)
    if (list.states === null)
      states.byDefault = [...new Set([...states.byDefault, ...page.entries.map(({ state }) => state)])]
    const ends = page.next === null
    if (ends && list.states !== null && list.after === null)
      states.byName = [...new Set([...states.byName, ...list.states])]
    const items = before.items + page.entries.length
    let after: ItemRound | null = null
    const changed = await keepItems(deps, page, askedAt, (tx) => {
      saveStates(tx, states)
      const lists = ends
        ? [
            ...later,
            ...(list.states === null
              ? listsByName(statesByName(tx, states, refused), states, list.after)
              : []),
          ]
        : before.lists
      after = lists.length === 0 ? null : { ...before, next: page.next, items, lists }
      saveRound(tx, after)
      if (after === null) saveCursor(tx, cursor.after(before.startedAt, savedCursor(tx)))
    })
    pageFailures = 0
    if (changed !== null) told(changed)
    return after
  }

  /** @returns whether everything that had changed when it began is here now */
  const runRound = async (): Promise<boolean> => {
    const resumed = savedRound(db)
    const began = { wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() }
    let left: ItemRound | null = resumed ?? {
      startedAt: null,
      next: null,
      items: 0,
      lists: [{ states: null, after: changedAfter() }],
    }
    let trail = createItemTrail(left.next)
    while (left !== null) {
      if (!(await turn())) return false
      const [list = DEFAULT_LIST] = left.lists
      const askedAt = new Date(clock.wallMs()).toISOString()
      let page: Page<Item>
      try {
        page = await ask(list, left.next)
      } catch (error) {
        left = workAround(error, left)
        trail = createItemTrail(null)
        continue
      }
      if (!db.open) return false
      cursor.saw(page)
      // The start of a round from a previous process stays as it was.
      if (resumed === null) left = { ...left, startedAt: cursor.atLeast(began.monotonicMs) }
      trail.follow({ next: page.next, first: page.entries[0]?.item_number })
      if (page.next === null) trail = createItemTrail(null)
      left = await keepPage(page, left, askedAt)
      if (!db.open) return false
    }
    // What an earlier round had read may have changed before this one went on.
    if (resumed !== null) return false
    age.refreshed(began)
    return true
  }

  /** What is left of the round if the failure has a remedy. @throws the failure otherwise */
  const workAround = (error: unknown, left: ItemRound): ItemRound | null => {
    if (!(error instanceof PartnerError) || ABOUT_ALL.has(error.code)) throw error
    const refusal =
      error.code === 'unprocessable' || error.code === 'not_found' || error.code === 'invalid_request'
    pageFailures += 1
    // A link that the marketplace has forgotten, or one to a page of a size that it cannot send.
    const again = { ...left, next: null }
    if (refusal && left.next !== null) return keepRound(again)
    const [list = DEFAULT_LIST, ...later] = left.lists
    if (refusal && list.states !== null) return keepRound(withoutRefused(again, list, later))
    const tooMuch = error.code === 'too_large' || pageFailures >= FAILURES_OF_A_PAGE
    if (!(refusal || tooMuch)) throw error
    pageFailures = 0
    if (size < sizes.length) size += 1
    else if (tooMuch) return leaveOut(again, list, later, error.code)
    else throw error
    return keepRound(again)
  }

  const keepRound = (left: ItemRound | null): ItemRound | null => {
    inTransaction(db, (tx) => saveRound(tx, left))
    return left
  }

  /** Asks for each state alone, to learn which one the marketplace does not accept; the others are still read. */
  const withoutRefused = (again: ItemRound, list: ItemList, later: ItemList[]): ItemRound | null => {
    const states = list.states ?? []
    if (states.length === 1) refused.add(states[0] ?? '')
    const lists = [
      ...(states.length === 1 ? [] : states.map((state) => ({ ...list, states: [state] }))),
      ...later,
    ]
    if (lists.length > 0) return { ...again, lists }
    inTransaction(db, (tx) => saveCursor(tx, cursor.after(again.startedAt, savedCursor(tx))))
    return null
  }

  /** The daily comparison tries it again. */
  const leaveOut = (again: ItemRound, list: ItemList, later: ItemList[], code: string): ItemRound | null => {
    inTransaction(db, (tx) => {
      const problem = `items of this list cannot be read: ${code}`
      setAside(tx, 'items', list, problem, new Date(clock.wallMs()).toISOString())
      saveRound(tx, later.length === 0 ? null : { ...again, lists: later })
      if (later.length === 0) saveCursor(tx, cursor.after(again.startedAt, savedCursor(tx)))
    })
    return savedRound(db)
  }

  const attempt = async (): Promise<void> => {
    if (!gate.allows('item_reads')) return
    try {
      const isFresh = await runRound()
      failures = 0
      if (!isFresh && urgent && db.open) await runRound()
    } catch (error) {
      failures += 1
      if (error instanceof PartnerError) return
      deps.onFault(error)
      // The page was not stored; earlier ones were, and stay.
      if (!(error instanceof StationError) && db.open) keepRound(null)
    }
  }

  const told = (changed: number): void => {
    try {
      deps.onItems(changed)
    } catch (error) {
      // A listener also reads the database; an error there must not end the rounds.
      deps.onFault(error)
    }
    for (const resolve of waiters.splice(0)) resolve()
  }

  const schedule = (): void => {
    cancelTimer?.()
    cancelTimer = null
    if (!running) return
    const gateMs = gate.waitMs('item_reads')
    if (gateMs === null) return
    const restMs = failures === 0 ? intervalMs : backoffMs(failures, deps.random())
    const soonMs = soonAtMs === null || failures > 0 ? restMs : Math.max(0, soonAtMs - clock.monotonicMs())
    cancelTimer = clock.after(Math.max(Math.min(restMs, soonMs), gateMs), () => void begin())
  }

  const begin = (): Promise<void> => {
    if (round !== null) return round
    soonAtMs = null
    round = attempt()
      .catch(deps.onFault)
      .finally(() => {
        round = null
        urgent = false
        told(0)
        schedule()
      })
    return round
  }

  return {
    start(delayMs = 0) {
      running = true
      if (delayMs === 0) void begin()
      else cancelTimer = clock.after(delayMs, () => void begin())
    },
    async stop() {
      running = false
      cancelTimer?.()
      cancelTimer = null
      await round
    },
    async now() {
      // What the present round has read may be from before.
      const before = round
      urgent = true
      if (before !== null) {
        await before
        urgent = true
      }
      await begin()
    },
    soon() {
      if (soonAtMs !== null) return
      soonAtMs = clock.monotonicMs() + SOON_MS
      if (round === null) schedule()
    },
    progressed: () => (round === null ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
    async settled() {
      await round
    },
    keptAsOf: () => age.asOf(savedCursor(db)),
    failing: () => failures > 0,
    reading: () => (savedCursor(db) === null ? (savedRound(db)?.items ?? 0) : null),
    coming() {
      if (!running || failures >= FAILURES_WAITED_FOR) return false
      if (round !== null || soonAtMs !== null || savedCursor(db) === null) return true
      const states = savedStates(db)
      return statesByName(db, states, refused).some((state) => !states.byName.includes(state))
    },
  }
}
