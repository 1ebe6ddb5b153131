import { describe, expect, it } from 'vitest'
import { tickEvery, Timer } from '../../../../src/main/base/timer'
import { createManualClock } from '../../../support/clock'

describe('a timer', () => {
  it('acts for the last wait alone', () => {
    const clock = createManualClock()
    const timer = new Timer(clock)
    const acted: string[] = []
    timer.set(10, () => acted.push('first'))
    timer.set(20, () => acted.push('second'))
    clock.advance(15)
    expect([acted, timer.isSet()]).toEqual([[], true])
    clock.advance(5)
    expect([acted, timer.isSet()]).toEqual([['second'], false])
  })

  it('can be set again while it acts, and canceled', () => {
    const clock = createManualClock()
    const timer = new Timer(clock)
    let acted = 0
    const act = (): void => {
      acted += 1
      timer.set(10, act)
    }
    timer.set(10, act)
    clock.advance(10)
    clock.advance(10)
    timer.cancel()
    clock.advance(100)
    expect([acted, timer.isSet()]).toEqual([2, false])
  })
})

it('acts at each tick until it is ended, also by the act itself', () => {
  const clock = createManualClock()
  let acted = 0
  const end = tickEvery(clock, 10, () => {
    acted += 1
    if (acted === 3) end()
  })
  for (let tick = 0; tick < 5; tick += 1) clock.advance(10)
  expect(acted).toBe(3)
})
