import type { outboxCalls } from '../../../shared/contract/outbox'
import type { HandlersOf } from '../../bridge/handle'
import { listOutbox } from '../../store/views/outbox-list'
import { adoptOp } from './adopt-op'
import { answerOp } from './answer-op'
import { correctOp } from './correct-op'
import { exportOps } from './export-ops'
import { readOp } from './read-op'
import type { Parts } from '../parts'
import { importWithEvidence } from './import-with-evidence'

export function outboxHandlers({ account, fileSeal }: Parts): HandlersOf<typeof outboxCalls> {
  return {
    'outbox:list': async ({ view, offset, limit }) => listOutbox(account().db, view, offset, limit),
    'outbox:read': async ({ seq }) => readOp(account(), seq),
    'outbox:answer': async (request) => answerOp(account(), request),
    'outbox:adopt': async (request) => adoptOp(account(), request),
    'outbox:correct': async (request) => correctOp(account(), request),
    'outbox:export': async () => exportOps(account(), ...fileSeal()),
    'outbox:import': async ({ content }) => importWithEvidence(account(), fileSeal(), content),
  }
}
