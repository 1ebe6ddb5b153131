import { isDeepStrictEqual } from 'node:util'
import type { Item } from '../../../shared/partner-api/item'
import type { ListedItems, RoundMark } from '../../warehouse/port/shared-records'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
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
import { createComparison, MOST_UNLISTED, PAGE_PAUSE_MS } from './comparison'
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
    'restMs' | 'heard' | 'sparesCheck' | 'read' | 'gone' | 'checkBegan' | 'checkDone'
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
  const { db, client, clock, gate } = deps
  let walk: Walk | null = null
  /** When this station last had as many items of each state as the one that reads for all. */
  let sameMs = Number.NEGATIVE_INFINITY
  /** Items that no list showed, still to be read. */
  let unlisted: string[] = []

  const isDue = (): boolean =>
    daily.isAsked() || (daily.dueInMs() === 0 && deps.shared?.sparesCheck() !== true)
  const now = (): string => new Date(clock.wallMs()).toISOString()

  const begin = (): Walk => {
    deps.shared?.checkBegan()
    const lastId = lastItemId(db)
    const states = statesByName(db, savedStates(db), new Set())
    const all: ItemList = { states: null, after: null }
    return {
      lists: [all, ...(states.length > 0 ? [{ states, after: null }] : [])],
      next: null,
      trail: newTrail(),
      shown: new Uint8Array(Math.floor(lastId / BITS) + 1),
      lastId,
      beganAt: now(),
      isEndless: false,
      isAsked: daily.isAsked(),
      isWhole: true,
      isBlank: true,
    }
  }

  const readPage = async (at: Walk): Promise<number> => {
    const askedAt = now()
    const [list] = at.lists
    const query = { page_size: PAGE_SIZE, ...(list?.states ? { status: list.states } : {}) }
    const page = await client.listItems(query, at.next ?? undefined).catch((error: unknown) => {
      // States that the marketplace does not accept: its default list was read, and the others are read by number.
      const refused = error instanceof PartnerError && error.code === 'unprocessable'
      if (refused && at.next === null && list?.states) return null
      throw error
    })
    if (!daily.running()) return PAGE_PAUSE_MS
    daily.succeeded()
    let further: string | null = null
    if (page === null) at.isWhole = false
    else {
      further = at.trail.follow(page)
      at.isBlank &&= page.entries.length + page.unreadable.length === 0
      const endlessAfter = at.trail.endlessAfter()
      const changed = await keepItems(deps, page, askedAt, (tx) =>
        noteEndless(tx, deps, 'item', endlessAfter, now()),
      )
      if (changed === null) return PAGE_PAUSE_MS
      for (const id of itemIdsOf(
        db,
        page.entries.map((item) => item.item_number),
      ))
        markShown(at, id)
      if (changed > 0) deps.onItems(changed)
      await deps.shared?.read(page)
    }
    at.next = further
    // Where others wait for it, the pace of background reads alone holds it up.
    const restMs = at.isAsked ? 0 : PAGE_PAUSE_MS
    if (at.next !== null) return restMs
    at.lists.shift()
    at.isEndless ||= at.trail.endlessAfter() !== null
    at.trail = newTrail()
    if (at.lists.length > 0) return restMs
    unlisted = notShown(at)
    // Where there are items, lists that are all empty compare nothing.
    if (at.isBlank && at.lastId > 0) at.isWhole = false
    if (at.isWhole) deps.shared?.checkDone()
    walk = null
    if (at.isAsked) daily.answered()
    inTransaction(db, (tx) => {
      daily.done(tx, now())
      if (!at.isWhole) return
      forgetUnseen(tx, ['items', 'item_fields'], at.beganAt)
      forgetSource(tx, 'item_lists')
      if (!at.isEndless) forgetSource(tx, 'item_pages')
    })
    return 0
  }

  const notShown = (at: Walk): string[] => {
    const found: string[] = []
    for (let after = 0; found.length < MOST_UNLISTED;) {
      const part = listedItems(db, after, LOOKED_AT_ONCE).filter(({ itemId }) => itemId <= at.lastId)
      found.push(...part.filter(({ itemId }) => !wasShown(at, itemId)).map(({ itemNumber }) => itemNumber))
      const last = part.at(-1)
      if (last === undefined) break
      after = last.itemId
    }
    return found.slice(0, MOST_UNLISTED)
  }

  const readAlone = async (itemNumber: string, isUnlisted: boolean): Promise<number> => {
    const askedAt = now()
    const item = await client.readItem(itemNumber).catch((error: unknown) => {
      if (error instanceof PartnerError && error.code === 'not_found') return null
      throw error
    })
    if (!daily.running()) return IDLE_MS
    daily.succeeded()
    unlisted = unlisted.filter((other) => other !== itemNumber)
    const known = findItem(db, itemNumber)
    inTransaction(db, (tx) => {
      if (item === null) return saveUnknownItem(tx, itemNumber, now())
      const read: Item = { ...item, item_number: itemNumber }
      if (saveItem(tx, read, now())) noteShown(tx, read, askedAt, now())
      if (isUnlisted) noteUnlisted(tx, itemNumber)
    })
    // Neither a list nor its number shows it: one answer alone would not be enough for all stations.
    if (item === null && isUnlisted) deps.shared?.gone(itemNumber, known?.updated_at ?? null)
    deps.onItems(1)
    return 0
  }

  const isSame = (items: ListedItems | undefined): boolean =>
    items !== undefined && isDeepStrictEqual(items.counts, itemsByState(db))

  /** Another station reads them, unless it has for long been without an item that is here: it may be gone. */
  const sparesProcessing = (): boolean => {
    if ((deps.shared?.restMs() ?? 0) === 0) return false
    const nowMs = clock.monotonicMs()
    if (isSame(deps.shared?.heard()?.items)) sameMs = nowMs
    return nowMs - sameMs < DIFFERS_MS
  }

  /** The next item that has been in processing for too long without a look. */
  const dueProcessing = (): string | undefined =>
    processingItems(
      db,
      new Date(clock.wallMs() - PROCESSING_MS.shortest).toISOString(),
      MOST_PROCESSING,
    ).find(({ updatedMs, readAt }) => {
      const [readMs, nowMs] = [Date.parse(readAt), clock.wallMs()]
      const pauseMs = Math.max(PROCESSING_MS.shortest, readMs - (updatedMs ?? readMs))
      return nowMs - readMs >= Math.min(pauseMs, PROCESSING_MS.longest)
    })?.itemNumber

  const next = async (): Promise<number> => {
    if (!deps.imported() || !gate.allows('item_reads')) return IDLE_MS
    if (daily.isAsked() && walk?.isAsked === false) walk = null
    const single = unlisted[0] ?? (sparesProcessing() ? undefined : dueProcessing())
    if (single === undefined && walk === null && !isDue()) return IDLE_MS
    if (!(await deps.pace.turn()) || !daily.running() || !gate.admit('item_reads')) return IDLE_MS
    if (single !== undefined) return readAlone(single, unlisted[0] === single)
    return readPage((walk ??= begin()))
  }

  const daily = createComparison({
    ...deps,
    doneAt: DONE_AT,
    step: next,
    giveUp() {
      walk = null
      unlisted = []
    },
  })

  return {
    start: (delayMs = 0) => daily.start(delayMs),
    stop: daily.stop,
    settled: daily.settled,
    now: daily.now,
    doneElsewhere(agoMs, { items }) {
      // One of this station's own that has begun goes on, and only with the same items can another have found what is gone.
      if (walk === null && isSame(items)) daily.doneElsewhere(agoMs)
    },
  }
}

function markShown({ shown, lastId }: Walk, itemId: number): void {
  const byte = Math.floor(itemId / BITS)
  if (itemId <= lastId) shown[byte] = (shown[byte] ?? 0) | (1 << (itemId % BITS))
}

function wasShown({ shown }: Walk, itemId: number): boolean {
  return ((shown[Math.floor(itemId / BITS)] ?? 0) & (1 << (itemId % BITS))) !== 0
}
