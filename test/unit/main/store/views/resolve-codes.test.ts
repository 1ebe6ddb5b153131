import { afterEach, describe, expect, it } from 'vitest'
import fc from 'fast-check'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { closeDatabase } from '../../../../../src/main/store/db/open'
import { saveItem } from '../../../../../src/main/store/tables/items'
import { resolveCodes } from '../../../../../src/main/store/views/queue'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { foldCode } from '../../../../../src/shared/domain/scanning/compare-codes'
import { makeStation, type TestStation } from '../../../../support/account'
import { rawDb } from '../../../../support/raw-db'
import { makeLines, makeOrder } from '../../../../support/orders'

type Codes = { item_number?: string; external_id?: string; mpn?: string }

let station: TestStation | undefined
afterEach(() => station && closeDatabase(station.db))

/** Orders 1, 2 … with one line each, the oldest first. */
function stationWith(...lines: Codes[]): TestStation {
  station = makeStation()
  const orders = lines.map((codes, index) =>
    makeOrder({
      id: index + 1,
      purchased_at: new Date(Date.UTC(2026, 0, 1 + index)).toISOString(),
      order_lines: makeLines([{ id: (index + 1) * 10 + 1, ...codes }]),
    }),
  )
  station.take(...orders)
  return station
}

describe('the case of letters', () => {
  it.each(['item_number', 'external_id', 'mpn'])('does not count in %s', (column) => {
    const { db } = stationWith({ [column]: 'Code-7a' })
    expect(resolveCodes(db, ['CODE-7A'])).toMatchObject({ kind: 'item', orderId: 1, lineId: 11 })
    expect(resolveCodes(db, ['code-7a'])).toMatchObject({ kind: 'item', orderId: 1, lineId: 11 })
  })

  it('counts where two items differ by it alone, even if the exact one is packed', () => {
    const { db } = stationWith({ item_number: 'abc' }, { item_number: 'ABC' })
    expect(resolveCodes(db, ['abc'])).toMatchObject({ kind: 'item', orderId: 1, exact: true })
    expect(resolveCodes(db, ['ABC'])).toMatchObject({ kind: 'item', orderId: 2, exact: true })
    // It may be either.
    expect(resolveCodes(db, ['aBc'])).toEqual({ kind: 'unknown' })
    const parcel = { carrier: null, trackingNumber: null, trackingUrl: null, warehouseId: 1 }
    packShipment(station as TestStation, { orderId: 2, lineIds: [21], ...parcel })
    expect(resolveCodes(db, ['ABC'])).toMatchObject({ kind: 'not_needed', orderId: 2 })
  })

  it('is the same case in the window as in the database', () => {
    const equal = rawDb(stationWith({ item_number: 'X' }).db)
      .prepare('SELECT ? = ? COLLATE NOCASE')
      .pluck()
    const text = fc.string({ unit: fc.constantFrom('a', 'A', 'ß', 'é', 'É', 'i', 'İ', 'z', 'Z', '-', '0') })
    fc.assert(
      fc.property(text, text, (one, other) => {
        expect(foldCode(one) === foldCode(other)).toBe(equal.get(one, other) === 1)
      }),
    )
  })

  it('is ignored by an index, without reading every line', () => {
    const { db } = stationWith({ item_number: 'X' })
    const plans: string[] = []
    const raw = rawDb(db)
    const prepare = raw.prepare.bind(raw)
    raw.prepare = (text: string) => {
      if (text.includes('order_lines')) {
        const plan = prepare(`EXPLAIN QUERY PLAN ${text}`)
        const rows = plan.all({ code: 'x', lineIds: '[]', orderIds: '[]', number: 'x' }) as {
          detail: string
        }[]
        const [first] = rows.map(({ detail }) => detail).filter((detail) => /\bl\b|order_lines/.test(detail))
        plans.push(first ?? '')
      }
      return prepare(text)
    }
    expect(resolveCodes(db, ['nobody has this'])).toEqual({ kind: 'unknown' })
    inTransaction(db, (tx) => saveItem(tx, { item_number: 'Y' } as never, '2026-01-01T00:00:00.000Z'))
    const by = (column: string) =>
      expect.stringContaining(`INDEX order_lines_${column}_any_case (${column}=?)`)
    const [number, external, mpn] = ['item_number', 'external_id', 'mpn'].map(by)
    const exact = [number, number, external, external, mpn, mpn]
    expect(plans).toEqual([...exact, number, external, mpn, number])
  })
})

describe('a code that the catalog has in groups', () => {
  it.each(['978-3-16-148410-0', '978 3 16 148410 0'])(
    'is found by its digits, as a barcode has them: %s',
    (code) => {
      const { db } = stationWith({ mpn: code })
      expect(resolveCodes(db, ['9783161484100'])).toMatchObject({ kind: 'item', orderId: 1, exact: false })
    },
  )

  it('never makes two items one, and gives way to the very code', () => {
    const two = stationWith({ mpn: '12-345678' }, { mpn: '123-45678' })
    expect(resolveCodes(two.db, ['12345678'])).toEqual({ kind: 'unknown' })
    closeDatabase(two.db)
    const { db } = stationWith({ mpn: '12-345678' }, { mpn: '12345678' })
    expect(resolveCodes(db, ['12345678'])).toMatchObject({ orderId: 2, exact: true })
  })

  it.each([
    ['1-2', '12'],
    ['12-345678A', '12345678A'],
    ['-12345678', '12345678'],
  ])('is a code of digits alone, and not a short one: %s', (code, digits) => {
    expect(resolveCodes(stationWith({ mpn: code }).db, [digits])).toEqual({ kind: 'unknown' })
  })
})

it('says what the item is, once the station has read it, and what of it can be read', () => {
  const { db } = stationWith({ item_number: 'ITM-1', mpn: 'RING' })
  expect(resolveCodes(db, ['itm-1'])).toMatchObject({ title: null, size: null })
  const item = {
    ...{ item_number: 'ITM-1', state: 'sold', title: 'Silver ring', size: { name: '54' }, quality: 'good' },
    condition_description: 7,
  } as never
  inTransaction(db, (tx) => saveItem(tx, item, '2026-01-01T00:00:00.000Z'))
  const about = { orderId: 1, title: 'Silver ring', exact: false }
  expect(resolveCodes(db, ['itm-1'])).toMatchObject({
    ...about,
    size: '54',
    quality: 'good',
    condition: null,
  })
  // An MPN may be that of every size: it does not say which one is in the packer's hand.
  expect(resolveCodes(db, ['RING'])).toMatchObject({ title: 'Silver ring', size: null, quality: null })
  rawDb(db).exec(`UPDATE item_copies SET server_copy = 'torn'`)
  expect(resolveCodes(db, ['itm-1'])).toMatchObject({ ...about, size: null, quality: null })
})
