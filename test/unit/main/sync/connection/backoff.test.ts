import { describe, expect, it } from 'vitest'
import { askAgainMs, backoffMs } from '../../../../../src/main/sync/connection/backoff'

describe('backoffMs', () => {
  it('grows, jitters and never passes its limit', () => {
    expect(backoffMs(1, 0)).toBe(200)
    expect(backoffMs(1, 1)).toBe(1_000)
    expect(backoffMs(4, 1)).toBe(8_000)
    expect(backoffMs(500, 1)).toBe(60_000)
  })
})

describe('askAgainMs', () => {
  it('grows from a minute to a quarter of an hour, and jitter never shortens it', () => {
    const minutes = [1, 2, 3, 4, 5, 6, 500].map((times) => askAgainMs(times, 0) / 60_000)
    expect(minutes).toEqual([1, 2, 4, 8, 15, 15, 15])
    expect(askAgainMs(1, 1)).toBe(72_000)
    expect(askAgainMs(9, 1)).toBe(18 * 60_000)
  })
})
