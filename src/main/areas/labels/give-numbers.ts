import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { NumbersOfFile, NumbersPreview } from '../../../shared/contract/labels'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import type { Carrier } from '../../../shared/domain/carriers/carrier'
import { MOST_BULK_BYTES } from '../../../shared/domain/items/bulk-job'
import {
  checkNumber,
  planNumbers,
  type NumberPlan,
  type NumberProblem,
  type OrderProblem,
  type ReadNumber,
  type RefusedNumber,
} from '../../../shared/domain/labels/given-numbers'
import { MOST_TRACKING_ROWS, trackingRowReader } from '../../../shared/domain/labels/tracking-table'
import type { LabelOrder } from '../../../shared/domain/shipments/used-label'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { StationError } from '../../base/station-error'
import { inTransaction, type Db } from '../../store/db/database'
import {
  giveNumber,
  numbersOfFile,
  numbersOfOtherOrders,
  numbersToPack,
  takeBackNumbersOf,
} from '../../store/tables/given-numbers'
import { packStates, type PackState } from '../../store/tables/orders'
import { readTable, type TableRow } from '../bulk/read-table'
import { findLabel } from '../packing/used-label'
import { whoWorksHere } from '../station/capture'
import type { Station } from '../station/station'

type Bench = Pick<Station, 'db' | 'clock' | 'boxes'>
type File = ParsedRequestOf<'labels:preview-numbers'>

/** Rows looked at with the event loop busy: a few milliseconds. */
const BATCH = 100
const MOST_SHOWN = 100
const MOST_ROWS_SHOWN = 20

/**
 * What a file would change. It changes nothing.
 * @throws StationError `file_unreadable`, `file_too_large`, each with a code for `file` in its fields
 */
export async function previewNumbers(
  station: Bench,
  carriers: readonly Carrier[],
  file: File,
): Promise<NumbersPreview> {
  const { changes, same, problems } = await planOf(station, carriers, file)
  const replaced = changes.filter(({ before }) => before !== null)
  const added = changes.filter(({ before }) => before === null)
  return {
    ...{ seen: standFor(changes), count: changes.length, replaced: replaced.length, same },
    changes: [...replaced, ...added].slice(0, MOST_SHOWN),
    problems: byKind(problems),
  }
}

/**
 * Gives orders their numbers, all of them or none, in one durable commit.
 * @throws StationError the same; `confirmation_needed` if it would change something else than what was seen
 */
export async function giveNumbers(
  station: Bench & Pick<Station, 'clockWatch' | 'events' | 'osUser' | 'signedIn'>,
  carriers: readonly Carrier[],
  { seen, ...file }: ParsedRequestOf<'labels:give-numbers'>,
): Promise<{ given: number; replaced: number }> {
  const { db, clockWatch, events } = station
  const { changes } = await planOf(station, carriers, file)
  if (standFor(changes) !== seen)
    throw new StationError('confirmation_needed', 'the file would change something else now')
  const orderIds = changes.map(({ orderId }) => orderId)
  const by = {
    fileName: file.name,
    // It is compared with the times of other stations.
    givenAt: formatInstant(clockWatch.nowMs()),
    givenBy: whoWorksHere(station),
  }
  inTransaction(db, (tx) => {
    for (const { orderId, carrier, trackingNumber } of changes)
      giveNumber(tx, { orderId, carrier, trackingNumber, ...by })
  })
  // One of them may be open.
  events.ordersChanged(orderIds)
  events.numbersGiven()
  return {
    given: changes.length,
    replaced: changes.filter(({ before }) => before !== null).length,
  }
}

/** The numbers of orders that are left to pack, by file, the last one first. */
export function givenByFile(db: Db): readonly NumbersOfFile[] {
  const files = new Map<string, NumbersOfFile & { numbers: NumbersOfFile['numbers'][number][] }>()
  for (const { fileName, givenAt, givenBy, ...number } of numbersToPack(db)) {
    const key = JSON.stringify([givenAt, fileName])
    const file = files.get(key) ?? { fileName, givenAt, givenBy, count: 0, numbers: [] }
    file.count += 1
    if (file.numbers.length < MOST_SHOWN) file.numbers.push(number)
    files.set(key, file)
  }
  return [...files.values()]
}

/** Takes them back, unless a later file has replaced them. */
export function takeBackNumbers(
  { db, events }: Pick<Station, 'db' | 'events'>,
  { orderId, ...file }: ParsedRequestOf<'labels:take-back-numbers'>,
): { takenBack: number } {
  const orderIds = numbersOfFile(db, file).filter((one) => orderId === null || one === orderId)
  inTransaction(db, (tx) => takeBackNumbersOf(tx, orderIds))
  events.ordersChanged(orderIds)
  if (orderIds.length > 0) events.numbersGiven()
  return { takenBack: orderIds.length }
}

/** Works out what the file changes, in parts with the event loop free in between. */
async function planOf(
  station: Bench,
  carriers: readonly Carrier[],
  { content }: Pick<File, 'content'>,
): Promise<NumberPlan> {
  const { db, boxes } = station
  const bytes = Buffer.from(content, 'base64')
  if (bytes.length > MOST_BULK_BYTES)
    throw new StationError('file_too_large', `${bytes.length} bytes`, { file: 'too_large' })
  const [headings, ...lines] = await readRows(bytes)
  const read = trackingRowReader(headings?.cells ?? [])
  if (read === null)
    throw new StationError('file_unreadable', 'a column is missing', { file: 'no_number_columns' })
  const rows: ReadNumber[] = []
  const onParcels = new Map<string, readonly LabelOrder[]>()
  for (let from = 0; from < lines.length; from += BATCH) {
    const part = lines.slice(from, from + BATCH).map(({ row, cells }) => ({ row, found: read(cells) }))
    const states = packStates(
      db,
      part.flatMap(({ found }) => (typeof found === 'string' ? [] : found.orderId)),
    )
    for (const { row, found } of part) {
      if (typeof found === 'string') {
        rows.push({ row, orderId: null, number: null, read: found })
        continue
      }
      const { orderId, trackingNumber: number } = found
      const checked = problemOf(states.get(orderId)) ?? checkNumber(found, carriers)
      if (typeof checked !== 'string' && !onParcels.has(checked.trackingNumber))
        onParcels.set(checked.trackingNumber, findLabel(station, [checked.trackingNumber]))
      rows.push({ row, orderId, number, read: checked })
    }
    await nextTurn()
  }
  const addresses = boxes.addresses()
  return planNumbers(rows, {
    given: new Map(
      [...numbersOfOtherOrders(db), ...numbersToPack(db)].map((given) => [given.orderId, given]),
    ),
    onParcels: (trackingNumber) => onParcels.get(trackingNumber) ?? [],
    inOneBox: (orderId, other) => {
      const address = addresses.get(orderId) ?? null
      return address !== null && address === addresses.get(other)
    },
  })
}

async function readRows(bytes: Buffer): Promise<TableRow[]> {
  try {
    return await readTable(bytes, MOST_TRACKING_ROWS)
  } catch (error) {
    if (error instanceof StationError && error.code === 'too_many_rows')
      throw new StationError('file_too_large', error.message, { file: 'too_many_rows' })
    throw error
  }
}

function problemOf(state: PackState | undefined): OrderProblem | null {
  switch (state) {
    case 'to_pack':
      return null
    case 'packed':
      return 'order_packed'
    case 'canceled':
      return 'order_canceled'
    case undefined:
      return 'order_unknown'
  }
}

function standFor(changes: NumberPlan['changes']): string {
  const list = changes.map((one) => [one.orderId, one.carrier, one.trackingNumber, one.before])
  return createHash('sha256').update(JSON.stringify(list)).digest('hex')
}

function byKind(problems: readonly RefusedNumber[]): NumbersPreview['problems'] {
  const kinds = new Map<NumberProblem, RefusedNumber[]>()
  for (const one of problems) {
    const list = kinds.get(one.kind)
    if (list === undefined) kinds.set(one.kind, [one])
    else list.push(one)
  }
  return [...kinds].map(([kind, list]) => ({
    kind,
    count: list.length,
    rows: list.slice(0, MOST_ROWS_SHOWN).map(({ row, orderId, other }) => ({ row, orderId, other })),
  }))
}
