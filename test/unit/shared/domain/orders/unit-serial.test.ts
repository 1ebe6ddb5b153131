import { expect, it } from 'vitest'
import { isSerial, lineOfSerial, serialsOpen } from '../../../../../src/shared/domain/orders/unit-serial'

const line = (lineId: number, serial: string | null, mpn: string | null = 'WATCH') => ({
  lineId,
  serial,
  mpn,
})

it.each([
  ['SN-0012 a', 'sn0012A', true],
  ['SN-0012', 'SN-12', false],
  ['12', '012', false],
  [' ', '', false],
])('%j is the serial number %j: %s', (serial, code, is) => {
  expect(isSerial([code], serial)).toBe(is)
})

it('is nobody’s where none is asked for', () => {
  expect(isSerial(['', 'X'], null)).toBe(false)
  expect(lineOfSerial(['X'], [line(1, null)], [line(2, null)])).toBeNull()
})

it('is due for each chosen line that asks for one, in the order in which they were chosen', () => {
  const lines = [line(1, 'A'), line(2, null), line(3, 'C')]
  expect(serialsOpen(lines, [3, 2, 1], new Map([[1, 'A']]))).toEqual([3])
  expect(serialsOpen(lines, [3, 1], new Map())).toEqual([3, 1])
})

it('says which of two units of one model it was', () => {
  const [first, second] = [line(1, 'A'), line(2, 'B')]
  expect(lineOfSerial(['A'], [first], [second])).toEqual({ line: first, insteadOf: null })
  expect(lineOfSerial(['b'], [first], [second])).toEqual({ line: second, insteadOf: first })
  expect(lineOfSerial(['b'], [first, second], [])).toEqual({ line: second, insteadOf: null })
  expect(lineOfSerial(['C'], [first], [second])).toBeNull()
})

it('takes no unit of another model', () => {
  expect(lineOfSerial(['B'], [line(1, 'A')], [line(2, 'B', 'CLOCK')])).toBeNull()
  expect(lineOfSerial(['B'], [line(1, 'A', null)], [line(2, 'B', null)])).toBeNull()
})
