import { expect, it } from 'vitest'
import { timeOrderedUid } from '../../../../src/main/base/time-ordered-uid'

const NOW = Date.parse('2026-11-20T09:00:00.000Z')

it('is a UUID of version 7', () => {
  expect(timeOrderedUid(NOW)).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

it('sorts by time of creation', () => {
  const uids = [0, 1, 255, 256, 86_400_000].map((later) => timeOrderedUid(NOW + later))
  expect([...uids].reverse().sort()).toEqual(uids)
})

it('differs each time within a millisecond', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => timeOrderedUid(NOW))).size).toBe(1_000)
})
