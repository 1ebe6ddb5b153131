import { isDeepStrictEqual } from 'node:util'
import type { Item } from '../../../shared/partner-api/item'
import type { ListedItems, RoundMark } from '../../warehouse/port/shared-records'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import type { Page } from '../../partner/pages'
import { inTransaction } from '../../store/db/database'
import {
  findItem,
  itemIdsOf,
  itemsByState,
  lastItemId,
  listedItems,
  noteUnlisted,
  processingItems,
  saveItem,
  saveUnknownItem,
} from '../../store/tables/items'
import { forgetSource, forgetUnseen } from '../../store/tables/set-aside'
import type { Gate } from '../connection/gate'
import { savedStates, statesByName, type ItemList } from './item-lists'
import { keepItems, type KeepItemsDeps } from '../copies/keep-items'
import { noteEndless } from '../copies/keep-unread'
import type { Pace } from '../connection/pace'
import type { SharedRounds } from '../shared/shared-rounds'
import { createComparison, type Comparison, MOST_UNLISTED, PAGE_PAUSE_MS } from './comparison'
import { createTrail, type Trail } from '../../partner/trail'
import { noteShown } from '../copies/verify-item'

/**
 * Reads what no list of changes shows. Once a day all lists are compared with what is kept here; an item that none of them
 * shows is read by its number, once: it is gone, or it is in a state that lists leave out. An item that is being listed is
 * read again with growing pauses, because a failed listing may have a state that no list shows.
 */
export type ItemCheck = {
  /** @param delayMs until it looks for the first time */
  start(delayMs?: number): void
  stop(): Promise<void>
  /** Resolves when no request is in flight. */
  settled(): Promise<void>
  /** Begins a comparison as soon as possible, from the first page. */
  now(): void
  /** Another station's comparison ended so long ago, and all that it found was taken in. */
  doneElsewhere(agoMs: number, mark: Pick<RoundMark, 'items'>): void
}

export type ItemCheckDeps = KeepItemsDeps & {
  client: PartnerClient
  gate: Gate
  pace: Pace
  random: () => number
  /** Whether all items were read once; before that there is nothing to compare. */
  imported: () => boolean
  onItems: (changed: number) => void
  shared?: Pick<
    SharedRounds<Item>,
    'restMs' | 'heard' | 'sparesCheck' | 'tellPage' | 'gone' | 'checkBegan' | 'checkDone'
  >
}

/** When the last comparison finished, by this PC's clock, ISO 8601 UTC. */
const DONE_AT = 'items.compared'
const PAGE_SIZE = 200
const IDLE_MS = 60_000
/** Items looked through at once, to find those that no list showed. */
const LOOKED_AT_ONCE = 2_000
/** An item that is being listed is read again after as long as it has been so when it was read last, within these. */
const PROCESSING_MS = { shortest: 5 * 60_000, longest: 6 * 3_600_000 }
const MOST_PROCESSING = 20
/** What was told after the last mark makes the numbers of items differ for a moment. */
const DIFFERS_MS = 15 * 60_000
const BITS = 8

/** A comparison in progress; a restart begins it again. */
type Walk = {
  lists: ItemList[]
  next: string | null
  trail: Trail<Item>
  /** A bit for each item that was here at the beginning, by its ID: whether a list has shown it. */
  shown: Uint8Array
  lastId: number
  /** ISO 8601 UTC. */
  beganAt: string
  /** Whether a list had no end. */
  isEndless: boolean
  /** Whether `now` asked for it. */
  isAsked: boolean
  /** Whether it has seen all lists that it was to see. */
  isWhole: boolean
  /** Whether no list has shown any item. */
  isBlank: boolean
}

const newTrail = (): Trail<Item> => createTrail(({ item_number }) => item_number, null)

export function createItemCheck(deps: ItemCheckDeps): ItemCheck {
  return new UnlistedItems(deps)
}

/** `ItemCheck`: walks through all lists to find the items that none of them shows. */
class UnlistedItems implements ItemCheck {
  private readonly daily: Comparison
  private walk: Walk | null = null
  /** Items that no list showed, still to be read. */
  private unlisted: string[] = []
  /** When this station last had as many items of each state as the one that reads for all. */
  private sameMs = Number.NEGATIVE_INFINITY

  constructor(private readonly deps: ItemCheckDeps) {
    this.daily = createComparison({
      ...deps,
      doneAt: DONE_AT,
      step: () => this.step(),
      giveUp: () => {
        this.walk = null
        this.unlisted = []
      },
    })
  }

  start(delayMs = 0): void {
    this.daily.start(delayMs)
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

  doneElsewhere(agoMs: number, { items }: Pick<RoundMark, 'items'>): void {
    // One of this station's own that has begun goes on, and only with the same items can another have found what is gone.
    if (this.walk === null && this.isSame(items)) this.daily.doneElsewhere(agoMs)
  }

  /** @returns how long to wait before the next one, ms */
  private async step(): Promise<number> {
    const { daily, deps } = this
    if (!deps.imported() || !deps.gate.allows('item_reads')) return IDLE_MS
    if (daily.isAsked() && this.walk?.isAsked === false) this.walk = null
    const single = this.unlisted[0] ?? (this.sparesProcessing() ? undefined : this.dueProcessing())
    if (single === undefined && this.walk === null && !this.isDue()) return IDLE_MS
    if (!(await deps.pace.turn()) || !daily.running() || !deps.gate.admit('item_reads')) return IDLE_MS
    if (single !== undefined) return this.readAlone(single, this.unlisted[0] === single)
    return this.readPage((this.walk ??= this.begin()))
  }

  private isDue(): boolean {
    const { daily, deps } = this
    return daily.isAsked() || (daily.dueInMs() === 0 && deps.shared?.sparesCheck() !== true)
  }

  private begin(): Walk {
    const { db, shared } = this.deps
    shared?.checkBegan()
    const lastId = lastItemId(db)
    const states = statesByName(db, savedStates(db), new Set())
    const all: ItemList = { states: null, after: null }
    return {
      lists: [all, ...(states.length > 0 ? [{ states, after: null }] : [])],
      next: null,
      trail: newTrail(),
      shown: new Uint8Array(Math.floor(lastId / BITS) + 1),
      lastId,
      beganAt: this.wallTime(),
      isEndless: false,
      isAsked: this.daily.isAsked(),
      isWhole: true,
      isBlank: true,
    }
  }

  private async readPage(at: Walk): Promise<number> {
    const { daily, deps } = this
    const askedAt = this.wallTime()
    const page = await this.ask(at)
    if (!daily.running()) return PAGE_PAUSE_MS
    daily.succeeded()
    let next: string | null = null
    if (page === null) at.isWhole = false
    else {
      next = at.trail.follow(page)
      at.isBlank &&= page.entries.length + page.unreadable.length === 0
      const endlessAfter = at.trail.endlessAfter()
      const changed = await keepItems(deps, page, askedAt, (tx) =>
        noteEndless(tx, deps, 'item', endlessAfter, this.wallTime()),
      )
      if (changed === null) return PAGE_PAUSE_MS
      const numbers = page.entries.map((item) => item.item_number)
      for (const id of itemIdsOf(deps.db, numbers)) markShown(at, id)
      if (changed > 0) deps.onItems(changed)
      await deps.shared?.tellPage(page)
    }
    at.next = next
    // Where others wait for it, the pace of background reads alone holds it up.
    const restMs = at.isAsked ? 0 : PAGE_PAUSE_MS
    if (at.next !== null) return restMs
    at.lists.shift()
    at.isEndless ||= at.trail.endlessAfter() !== null
    at.trail = newTrail()
    if (at.lists.length > 0) return restMs
    this.end(at)
    return 0
  }

  /** @returns `null` where the marketplace does not accept the states: the default list was read, and the others are read by number */
  private ask({ lists: [list], next }: Walk): Promise<Page<Item> | null> {
    const query = { page_size: PAGE_SIZE, ...(list?.states ? { status: list.states } : {}) }
    return this.deps.client.listItems(query, next ?? undefined).catch((error: unknown) => {
      const refused = error instanceof PartnerError && error.code === 'unprocessable'
      if (refused && next === null && list?.states) return null
      throw error
    })
  }

  private end(at: Walk): void {
    const { daily, deps } = this
    this.unlisted = this.notShown(at)
    // Where there are items, lists that are all empty compare nothing.
    if (at.isBlank && at.lastId > 0) at.isWhole = false
    if (at.isWhole) deps.shared?.checkDone()
    this.walk = null
    if (at.isAsked) daily.answered()
    inTransaction(deps.db, (tx) => {
      daily.done(tx, this.wallTime())
      if (!at.isWhole) return
      forgetUnseen(tx, ['items', 'item_fields'], at.beganAt)
      forgetSource(tx, 'item_lists')
      if (!at.isEndless) forgetSource(tx, 'item_pages')
    })
  }

  private notShown(at: Walk): string[] {
    const found: string[] = []
    for (let after = 0; found.length < MOST_UNLISTED;) {
      const part = listedItems(this.deps.db, after, LOOKED_AT_ONCE).filter(
        ({ itemId }) => itemId <= at.lastId,
      )
      found.push(...part.filter(({ itemId }) => !wasShown(at, itemId)).map(({ itemNumber }) => itemNumber))
      const last = part.at(-1)
      if (last === undefined) break
      after = last.itemId
    }
    return found.slice(0, MOST_UNLISTED)
  }

  private async readAlone(itemNumber: string, isUnlisted: boolean): Promise<number> {
    const { db, client, shared, onItems } = this.deps
    const askedAt = this.wallTime()
    const item = await client.readItem(itemNumber).catch((error: unknown) => {
      if (error instanceof PartnerError && error.code === 'not_found') return null
      throw error
    })
    if (!this.daily.running()) return IDLE_MS
    this.daily.succeeded()
    this.unlisted = this.unlisted.filter((other) => other !== itemNumber)
    const known = findItem(db, itemNumber)
    const readAt = this.wallTime()
    inTransaction(db, (tx) => {
      if (item === null) return saveUnknownItem(tx, itemNumber, readAt)
      const read: Item = { ...item, item_number: itemNumber }
      if (saveItem(tx, read, readAt)) noteShown(tx, read, askedAt, readAt)
      if (isUnlisted) noteUnlisted(tx, itemNumber)
    })
    // Neither a list nor its number shows it: one answer alone would not be enough for all stations.
    if (item === null && isUnlisted) shared?.gone(itemNumber, known?.updated_at ?? null)
    onItems(1)
    return 0
  }

  /** Another station reads them, unless it has for long been without an item that is here: it may be gone. */
  private sparesProcessing(): boolean {
    const { clock, shared } = this.deps
    if ((shared?.restMs() ?? 0) === 0) return false
    const nowMs = clock.monotonicMs()
    if (this.isSame(shared?.heard()?.items)) this.sameMs = nowMs
    return nowMs - this.sameMs < DIFFERS_MS
  }

  private isSame(items: ListedItems | undefined): boolean {
    return items !== undefined && isDeepStrictEqual(items.counts, itemsByState(this.deps.db))
  }

  /** The next item that has been in processing for too long without a look. */
  private dueProcessing(): string | undefined {
    const { db, clock } = this.deps
    const nowMs = clock.wallMs()
    const before = new Date(nowMs - PROCESSING_MS.shortest).toISOString()
    return processingItems(db, before, MOST_PROCESSING).find(({ updatedMs, readAt }) => {
      const readMs = Date.parse(readAt)
      const pauseMs = Math.max(PROCESSING_MS.shortest, readMs - (updatedMs ?? readMs))
      return nowMs - readMs >= Math.min(pauseMs, PROCESSING_MS.longest)
    })?.itemNumber
  }

  private wallTime(): string {
    return new Date(this.deps.clock.wallMs()).toISOString()
  }
}

function markShown({ shown, lastId }: Walk, itemId: number): void {
  const byte = Math.floor(itemId / BITS)
  if (itemId <= lastId) shown[byte] = (shown[byte] ?? 0) | (1 << (itemId % BITS))
}

function wasShown({ shown }: Walk, itemId: number): boolean {
  return ((shown[Math.floor(itemId / BITS)] ?? 0) & (1 << (itemId % BITS))) !== 0
}
