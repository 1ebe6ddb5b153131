import { expect, test } from 'vitest'
import { createHeld } from '../../../../src/renderer/src/data/held'

test('what is older than what is held no longer counts', () => {
  const held = createHeld()
  expect([held.takes(5), held.takes(4), held.takes(5), held.takes(6)]).toEqual([true, false, true, true])
})

test('what is held knows of the changes that were announced before it was read', () => {
  const held = createHeld()
  expect(held.knows(1)).toBe(false)
  held.takes(5)
  held.takes(3)
  expect([held.knows(4), held.knows(5), held.knows(6)]).toEqual([true, true, false])
})
