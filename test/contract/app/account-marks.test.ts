import { randomBytes } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { accountMarks } from '../../../src/main/warehouse/at-hub/account-marks'
import { inTransaction, run, type Db } from '../../../src/main/store/db/database'
import { closeDatabase, openDatabase } from '../../../src/main/store/db/open'
import { join } from 'node:path'
import { tempDir } from '../../support/temp-dir'

const KEY = randomBytes(32)

/** A station's file with these orders: their number, when they were bought, and their first line. */
function fileWith(...orders: [orderId: number, purchasedAt: string, lineId: number][]): Db {
  const db = openDatabase(join(tempDir(), 'station.sqlite'))
  onTestFinished(() => closeDatabase(db))
  inTransaction(db, (tx) => {
    for (const [orderId, purchasedAt, lineId] of orders) {
      run(
        tx,
        `INSERT INTO orders (order_id, state, canceled, purchased_at, rest, read_at) VALUES (?, 'paid', 0, ?, '{}', ?)`,
        ...[orderId, purchasedAt, purchasedAt],
      )
      run(
        tx,
        `INSERT INTO order_lines (order_id, line_id, position, is_shipping_fee, server_copy) VALUES (?, ?, 0, 0, '{}')`,
        ...[orderId, lineId],
      )
    }
  })
  return db
}
const marks = (db: Db, token: string | null, key = KEY) => accountMarks({ db, accessToken: () => token }, key)
const shared = (one: readonly string[], other: readonly string[]) =>
  one.filter((mark) => other.includes(mark))

const OLD = [1, '2026-01-01T10:00:00.000Z', 11] as const
const NEW = [9, '2026-11-01T10:00:00.000Z', 19] as const

it('are shared by stations with the same token, before they have read any order', () => {
  expect(shared(marks(fileWith(), 'token'), marks(fileWith(), 'token'))).toHaveLength(1)
  expect(shared(marks(fileWith(), 'token'), marks(fileWith(), 'other'))).toEqual([])
})

it('are shared by stations of one account with tokens of their own', () => {
  const [a, b] = [fileWith([...OLD], [...NEW]), fileWith([...OLD])]
  expect(shared(marks(a, 'token of a'), marks(b, 'token of b'))).toHaveLength(1)
  // The marketplace may write the same moment with another offset.
  const c = fileWith([1, '2026-01-01T11:00:00.400+01:00', 11])
  expect(shared(marks(a, null), marks(c, null))).toHaveLength(1)
})

it('are not shared by accounts that use the same order numbers, nor by groups', () => {
  const a = fileWith([...OLD])
  expect(shared(marks(a, 'a'), marks(fileWith([1, OLD[1], 12]), 'b'))).toEqual([])
  expect(shared(marks(a, 'a'), marks(fileWith([1, '2026-01-01T10:00:02.000Z', 11]), 'b'))).toEqual([])
  expect(shared(marks(a, 'a'), marks(a, 'a', randomBytes(32)))).toEqual([])
})
