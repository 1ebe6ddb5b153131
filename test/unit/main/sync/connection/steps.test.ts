import { expect, it } from 'vitest'
import { createSteps } from '../../../../../src/main/sync/connection/steps'
import { createManualClock } from '../../../../support/clock'

it('goes on after a step that throws, which is reported', async () => {
  const clock = createManualClock()
  const faults: unknown[] = []
  let taken = 0
  const steps = createSteps(
    clock,
    async () => {
      taken += 1
      if (taken === 1) throw new Error('the disk is full')
      return 1_000
    },
    (error) => faults.push(error),
  )
  steps.start(0)
  clock.advance(0)
  await steps.settled()
  expect(faults).toEqual([new Error('the disk is full')])
  clock.advance(59_999)
  expect(taken).toBe(1)
  clock.advance(1)
  expect(taken).toBe(2)
  await steps.stop()
})
