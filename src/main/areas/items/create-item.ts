import { randomInt, randomUUID } from 'node:crypto'
import type { ValueOf } from '../../../shared/contract/bridge'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { RowProblem } from '../../../shared/domain/items/bulk-job'
import { SIZE_PROBLEM_AT, sizeProblem, type LeafCategory } from '../../../shared/domain/items/category'
import { createItemBody, type CreateItemBody } from '../../../shared/partner-api/item'
import { isDelisted } from '../../../shared/domain/items/item-state'
import { StationError } from '../../base/station-error'
import { cachedLeaves } from '../../store/tables/categories'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import { findItem, itemsOfExternalId } from '../../store/tables/items'
import { enqueue, itemLane, opsOfLane } from '../../store/tables/outbox'
import { readSetting, writeSetting } from '../../store/tables/settings'
import { captureNow } from '../station/capture'
import { announce, type Station } from '../station/station'
import type { Confirmed } from './change-item'

/**
 * Queues a new item. The marketplace's copy is recognized by its external ID, so the item gets one if it has none; its
 * size is checked against its category, if the categories are known here.
 * @throws StationError `item_exists`, `invalid_request` with a problem per field (`category_id`, `size`, `size.type`),
 *   `clock_differs`, `disk_full`, `database_error`
 * @see partner-api "POST /api/v1.0/items"
 */
export function createItem(
  station: Station,
  { body }: ParsedRequestOf<'items:create'>,
): ValueOf['items:create'] {
  const { db } = station
  const created = inTransaction(db, (tx) => {
    const externalId = body.external_id ?? newExternalId(tx, station)
    const named = { ...body, external_id: externalId }
    return { seq: queueCreate(tx, named, { capture: captureNow(tx, station) }, cachedLeaves(tx)), externalId }
  })
  announce(station, null)
  return created
}

/**
 * Queues a new item as part of a commit.
 * @param leaves as in `categoryProblem`
 * @returns its place in the outbox
 * @throws StationError `item_exists`, `invalid_request` with a problem per field
 */
export function queueCreate(
  tx: Tx,
  body: CreateItemBody & { external_id: string },
  { capture, job }: Pick<Confirmed, 'capture' | 'job'>,
  leaves: readonly LeafCategory[] | null,
): number {
  const problem = categoryProblem(leaves, body)
  if (problem !== null)
    throw new StationError('invalid_request', `the item cannot be in category ${body.category_id}`, {
      [problem.field]: problem.code,
    })
  if (isTaken(tx, body.external_id))
    throw new StationError('item_exists', `item ${body.external_id} already exists`, {
      external_id: 'taken',
    })
  return enqueue(tx, {
    opUid: randomUUID(),
    kind: 'create_item',
    itemKey: body.external_id,
    body: JSON.stringify(createItemBody.parse(body)),
    capture,
    ...(job === undefined ? {} : { job }),
  })
}

/**
 * Why an item cannot be in its category, or not with its size; `null` for nothing.
 * @param leaves `null` when the categories were never read here: the marketplace decides then
 */
export function categoryProblem(
  leaves: readonly LeafCategory[] | null,
  body: Pick<CreateItemBody, 'category_id' | 'size'>,
): RowProblem | null {
  if (leaves === null) return null
  const leaf = leaves.find(({ id }) => id === body.category_id)
  if (leaf === undefined) return { field: 'category_id', code: 'not_leaf' }
  const problem = sizeProblem(leaf, body.size)
  if (problem === null) return null
  const { path, code } = SIZE_PROBLEM_AT[problem]
  return { field: path.join('.'), code }
}

/**
 * Whether an item that is, or will be, on the marketplace has this ID; the marketplace decides when one is free again.
 */
export function isTaken(db: Db, externalId: string): boolean {
  const known = itemsOfExternalId(db, externalId)
  if (known.some(({ state }) => !isDelisted(state))) return true
  return opsOfLane(db, itemLane(externalId)).some(
    ({ kind, state, serverRef }) =>
      kind === 'create_item' &&
      state !== 'discarded' &&
      // A finished op counts until its item has been read once.
      (state !== 'confirmed' || serverRef === null || findItem(db, serverRef) === null),
  )
}

const CODE_KEY = 'station.code'
/** Without letters and digits that look alike. */
const CODE_LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** Like `PB-K7QX-20261121-074501-123`: this station, and the moment in UTC. */
function newExternalId(tx: Tx, { clock }: Station): string {
  let ms = clock.wallMs()
  while (isTaken(tx, idOfMoment(tx, ms))) ms += 1
  return idOfMoment(tx, ms)
}

/** The external ID that an item gets which was confirmed at this moment. */
export function idOfMoment(tx: Tx, wallMs: number): string {
  const code = readSetting(tx, CODE_KEY) ?? newStationCode(tx)
  const [date = '', time = ''] = new Date(wallMs).toISOString().split('T')
  return ['PB', code, date.replaceAll('-', ''), time.slice(0, 8).replaceAll(':', ''), time.slice(9, 12)].join(
    '-',
  )
}

/** A code that distinguishes the IDs of stations listing for one account. */
function newStationCode(tx: Tx): string {
  const code = Array.from({ length: 4 }, () => CODE_LETTERS[randomInt(CODE_LETTERS.length)]).join('')
  writeSetting(tx, CODE_KEY, code)
  return code
}
