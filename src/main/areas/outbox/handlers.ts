import type { outboxCalls } from '../../../shared/contract/outbox'
import type { HandlersOf } from '../../bridge/handle'
import { listOutbox } from '../../store/views/outbox-list'
import { saveTable, tableStyle } from '../statistics/save-table'
import { adoptOp } from './adopt-op'
import { answerOp } from './answer-op'
import { correctOp } from './correct-op'
import { exportOps } from './export-ops'
import { readOp } from './read-op'
import type { Parts } from '../parts'
import { importWithEvidence } from './import-with-evidence'

export function outboxHandlers({
  account,
  fileSeal,
  clock,
  preferences,
}: Parts): HandlersOf<typeof outboxCalls> {
  const place = () => ({ db: account().db, wallMs: clock.wallMs(), style: tableStyle(preferences.read()) })
  return {
    'outbox:list': ({ view, sort, offset, limit }) => listOutbox(account().db, view, offset, limit, sort),
    'outbox:read': ({ seq }) => readOp(account(), seq),
    'outbox:answer': (request) => answerOp(account(), request),
    'outbox:adopt': (request) => adoptOp(account(), request),
    'outbox:correct': (request) => correctOp(account(), request),
    'outbox:export': () => exportOps(account(), ...fileSeal()),
    'outbox:save': ({ table }) => saveTable(place(), 'operations', table),
    'outbox:import': ({ content }) => importWithEvidence(account(), fileSeal(), content),
  }
}
