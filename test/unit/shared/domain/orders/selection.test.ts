import { describe, expect, it } from 'vitest'
import {
  isPackable,
  selectionProblem,
  type SelectableLine,
} from '../../../../../src/shared/domain/orders/selection'

const GOODS: SelectableLine = { lineId: 1, isShippingFee: false, shipmentId: null }
const MORE: SelectableLine = { lineId: 2, isShippingFee: false, shipmentId: null }
const TAKEN: SelectableLine = { lineId: 3, isShippingFee: false, shipmentId: 'shipment-1' }
const ELSEWHERE: SelectableLine = { lineId: 4, isShippingFee: false, shipmentId: null, elsewhere: {} }
const FEE: SelectableLine = { lineId: 9, isShippingFee: true, shipmentId: null }
const ORDER = { canceled: false, lines: [GOODS, MORE, TAKEN, ELSEWHERE, FEE] }

describe('a packable line', () => {
  it.each([
    ['goods', GOODS, true],
    ['goods that a live shipment carries', TAKEN, false],
    ['goods that another station has packed', ELSEWHERE, false],
    ['the shipping fee', FEE, false],
  ])('%s', (_, line, packable) => {
    expect(isPackable(line)).toBe(packable)
  })
})

describe('a selection', () => {
  it.each([
    ['one line', [1], null],
    ['all that are free', [1, 2], null],
    ['in any order', [2, 1], null],
    ['nothing', [], { code: 'no_lines' }],
    ['a line of another order', [1, 77], { code: 'line_unknown', lineId: 77 }],
    ['the shipping fee', [1, 9], { code: 'line_is_fee', lineId: 9 }],
    ['a line that is packed already', [1, 3], { code: 'line_taken', lineId: 3 }],
    ['a line that another station has packed', [1, 4], { code: 'line_elsewhere', lineId: 4 }],
    ['several faults: the first counts', [9, 3, 77], { code: 'line_is_fee', lineId: 9 }],
  ])('of %s', (_, chosen, problem) => {
    expect(selectionProblem(ORDER, chosen)).toEqual(problem)
  })

  it('from a canceled order is refused before anything else', () => {
    const canceled = { ...ORDER, canceled: true }
    expect(selectionProblem(canceled, [1])).toEqual({ code: 'order_canceled' })
    expect(selectionProblem(canceled, [])).toEqual({ code: 'order_canceled' })
  })
})
