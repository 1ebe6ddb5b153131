import { isDelisted, NAMED_ITEM_STATES } from '../../../../shared/domain/items/item-state'
import { createItemBody, type Item } from '../../../../shared/partner-api/item'
import { PartnerError, UnexpectedAnswerError } from '../../../partner/errors'
import type { PageLink } from '../../../partner/pages'
import { findItem, saveItem } from '../../../store/tables/items'
import type { Op } from '../../../store/tables/outbox'
import { isOurItem } from '../created-answer'
import { CREATE_SENDS, type Finding, type PlayDeps, type Playbook } from '../playbook'
import { bodyOf, knownBody } from '../../copies/op-body'
import { createTrail } from '../../../partner/trail'

/** The most that the document allows. */
const PAGE_SIZE = 200

/**
 * Lists an item. `external_id` is its key: an item that has it now, and did not exist before, is the requested one.
 * @see partner-api "POST /api/v1.0/items"
 */
export const createItem: Playbook<readonly Item[]> = {
  readable: (op) => bodyOf(op, createItemBody)?.external_id !== undefined,
  look: findByExternalId,
  keep(tx, _deps, _op, items, at) {
    for (const item of items) saveItem(tx, item, at)
  },
  judge: (_deps, op, items) => findOwn(op, items),
  // The document does not say from which state on an ID is free: one used by an item that is going is tried, and only
  // held if refused.
  against: (_deps, op, items) =>
    op.state === 'sending' && items.some(({ state }) => isDelisted(state)) ? 'item_exists' : null,
  baseline: (items) => items.map((item) => item.item_number),
  async send({ client, db }, op) {
    const body = knownBody(op, createItemBody)
    const answer = await client.createItem(body)
    const { item_number: itemNumber } = answer
    const known = findItem(db, itemNumber)?.external_id ?? body.external_id
    if (known !== body.external_id || !isOurItem(answer, body.external_id))
      throw new UnexpectedAnswerError('the create of an item was answered with something else')
    return itemNumber
  },
  confirmed: () => {},
  sends: CREATE_SENDS,
}

function findOwn(op: Op, items: readonly Item[]): Finding {
  const { baseline, serverRef } = op
  // An op from a backup that succeeded after it was made: the ID that the marketplace gave it then counts.
  if (serverRef !== null && items.some((item) => item.item_number === serverRef))
    return { kind: 'arrived', serverRef }
  const fresh = items.filter((item) => baseline === null || !baseline.includes(item.item_number))
  const live = fresh.filter(({ state }) => !isDelisted(state))
  // Never sent, so every item with this ID is a different one.
  if (baseline === null && op.state !== 'unknown')
    return live.length > 0 ? { kind: 'stuck', reason: 'item_exists' } : { kind: 'absent' }
  // An op from a backup or a file may have been sent already, and its item delisted since.
  const own = (baseline === null && live.length > 0 ? live : fresh).filter((item) => isAsked(op, item))
  const [one, second] = own
  if (second !== undefined) return { kind: 'stuck', reason: 'duplicate' }
  if (one !== undefined) return { kind: 'arrived', serverRef: one.item_number }
  return live.length > 0 ? { kind: 'stuck', reason: 'item_exists' } : { kind: 'absent' }
}

/** Another station may list something else under the same ID: fields that cannot be changed later must match. */
function isAsked(op: Op, item: Item): boolean {
  const body = knownBody(op, createItemBody)
  return (
    same(item.title?.trim(), body.title.trim()) &&
    same(item.category_id, body.category_id) &&
    same(item.brand_id, body.brand_id)
  )
}

/** A field that the marketplace does not show says nothing. */
function same<Value>(shown: Value | null | undefined, asked: Value): boolean {
  return shown === null || shown === undefined || shown === asked
}

/**
 * Searches the states that the document names first: its default filter, which it does not describe, may hide a new item.
 * Then the default, which may include others: a failed listing's, say.
 */
async function findByExternalId(deps: PlayDeps, op: Op): Promise<readonly Item[]> {
  const externalId = op.itemKey ?? ''
  const named = await listNamed(deps, externalId)
  if (named.length > 0) return named
  return listAlike(deps, { external_id: externalId })
}

async function listNamed(deps: PlayDeps, externalId: string): Promise<readonly Item[]> {
  try {
    return await listAlike(deps, { external_id: externalId, status: NAMED_ITEM_STATES })
  } catch (error) {
    // The document does not say which states can be requested; if the server refuses one, its default is used.
    if (!(error instanceof PartnerError) || error.code !== 'unprocessable') throw error
    return []
  }
}

/** A server that does not know the filter returns every item: the one looked for may be on any page. */
async function listAlike(
  { client }: PlayDeps,
  asked: { external_id: string; status?: readonly string[] },
): Promise<readonly Item[]> {
  const query = { ...asked, page_size: PAGE_SIZE }
  const trail = createTrail<Item>(({ item_number: itemNumber }) => itemNumber, null)
  const alike = new Map<string, Item>()
  for (let page: PageLink | null | undefined; page !== null;) {
    const shown = await client.listItems(query, page)
    // Something between here and the marketplace may swallow bodies: a second item would be the price.
    if (shown.isBlank === true)
      throw new UnexpectedAnswerError('the list of items was answered with nothing at all')
    for (const item of shown.entries)
      if (item.external_id === query.external_id) alike.set(item.item_number, item)
    page = trail.follow(shown)
  }
  return [...alike.values()]
}
