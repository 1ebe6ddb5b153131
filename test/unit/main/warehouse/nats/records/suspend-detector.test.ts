import { describe, expect, it } from 'vitest'
import { createSuspendDetector } from '../../../../../../src/main/warehouse/nats/records/suspend-detector'
import { createManualClock } from '../../../../../support/clock'

describe('how late a message is', () => {
  it('is what it took longer than the quickest, whatever the hub’s clock shows', () => {
    const clock = createManualClock()
    const suspendDetector = createSuspendDetector(clock)
    expect(suspendDetector.of(1_000)).toBe(0)
    clock.advance(5_000)
    expect(suspendDetector.of(6_000)).toBe(0)
    clock.advance(5_000)
    expect(suspendDetector.of(7_000)).toBe(4_000)
  })

  it('counts sleep, during which monotonic time stands still', () => {
    const clock = createManualClock()
    const suspendDetector = createSuspendDetector(clock)
    suspendDetector.of(1_000)
    clock.setWall(clock.wallMs() + 30_000)
    expect(suspendDetector.of(1_000)).toBe(30_000)
  })

  it.each([11_000, 3_600_000])('starts over after a clock was set forward by %d ms', (setMs) => {
    const clock = createManualClock()
    const suspendDetector = createSuspendDetector(clock)
    suspendDetector.of(1_000)
    clock.setWall(clock.wallMs() + setMs)
    expect(suspendDetector.of(1_000)).toBe(setMs)
    expect(suspendDetector.of(1_000)).toBe(0)
  })
})
