import { describe, expect, it } from 'vitest'
import { normalizeCode } from '../../../../../src/shared/domain/scanning/compare-codes'
import { matchLine, type ScannableLine } from '../../../../../src/shared/domain/scanning/scan'

function line(lineId: number, more: Partial<ScannableLine> = {}): ScannableLine {
  const codes = {
    itemNumber: `ITM${lineId}`,
    externalId: `EXT${lineId}`,
    mpn: 'SHARED',
    size: null,
    taught: [],
  }
  return { lineId, isShippingFee: false, shipmentId: null, ...codes, ...more }
}

const LINES = [line(1), line(2), line(3)]
const scan = (code: string, chosen: number[] = [], lines = LINES) => matchLine([code], lines, new Set(chosen))

describe('the code of one unit', () => {
  it.each([
    ['its item number', 'ITM2'],
    ['its external id', 'EXT2'],
    ['with blanks around it', '  ITM2\t'],
  ])('chooses the line: %s', (_, code) => {
    expect(scan(code)).toEqual({ kind: 'line', lineId: 2 })
  })

  it('is already scanned the second time', () => {
    expect(scan('ITM2', [2])).toEqual({ kind: 'line_scanned', lineId: 2 })
    expect(scan('EXT2', [2])).toEqual({ kind: 'line_scanned', lineId: 2 })
  })

  it('in a shipment is already packed', () => {
    const lines = [line(1, { shipmentId: 'S1' })]
    expect(scan('ITM1', [], lines)).toEqual({ kind: 'line_packed', lineId: 1 })
  })

  it('never falls through to the next unit of the same kind', () => {
    // ITM1 names one unit; another with the same mpn must not be chosen.
    expect(scan('ITM1', [1])).toEqual({ kind: 'line_scanned', lineId: 1 })
  })

  it('is compared letter by letter, whatever their case', () => {
    expect(scan('itm2')).toEqual({ kind: 'line', lineId: 2, folded: true })
    expect(scan('ext3', [3])).toEqual({ kind: 'line_scanned', lineId: 3, folded: true })
    expect(scan('ITM')).toBeNull()
  })

  it('wins over one that differs in case alone, whichever of its codes it is', () => {
    const lines = [line(1, { itemNumber: 'abc' }), line(2, { mpn: 'ABC' })]
    expect(scan('ABC', [], lines)).toEqual({ kind: 'line', lineId: 2 })
    expect(scan('ABC', [2], lines)).toEqual({ kind: 'line_scanned', lineId: 2 })
    expect(scan('abc', [], lines)).toEqual({ kind: 'line', lineId: 1 })
  })
})

describe('a code that fits two items but for the case of its letters', () => {
  const lines = [line(1, { externalId: 'ab-1' }), line(2, { externalId: 'AB-1' }), line(3, { mpn: 'x' })]

  it('is neither of them', () => {
    expect(scan('Ab-1', [], lines)).toBeNull()
    expect(scan('AB-1', [], lines)).toEqual({ kind: 'line', lineId: 2 })
    expect(scan('X', [], lines)).toEqual({ kind: 'line', lineId: 3, folded: true })
  })
})

describe('a code of digits that the catalog has in groups', () => {
  const ISBN = '9783161484100'
  const isbn = (lineId: number, mpn: string) => line(lineId, { mpn })

  it('is found by its digits, unit by unit, and after all others', () => {
    const lines = [isbn(1, '978-3-16-148410-0'), isbn(2, '978-3-16-148410-0')]
    expect(scan(ISBN, [], lines)).toEqual({ kind: 'line', lineId: 1, folded: true })
    expect(scan(ISBN, [1], lines)).toEqual({ kind: 'line', lineId: 2, folded: true })
    expect(scan(ISBN, [], [...lines, line(3, { externalId: ISBN })])).toEqual({ kind: 'line', lineId: 3 })
  })

  it('stays two items where two differ by their groups', () => {
    expect(scan('12345678', [], [isbn(1, '12-345678'), isbn(2, '123 45678')])).toBeNull()
  })

  it('has no letters, and is not short', () => {
    expect(scan('12345678A', [], [isbn(1, '12-345678A')])).toBeNull()
    expect(scan('1234567', [], [isbn(1, '12-34567')])).toBeNull()
  })
})

describe('a shared code', () => {
  it('takes one unit after another', () => {
    const chosen: number[] = []
    for (const expected of [1, 2, 3]) {
      expect(scan('SHARED', chosen)).toEqual({ kind: 'line', lineId: expected })
      chosen.push(expected)
    }
    expect(scan('SHARED', chosen)).toEqual({ kind: 'line_scanned', lineId: 1 })
  })

  it('takes the unit that was ticked by hand first: it may be the very one, and must not count twice', () => {
    const ticked = (code: string, chosen: number[], byHand: number[]) =>
      matchLine([code], LINES, new Set(chosen), byHand)
    expect(ticked('SHARED', [2], [2])).toEqual({ kind: 'line', lineId: 2 })
    expect(ticked('SHARED', [2], [])).toEqual({ kind: 'line', lineId: 1 })
    expect(ticked('ITM2', [2], [2])).toEqual({ kind: 'line', lineId: 2 })
    // One that has gone into a shipment meanwhile is not.
    const packed = [line(1, { shipmentId: 'S1' })]
    expect(matchLine(['ITM1'], packed, new Set([1]), [1])).toEqual({ kind: 'line_scanned', lineId: 1 })
  })

  it('skips packed units', () => {
    const lines = [line(1, { shipmentId: 'S1' }), line(2), line(3)]
    expect(scan('SHARED', [], lines)).toEqual({ kind: 'line', lineId: 2 })
    expect(scan('SHARED', [2, 3], lines)).toEqual({ kind: 'line_scanned', lineId: 2 })
  })

  it('is already packed if every unit is', () => {
    const lines = [line(1, { shipmentId: 'S1' }), line(2, { shipmentId: 'S2' })]
    expect(scan('SHARED', [], lines)).toEqual({ kind: 'line_packed', lineId: 1 })
  })
})

describe('a unit that another station has packed', () => {
  const there = { elsewhere: { station: 'Bench 2' } }

  it('is known as one', () => {
    expect(scan('ITM1', [], [line(1, there)])).toEqual({ kind: 'line_elsewhere', lineId: 1 })
  })

  it('is skipped while another of its kind is free', () => {
    const lines = [line(1, there), line(2), line(3, { shipmentId: 'S1' })]
    expect(scan('SHARED', [], lines)).toEqual({ kind: 'line', lineId: 2 })
    expect(scan('SHARED', [2], lines)).toEqual({ kind: 'line_scanned', lineId: 2 })
    expect(scan('SHARED', [], [line(1, there), line(3, { shipmentId: 'S1' })])).toEqual({
      kind: 'line_elsewhere',
      lineId: 1,
    })
  })

  it('counts as packed once it is in a shipment', () => {
    expect(scan('ITM1', [], [line(1, { ...there, shipmentId: 'S1' })])).toEqual({
      kind: 'line_packed',
      lineId: 1,
    })
  })
})

describe('the precedence of the codes', () => {
  it('is item number, external id, mpn', () => {
    const lines = [
      line(1, { itemNumber: 'a', externalId: 'b', mpn: 'X' }),
      line(2, { itemNumber: 'c', externalId: 'X', mpn: 'd' }),
      line(3, { itemNumber: 'X', externalId: 'e', mpn: 'f' }),
    ]
    expect(scan('X', [], lines)).toEqual({ kind: 'line', lineId: 3 })
    expect(scan('X', [], lines.slice(0, 2))).toEqual({ kind: 'line', lineId: 2 })
    expect(scan('X', [], lines.slice(0, 1))).toEqual({ kind: 'line', lineId: 1 })
  })
})

describe('a code of another order', () => {
  it.each([
    ['of no line', 'NOPE', LINES],
    ['with no line at all', 'ITM1', []],
    ['that is empty, though a line has an empty mpn', '', [line(1, { mpn: '' })]],
    ['that is blank, though a line has an empty mpn', '  ', [line(1, { mpn: '' })]],
    ['null, though a line has no mpn', 'null', [line(1, { mpn: null })]],
  ])('is one %s', (_, code, lines) => {
    expect(scan(code, [], lines)).toBeNull()
  })
})

describe('the code of a fee', () => {
  const fee = line(9, { isShippingFee: true, itemNumber: 'FEE', externalId: null })

  it('is known as one', () => {
    expect(scan('FEE', [], [...LINES, fee])).toEqual({ kind: 'fee', lineId: 9 })
  })

  it('means the goods if both have it', () => {
    expect(scan('SHARED', [], [fee, ...LINES])).toEqual({ kind: 'line', lineId: 1 })
  })
})

describe('a scan with several possible codes', () => {
  const match = (codes: string[], chosen: number[] = []) => matchLine(codes, LINES, new Set(chosen))

  it('is the first that the order knows', () => {
    expect(match([']C1NOPE', 'ITM2', 'ITM1'])).toEqual({ kind: 'line', lineId: 2 })
    expect(match(['a', 'b'])).toBeNull()
    expect(match([])).toBeNull()
  })

  it('never falls from the unit to its kind', () => {
    expect(match(['ITM2', 'SHARED'], [2])).toEqual({ kind: 'line_scanned', lineId: 2 })
  })
})

it('blanks around a code do not count, blanks inside do', () => {
  expect(normalizeCode(' A 1\r\n')).toBe('A 1')
})
