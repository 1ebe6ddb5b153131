import { readItem, type Item } from '../../../shared/partner-api/item'
import type { Clock } from '../../base/clock'
import type { SharedRecord } from '../../warehouse/port/shared-records'
import type { PartnerClient } from '../../partner/client'
import { PartnerError, UnreadableRecordError } from '../../partner/errors'
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
  return new NearbyItems(deps)
}

/** `ItemBackfill`: the items of orders near the bench. */
class NearbyItems implements ItemBackfill {
  private readonly left: LeftItems
  private readonly batch: number
  private readonly nearOrders: number
  private readonly parallel: number
  /** Items of orders that were opened. */
  private readonly urgent = new Set<string>()
  /** In view. */
  private inSight: string[] = []
  /** What else is near the bench, as it was last looked up. */
  private backlog: string[] = []
  /** Created here, newest first. `null` until looked up, once: that looks at all that were created here. */
  private createdHere: string[] | null = null
  /** Requested and not stored yet. */
  private readonly asking = new Set<string>()
  /** Background answers not stored yet. */
  private readonly unkept: Answer[] = []
  /** Already requested by the background when its order was opened: stored as soon as it arrives. */
  private readonly awaited = new Set<string>()
  /** Failed last time; retried after all others, or those would never be fetched. */
  private readonly setBack = new Set<string>()
  /** How many more may be fetched although lists are about to show them. */
  private early = MOST_EARLY
  private isKnown = false
  private stopped = false
  /** The background's work in progress. */
  private filling: Promise<void> | null = null
  /** The work on `urgent` in progress. */
  private hurrying: Promise<void> | null = null

  constructor(private readonly deps: ItemBackfillDeps) {
    const { batch = 8, nearOrders = 200, parallel = 4 } = deps
    this.left = new LeftItems(deps)
    this.batch = batch
    this.nearOrders = nearOrders
    this.parallel = parallel
  }

  fill(): Promise<void> {
    this.filling ??= this.run()
      .catch(this.deps.onFault)
      .finally(() => {
        this.filling = null
      })
    return this.filling
  }

  want(itemNumbers: readonly string[]): void {
    for (const itemNumber of itemNumbers) this.urgent.add(itemNumber)
    // Nobody looking at an order should wait for a background commit to fill up.
    if (this.unkept.some(({ itemNumber }) => this.urgent.has(itemNumber))) this.keepAll()
    this.hurryOn()
  }

  created(itemNumber: string): void {
    const earlier = this.createdHere ?? createdNotCached(this.deps.db, MOST_CREATED)
    this.createdHere = [itemNumber, ...earlier].slice(0, MOST_CREATED)
    const missing = notCached(this.deps.db, this.createdHere.slice(0, FEW_CREATED + 1))
    if (missing.length <= FEW_CREATED) this.want(missing)
  }

  soon(itemNumbers: readonly string[]): void {
    this.inSight = itemNumbers.slice(0, MOST_IN_SIGHT)
    if (this.inSight.length === 0) return
    if (!this.deps.comingLate()) return void this.fill()
    const first = notCached(this.deps.db, this.inSight)
      .filter((itemNumber) => !this.asking.has(itemNumber))
      .slice(0, this.early)
    this.early -= first.length
    this.want(first)
  }

  known(): boolean {
    const { db, gate, coming, imported } = this.deps
    if (!this.isKnown && !coming() && missingItems(db, this.nearOrders).length === 0) this.nowKnown()
    return this.isKnown || (imported() && !gate.allows('item_reads'))
  }

  async stop(): Promise<void> {
    this.stopped = true
    await Promise.all([this.filling, this.hurrying])
  }

  private async run(): Promise<void> {
    const { gate, pace, coming } = this.deps
    let failures = 0
    let isFirst = true
    try {
      while (!this.stopped && gate.allows('item_reads') && !coming()) {
        const itemNumber = this.next()
        if (itemNumber === null) return this.nothingMissing()
        const known = await this.lookAt(itemNumber)
        if (known !== null) {
          this.unkept.push(known)
          if (this.unkept.length >= this.batch) this.keepAll()
          continue
        }
        if (this.left.leave(itemNumber)) continue
        if (!(await pace.turn()) || !gate.admit('item_reads')) return
        // Somebody may have opened its order meanwhile, or a list may have shown it.
        if (!this.isWanted(itemNumber)) continue
        const answer = await this.ask(itemNumber)
        this.unkept.push(answer)
        failures = answer.kind === 'failed' ? failures + 1 : 0
        // An item that fails is skipped; when the next one fails too, it is not the item's fault.
        if (failures > 1) return
        // The first at once: if it is of a state that no list has shown, a list brings the others.
        if (this.awaited.delete(itemNumber) || isFirst || this.unkept.length >= this.batch) this.keepAll()
        isFirst = false
      }
    } finally {
      this.keepAll()
    }
  }

  private next(): string | null {
    const known = this.takeFrom(this.inSight) ?? this.takeFrom(this.backlog)
    if (known !== null) return known
    const { db } = this.deps
    this.createdHere ??= createdNotCached(db, MOST_CREATED)
    this.backlog = [...this.createdHere, ...missingItems(db, this.nearOrders)]
    return this.takeFrom(this.backlog)
  }

  private takeFrom(list: string[]): string | null {
    for (let first = list.shift(); first !== undefined; first = list.shift())
      if (this.isWanted(first)) return first
    return null
  }

  private isWanted(itemNumber: string): boolean {
    return (
      !this.setBack.has(itemNumber) &&
      !this.asking.has(itemNumber) &&
      !this.left.isLeft(itemNumber) &&
      notCached(this.deps.db, [itemNumber]).length > 0
    )
  }

  private nothingMissing(): void {
    this.keepAll()
    this.left.forget()
    this.nowKnown()
    this.setBack.clear()
  }

  private nowKnown(): void {
    const { imported, coming, onItems } = this.deps
    if (this.isKnown || !imported() || coming()) return
    this.isKnown = true
    onItems()
  }

  private hurryOn(): void {
    if (this.urgent.size === 0 || this.stopped || !this.deps.gate.allows('item_reads')) return
    this.hurrying ??= this.hurry()
      .catch(this.deps.onFault)
      .finally(() => {
        this.hurrying = null
        this.hurryOn()
      })
  }

  private async hurry(): Promise<void> {
    const { db, pace } = this.deps
    const { urgent, asking } = this
    const answers: Answer[] = []
    const worker = async (): Promise<void> => {
      for (const itemNumber of urgent) {
        urgent.delete(itemNumber)
        if (asking.has(itemNumber)) this.awaited.add(itemNumber)
        if (this.stopped || asking.has(itemNumber) || notCached(db, [itemNumber]).length === 0) continue
        const known = await this.lookAt(itemNumber)
        if (known === null) pace.spend()
        answers.push(known ?? (await this.ask(itemNumber)))
        // The remaining items wait their turn: asking a marketplace that does not answer helps nobody.
        if (answers.at(-1)?.kind === 'failed') urgent.clear()
      }
    }
    await Promise.all(Array.from({ length: this.parallel }, worker))
    this.keep(answers)
  }

  /** What another station has read; it counts as requested until it is stored. */
  private async lookAt(itemNumber: string): Promise<Answer | null> {
    const { shared } = this.deps
    if (shared === undefined) return null
    this.asking.add(itemNumber)
    const known = answerIn(itemNumber, await shared.look(itemNumber))
    if (known === null) this.asking.delete(itemNumber)
    return known
  }

  private async ask(itemNumber: string): Promise<Answer> {
    this.asking.add(itemNumber)
    try {
      return await read(this.deps, itemNumber)
    } catch (error) {
      this.asking.delete(itemNumber)
      throw error
    }
  }

  private keepAll(): void {
    this.keep(this.unkept.splice(0))
  }

  private keep(answers: readonly Answer[]): void {
    const { db, clock, onItems } = this.deps
    for (const { kind, itemNumber } of answers) {
      this.asking.delete(itemNumber)
      if (kind === 'failed') this.setBack.add(itemNumber)
    }
    if (this.stopped || answers.length === 0) return
    const readAt = new Date(clock.wallMs()).toISOString()
    inTransaction(db, (tx) => {
      for (const answer of answers) {
        if (answer.kind === 'item') saveItem(tx, answer.item, readAt)
        if (answer.kind === 'unknown') saveUnknownItem(tx, answer.itemNumber, readAt)
      }
    })
    onItems()
  }
}

/** Items left to the station that reads for all, or all stations of a warehouse would read the same ones at the same time. */
class LeftItems {
  /** Since when, by the monotonic clock. */
  private readonly since = new Map<string, number>()

  constructor(private readonly deps: Pick<ItemBackfillDeps, 'db' | 'clock' | 'shared'>) {}

  /** @returns false where no station reads for all, or the item was left to it before */
  leave(itemNumber: string): boolean {
    if (!this.anotherReads() || this.since.has(itemNumber)) return false
    this.since.set(itemNumber, this.deps.clock.monotonicMs())
    return true
  }

  isLeft(itemNumber: string): boolean {
    const sinceMs = this.since.get(itemNumber) ?? Number.NEGATIVE_INFINITY
    return this.anotherReads() && this.deps.clock.monotonicMs() - sinceMs < LEFT_MS
  }

  /** Those that are here by now. */
  forget(): void {
    for (const itemNumber of this.since.keys())
      if (notCached(this.deps.db, [itemNumber]).length === 0) this.since.delete(itemNumber)
  }

  private anotherReads(): boolean {
    return (this.deps.shared?.restMs() ?? 0) > 0
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
    return { kind: isAboutItem(error) ? 'unknown' : 'failed', itemNumber }
  }
}

/** Whether the marketplace itself has said something of the item, which it would say again. */
function isAboutItem(error: PartnerError): boolean {
  if (error instanceof UnreadableRecordError || error.code === 'too_large') return true
  // A portal or a proxy refuses pages, too.
  return (error.code === 'not_found' || error.code === 'unprocessable') && error.diagnosis === null
}

function answerIn(itemNumber: string, shared: SharedRecord | null): Answer | null {
  if (shared === null) return null
  if (shared.record === null) return { kind: 'unknown', itemNumber }
  const item = readItem.safeParse(shared.record).data
  return item?.item_number === itemNumber ? { kind: 'item', itemNumber, item } : null
}
