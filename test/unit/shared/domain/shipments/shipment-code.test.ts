import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { badgeOf, SAFE_LETTERS } from '../../../../../src/shared/domain/scanning/badge'
import { COMMAND_CODES, commandOf } from '../../../../../src/shared/domain/scanning/command'
import { shipmentCodeOf, shipmentIdStart } from '../../../../../src/shared/domain/shipments/shipment-code'

const ID = '01923f6e-8a4b-7c3d-9e21-5f0a7b6c8d9e'

test('printed slips are read for years: a code never changes', () => {
  expect(shipmentCodeOf(ID)).toBe('PBXSBCIOTVCDIKBFUJP')
})

test('a code leads back to the start of the id', () => {
  for (const id of [
    ID,
    '00000000-0000-4000-8000-000000000001',
    'ffffffff-ffff-4fff-bfff-ffffffffffff',
    randomUUID(),
  ]) {
    const start = shipmentIdStart(shipmentCodeOf(id))
    expect(start).toBe(id.slice(0, 18))
  }
})

test('it survives every keyboard layout and Caps Lock', () => {
  const code = shipmentCodeOf(ID)
  expect(code.toLowerCase()).toMatch(new RegExp(`^[${SAFE_LETTERS}]+$`))
  expect(shipmentIdStart(code.toLowerCase())).toBe(ID.slice(0, 18))
})

test('it is no command and no badge, and those are no shipment codes', () => {
  const code = shipmentCodeOf(ID)
  expect([commandOf(code), badgeOf(code)]).toEqual([null, null])
  for (const command of Object.values(COMMAND_CODES)) expect(shipmentIdStart(command)).toBeNull()
})

test.each([
  '',
  '4711',
  'PBXS',
  `${'PBXS'}${'B'.repeat(14)}`,
  `PBXS${'B'.repeat(16)}`,
  `PBXS${'X'.repeat(15)}`,
  'PBXSAAAAAAAAAAAAAAA',
])('%j is no shipment', (code) => expect(shipmentIdStart(code)).toBeNull())
