import type {
  GivenNumberView,
  LabelsOfOrder,
  LabelsView,
  LabelTrouble,
} from '../../../shared/contract/labels'
import type { Carrier } from '../../../shared/domain/carriers/carrier'
import {
  orderNumbersIn,
  orderNumbersOn,
  trackingInName,
  trackingOn,
} from '../../../shared/domain/labels/label-file'
import { sameLabel } from '../../../shared/domain/shipments/used-label'
import type { Db } from '../../store/db/database'
import { ordersHere } from '../../store/tables/orders'
import { findGivenNumber, type GivenNumber } from '../../store/tables/given-numbers'
import { findPrintedLabel } from '../../store/tables/printed-labels'
import type { FolderContent, LabelFolder, LabelOnDisk } from './label-folder'

const MOST_TROUBLES = 200

/** The orders of this station that a label names: in the name of its file, or else in its text. */
export function ordersOfLabel(db: Db, { name, fields }: LabelOnDisk): number[] {
  const inName = [...ordersHere(db, orderNumbersIn(name))]
  return inName.length > 0 ? inName : [...ordersHere(db, orderNumbersOn(fields))]
}

/** The labels in the folder that name the order, and what tables of tracking numbers and people say of it. */
export async function labelsOfOrder(
  db: Db,
  folder: LabelFolder,
  carriers: readonly Carrier[],
  orderId: number,
): Promise<LabelsOfOrder> {
  const { state, labels, tables } = await folder.read()
  const given = findGivenNumber(db, orderId)
  const inTables = tables.flatMap((table) => table.rows.filter((row) => row.orderId === orderId))
  // A person has given it, with a carrier that is known here: a table that says the same adds nothing.
  const rows = given === null ? inTables : [given, ...inTables]
  const numbers = rows.filter(
    (row, index) =>
      rows.findIndex(({ trackingNumber }) => sameLabel(trackingNumber, row.trackingNumber)) === index,
  )
  const found = labels.flatMap((label) => {
    const { name, kind, sha256, fields } = label
    const orders = ordersOfLabel(db, label)
    if (!orders.includes(orderId)) return []
    const trackingNumber = trackingInName(name, orderId, carriers) ?? trackingOn(fields, orderId, carriers)
    const printed = findPrintedLabel(db, orderId, sha256)
    return [{ sha256, name, kind, trackingNumber, isAlone: orders.length === 1, printed }]
  })
  return {
    folder: state,
    labels: found,
    numbers: numbers.map(({ trackingNumber, carrier }) => ({ trackingNumber, carrier })),
    given: given === null ? null : viewOf(given),
  }
}

function viewOf({ orderId: _, ...given }: GivenNumber): GivenNumberView {
  return given
}

/** What is in the folder, and which of its files are of no use as they are. */
export async function listLabels(db: Db, folder: LabelFolder, path: string): Promise<LabelsView> {
  const content = await folder.read()
  const matched = content.labels.map((label) => ({ label, orders: ordersOfLabel(db, label) }))
  const named = new Map<number, number>()
  for (const { orders } of matched) for (const one of orders) named.set(one, (named.get(one) ?? 0) + 1)
  const unclear = matched.flatMap(({ label: { name }, orders }): LabelTrouble[] => {
    if (orders.length === 0) return [{ name, why: 'no_order' }]
    if (orders.length > 1) return [{ name, why: 'several_orders', orders }]
    return orders.some((one) => (named.get(one) ?? 0) > 1) ? [{ name, why: 'several_labels', orders }] : []
  })
  const troubles = [...content.troubles, ...unclear]
  return {
    ...{ path, folder: content.state, labels: content.labels.length, leftOut: content.leftOut },
    troubles: troubles.slice(0, MOST_TROUBLES),
    moreTroubles: Math.max(0, troubles.length - MOST_TROUBLES),
    tables: content.tables.map((table) => viewOfTable(db, table)),
  }
}

const MOST_PROBLEMS = 20

function viewOfTable(db: Db, { name, rows, problems }: FolderContent['tables'][number]) {
  const here = ordersHere(db, [...new Set(rows.map(({ orderId }) => orderId))])
  return {
    name,
    rows: rows.length,
    unknown: rows.filter(({ orderId }) => !here.has(orderId)).length,
    problems: problems.slice(0, MOST_PROBLEMS),
    moreProblems: Math.max(0, problems.length - MOST_PROBLEMS),
  }
}
