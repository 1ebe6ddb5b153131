import type { Item } from '../../../shared/partner-api/item'
import type { Clock } from '../../base/clock'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import { hasCategories, saveCategories } from '../../store/tables/categories'
import { inTransaction, type Db } from '../../store/db/database'
import { findItem, saveItem, saveUnknownItem } from '../../store/tables/items'
import type { Gate } from '../connection/gate'

/** Reads items and categories on a person's request, and caches them. */
export type ItemBrowser = {
  read(itemNumber: string): Promise<BrowseOutcome<Item>>
  /** Reads the category tree again. */
  categories(): Promise<BrowseOutcome<null>>
  /** Reads the category tree unless that was done before; never throws a PartnerError. */
  categoriesOnce(): Promise<void>
}

/** `refused`: the marketplace answered, but did not accept the query. */
export type BrowseOutcome<Value> =
  | { ok: true; value: Value }
  | { ok: false; why: 'unauthorized' | 'unreachable' | 'not_found' | 'refused' }

export type BrowseDeps = {
  db: Db
  client: PartnerClient
  gate: Gate
  clock: Clock
  /** An item was stored. */
  onRead: () => void
  onFault: (error: unknown) => void
}

/** Reads nothing until requested. */
/** Whether a marketplace without categories has some by now. */
const AGAIN_MS = 3_600_000

export function createItemBrowser(deps: BrowseDeps): ItemBrowser {
  const { db, client, clock, gate } = deps
  let readingOnce: Promise<void> | null = null
  /** There may be categories by then; of this clock. */
  let askAgainAtMs = Number.NEGATIVE_INFINITY
  const now = (): string => new Date(clock.wallMs()).toISOString()

  const ask = async <Value>(question: () => Promise<Value>): Promise<BrowseOutcome<Value>> => {
    try {
      return { ok: true, value: await question() }
    } catch (error) {
      if (!(error instanceof PartnerError)) throw error
      return { ok: false, why: reasonOf(error) }
    }
  }

  /** What was known of it stays. */
  const keepGone = (itemNumber: string): void => {
    if (findItem(db, itemNumber) !== null) inTransaction(db, (tx) => saveUnknownItem(tx, itemNumber, now()))
  }

  const categories = (): Promise<BrowseOutcome<null>> =>
    ask(async () => {
      const tree = await client.listCategories()
      // An empty tree says nothing about what categories there are: the one that is here stays.
      if (tree.length > 0) inTransaction(db, (tx) => saveCategories(tx, tree, now()))
      else askAgainAtMs = clock.monotonicMs() + AGAIN_MS
      return null
    })

  return {
    read: (itemNumber) =>
      ask(async () => {
        // Stored under the requested number, or it would not be found again.
        const read = await client.readItem(itemNumber).catch((error: unknown) => {
          if (error instanceof PartnerError && error.code === 'not_found') keepGone(itemNumber)
          throw error
        })
        const item = { ...read, item_number: itemNumber }
        inTransaction(db, (tx) => saveItem(tx, item, now()))
        deps.onRead()
        return item
      }),
    categories,
    categoriesOnce() {
      const isDue = !hasCategories(db) && clock.monotonicMs() >= askAgainAtMs
      if (!isDue || !gate.allows('item_reads')) return Promise.resolve()
      readingOnce ??= categories()
        .then(() => undefined, deps.onFault)
        .finally(() => {
          readingOnce = null
        })
      return readingOnce
    },
  }
}

function reasonOf({ code }: PartnerError): 'unauthorized' | 'unreachable' | 'not_found' | 'refused' {
  switch (code) {
    case 'unauthorized':
    case 'not_found':
      return code
    case 'unprocessable':
    case 'invalid_request':
      return 'refused'
    default:
      return 'unreachable'
  }
}
