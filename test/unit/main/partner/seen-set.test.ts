import { expect, it } from 'vitest'
import { createSeenSet } from '../../../../src/main/partner/seen-set'

it.each([
  ['one after the other', (nth: number) => nth],
  ['far apart', (nth: number) => 9_000_000_000_000 + nth * 4_096],
  ['as texts', (nth: number) => `{"id":"none ${nth}"}`],
])('tells 200,000 apart, %s, and knows them again', (_name, idOf) => {
  const seen = createSeenSet()
  for (let nth = 0; nth < 200_000; nth += 1) seen.add(idOf(nth))
  const size = seen.size()
  expect(size).toBeGreaterThan(199_900)
  expect(size).toBeLessThanOrEqual(200_000)
  for (let nth = 0; nth < 200_000; nth += 1) seen.add(idOf(nth))
  expect(seen.size()).toBe(size)
})
