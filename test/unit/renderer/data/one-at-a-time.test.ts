import { describe, expect, it } from 'vitest'
import { oneAtATime } from '../../../../src/renderer/src/data/one-at-a-time'

describe('work requested repeatedly', () => {
  it('runs once at a time, and once more for all requests in the meantime', async () => {
    const finish: (() => void)[] = []
    let runs = 0
    const ask = oneAtATime(() => {
      runs += 1
      return new Promise((resolve) => finish.push(resolve))
    })
    const first = ask()
    const later = [ask(), ask(), ask()]
    expect(runs).toBe(1)
    finish[0]?.()
    await first
    await expect.poll(() => runs).toBe(2)
    finish[1]?.()
    await Promise.all(later)
    expect(runs).toBe(2)
    const again = ask()
    expect(runs).toBe(3)
    finish[2]?.()
    await again
  })
})
