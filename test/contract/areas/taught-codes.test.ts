import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { correctCode } from '../../../src/main/areas/codes/correct-code'
import { codesOfItem, forgetCode, teachCode } from '../../../src/main/areas/codes/teach-code'
import { teachFromFile } from '../../../src/main/areas/codes/teach-from-file'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { resolveScan } from '../../../src/main/areas/packing/resolve-scan'
import { createScannedUnits } from '../../../src/main/areas/packing/scanned-units'
import { inTransaction, sql } from '../../../src/main/store/db/database'
import { saveItem } from '../../../src/main/store/tables/items'
import { keepTaught, untoldCodes } from '../../../src/main/store/tables/taught-codes'
import type { StationError } from '../../../src/main/base/station-error'
import { readItem } from '../../../src/shared/partner-api/item'
import { makeStation } from '../../support/account'
import { openStation } from '../../support/open-account'
import { rawDb } from '../../support/raw-db'
import { makeLines, makeOrder } from '../../support/orders'

const EAN = '4006381333931'

const coatLines = (id: number) =>
  makeLines([
    { id: id * 10 + 1, item_number: `ITM-${id}`, external_id: `SKU-${id}`, mpn: 'Coat' },
    { id: id * 10 + 9, is_shipping_fee: true },
  ])

/** Orders 1001 and 1002 need a coat in M, order 1003 one in L. */
function coats() {
  const station = makeStation()
  station.take(...[1001, 1002, 1003].map((id) => makeOrder({ id, order_lines: coatLines(id) })))
  const item = (id: number, size: string) =>
    readItem.parse({
      ...{ item_number: `ITM-${id}`, state: 'sold', title: 'Coat', mpn: 'Coat', external_id: `SKU-${id}` },
      size: { name: size },
    })
  inTransaction(station.db, (tx) => {
    for (const [id, size] of [
      [1001, 'M'],
      [1002, 'M'],
      [1003, 'L'],
    ] as const)
      saveItem(tx, item(id, size), '2026-11-20T09:00:00.000Z')
  })
  return station
}
const teach = (station: ReturnType<typeof makeStation>, orderId: number, code = EAN) =>
  teachCode(station, [], { code, orderId, lineId: orderId * 10 + 1 })
const found = (station: ReturnType<typeof makeStation>, ...codes: string[]) => resolveScan(station, [], codes)
const file = (station: ReturnType<typeof makeStation>, text: string) =>
  teachFromFile(station, { name: 'codes.csv', content: Buffer.from(text).toString('base64') })
const taughtOf = (station: ReturnType<typeof makeStation>, orderId: number) =>
  openOrder(station, orderId).lines.map(({ taught }) => taught)

describe('a code that is taught', () => {
  it('stands for every item of the MPN in that size, in every length and after a restart', async () => {
    const station = coats()
    expect(found(station, EAN)).toEqual({ kind: 'unknown' })
    expect(teach(station, 1002).lines[0]?.taught).toEqual([`0${EAN}`])
    expect(taughtOf(station, 1001)).toEqual([[`0${EAN}`], []])
    expect(taughtOf(station, 1003)).toEqual([[], []])
    // The oldest order that needs it.
    expect(found(station, `0${EAN}`, EAN)).toMatchObject({ kind: 'item', orderId: 1001, lineId: 10_011 })
    await station.close()
    const again = openStation({ file: station.file })
    expect(found(again, 'X', EAN)).toMatchObject({ kind: 'item', orderId: 1001 })
  })

  it('is looked up though an item of its MPN cannot be read here', () => {
    const station = coats()
    teach(station, 1002)
    rawDb(station.db).exec(`UPDATE item_copies SET server_copy = 'torn'`)
    expect(found(station, EAN)).toMatchObject({ kind: 'item', title: 'Coat', size: 'M', quality: null })
  })

  it('never opens an order for another size', () => {
    const station = coats()
    teach(station, 1003)
    expect(found(station, EAN)).toMatchObject({ kind: 'item', orderId: 1003, lineId: 10_031 })
  })

  it('opens no order for another size, though none needs this one', () => {
    const station = coats()
    teach(station, 1001)
    station.take(
      ...[1001, 1002].map((id) => makeOrder({ id, state: 'canceled', order_lines: coatLines(id) })),
    )
    expect(found(station, EAN)).toMatchObject({ kind: 'not_needed', orderId: 1002 })
  })

  it('of two sizes is asked about, as long as orders need both', async () => {
    const station = coats()
    await file(station, `code,mpn,size\n${EAN},coat,M\n${EAN},coat,L\n`)
    expect(found(station, EAN)).toMatchObject({ kind: 'several', orderId: 1003, title: 'Coat' })
    forgetCode(station, { code: `0${EAN}`, by: 'mpn', value: 'COAT', size: 'L' })
    expect(found(station, EAN)).toMatchObject({ kind: 'item', orderId: 1001 })
  })

  it('of two meanings that are one item is not asked about', async () => {
    const station = coats()
    await file(station, `code,mpn\n${EAN},coat\n`)
    await file(station, `code,external_id\n${EAN},sku-1001\n`)
    expect(found(station, EAN)).toMatchObject({ kind: 'item', orderId: 1001 })
  })

  it('counts as a scan of the item, where every item must be scanned', () => {
    const station = coats()
    const units = createScannedUnits()
    const scan = { orderId: 1001, lineId: 10_011, codes: [EAN] }
    // Nothing was scanned before the program began.
    const reading = () => {
      throw new Error('no log')
    }
    const bench = { db: station.db, evidence: { reading } }
    expect(units.take(bench, scan)).toBeNull()
    teach(station, 1001)
    expect(units.take(bench, scan)).toBe(`0${EAN}`)
  })

  it('is shown at its items, by whom and when, and can be taken back, once', () => {
    const station = coats()
    teach(station, 1001)
    const [code] = codesOfItem(station, 'ITM-1002')
    expect(code).toMatchObject({
      code: `0${EAN}`,
      by: 'mpn',
      value: 'COAT',
      size: 'M',
      taughtBy: expect.any(String),
    })
    expect(codesOfItem(station, 'ITM-1003')).toEqual([])
    expect(codesOfItem(station, 'NONE')).toEqual([])
    for (let times = 0; times < 2; times += 1)
      forgetCode(station, { code: `0${EAN}`, by: 'mpn', value: 'COAT', size: 'M' })
    expect(found(station, EAN)).toEqual({ kind: 'unknown' })
  })

  it.each([
    ['an order', '1002'],
    ['an item', 'sku-1003'],
    ['another item, by an earlier lesson', 'TAUGHT'],
  ])('is none that means %s already', (_, code) => {
    const station = coats()
    teach(station, 1003, 'TAUGHT')
    expect(() => teach(station, 1001, code)).toThrow(expect.objectContaining({ code: 'code_known' }))
    expect(taughtOf(station, 1001)).toEqual([[], []])
  })

  it('is taught of an item that the order has', () => {
    const station = coats()
    const ofLine = (lineId: number) => () => teachCode(station, [], { code: EAN, orderId: 1001, lineId })
    expect(ofLine(10_019)).toThrow(expect.objectContaining({ code: 'line_is_fee' }))
    expect(ofLine(1)).toThrow(expect.objectContaining({ code: 'line_unknown' }))
    expect(() => teach(station, 4711)).toThrow(expect.objectContaining({ code: 'order_not_found' }))
  })
})

describe('an order that is open', () => {
  it('learns and unlearns codes at once', async () => {
    const station = coats()
    const changes: (readonly number[] | null)[] = []
    station.events.onEvent((event) => {
      if (event.kind === 'orders_changed') changes.push(event.orderIds)
    })
    const said = async (act: () => unknown): Promise<unknown> => {
      changes.length = 0
      await act()
      await nextTurn()
      return changes
    }
    const text = `code,mpn,size\n${EAN},coat,M\n`
    const back = { code: `0${EAN}`, by: 'mpn', value: 'COAT', size: 'M' } as const
    expect(await said(() => file(station, text))).toEqual([null])
    expect(await said(() => file(station, text)), 'nothing is new').toEqual([])
    expect(await said(() => forgetCode(station, back))).toEqual([null])
    expect(await said(() => forgetCode(station, back)), 'it is gone already').toEqual([])
    expect(await said(() => teach(station, 1001))).toEqual([null])
  })
})

describe('a file of codes', () => {
  it('teaches each row once, and names those that it cannot use', async () => {
    const station = coats()
    // A blank row counts, as in a spreadsheet.
    const text = `code;mpn;size\n${EAN};coat;M\n0${EAN};coat;M\n;coat;M\n\n4,00638E+12;coat;M\n`
    const problems = [
      { row: 4, kind: 'no_code' },
      { row: 6, kind: 'code_spoiled' },
    ]
    expect(await file(station, text)).toEqual({ taught: 1, known: 1, problems, moreProblems: 0 })
    expect(found(station, EAN)).toMatchObject({ kind: 'item', orderId: 1001 })
    expect(await file(station, text)).toMatchObject({ taught: 0, known: 2 })
  })

  it('of thousands of rows lets others work between its commits', async () => {
    const station = coats()
    const rows = Array.from({ length: 5_000 }, (_, index) => `TAG-${index},MPN-${index}`)
    const counts: number[] = []
    const taught = sql(station.db, 'SELECT count(*) FROM taught_codes').pluck()
    let running = true
    const look = () => {
      if (!running) return
      counts.push(taught.get() as number)
      setImmediate(look)
    }
    setImmediate(look)
    expect(await file(station, `code,mpn\n${rows.join('\n')}`)).toMatchObject({ taught: 5_000 })
    running = false
    expect(new Set(counts).size, 'it was seen to grow').toBeGreaterThan(5)
  })

  it.each([
    ['without its columns', 'a,b\n1,2', 'file_unreadable', 'no_code_column'],
    ['that is no table', '<html>', 'file_unreadable', 'web_page'],
    ['with a quote that is never closed', 'code,mpn\n"1,2\n', 'file_unreadable', 'not_table'],
    ['with too many rows', `code,mpn\n${'1,2\n'.repeat(200_001)}`, 'file_too_large', 'too_many_codes'],
  ])('%s is refused, and nothing is taught', async (_, text, code, why) => {
    const station = coats()
    await expect(file(station, text)).rejects.toMatchObject({ code, fields: { file: why } })
    expect(found(station, '1')).toEqual({ kind: 'unknown' })
  })
})

describe('a code that is corrected', () => {
  const WRONG = { code: `0${EAN}`, by: 'mpn', value: 'COAT', size: 'M' } as const
  const correct = (station: ReturnType<typeof makeStation>, item: string) =>
    correctCode(station, [], { ...WRONG, item })
  const codeOf = (act: () => unknown): string => {
    try {
      act()
    } catch (error) {
      return (error as StationError).code
    }
    return 'done'
  }

  it('stands for the other item alone, and both steps wait for the hub', () => {
    const station = coats()
    teach(station, 1001)
    let told = 0
    station.events.onCodesTaught(() => (told += 1))
    expect(correct(station, 'itm-1003')).toEqual({
      ...{ by: 'mpn', value: 'COAT', size: 'L' },
      ...{ itemNumber: 'ITM-1003', title: 'Coat' },
    })
    expect(found(station, EAN)).toMatchObject({ kind: 'item', orderId: 1003 })
    expect(codesOfItem(station, 'ITM-1001')).toEqual([])
    expect(told).toBe(1)
    expect(untoldCodes(station.db, 1, null, 10)).toMatchObject([
      { size: 'L', taughtAt: expect.any(String) },
      { size: 'M', taughtAt: null },
    ])
  })

  it('is refused for no item, for several different ones and for the item that it stands for', () => {
    const station = coats()
    teach(station, 1001)
    expect(codeOf(() => correct(station, 'NOTHING'))).toBe('item_not_found')
    expect(codeOf(() => correct(station, 'Coat'))).toBe('item_unclear')
    expect(codeOf(() => correct(station, 'SKU-1002'))).toBe('code_known')
    expect(found(station, EAN)).toMatchObject({ kind: 'item', orderId: 1001 })
  })

  it('is refused if it means something else as well, and stays as it was', async () => {
    const station = coats()
    teach(station, 1001)
    station.take(
      makeOrder({ id: 1004, order_lines: makeLines([{ id: 41, item_number: 'ITM-4', mpn: EAN }]) }),
    )
    expect(codeOf(() => correct(station, 'ITM-1003'))).toBe('code_known')
    expect(codesOfItem(station, 'ITM-1001')).toMatchObject([{ code: `0${EAN}` }])
    expect(untoldCodes(station.db, 1, null, 10)).toHaveLength(1)
  })

  it('is refused if it means an item as well that no order here has', () => {
    const station = coats()
    teach(station, 1001)
    const other = { code: `0${EAN}`, by: 'mpn', value: 'CAPE', size: 'M' } as const
    inTransaction(station.db, (tx) =>
      keepTaught(tx, { ...other, taughtAt: '2026-11-20T10:00:00.000Z', taughtBy: 'Ann' }),
    )
    expect(codeOf(() => correct(station, 'ITM-1003'))).toBe('code_known')
  })

  it('is taught again though the wrong meaning was taken back meanwhile', () => {
    const station = coats()
    teach(station, 1001)
    forgetCode(station, WRONG)
    correct(station, 'SKU-1003')
    expect(found(station, EAN)).toMatchObject({ kind: 'item', orderId: 1003 })
  })
})
