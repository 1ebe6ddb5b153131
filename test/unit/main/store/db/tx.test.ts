import { describe, expect, expectTypeOf, it } from 'vitest'
import { inTransaction, run, sql, writeOne, type Tx } from '../../../../../src/main/store/db/database'
import { enqueue } from '../../../../../src/main/store/tables/outbox'
import { readSetting, writeSetting } from '../../../../../src/main/store/tables/settings'
import { makeStation } from '../../../../support/account'

/** Half of this is checked by `npm run lint`: an expected error that does not occur fails the compilation. */

const WRITE = `INSERT INTO settings (key, value) VALUES ('a', 'b')`
const OP = {
  opUid: 'op-1',
  kind: 'cancel_order',
  orderId: 1,
  shipmentUid: null,
  body: '{}',
  capture: { at: '2026-11-20T09:00:00.000Z', by: 'Pat', monotonicMs: 0, clockOffsetMs: 0 },
} as const

describe('a write without a transaction (I1)', () => {
  it('does not compile with a Db', () => {
    const { db } = makeStation()
    // @ts-expect-error a Db is no Tx
    expect(() => enqueue(db, OP)).toThrow('the transaction is over')
    // @ts-expect-error a Db is no Tx
    expect(() => writeSetting(db, 'a', 'b')).toThrow('the transaction is over')
    // @ts-expect-error a Db is no Tx
    expect(() => run(db, WRITE)).toThrow('the transaction is over')
    // @ts-expect-error a Db is no Tx
    expect(() => writeOne(db, WRITE)).toThrow('the transaction is over')
    expect(readSetting(db, 'a')).toBeNull()
  })

  it('does not compile on a query or the file', () => {
    const { db } = makeStation()
    const query = sql(db, 'SELECT value FROM settings')
    expectTypeOf(query).not.toHaveProperty('run')
    expectTypeOf(query.pluck()).not.toHaveProperty('run')
    expectTypeOf(query.raw()).not.toHaveProperty('run')
    expectTypeOf(db).not.toHaveProperty('prepare')
    expectTypeOf(db).not.toHaveProperty('exec')
    expect(() => sql(db, WRITE)).toThrow('not a query')
  })

  it('is refused in a query that returns what it wrote', () => {
    const { db } = makeStation()
    expect(() => sql(db, `${WRITE} RETURNING key`).get()).toThrow('not a query')
    expect(readSetting(db, 'a')).toBeNull()
  })

  it('is refused to a Tx that was kept', () => {
    const { db } = makeStation()
    let kept: Tx | null = null
    inTransaction(db, (tx) => (kept = tx))
    expect(() => writeSetting(kept!, 'a', 'b')).toThrow('the transaction is over')
    expect(readSetting(db, 'a')).toBeNull()
  })
})

it('reads with a Tx what the transaction has written', () => {
  const { db } = makeStation()
  const seen = inTransaction(db, (tx) => {
    writeSetting(tx, 'a', 'b')
    return readSetting(tx, 'a')
  })
  expect([seen, readSetting(db, 'a')]).toEqual(['b', 'b'])
})
