import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { moveToArchive } from '../../../src/main/store/archive/archive'
import { labelsOfOrder } from '../../../src/main/areas/labels/find-labels'
import {
  givenByFile,
  giveNumbers,
  previewNumbers,
  takeBackNumbers,
} from '../../../src/main/areas/labels/give-numbers'
import { openLabelFolder } from '../../../src/main/areas/labels/label-folder'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { inTransaction, sql } from '../../../src/main/store/db/database'
import { findGivenNumber, giveNumber, takeBackNumbersOf } from '../../../src/main/store/tables/given-numbers'
import { KNOWN_CARRIERS } from '../../../src/shared/domain/carriers/known-carriers'
import { makeStation, type TestStation } from '../../support/account'
import { openStation } from '../../support/open-account'
import { makeOrder } from '../../support/orders'
import { rawDb } from '../../support/raw-db'
import { tempDir } from '../../support/temp-dir'

const UPS = '1Z999AA10123456784'
const OTHER = '1Z5R89390357567127'
const THIRD = '1Z879E930346834440'

/** A station with orders 1001 to 1003 to pack, 1004 canceled and 1005 packed with `THIRD`. */
function aStation(): TestStation {
  const station = makeStation()
  station.take(...[1001, 1002, 1003, 1005].map((id) => makeOrder({ id })))
  station.take(makeOrder({ id: 1004, state: 'canceled' }))
  packShipment(station, {
    ...{ orderId: 1005, lineIds: [10_051, 10_052, 10_053], carrier: 'UPS', trackingNumber: THIRD },
    ...{ trackingUrl: null, warehouseId: 7 },
  })
  return station
}

const fileOf = (...rows: string[]) => ({
  name: 'monday.csv',
  content: Buffer.from(['order,carrier,tracking', ...rows].join('\n')).toString('base64'),
})
const preview = (station: TestStation, ...rows: string[]) =>
  previewNumbers(station, KNOWN_CARRIERS, fileOf(...rows))
const give = async (station: TestStation, ...rows: string[]) => {
  const { seen } = await preview(station, ...rows)
  return giveNumbers(station, KNOWN_CARRIERS, { ...fileOf(...rows), seen })
}
const numberOf = ({ db }: TestStation, orderId: number) =>
  findGivenNumber(db, orderId)?.trackingNumber ?? null
const rows = ({ db }: TestStation) => sql(db, 'SELECT * FROM given_numbers').all()

describe('the preview of a file', () => {
  it('says what changes and which rows are of no use, and changes nothing', async () => {
    const station = aStation()
    await give(station, `1001,UPS,${OTHER}`)
    const before = rows(station)
    const found = await preview(
      station,
      ...[`1001,UPS,${UPS}`, `1002,,${OTHER}`, `1003,UPS,${THIRD}`, '1004,UPS,1Z410E7W0392751591'],
      ...[`1005,UPS,${THIRD}`, '77,UPS,X', '1003,Pigeon,X', '1002,UPS,1Z', ',UPS,X', '1003,UPS,'],
    )
    expect(found).toMatchObject({ count: 2, replaced: 1, same: 0 })
    expect(found.changes).toEqual([
      { orderId: 1001, carrier: 'UPS', trackingNumber: UPS, before: OTHER },
      { orderId: 1002, carrier: '', trackingNumber: OTHER, before: null },
    ])
    expect(
      found.problems.map(({ kind, rows: of }) => [kind, of.map(({ row, orderId }) => [row, orderId])]),
    ).toEqual([
      ['used', [[4, 1003]]],
      ['order_canceled', [[5, 1004]]],
      ['order_packed', [[6, 1005]]],
      ['order_unknown', [[7, 77]]],
      ['carrier_unknown', [[8, 1003]]],
      ['number_unfit', [[9, 1002]]],
      ['order_wrong', [[10, null]]],
      ['no_number', [[11, null]]],
    ])
    expect(rows(station)).toEqual(before)
  })

  it('numbers rows as a spreadsheet does, blank ones included', async () => {
    const { problems } = await preview(aStation(), ',,', `1001,UPS,${UPS}`, '', '77,UPS,X')
    expect(problems.flatMap((one) => one.rows)).toEqual([{ row: 5, orderId: 77, other: null }])
  })

  it('refuses a number that another station has given an order that is not here yet', async () => {
    const station = aStation()
    const by = { carrier: 'UPS', fileName: 'other.csv', givenAt: '2026-11-20T09:00:00.000Z', givenBy: 'Ada' }
    inTransaction(station.db, (tx) => giveNumber(tx, { ...by, orderId: 9001, trackingNumber: UPS }))
    expect((await preview(station, `1001,UPS,${UPS}`, `1002,UPS,${OTHER}`)).problems).toEqual([
      { kind: 'given', count: 1, rows: [{ row: 2, orderId: 1001, other: 9001 }] },
    ])
    inTransaction(station.db, (tx) => takeBackNumbersOf(tx, [9001]))
    expect(await preview(station, `1001,UPS,${UPS}`)).toMatchObject({ count: 1, problems: [] })
  })

  it('refuses what is no such table', async () => {
    const station = aStation()
    const ask = (text: string) =>
      previewNumbers(station, KNOWN_CARRIERS, {
        ...{ name: 'x.csv', content: Buffer.from(text).toString('base64') },
      })
    await expect(ask('order,carrier\n1001,UPS')).rejects.toMatchObject({
      ...{ code: 'file_unreadable', fields: { file: 'no_number_columns' } },
    })
    await expect(ask('')).rejects.toMatchObject({ code: 'file_unreadable', fields: { file: 'empty' } })
    await expect(ask(`order,tracking\n${'1001,X\n'.repeat(20_001)}`)).rejects.toMatchObject({
      code: 'file_too_large',
    })
  })
})

describe('a confirmed file', () => {
  it('gives the orders their numbers, and once more changes nothing', async () => {
    const station = aStation()
    expect(await give(station, `1001,UPS,${UPS}`, `#1002,,${OTHER}`)).toEqual({ given: 2, replaced: 0 })
    expect(findGivenNumber(station.db, 1001)).toMatchObject({
      ...{ carrier: 'UPS', trackingNumber: UPS, fileName: 'monday.csv', givenBy: 'tester' },
    })
    expect(await preview(station, `1001,UPS,${UPS}`, `1002,,${OTHER}`)).toMatchObject({
      ...{ count: 0, same: 2, problems: [] },
    })
    expect(await give(station, `1001,UPS,${UPS}`)).toEqual({ given: 0, replaced: 0 })
  })

  it('dates the numbers by the clock that all stations have', async () => {
    const station = aStation()
    vi.spyOn(station.clockWatch, 'nowMs').mockReturnValue(Date.parse('2026-11-24T09:00:00.000Z'))
    await give(station, `1001,UPS,${UPS}`)
    expect(findGivenNumber(station.db, 1001)?.givenAt).toBe('2026-11-24T09:00:00.000Z')
  })

  it('changes nothing if it would change something else than what was seen', async () => {
    const station = aStation()
    const file = fileOf(`1001,UPS,${UPS}`, `1002,UPS,${OTHER}`)
    const { seen } = await previewNumbers(station, KNOWN_CARRIERS, file)
    station.take(makeOrder({ id: 1002, state: 'canceled' }))
    await expect(giveNumbers(station, KNOWN_CARRIERS, { ...file, seen })).rejects.toMatchObject({
      code: 'confirmation_needed',
    })
    expect(rows(station)).toEqual([])
  })

  it('gives all numbers or none, and keeps them over a restart', async () => {
    const station = aStation()
    rawDb(station.db).exec(
      `CREATE TEMP TRIGGER power_cut BEFORE INSERT ON main.given_numbers WHEN new.order_id = 1002
       BEGIN SELECT RAISE(ABORT, 'power cut'); END`,
    )
    await expect(give(station, `1001,UPS,${UPS}`, `1002,UPS,${OTHER}`)).rejects.toThrow()
    expect(rows(station)).toEqual([])
    rawDb(station.db).exec('DROP TRIGGER power_cut')
    await give(station, `1001,UPS,${UPS}`, `1002,UPS,${OTHER}`)
    await station.close()
    const again = openStation({ file: station.file })
    expect([numberOf(again, 1001), numberOf(again, 1002)]).toEqual([UPS, OTHER])
    await again.close()
  })

  it('gives the order its number without a label folder, and with one as another table would', async () => {
    const station = aStation()
    await give(station, `1001,ups,${UPS}`)
    expect(openOrder(station, 1001).hasGivenNumber).toBe(true)
    expect(openOrder(station, 1002).hasGivenNumber).toBe(false)
    const of = async (dir: string) => {
      const folder = openLabelFolder(() => dir, station.clock)
      await folder.read()
      station.clock.advance(2_000)
      return labelsOfOrder(station.db, folder, KNOWN_CARRIERS, 1001)
    }
    expect(await of('')).toMatchObject({
      ...{ folder: 'off', labels: [], numbers: [{ carrier: 'UPS', trackingNumber: UPS }] },
      given: { fileName: 'monday.csv', trackingNumber: UPS },
    })
    const dir = join(tempDir(), 'labels')
    mkdirSync(dir)
    writeFileSync(join(dir, 'same.csv'), `order,tracking\n1001,${UPS}\n`)
    expect((await of(dir)).numbers).toHaveLength(1)
    writeFileSync(join(dir, 'other.csv'), `order,tracking\n1001,${OTHER}\n`)
    expect((await of(dir)).numbers.map(({ trackingNumber }) => trackingNumber)).toEqual([UPS, OTHER])
  })

  it('is listed by file until its orders are packed, and goes with them to the archive', async () => {
    const station = aStation()
    await give(station, `1001,UPS,${UPS}`, `1002,UPS,${OTHER}`)
    expect(givenByFile(station.db)).toMatchObject([
      { fileName: 'monday.csv', count: 2, numbers: [{ orderId: 1001 }, { orderId: 1002 }] },
    ])
    packShipment(station, {
      ...{ orderId: 1001, lineIds: [10_011, 10_012, 10_013], carrier: 'UPS', trackingNumber: UPS },
      ...{ trackingUrl: null, warehouseId: 7 },
    })
    expect(givenByFile(station.db)).toMatchObject([{ count: 1, numbers: [{ orderId: 1002 }] }])
    moveToArchive(station.db, '2026-11', { orderIds: [1001], seqs: [] })
    expect([numberOf(station, 1001), numberOf(station, 1002)]).toEqual([null, OTHER])
  })

  it('is taken back for one order or all, but not what a later file has given', async () => {
    const station = aStation()
    await give(station, `1001,UPS,${UPS}`, `1002,UPS,${OTHER}`)
    const [first] = givenByFile(station.db)
    const { fileName, givenAt } = first!
    station.clock.advance(1_000)
    await give(station, '1003,FedEx,779017972697')
    expect(takeBackNumbers(station, { fileName, givenAt, orderId: 1001 })).toEqual({ takenBack: 1 })
    expect([1001, 1002, 1003].map((id) => numberOf(station, id))).toEqual([null, OTHER, '779017972697'])
    station.clock.advance(1_000)
    await give(station, `1002,UPS,${UPS}`)
    expect(takeBackNumbers(station, { fileName, givenAt, orderId: null })).toEqual({ takenBack: 0 })
    const packed = { orderId: 1003, lineIds: [10_031, 10_032, 10_033], carrier: null, trackingNumber: null }
    packShipment(station, { ...packed, trackingUrl: null, warehouseId: 7 })
    const last = findGivenNumber(station.db, 1003)
    expect(takeBackNumbers(station, { ...last!, orderId: null })).toEqual({ takenBack: 0 })
    expect(findGivenNumber(station.db, 1003)).toEqual(last)
    expect(numberOf(station, 1002)).toBe(UPS)
  })
})
