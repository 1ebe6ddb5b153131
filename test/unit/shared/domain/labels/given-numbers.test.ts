import { describe, expect, it } from 'vitest'
import { KNOWN_CARRIERS } from '../../../../../src/shared/domain/carriers/known-carriers'
import {
  checkNumber,
  planNumbers,
  type NumberFacts,
  type ReadNumber,
} from '../../../../../src/shared/domain/labels/given-numbers'

const UPS = '1Z999AA10123456784'
const OTHER = '1Z5R89390357567127'
const THIRD = '1Z879E930346834440'

const NOTHING: NumberFacts = { given: new Map(), onParcels: () => [], inOneBox: () => false }

/** Rows of a file, from row 2 on: the order and its number. */
const rowsOf = (...rows: readonly (readonly [orderId: number, number: string])[]): ReadNumber[] =>
  rows.map(([orderId, trackingNumber], index) => ({
    ...{ row: index + 2, orderId, number: trackingNumber, read: { orderId, carrier: 'UPS', trackingNumber } },
  }))
const given = (...rows: readonly (readonly [orderId: number, number: string])[]) => ({
  given: new Map(
    rows.map(([orderId, trackingNumber]) => [orderId, { carrier: 'UPS', trackingNumber }] as const),
  ),
})
const plan = (rows: ReadNumber[], facts: Partial<NumberFacts> = {}) => {
  const { changes, same, problems } = planNumbers(rows, { ...NOTHING, ...facts })
  return {
    changes: changes.map(({ orderId, trackingNumber, before }) => [orderId, trackingNumber, before]),
    same,
    problems: problems.map(({ row, kind, other }) => [row, kind, other]),
  }
}

describe('a row of a file', () => {
  const check = (carrier: string, trackingNumber: string) =>
    checkNumber({ orderId: 1, carrier, trackingNumber }, KNOWN_CARRIERS)

  it('has the carrier’s name and the number as the station writes them', () => {
    expect(check('ups', UPS)).toEqual({ orderId: 1, carrier: 'UPS', trackingNumber: UPS })
    expect(check('FedEx', '1001921334250001000300779017972697')).toMatchObject({
      trackingNumber: '779017972697',
    })
    expect(check('', UPS)).toEqual({ orderId: 1, carrier: '', trackingNumber: UPS })
  })

  it('is of no use if carrier and number do not fit', () => {
    expect(check('Pigeon Post', UPS)).toBe('carrier_unknown')
    expect(check('UPS', '1Z999AA10123456785')).toBe('number_unfit')
    expect(check('', 'ABC')).toBe('no_carrier')
  })

  it('takes any number of a carrier without formats, and none of a carrier that is not in use', () => {
    const own = { ...KNOWN_CARRIERS[0]!, name: 'Own van', numbers: [] }
    const row = { orderId: 1, carrier: 'own van', trackingNumber: 'Pickup' }
    expect(checkNumber(row, [own])).toEqual({ ...row, carrier: 'Own van' })
    expect(checkNumber(row, [{ ...own, inUse: false }])).toBe('carrier_unknown')
  })
})

describe('a file', () => {
  it('gives each order its number, and says which one it replaces', () => {
    const rows = rowsOf([1, UPS], [2, OTHER], [3, THIRD])
    expect(plan(rows, given([2, 'OLD 1234567'], [3, THIRD]))).toEqual({
      ...{ changes: [[1, UPS, null] as unknown[], [2, OTHER, 'OLD 1234567']], same: 1, problems: [] },
    })
  })

  it('names the rows that are of no use, in the order of the file', () => {
    const read = [{ row: 3, orderId: 9, number: null, read: 'order_unknown' as const }]
    expect(plan([...rowsOf([1, UPS], [1, OTHER]), ...read])).toEqual({
      changes: [],
      same: 0,
      problems: [
        [2, 'several_numbers', null],
        [3, 'order_unknown', null],
        [3, 'several_numbers', null],
      ],
    })
  })

  it('takes a row that is there twice once', () => {
    expect(plan(rowsOf([1, UPS], [1, '1z999 aa1 0123456784']))).toMatchObject({
      changes: [[1, UPS, null]],
      problems: [],
    })
  })

  it('gives one number to several orders only if they go in one box, or it is no real one', () => {
    expect(plan(rowsOf([1, UPS], [2, UPS])).problems).toEqual([
      [2, 'twice', 2],
      [3, 'twice', 1],
    ])
    expect(plan(rowsOf([1, UPS], [2, UPS]), { inOneBox: () => true }).problems).toEqual([])
    expect(plan(rowsOf([1, 'Pickup'], [2, 'Pickup'])).changes).toHaveLength(2)
  })

  it('gives nobody a number that a row of no use gives to another order', () => {
    const spoiled = { row: 3, orderId: 2, number: '1z999 aa1 0123456784', read: 'order_canceled' as const }
    expect(plan([...rowsOf([1, UPS]), spoiled])).toEqual({
      ...{ changes: [], same: 0 },
      problems: [
        [2, 'twice', 2],
        [3, 'order_canceled', null],
      ],
    })
    expect(plan(rowsOf([1, UPS], [2, UPS], [2, OTHER])).problems).toEqual([
      [2, 'twice', 2],
      [3, 'several_numbers', null],
      [4, 'several_numbers', null],
    ])
  })

  it('gives no number that a parcel has', () => {
    const onParcels = () => [{ orderId: 1, inUse: true }]
    expect(plan(rowsOf([1, UPS]), { onParcels }).problems).toEqual([[2, 'own_parcel', null]])
    expect(plan(rowsOf([2, UPS]), { onParcels }).problems).toEqual([[2, 'used', 1]])
    const gone = () => [{ orderId: 1, inUse: false }]
    expect(plan(rowsOf([2, UPS]), { onParcels: gone }).problems).toEqual([])
  })

  it('moves a number only away from an order that gets another one from the same file', () => {
    const before = given([1, UPS], [2, OTHER])
    expect(plan(rowsOf([3, UPS]), before).problems).toEqual([[2, 'given', 1]])
    expect(plan(rowsOf([1, OTHER], [2, UPS]), before).changes).toEqual([
      [1, OTHER, UPS],
      [2, UPS, OTHER],
    ])
    // Order 2 keeps its number, so order 1 does not get it and keeps its own.
    const chain = [
      ...rowsOf([3, UPS], [1, OTHER]),
      { row: 4, orderId: 2, number: null, read: 'number_unfit' as const },
    ]
    expect(plan(chain, before)).toEqual({
      changes: [],
      same: 0,
      problems: [
        [2, 'given', 1],
        [3, 'given', 2],
        [4, 'number_unfit', null],
      ],
    })
  })
})
