import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { ANY_ORDER } from '../../../src/shared/domain/orders/order-desk'
import { saveOrders } from '../../../src/main/areas/orders/save-orders'
import { exportsDir } from '../../../src/main/store/recovery/export-file'
import { makeStation } from '../../support/account'
import { putOrders, type DrawnOrder } from '../../support/desk-orders'
import { rawDb } from '../../support/raw-db'

const ENGLISH = { queue: { dueAfterHours: 24 }, language: { locale: 'en' } } as const
const BY_NUMBER = { filter: ANY_ORDER, sort: { by: 'number', descending: false } } as const

const order = (id: number, part: Partial<DrawnOrder> = {}): DrawnOrder => ({
  ...{
    id,
    state: 'paid',
    canceled: false,
    createdAt: null,
    updatedAt: null,
    purchasedAt: null,
    amount: 1_999,
  },
  ...{ refunds: 0, dueDays: null, unpacked: 0, packed: 0, shipped: 0, onHold: false, held: false },
  ...{ carriers: [], word: 'crimson', ...part },
})

it('saves more orders than any window holds, each once', async () => {
  const station = makeStation()
  const count = 4_321
  putOrders(
    rawDb(station.db),
    Array.from({ length: count }, (_, at) => order(at + 1)),
  )
  const { path, rows } = await saveOrders(station, ENGLISH, BY_NUMBER)
  const lines = readFileSync(path, 'utf8').trimEnd().split('\r\n')
  expect(rows).toBe(count)
  expect(lines.slice(1).map((line) => Number(line.split(',')[0]))).toEqual(
    Array.from({ length: count }, (_, at) => at + 1),
  )
})

it('writes nothing that a spreadsheet would run', async () => {
  const station = makeStation()
  putOrders(rawDb(station.db), [order(1, { state: '=1+1', carriers: ['@SUM(A1)'] })])
  const { path } = await saveOrders(station, ENGLISH, BY_NUMBER)
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(`,'=1+1,`)
  expect(text).toContain(`,'@SUM(A1),`)
})

it('separates columns as Excel of the language of the screen does', async () => {
  const station = makeStation()
  putOrders(rawDb(station.db), [order(1), order(2)])
  const { path } = await saveOrders(station, { ...ENGLISH, language: { locale: 'de' } }, BY_NUMBER)
  const [headings, ...lines] = readFileSync(path, 'utf8').trimEnd().split('\r\n')
  expect(headings).toMatch(/^\uFEFForder_id;state;/)
  expect(lines.map((line) => line.split(';').length)).toEqual([17, 17])
})

it('leaves no half of a list behind when the account is closed meanwhile', async () => {
  const station = makeStation()
  putOrders(
    rawDb(station.db),
    Array.from({ length: 3_000 }, (_, at) => order(at + 1)),
  )
  const dir = exportsDir(station.db)
  const saving = saveOrders(station, ENGLISH, BY_NUMBER)
  const refused = expect(saving).rejects.toMatchObject({ code: 'database_error' })
  while (!existsSync(dir) || readdirSync(dir).length === 0) await nextTurn()
  await station.close()
  await refused
  expect(readdirSync(dir)).toEqual([])
})
