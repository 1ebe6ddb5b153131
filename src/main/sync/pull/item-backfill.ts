import { readItem, type Item } from '../../../shared/partner-api/item'
import type { Clock } from '../../base/clock'
import type { SharedRecord } from '../../warehouse/port/shared-records'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import { inTransaction, type Db } from '../../store/db/database'
import {
  createdNotCached,
  missingItems,
  notCached,
  saveItem,
  saveUnknownItem,
} from '../../store/tables/items'
import type { Gate } from '../connection/gate'
import type { Pace } from '../connection/pace'
import type { SharedRounds } from '../shared/shared-rounds'

/**
 * Fetches the items that no list has shown (`item-pull.ts`), because order lines contain no title: those of an opened order
 * at once; those in view, created here, or in the first orders to pack gradually, at the background's pace. The document
 * offers no list by item number, so other items are fetched when their orders come near the bench.
 */
export type ItemBackfill = {
  /** Fetches missing items near the bench; resolves when none is missing, or when the marketplace does not answer. */
  fill(): Promise<void>
  /** Somebody is looking at these: fetches at once what is not here yet. */
  want(itemNumbers: readonly string[]): void
  /** An item was created here: it is fetched at once, unless it is one of many, which come in a list. */
  created(itemNumber: string): void
  /** Fetches these slowly, but before all others: they are in view. Replaces earlier calls. */
  soon(itemNumbers: readonly string[]): void
  /**
   * Whether all items near the bench are here, or were asked for in vain: after a first start, titles, due times and what
   * depends on them would change by themselves before. Stays true while the process lives.
   */
  known(): boolean
  stop(): Promise<void>
}

export type ItemBackfillDeps = {
  db: Db
  client: PartnerClient
  gate: Gate
  pace: Pace
  clock: Clock
  /** Whether lists are about to show many items at once: until then only those of opened orders are read one by one. */
  coming: () => boolean
  /** The same, and those in view should not wait for them. */
  comingLate: () => boolean
  /** Whether all orders were read once. */
  imported: () => boolean
  /** Items were stored, or `known` has become true. */
  onItems: () => void
  onFault: (error: unknown) => void
  shared?: Pick<SharedRounds<Item>, 'restMs' | 'look'>
  /** Concurrent requests for items of an open order. Default 4, so that the outbox is never crowded out. */
  parallel?: number
  /** Most background items stored in one commit. Default 8: a few seconds' worth. */
  batch?: number
  /** How many orders to pack count as near. Default 200: some hours' work at a bench. */
  nearOrders?: number
}

/** Most items fetched for orders in view, however many are listed. */
const MOST_IN_SIGHT = 200
/** Most that are fetched one by one although lists are about to show them: about what the first screens need. */
const MOST_EARLY = 60
const MOST_CREATED = 40
/** So many new items are fetched one by one as they are created. */
const FEW_CREATED = 3
/** The station that reads for all is given so long to read what nobody waits for. */
const LEFT_MS = 30_000

export function createItemBackfill(deps: ItemBackfillDeps): ItemBackfill {
  const { db, clock, gate, pace, batch = 8, nearOrders = 200, parallel = 4 } = deps
  /** Items of orders that were opened. */
  const urgent = new Set<string>()
  let inSight: string[] = []
  let backlog: string[] = []
  /** Created here, newest first. `null` until looked up, once: that looks at all that were created here. */
  let createdHere: string[] | null = null
  /** Requested and not stored yet. */
  const asking = new Set<string>()
  /** Background answers not stored yet. */
  const unkept: Answer[] = []
  /** Already requested by the background when its order was opened: stored as soon as it arrives. */
  const awaited = new Set<string>()
  /** Failed last time; retried after all others, or those would never be fetched. */
  const setBack = new Set<string>()
  /** Left to the station that reads for all, since when. */
  const left = new Map<string, number>()
  let early = MOST_EARLY
  let isKnown = false
  let stopped = false
  let filling: Promise<void> | null = null
  let hurrying: Promise<void> | null = null

  /** Or all stations of a warehouse would read the same items at the same time. */
  const isLeft = (itemNumber: string): boolean =>
    (deps.shared?.restMs() ?? 0) > 0 &&
    clock.monotonicMs() - (left.get(itemNumber) ?? Number.NEGATIVE_INFINITY) < LEFT_MS
  const leave = (itemNumber: string): boolean => {
    if ((deps.shared?.restMs() ?? 0) === 0 || left.has(itemNumber)) return false
    left.set(itemNumber, clock.monotonicMs())
    return true
  }
  const forget = (): void => {
    for (const itemNumber of left.keys())
      if (notCached(db, [itemNumber]).length === 0) left.delete(itemNumber)
  }

  const wanted = (itemNumber: string): boolean =>
    !setBack.has(itemNumber) &&
    !asking.has(itemNumber) &&
    !isLeft(itemNumber) &&
    notCached(db, [itemNumber]).length > 0

  const takeFrom = (list: string[]): string | null => {
    for (let first = list.shift(); first !== undefined; first = list.shift()) if (wanted(first)) return first
    return null
  }

  const next = (): string | null => {
    const known = takeFrom(inSight) ?? takeFrom(backlog)
    if (known !== null) return known
    createdHere ??= createdNotCached(db, MOST_CREATED)
    backlog = [...createdHere, ...missingItems(db, nearOrders)]
    return takeFrom(backlog)
  }

  const ask = async (itemNumber: string): Promise<Answer> => {
    asking.add(itemNumber)
    try {
      return await read(deps, itemNumber)
    } catch (error) {
      asking.delete(itemNumber)
      throw error
    }
  }

  /** What another station has read; it counts as requested until it is stored. */
  const lookAt = async (itemNumber: string): Promise<Answer | null> => {
    if (deps.shared === undefined) return null
    asking.add(itemNumber)
    const known = answerIn(itemNumber, await deps.shared.look(itemNumber))
    if (known === null) asking.delete(itemNumber)
    return known
  }

  const keep = (answers: readonly Answer[]): void => {
    for (const { kind, itemNumber } of answers) {
      asking.delete(itemNumber)
      if (kind === 'failed') setBack.add(itemNumber)
    }
    if (stopped || answers.length === 0) return
    const readAt = new Date(clock.wallMs()).toISOString()
    inTransaction(db, (tx) => {
      for (const answer of answers) {
        if (answer.kind === 'item') saveItem(tx, answer.item, readAt)
        if (answer.kind === 'unknown') saveUnknownItem(tx, answer.itemNumber, readAt)
      }
    })
    deps.onItems()
  }

  const nowKnown = (): void => {
    if (isKnown || !deps.imported() || deps.coming()) return
    isKnown = true
    deps.onItems()
  }

  const run = async (): Promise<void> => {
    let failures = 0
    let isFirst = true
    try {
      while (!stopped && gate.allows('item_reads') && !deps.coming()) {
        const itemNumber = next()
        if (itemNumber === null) {
          keep(unkept.splice(0))
          forget()
          nowKnown()
          return setBack.clear()
        }
        const known = await lookAt(itemNumber)
        if (known !== null) {
          unkept.push(known)
          if (unkept.length >= batch) keep(unkept.splice(0))
          continue
        }
        if (leave(itemNumber)) continue
        if (!(await pace.turn()) || !gate.admit('item_reads')) return
        // Somebody may have opened its order meanwhile, or a list may have shown it.
        if (!wanted(itemNumber)) continue
        const answer = await ask(itemNumber)
        unkept.push(answer)
        failures = answer.kind === 'failed' ? failures + 1 : 0
        // An item that fails is skipped; when the next one fails too, it is not the item's fault.
        if (failures > 1) return
        // The first at once: if it is of a state that no list has shown, a list brings the others.
        if (awaited.delete(itemNumber) || isFirst || unkept.length >= batch) keep(unkept.splice(0))
        isFirst = false
      }
    } finally {
      keep(unkept.splice(0))
    }
  }

  const fill = (): Promise<void> => {
    filling ??= run()
      .catch(deps.onFault)
      .finally(() => {
        filling = null
      })
    return filling
  }

  const hurry = async (): Promise<void> => {
    const answers: Answer[] = []
    const worker = async (): Promise<void> => {
      for (const itemNumber of urgent) {
        urgent.delete(itemNumber)
        if (asking.has(itemNumber)) awaited.add(itemNumber)
        if (stopped || asking.has(itemNumber) || notCached(db, [itemNumber]).length === 0) continue
        const known = await lookAt(itemNumber)
        if (known === null) pace.spend()
        answers.push(known ?? (await ask(itemNumber)))
        // The remaining items wait their turn: asking a marketplace that does not answer helps nobody.
        if (answers.at(-1)?.kind === 'failed') urgent.clear()
      }
    }
    await Promise.all(Array.from({ length: parallel }, worker))
    keep(answers)
  }

  const hurryOn = (): void => {
    if (urgent.size === 0 || stopped || !gate.allows('item_reads')) return
    hurrying ??= hurry()
      .catch(deps.onFault)
      .finally(() => {
        hurrying = null
        hurryOn()
      })
  }

  const want = (itemNumbers: readonly string[]): void => {
    for (const itemNumber of itemNumbers) urgent.add(itemNumber)
    // Nobody looking at an order should wait for a background commit to fill up.
    if (unkept.some(({ itemNumber }) => urgent.has(itemNumber))) keep(unkept.splice(0))
    hurryOn()
  }

  return {
    fill,
    want,
    created(itemNumber) {
      createdHere = [itemNumber, ...(createdHere ?? createdNotCached(db, MOST_CREATED))].slice(
        0,
        MOST_CREATED,
      )
      const missing = notCached(db, createdHere.slice(0, FEW_CREATED + 1))
      if (missing.length <= FEW_CREATED) want(missing)
    },
    soon(itemNumbers) {
      inSight = itemNumbers.slice(0, MOST_IN_SIGHT)
      if (inSight.length === 0) return
      if (!deps.comingLate()) return void fill()
      const first = notCached(db, inSight)
        .filter((itemNumber) => !asking.has(itemNumber))
        .slice(0, early)
      early -= first.length
      want(first)
    },
    known() {
      if (!isKnown && !deps.coming() && missingItems(db, nearOrders).length === 0) nowKnown()
      return isKnown || (deps.imported() && !gate.allows('item_reads'))
    },
    async stop() {
      stopped = true
      await Promise.all([filling, hurrying])
    },
  }
}

type Answer =
  | { kind: 'item'; itemNumber: string; item: Item }
  /** The marketplace has no such item, or shows one that cannot be read: asking again would not help. */
  | { kind: 'unknown'; itemNumber: string }
  | { kind: 'failed'; itemNumber: string }

async function read({ client }: ItemBackfillDeps, itemNumber: string): Promise<Answer> {
  try {
    const item = await client.readItem(itemNumber)
    // Stored under the requested number, or it would be requested again.
    return { kind: 'item', itemNumber, item: { ...item, item_number: itemNumber } }
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    if (['not_found', 'unexpected_answer', 'too_large', 'unprocessable'].includes(error.code))
      return { kind: 'unknown', itemNumber }
    return { kind: 'failed', itemNumber }
  }
}

function answerIn(itemNumber: string, shared: SharedRecord | null): Answer | null {
  if (shared === null) return null
  if (shared.record === null) return { kind: 'unknown', itemNumber }
  const item = readItem.safeParse(shared.record).data
  return item?.item_number === itemNumber ? { kind: 'item', itemNumber, item } : null
}
