import { expect, it } from 'vitest'
import { BACKGROUND_READS, createPace } from '../../../../../src/main/sync/connection/pace'
import { createManualClock } from '../../../../support/clock'

function make(perSecond = 2, burst = 4) {
  const clock = createManualClock()
  const pace = createPace({ clock, perSecond, burst })
  const turns: { at: number; allowed: boolean }[] = []
  const ask = (times: number): void => {
    for (let time = 0; time < times; time += 1)
      void pace.turn().then((allowed) => turns.push({ at: clock.monotonicMs(), allowed }))
  }
  /** Advances the clock in small steps, so that each release is recorded at its own time. */
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed <= ms; passed += 100) {
      await Promise.resolve()
      await Promise.resolve()
      if (passed < ms) clock.advance(100)
    }
  }
  return { clock, pace, turns, ask, pass }
}

it('lets a burst go at once and then a fixed number a second', async () => {
  const { ask, pass, turns } = make()
  ask(10)
  await pass(0)
  expect(turns).toHaveLength(4)
  await pass(1_000)
  expect(turns).toHaveLength(6)
  await pass(2_000)
  expect(turns).toHaveLength(10)
})

it('allows 120 background reads a minute and a burst, however many wait', async () => {
  const { ask, pass, turns } = make(BACKGROUND_READS.perSecond, BACKGROUND_READS.burst)
  ask(1_000)
  await pass(60_000)
  expect(turns.length).toBeLessThanOrEqual(124)
  expect(turns.length).toBeGreaterThan(115)
})

it('saves up no more than a burst during idle time', async () => {
  const { ask, pass, turns } = make()
  await pass(60_000)
  ask(10)
  await pass(0)
  expect(turns).toHaveLength(4)
})

it('makes the others wait for a failed read', async () => {
  const { ask, pace, pass, turns } = make()
  for (let read = 0; read < 100; read += 1) pace.spend()
  ask(1)
  await pass(2_000)
  expect(turns).toHaveLength(0)
  await pass(600)
  expect(turns).toHaveLength(1)
})

it('rejects all waiting and later reads when it is stopped', async () => {
  const { ask, clock, pace, pass, turns } = make(2, 1)
  ask(3)
  await pass(0)
  pace.stop()
  ask(1)
  await pass(0)
  expect(turns.map(({ allowed }) => allowed)).toEqual([true, false, false, false])
  expect(clock.pending()).toBe(0)
})
