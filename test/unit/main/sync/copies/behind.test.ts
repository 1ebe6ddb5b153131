import { describe, expect, it } from 'vitest'
import { createLagWindow } from '../../../../../src/main/sync/copies/behind'
import { createManualClock } from '../../../../support/clock'

const MINUTE = 60_000

function bench() {
  const clock = createManualClock()
  const since = createLagWindow(clock)
  return {
    clock,
    sinceMs: () => Date.parse(since()),
    setBy: (ms: number) => clock.setWall(clock.wallMs() + ms),
  }
}

describe('what a replica may still lack', () => {
  it('was learned in the last ten minutes', () => {
    const { clock, sinceMs } = bench()
    expect(sinceMs()).toBe(clock.wallMs() - 10 * MINUTE)
    clock.advance(60 * MINUTE)
    expect(sinceMs()).toBe(clock.wallMs() - 10 * MINUTE)
  })

  it('includes what was learned right before the clock was set ahead, until ten minutes have passed', () => {
    const { clock, sinceMs, setBy } = bench()
    const learnedMs = clock.wallMs()
    setBy(20 * MINUTE)
    expect(sinceMs()).toBeLessThanOrEqual(learnedMs)
    clock.advance(9 * MINUTE)
    expect(sinceMs()).toBeLessThanOrEqual(learnedMs)
    clock.advance(2 * MINUTE)
    expect(sinceMs()).toBe(clock.wallMs() - 10 * MINUTE)
  })

  it('is not changed by a clock that is steered or set back', () => {
    const { clock, sinceMs, setBy } = bench()
    setBy(500)
    expect(sinceMs()).toBe(clock.wallMs() - 10 * MINUTE)
    setBy(-20 * MINUTE)
    expect(sinceMs()).toBe(clock.wallMs() - 10 * MINUTE)
  })
})
