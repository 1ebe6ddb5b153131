import { OPEN_OP_STATES } from '../../../shared/domain/outbox/operation'
import { sql, type Db } from '../db/database'
import { salvagedOp, salvagedShipment, type SalvagedOp, type SalvagedShipment } from './salvaged-op'
import { readTolerantly, seqsToVisit, type Wanted } from './damaged-rows'

/** Reads ops with everything that they need in another database, as plain JSON if need be. */

export type ReadOps = {
  /** In outbox order. */
  ops: SalvagedOp[]
  /** Rows that exist but cannot be read. */
  unread: number
}

/** Reads every open op, and any others requested. Never throws for damage: a row that cannot be read is counted. */
export function readOpenOps(db: Db, options: Wanted = {}): ReadOps {
  const ops: SalvagedOp[] = []
  const open: ReadonlySet<string> = new Set(OPEN_OP_STATES)
  const { seqs, knownOpen } = seqsToVisit(db, options)
  const { also, finishedExcept } = options
  const isWanted = ({ state, op_uid: opUid }: Row): boolean =>
    open.has(state as string) ||
    also?.has(opUid as string) === true ||
    finishedExcept?.has(opUid as string) === false
  let unread = 0
  for (const seq of seqs) {
    const row = readTolerantly(
      () => sql(db, 'SELECT * FROM outbox WHERE seq = ?').get(seq) as Row | undefined,
    )
    // If the index of open ops is intact, a broken row that it does not list was finished.
    if (row === 'broken') unread += knownOpen === null || knownOpen.has(seq) ? 1 : 0
    else if (row !== undefined && isWanted(row)) {
      const op = salvagedOp.safeParse(fromRow(db, row))
      if (op.success) ops.push(op.data)
      else unread += 1
    }
  }
  return { ops, unread }
}

/** The op at this place of the outbox; `null` when there is none, or it cannot be read. */
export function readOpAt(db: Db, seq: number): SalvagedOp | null {
  const row = sql(db, 'SELECT * FROM outbox WHERE seq = ?').get(seq) as Row | undefined
  return row === undefined ? null : (salvagedOp.safeParse(fromRow(db, row)).data ?? null)
}

type Row = Readonly<Record<string, unknown>>

function fromRow(db: Db, row: Row): unknown {
  const shipmentUid = row['shipment_uid']
  return {
    ...camelCased(row),
    shipment: typeof shipmentUid === 'string' ? readShipmentOf(db, shipmentUid) : null,
  }
}

function readShipmentOf(db: Db, shipmentUid: string): SalvagedShipment | null {
  const row = readTolerantly(() => sql(db, 'SELECT * FROM shipments WHERE shipment_uid = ?').get(shipmentUid))
  if (row === undefined || row === 'broken') return null
  const [lineIds, byHand] = [(row as Row)['line_ids'], (row as Row)['by_hand']].map((stored) =>
    typeof stored === 'string' ? parsedJson(stored) : null,
  )
  return salvagedShipment.safeParse({ ...camelCased(row as Row), lineIds, byHand }).data ?? null
}

function camelCased(row: Row): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name.replace(/_(\w)/g, (_all, letter: string) => letter.toUpperCase()),
      value,
    ]),
  )
}

/** `null` for anything else. */
export function parsedJson(body: string): unknown {
  try {
    return JSON.parse(body) as unknown
  } catch {
    return null
  }
}
