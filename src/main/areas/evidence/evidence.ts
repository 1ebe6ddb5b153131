import { dirname, join } from 'node:path'
import { z } from 'zod'
import type { EvidenceList, EvidenceView, ExportedEvidence } from '../../../shared/contract/evidence'
import type { ParsedRequestOf } from '../../../shared/contract/requests'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { inTransaction, type Db } from '../../store/db/database'
import { openEvidenceLog, type EvidenceLog, type EvidenceNotice } from '../../store/evidence/log'
import { exportEvidence as exportTo } from '../../store/evidence/export'
import { lastRow, rowsBefore } from '../../store/evidence/file'
import { findRows, isOpenFilter } from '../../store/evidence/find'
import { payloadOf } from '../../store/evidence/meaning'
import { startOf } from '../../store/evidence/retention'
import { exportsDir } from '../../store/recovery/export-file'
import { orderOfNotice, raiseNotice } from '../../store/tables/notices'
import { findOp } from '../../store/tables/outbox'
import { historyOfOp } from '../../store/tables/op-events'
import { ordersHere } from '../../store/tables/orders'
import { readJsonSetting, writeSetting } from '../../store/tables/settings'
import type { Station } from '../station/station'

/** Path of an account's evidence log. */
export function evidenceFile(dir: string): string {
  return join(dir, 'evidence.sqlite')
}
/** Stored; never rename. */
const HEAD = 'evidence.head'

const notedHead = z.object({ logId: z.string(), seq: z.int(), hash: z.string(), closed: z.boolean() })

/** Opens the evidence log next to the station's database, which stores the head of its chain. Never throws. */
export function openEvidence({ db, clock, events }: Pick<Station, 'db' | 'clock' | 'events'>): EvidenceLog {
  const notify = (kind: EvidenceNotice): void => {
    const at = formatInstant(clock.wallMs())
    inTransaction(db, (tx) => raiseNotice(tx, { kind, orderId: null, shipmentUids: [], count: null, at }))
    events.noticesChanged()
  }
  return openEvidenceLog({
    file: evidenceFile(dirname(db.name)),
    clock,
    readHead: () => readJsonSetting(db, HEAD, notedHead),
    writeHead: (head) => inTransaction(db, (tx) => writeSetting(tx, HEAD, JSON.stringify(head))),
    onNotice(kind) {
      try {
        notify(kind)
      } catch (error) {
        console.error(`${kind}: the notice could not be saved`, error)
      }
    },
    log: (line) => console.error(line),
  })
}

/** Entries that pass the filter, newest first. @throws StationError `evidence_unusable` */
export function listEvidence(
  { db, evidence }: { db: Db; evidence: EvidenceLog },
  { offset, limit, ...filter }: ParsedRequestOf<'evidence:list'>,
): EvidenceList {
  const log = evidence.reading()
  const first = startOf(log).seq
  const found = isOpenFilter(filter)
    ? entriesFrom(log, first, offset, limit)
    : findRows(log, filter, { first, offset, limit })
  const read = found.rows.map(({ payload, ...row }) => ({ ...row, payload: payloadOf({ payload }) }))
  const orders = read.flatMap(({ payload }) => orderIn(payload) ?? [])
  const known = ordersHere(db, orders)
  const rows = read.map(({ seq, at, operator, kind, payload }): EvidenceView => {
    return { seq, at, operator, kind, payload, orderKnown: known.has(orderIn(payload) ?? 0) }
  })
  return { total: found.total, rows }
}

function entriesFrom(log: Db, first: number, offset: number, limit: number) {
  const last = lastRow(log)?.seq ?? 0
  const total = Math.max(0, last - first + 1)
  return { total, rows: rowsBefore(log, last - offset + 1, Math.max(0, Math.min(limit, total - offset))) }
}

function orderIn({ orderId }: Readonly<Record<string, unknown>>): number | null {
  return typeof orderId === 'number' ? orderId : null
}

/** Writes all entries to a file. @throws StationError `evidence_unusable`, `disk_full`, `database_error` */
export async function exportEvidence(log: EvidenceLog, wallMs: number): Promise<ExportedEvidence> {
  const db = log.reading()
  return exportTo(db, exportsDir(db), wallMs)
}

/** What the evidence log records about an op in addition to its number. */
export function opForEvidence(db: Db, seq: number): Readonly<Record<string, unknown>> {
  const op = findOp(db, seq)
  if (op === null) return {}
  const { orderId, shipmentUid: shipmentId, kind: opKind } = op
  return { orderId, shipmentId, opKind, note: historyOfOp(db, seq).at(-1)?.note ?? null }
}

/** What the evidence log records about an alarm in addition to its number, so that it is found under its order. */
export function noticeForEvidence(db: Db, noticeId: number): Readonly<Record<string, unknown>> {
  const orderId = orderOfNotice(db, noticeId)
  return orderId === null ? {} : { orderId }
}
