import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { watchIdle } from '../../../src/renderer/src/features/operators/idle'

const IDLE_MS = 60_000

beforeEach(() => void vi.useFakeTimers({ now: 0 }))
afterEach(() => void vi.useRealTimers())

it('goes off once nobody has touched anything for so long, and not while somebody does', () => {
  const target = new EventTarget()
  const onIdle = vi.fn()
  const stop = watchIdle(target, IDLE_MS, onIdle)
  for (const sign of ['keydown', 'pointerdown', 'keydown']) {
    vi.advanceTimersByTime(IDLE_MS - 1)
    target.dispatchEvent(new Event(sign))
  }
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(IDLE_MS - 1)
  expect(onIdle).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  vi.advanceTimersByTime(10 * IDLE_MS)
  expect(onIdle).toHaveBeenCalledOnce()
  stop()
})

it('goes off after a sleep of the PC, although the first thing that happens is a key', () => {
  const target = new EventTarget()
  const onIdle = vi.fn()
  const stop = watchIdle(target, IDLE_MS, onIdle)
  vi.setSystemTime(8 * IDLE_MS)
  target.dispatchEvent(new Event('keydown'))
  vi.advanceTimersByTime(IDLE_MS)
  expect(onIdle).toHaveBeenCalledOnce()
  stop()
})

it('stops when it is told to', () => {
  const onIdle = vi.fn()
  watchIdle(new EventTarget(), IDLE_MS, onIdle)()
  vi.advanceTimersByTime(2 * IDLE_MS)
  expect(onIdle).not.toHaveBeenCalled()
})
