import { expect, it } from 'vitest'
import { migration0330 } from '../../../../../../src/main/store/db/migrations/0330-bulk'
import { inTransaction } from '../../../../../../src/main/store/db/database'
import { countOps } from '../../../../../../src/main/store/tables/bulk-jobs'
import { advance, enqueue, findOp } from '../../../../../../src/main/store/tables/outbox'
import { makeStation } from '../../../../../support/account'
import { migrateOneStep, plus } from './one-step'

it('knows of no jobs, and changes no operation', () => {
  const { before, after } = migrateOneStep(migration0330, {
    tables: { added: ['bulk_counts', 'bulk_jobs', 'bulk_rows'] },
    columns: { outbox: { added: ['job_id', 'job_row'] } },
    indexes: {
      added: [
        'bulk_rows_key',
        'bulk_rows_left',
        'bulk_rows_low',
        'bulk_rows_refused',
        'bulk_rows_wrong',
        'outbox_job',
        'outbox_job_open',
        'outbox_job_sent',
        'outbox_open_items',
      ],
      removed: ['outbox_open_items'],
    },
  })
  expect(after).toEqual({
    ...before,
    bulk_counts: [],
    bulk_jobs: [],
    bulk_rows: [],
    outbox: plus(before['outbox'], { job_id: null, job_row: null }),
  })
})

it('counts the operations of a job through every change of their states, and no others', () => {
  const { db } = makeStation()
  const at = '2026-11-24T09:00:00.000Z'
  const capture = { at, by: 'jo', monotonicMs: 1, clockOffsetMs: null }
  const add = (row: number | null): number =>
    inTransaction(db, (tx) =>
      enqueue(tx, {
        ...{ opUid: `op-${row}`, kind: 'update_item', itemKey: `I-${row}`, body: '{}', capture },
        ...(row === null ? {} : { job: { jobId: 7, row } }),
      }),
    )
  const [first, second] = [add(1), add(2), add(3), add(null)]
  const move = (seq: number, event: 'claim' | 'confirm' | 'discard' | 'vanish'): void => {
    const op = findOp(db, seq)
    if (op !== null) inTransaction(db, (tx) => advance(tx, op, event, { at }))
  }
  move(first, 'claim')
  move(first, 'confirm')
  move(second, 'discard')
  expect(countOps(db, 7)).toMatchObject({ ready: 1, sending: 0, confirmed: 1, discarded: 1, held: 0 })
  move(first, 'vanish')
  expect(countOps(db, 7)).toMatchObject({ ready: 1, confirmed: 0, discarded: 1, held: 1 })
})

it('takes a row of a job into the outbox once', () => {
  const { db } = makeStation()
  const capture = { at: '2026-11-24T09:00:00.000Z', by: 'jo', monotonicMs: 1, clockOffsetMs: null }
  const add = () =>
    inTransaction(db, (tx) =>
      enqueue(tx, {
        ...{ opUid: 'op', kind: 'update_item', itemKey: 'I', body: '{}', capture },
        job: { jobId: 7, row: 1 },
      }),
    )
  add()
  expect(add).toThrow(expect.objectContaining({ code: 'database_error' }))
})
