import { expect, it } from 'vitest'
import {
  canBeScanned,
  isSerial,
  lineOfSerial,
  serialsOpen,
} from '../../../../../src/shared/domain/orders/unit-serial'

const line = (lineId: number, serial: string | null) => ({ lineId, serial })
const alike = () => true

it.each([
  ['SN-0012 a', 'sn0012A', true],
  ['SN-0012', 'SN-12', false],
  ['12', '012', false],
  [' ', '', false],
  ['-', '-', false],
  // What labels put before the number itself.
  ['C02ABC', 'SC02ABC', true],
  ['C02ABC', '1SC02ABC', true],
  ['C02ABC', 'S/N: C02-ABC', true],
  ['C02ABC', 'SN C02ABC', true],
  ['SC02ABC', 'C02ABC', false],
  ['C02ABC', 'XC02ABC', false],
])('%j is the serial number %j: %s', (serial, code, is) => {
  expect(isSerial([code], serial)).toBe(is)
})

it.each([
  ['-', false],
  ['', false],
  ['0', true],
])('%j can be scanned: %s', (serial, can) => {
  expect(canBeScanned(serial)).toBe(can)
})

it('is nobody’s where none is asked for', () => {
  expect(isSerial(['', 'X'], null)).toBe(false)
  expect(lineOfSerial(['X'], [line(1, null)], [line(2, null)], alike)).toBeNull()
})

it('is due for each chosen line that asks for one, in the order in which they were chosen', () => {
  const lines = [line(1, 'A'), line(2, null), line(3, 'C')]
  expect(serialsOpen(lines, [3, 2, 1], new Map([[1, 'a']]))).toEqual([3])
  expect(serialsOpen(lines, [3, 1], new Map())).toEqual([3, 1])
})

it('is due again where it was corrected, and not where a supervisor allowed the unit', () => {
  const lines = [line(1, 'A2'), line(3, 'C')]
  const proven = new Map([
    [1, 'A'],
    [3, ''],
  ])
  expect(serialsOpen(lines, [1, 3], proven)).toEqual([1])
})

it('says which of two alike units it was', () => {
  const [first, second] = [line(1, 'A'), line(2, 'B')]
  expect(lineOfSerial(['A'], [first], [second], alike)).toEqual({ line: first, insteadOf: null })
  expect(lineOfSerial(['b'], [first], [second], alike)).toEqual({ line: second, insteadOf: first })
  expect(lineOfSerial(['b'], [first, second], [], alike)).toEqual({ line: second, insteadOf: null })
  expect(lineOfSerial(['C'], [first], [second], alike)).toBeNull()
  expect(lineOfSerial(['b'], [first], [second], () => false)).toBeNull()
})
