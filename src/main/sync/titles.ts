import type { Item } from '../../shared/partner-api/item'
import type { Clock } from '../clock'
import type { PartnerClient } from '../partner/client'
import { PartnerError } from '../partner/errors'
import { inTransaction, type Database } from '../store/database'
import { createdNotCached, missingItems, notCached, saveItem, saveUnknownItem } from '../store/items'
import type { Gate } from './gate'

/**
 * Fetches the items that orders to pack refer to, since an order line carries no title, oldest orders first; and what
 * was created here.
 */
export type Titles = {
  /** Fetches what is missing; resolves when nothing is, or when the marketplace does not answer. */
  fill(): Promise<void>
  /** Fetches these before anything else: somebody looks at them. */
  want(itemNumbers: readonly string[]): void
  stop(): Promise<void>
}

export type TitlesDeps = {
  db: Database
  client: PartnerClient
  gate: Gate
  clock: Clock
  onItems: () => void
  onFault: (error: unknown) => void
  /** Items asked for side by side. Default 4, so that the outbox is never crowded out. */
  parallel?: number
  /** Items kept in one commit. Default 40. */
  batch?: number
}

/** Finding what is missing reads every order to pack, so it is done once for many items. */
const LOOK_AHEAD = 2_000

/** Titles that are fetched on demand. */
export function createTitles(deps: TitlesDeps): Titles {
  const { db, clock, gate, batch = 40 } = deps
  const wantedFirst = new Set<string>()
  /** Could not be had last time; asked for again when the others are here, or they would never be. */
  const setBack = new Set<string>()
  let stopped = false
  let filling: Promise<void> | null = null

  let backlog: string[] = []

  const missing = (): string[] => {
    if (backlog.length === 0) {
      const limit = LOOK_AHEAD + setBack.size
      backlog = [...createdNotCached(db, limit), ...missingItems(db, limit)].filter(
        (itemNumber) => !setBack.has(itemNumber),
      )
    }
    const next = notCached(db, backlog.splice(0, batch))
    return next.length === 0 && backlog.length > 0 ? missing() : next
  }

  const run = async (): Promise<void> => {
    while (!stopped && gate.allows()) {
      const wanted = wantedFirst.size > 0 ? [...wantedFirst].slice(0, batch) : missing()
      if (wanted.length === 0) return setBack.clear()
      for (const itemNumber of wanted) wantedFirst.delete(itemNumber)
      const answers = await askAll(deps, wanted)
      if (stopped) return
      const readAt = new Date(clock.wallMs()).toISOString()
      inTransaction(db, () => {
        for (const answer of answers) {
          if (answer.kind === 'item') saveItem(db, answer.item, readAt)
          if (answer.kind === 'unknown') saveUnknownItem(db, answer.itemNumber, readAt)
          if (answer.kind === 'failed') setBack.add(answer.itemNumber)
        }
      })
      deps.onItems()
      if (answers.some(({ kind }) => kind === 'failed')) return
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

  return {
    fill,
    want(itemNumbers) {
      for (const itemNumber of itemNumbers) wantedFirst.add(itemNumber)
      if (wantedFirst.size > 0) void fill()
    },
    async stop() {
      stopped = true
      await filling
    },
  }
}

type Answer =
  | { kind: 'item'; item: Item }
  /** The marketplace has no such item, or shows one that cannot be read: asking again would not help. */
  | { kind: 'unknown'; itemNumber: string }
  | { kind: 'failed'; itemNumber: string }

/** A few at a time, and no further once one could not be had. */
async function askAll(deps: TitlesDeps, itemNumbers: readonly string[]): Promise<Answer[]> {
  const answers: Answer[] = []
  const waiting = [...itemNumbers]
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const answer = await ask(deps, next)
      answers.push(answer)
      if (answer.kind === 'failed') waiting.length = 0
    }
  }
  await Promise.all(Array.from({ length: deps.parallel ?? 4 }, worker))
  return answers
}

async function ask({ client, gate }: TitlesDeps, itemNumber: string): Promise<Answer> {
  try {
    const item = await client.readItem(itemNumber)
    // Kept under the number that was asked for, or it would be asked for again.
    return { kind: 'item', item: { ...item, item_number: itemNumber } }
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    if (['not_found', 'unexpected_answer', 'too_large', 'unprocessable'].includes(error.code))
      return { kind: 'unknown', itemNumber }
    gate.failed(error)
    return { kind: 'failed', itemNumber }
  }
}
