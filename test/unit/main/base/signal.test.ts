import { describe, expect, it, vi } from 'vitest'
import { Signal } from '../../../../src/main/base/signal'

describe('a signal', () => {
  it('is heard by those who listen, until they stop', () => {
    const signal = new Signal<[number]>()
    const [first, second] = [vi.fn(), vi.fn()]
    signal.tell(1)
    const stop = signal.on(first)
    signal.on(second)
    signal.tell(2)
    stop()
    signal.tell(3)
    expect([first.mock.calls, second.mock.calls]).toEqual([[[2]], [[2], [3]]])
  })

  it('knows whether anybody listens', () => {
    const signal = new Signal()
    expect(signal.isHeard()).toBe(false)
    const stop = signal.on(() => {})
    expect(signal.isHeard()).toBe(true)
    stop()
    expect(signal.isHeard()).toBe(false)
  })

  const fails = (): void => {
    throw new Error('no database')
  }

  it('reaches the others although a listener fails, where somebody takes the error', () => {
    const [faults, other] = [vi.fn(), vi.fn()]
    const signal = new Signal(faults)
    signal.on(fails)
    signal.on(other)
    signal.tell()
    expect(faults).toHaveBeenCalledWith(new Error('no database'))
    expect(other).toHaveBeenCalledOnce()
  })

  it('fails for the one who tells otherwise', () => {
    const signal = new Signal()
    signal.on(fails)
    expect(() => signal.tell()).toThrow('no database')
  })
})
