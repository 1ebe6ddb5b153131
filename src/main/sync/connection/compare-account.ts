import type { Order } from '../../../shared/partner-api/order'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import {
  findKnownOrder,
  isSameOrder,
  knownAccount,
  type KnownOrder,
} from '../../store/recovery/known-account'
import type { Db } from '../../store/db/database'
import type { AccountFacts } from './judge-account'

export type Comparing = Pick<PartnerClient, 'listOrders' | 'readOrder' | 'readItem'>

/** Enough of the list to find known orders in one answer. */
const LISTED = 50

/**
 * Compares what the database knows with the marketplace. Writes nothing.
 * @param client uses the token in question
 * @throws PartnerError `unauthorized` when the list itself is refused; every other failure is a fact
 */
export async function compareAccount(db: Db, client: Comparing): Promise<AccountFacts> {
  const known = knownAccount(db)
  const facts = { untouched: known.untouched, answered: true, shown: 0, foreign: 0, missing: 0, unknown: 0 }
  if (known.untouched) return facts
  const listed = await listOrders(client)
  if (listed === null) return { ...facts, answered: false }
  const compared = new Set<number>()
  const strangers: number[] = []
  for (const order of listed) {
    const here = findKnownOrder(db, order.id)
    if (here === null) strangers.push(order.id)
    else {
      compared.add(order.id)
      facts[isSame(here, order) ? 'shown' : 'foreign'] += 1
    }
  }
  const note = (answer: Answer): void => {
    if (answer === 'unclear') facts.answered = false
    else facts[answer] += 1
  }
  for (const order of known.orders) if (!compared.has(order.orderId)) note(await askForOrder(client, order))
  for (const itemNumber of known.itemNumbers) note(await askForItem(client, itemNumber))
  // Until one order of the list was read, a 404 may come from a marketplace that answers 404 to everything.
  const [stranger] = strangers
  if (stranger !== undefined) {
    if (await canRead(client, stranger)) facts.unknown = strangers.length
    else facts.answered = false
  }
  return facts
}

type Answer = 'shown' | 'foreign' | 'missing' | 'unclear'

async function listOrders(client: Comparing): Promise<readonly Order[] | null> {
  try {
    return (await client.listOrders({ page_size: LISTED }).catch(unlessRefused(() => client.listOrders())))
      .entries
  } catch (error) {
    if (!(error instanceof PartnerError) || error.code === 'unauthorized') throw error
    return null
  }
}

/** The document does not give the limits of the page size. */
function unlessRefused<T>(otherwise: () => Promise<T>): (error: unknown) => Promise<T> {
  return (error) => {
    if (error instanceof PartnerError && error.code === 'unprocessable') return otherwise()
    throw error
  }
}

async function askForOrder(client: Comparing, known: KnownOrder): Promise<Answer> {
  try {
    return isSame(known, await client.readOrder(known.orderId)) ? 'shown' : 'foreign'
  } catch (error) {
    return answerOf(error)
  }
}

async function askForItem(client: Comparing, itemNumber: string): Promise<Answer> {
  try {
    const { item_number: shown } = await client.readItem(itemNumber)
    return shown === itemNumber ? 'shown' : 'unclear'
  } catch (error) {
    return answerOf(error)
  }
}

async function canRead(client: Comparing, orderId: number): Promise<boolean> {
  try {
    await client.readOrder(orderId)
    return true
  } catch (error) {
    if (!(error instanceof PartnerError)) throw error
    return false
  }
}

function answerOf(error: unknown): Answer {
  if (!(error instanceof PartnerError)) throw error
  return error.code === 'not_found' ? 'missing' : 'unclear'
}

function isSame(known: KnownOrder, { order_lines: lines, purchased_at: purchasedAt }: Order): boolean {
  return isSameOrder(known, { lineIds: lines.map(({ id }) => id), purchasedAt: purchasedAt ?? null })
}
