import type { JournalEntry } from '../../../src/marketplace/control-client'
import type { OpState } from '../../../src/shared/domain/outbox/operation'
import type { Db } from '../../../src/main/store/db/database'
import { rawDb } from '../../support/raw-db'
import type { StationName } from '../schedule'

/**
 * What the stations of a schedule do with their creates, in the order in which it happened: every change of a state in the
 * outbox, told by SQLite itself, every create that leaves, and what happens to a station and its file. When a request took
 * effect, what a read showed and what was in memory is not observed.
 */

/** @see Observed */
export type Seen = { atMs: number; station: StationName } & (
  | { what: 'row'; uid: string; from: OpState | null; to: OpState }
  | { what: 'sent'; uid: string }
  | { what: 'copied' | 'replaced' }
  /** With the state of each create in the file. */
  | { what: 'opened'; rows: ReadonlyMap<string, OpState> }
)

/** A kind of fault and the state of a create that it met. */
export type Met = { fault: string; state: OpState }

export type Observer = {
  seen: Seen[]
  met: Met[]
  /** Call it right after the file was opened, before anything works on it. */
  opened(station: StationName, db: Db): void
  /** Wraps a request about an order: notes that a create leaves, and the fault that hit the request. */
  request<Answer>(
    station: StationName,
    isCreate: boolean,
    orderId: number,
    ask: () => Promise<Answer>,
  ): Promise<Answer>
  /** Something happens to a station: to its process, its file, its clock or its network. */
  strikes(station: StationName, fault: string): void
  note(station: StationName, what: 'copied' | 'replaced'): void
  /** The states of the creates in the station's file. */
  states(station: StationName): OpState[]
}

type Row = { op_uid: string; order_id: number; state: OpState }

const CREATES = `kind = 'create_shipment'`
const OPEN: ReadonlySet<string> = new Set<OpState>(['ready', 'sending', 'unknown', 'held'])

/** @param journal what the marketplace has received so far */
export function createObserver(nowMs: () => number, journal: () => readonly JournalEntry[]): Observer {
  const seen: Seen[] = []
  const met: Met[] = []
  const files = new Map<StationName, Db>()
  const matched = new Set<JournalEntry>()

  const rowsOf = (station: StationName): Row[] => {
    const db = files.get(station)
    if (db?.open !== true) return []
    return rawDb(db)
      .prepare(`SELECT op_uid, order_id, state FROM outbox WHERE ${CREATES} ORDER BY seq`)
      .all() as Row[]
  }

  /** The create that a request about the order is for: the first open one, else the last. */
  const createOf = (station: StationName, orderId: number): Row | undefined => {
    const rows = rowsOf(station).filter((row) => row.order_id === orderId)
    return rows.find(({ state }) => OPEN.has(state)) ?? rows.at(-1)
  }

  const faultOf = (station: StationName, isCreate: boolean, orderId: number, from: number): string | null => {
    const path = `/orders/${orderId}${isCreate ? '/shipments' : ''}`
    const entry = journal()
      .slice(from)
      .find(
        (one) =>
          one.agent === station &&
          one.method === (isCreate ? 'POST' : 'GET') &&
          (one.path.split('?')[0] ?? '').endsWith(path) &&
          !matched.has(one),
      )
    if (entry === undefined) return null
    matched.add(entry)
    return entry.fault
  }

  return {
    seen,
    met,
    opened(station, db) {
      files.set(station, db)
      seen.push({
        atMs: nowMs(),
        station,
        what: 'opened',
        rows: new Map(rowsOf(station).map(({ op_uid: uid, state }) => [uid, state])),
      })
      const file = rawDb(db)
      file.function('note_row', { directOnly: false }, (uid, from, to) => {
        seen.push({
          atMs: nowMs(),
          station,
          what: 'row',
          uid: String(uid),
          from: from as OpState | null,
          to: to as OpState,
        })
        return null
      })
      file.exec(`
        CREATE TEMP TRIGGER note_new AFTER INSERT ON main.outbox WHEN NEW.${CREATES}
          BEGIN SELECT note_row(NEW.op_uid, NULL, NEW.state); END;
        CREATE TEMP TRIGGER note_state AFTER UPDATE OF state ON main.outbox WHEN NEW.${CREATES} AND OLD.state <> NEW.state
          BEGIN SELECT note_row(NEW.op_uid, OLD.state, NEW.state); END`)
    },
    async request(station, isCreate, orderId, ask) {
      const create = createOf(station, orderId)
      if (isCreate && create !== undefined)
        seen.push({ atMs: nowMs(), station, what: 'sent', uid: create.op_uid })
      const from = journal().length
      try {
        return await ask()
      } finally {
        const fault = faultOf(station, isCreate, orderId, from)
        if (fault !== null && create !== undefined) met.push({ fault, state: create.state })
      }
    },
    strikes(station, fault) {
      for (const { state } of rowsOf(station)) met.push({ fault, state })
    },
    note(station, what) {
      seen.push({ atMs: nowMs(), station, what })
    },
    states: (station) => rowsOf(station).map(({ state }) => state),
  }
}
