import { describe, expect, it } from 'vitest'
import { backoffMs } from '../../../../src/main/sync/backoff'

describe('backoffMs', () => {
  it('grows, jitters and never passes its limit', () => {
    expect(backoffMs(1, 0)).toBe(200)
    expect(backoffMs(1, 1)).toBe(1_000)
    expect(backoffMs(4, 1)).toBe(8_000)
    expect(backoffMs(500, 1)).toBe(60_000)
  })
})
