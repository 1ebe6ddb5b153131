import { z } from 'zod'
import { MOST_FILE_BYTES } from '../domain/outbox/ops-file-limits'
import { call, typed } from './call'
import { nothing, reason, seq, shipmentId, timestamp } from './fields'
import type { OpDetail, OutboxList } from './op-views'
import { table, type SavedTable } from './tables'
import type { ExportedOps } from './views'

/** The outbox: reading it, deciding on held operations, and moving them to another station. */

export const OUTBOX_VIEWS = ['open', 'held', 'all'] as const
export type OutboxView = (typeof OUTBOX_VIEWS)[number]

/** `captured`: as they were confirmed here; `kind`: by step, from packing on; `order`: by number, items last. */
const OUTBOX_SORTS = ['captured', 'kind', 'order'] as const
const outboxSort = z.strictObject({ by: z.enum(OUTBOX_SORTS), descending: z.boolean() })
export type OutboxSort = z.input<typeof outboxSort>

export const outboxCalls = {
  'outbox:list': call({
    request: z
      .strictObject({
        view: z.enum(OUTBOX_VIEWS),
        /** `null`: what is open from the oldest on, the history from the newest on. */
        sort: outboxSort.nullable().default(null),
        offset: z.int().nonnegative(),
        limit: z.int().min(1).max(500),
      })
      // The history has no end: sorting it would read all of it, or cost every pack an index.
      .refine(({ view, sort }) => view !== 'all' || sort === null || sort.by === 'captured'),
    value: typed<OutboxList>(),
    errors: [],
    needs: 'look',
    records: 'nothing',
  }),
  /** One operation in full: the request, the marketplace's state, the changes and the safe answers. */
  'outbox:read': call({
    request: z.strictObject({ seq }),
    value: typed<OpDetail>(),
    errors: ['op_not_found'],
    needs: 'look',
    records: 'nothing',
  }),
  'outbox:answer': call({
    request: z.strictObject({
      seq,
      answer: z.enum(['check', 'resend', 'discard']),
      /** Required for a discard; kept in the history. */
      reason,
    }),
    value: typed<null>(),
    errors: ['op_not_found', 'answer_not_safe'],
    needs: ({ answer }) => (answer === 'check' ? 'check_again' : 'answer_held'),
    records: {
      kind: ({ answer }) => answer,
      asked: ({ seq, reason }, { op }) => ({ ...op(seq), op: seq, reason }),
    },
  }),
  /** "It is this one": accepts the marketplace's resource `serverId` as the result of the operation. */
  'outbox:adopt': call({
    request: z.strictObject({
      seq,
      serverId: z.int(),
      /** Other shipments of the order to cancel, by the station's ids: the extra one of a duplicate. */
      cancel: z.array(shipmentId).max(20),
    }),
    value: typed<null>(),
    errors: [
      'op_not_found',
      'answer_not_safe',
      'shipment_not_found',
      // The extra shipments that are canceled with it.
      'move_not_allowed',
      'confirmation_needed',
      'time_problem',
      'clock_differs',
    ],
    needs: 'answer_held',
    records: {
      kind: 'adopt',
      asked: ({ seq, serverId, cancel }, { op }) => ({ ...op(seq), op: seq, serverId, cancel }),
    },
  }),
  /** Corrects the times of an operation that was never sent; `null` leaves a time unchanged. */
  'outbox:correct': call({
    request: z.strictObject({
      seq,
      packedAt: timestamp,
      shippedAt: timestamp,
      expectedToDeliverAt: timestamp,
      deliveredAt: timestamp,
      canceledAt: timestamp,
      reason,
    }),
    value: typed<null>(),
    errors: ['op_not_found', 'answer_not_safe', 'shipment_not_found', 'time_problem'],
    needs: 'correct_times',
    records: {
      kind: 'correct',
      asked: ({ seq, ...times }, { op }) => ({ ...op(seq), op: seq, times }),
      // "old -> new; reason", as the history of the op has it now.
      done: (_value, { seq }, { op }) => ({ change: op(seq)['note'] }),
    },
  }),
  'outbox:export': call({
    request: nothing,
    value: typed<ExportedOps>(),
    errors: ['file_too_large'],
    needs: 'export_ops',
    records: { kind: 'export', done: ({ ops }) => ({ ops }) },
  }),
  /** Operations in words, as the window lists them. */
  'outbox:save': call({
    request: z.strictObject({ table }),
    value: typed<SavedTable>(),
    errors: [],
    needs: 'export_lists',
    records: {
      kind: 'list_export',
      asked: ({ table: { rows } }) => ({ list: 'operations', count: rows.length }),
    },
  }),
  'outbox:import': call({
    /** The text of a file that `outbox:export` or `station:leave` wrote. */
    request: z.strictObject({ content: z.string().max(MOST_FILE_BYTES) }),
    value: typed<{ imported: number; known: number }>(),
    errors: ['file_unreadable', 'file_too_large', 'other_account', 'file_untrusted'],
    needs: 'import_ops',
    records: { kind: 'import', done: (value) => value },
  }),
}
