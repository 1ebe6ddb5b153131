import { expect, it, vi } from 'vitest'
import { reportActivity } from '../../../../../src/renderer/src/features/operators/use-activity'

it('reports keys and touches at once, and a series of them seldom', () => {
  const target = new EventTarget()
  const report = vi.fn<() => void>()
  let nowMs = 0
  const stop = reportActivity(target, report, () => nowMs)
  for (const sign of ['keydown', 'pointerdown', 'keydown']) target.dispatchEvent(new Event(sign))
  expect(report).toHaveBeenCalledTimes(1)
  nowMs = 4_999
  target.dispatchEvent(new Event('keydown'))
  expect(report).toHaveBeenCalledTimes(1)
  nowMs = 5_000
  target.dispatchEvent(new Event('pointerdown'))
  expect(report).toHaveBeenCalledTimes(2)
  stop()
  nowMs = 60_000
  target.dispatchEvent(new Event('keydown'))
  expect(report).toHaveBeenCalledTimes(2)
})
