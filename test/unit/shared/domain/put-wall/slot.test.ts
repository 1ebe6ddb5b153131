import { expect, it } from 'vitest'
import {
  FEWEST_SLOTS,
  freeSlot,
  MOST_SLOTS,
  slotCodeOf,
  slotOfCode,
  slotState,
} from '../../../../../src/shared/domain/put-wall/slot'
import { SAFE_LETTERS } from '../../../../../src/shared/domain/scanning/badge'
import { COMMAND_CODES, commandOf } from '../../../../../src/shared/domain/scanning/command'
import { shipmentIdStart } from '../../../../../src/shared/domain/shipments/shipment-code'

const ALL = Array.from({ length: MOST_SLOTS }, (_, index) => index + 1)

it('has a code for each slot, of letters that every layout types, and of no command or parcel', () => {
  const codes = ALL.map(slotCodeOf)
  expect(new Set(codes).size).toBe(MOST_SLOTS)
  for (const code of codes) {
    expect(code).toMatch(new RegExp(`^PBX[${SAFE_LETTERS.toUpperCase()}]+$`))
    expect(commandOf(code)).toBeNull()
    expect(shipmentIdStart(code)).toBeNull()
  }
})

it('reads its code back, whatever Caps Lock does, and nothing else', () => {
  expect(ALL.map((slot) => slotOfCode(slotCodeOf(slot).toLowerCase()))).toEqual(ALL)
  const others = [
    '',
    'PBXSLOT',
    'PBXSLOTB',
    `${slotCodeOf(7)}B`,
    slotCodeOf(0),
    'PBXSLOTAA',
    ...Object.values(COMMAND_CODES),
  ]
  for (const code of others) expect(slotOfCode(code), code).toBeNull()
})

it('never changes a printed code', () => {
  expect([1, 7, MOST_SLOTS].map(slotCodeOf)).toEqual(['PBXSLOTBC', 'PBXSLOTBI', 'PBXSLOTDB'])
})

it('is complete once nothing is missing, and stopped by whatever must come out', () => {
  expect(slotState({ missing: 1, surplus: 0 })).toBe('filling')
  expect(slotState({ missing: 0, surplus: 0 })).toBe('complete')
  expect(slotState({ missing: 0, surplus: 1 })).toBe('stopped')
})

it('takes the lowest free slot, and none in a full wall', () => {
  expect(freeSlot(new Set(), FEWEST_SLOTS)).toBe(1)
  expect(freeSlot(new Set([1, 3]), FEWEST_SLOTS)).toBe(2)
  expect(freeSlot(new Set([1, 2, 3, 4]), FEWEST_SLOTS)).toBeNull()
})
