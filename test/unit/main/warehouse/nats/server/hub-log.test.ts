import { describe, expect, it } from 'vitest'
import { createHubLog } from '../../../../../../src/main/warehouse/nats/server/hub-log'
import { HubSilent } from '../../../../../../src/main/warehouse/nats/server/silence'
import { createManualClock } from '../../../../../support/clock'

/** What the log has of the hub: one line for each change. */

const WELL_MS = 30_000
const HOUR_MS = 3_600_000
const WELL = { state: 'open', refusal: null, trouble: null } as const

function aLog() {
  const clock = createManualClock()
  const lines: string[] = []
  const hubLog = createHubLog({ clock, servers: ['tls://hub:4222'], log: (line) => void lines.push(line) })
  return {
    ...hubLog,
    clock,
    lines: () => lines.splice(0).map((line) => line.replace('Hub tls://hub:4222: ', '')),
  }
}

describe('the log of the hub', () => {
  it('says once that it is not reached and why, that it is there, and that it is gone', () => {
    const { saw, lines } = aLog()
    for (const refusal of ['refused', 'timeout', 'refused', 'timeout', null])
      saw({ state: 'away', refusal, trouble: null })
    expect(lines()).toEqual(['not reached: refused', 'not reached: timeout'])
    saw(WELL)
    saw(WELL)
    expect(lines()).toEqual(['connected'])
    saw({ ...WELL, state: 'away' })
    expect(lines()).toEqual(['the connection was lost; packing goes on'])
    saw({ ...WELL, state: 'away', refusal: 'refused' })
    expect(lines(), 'after it was there').toEqual(['not reached: refused'])
  })

  it('says once what a part cannot do, and that it can once that has lasted', () => {
    const { saw, fault, lines, clock } = aLog()
    saw(WELL)
    lines()
    for (let tried = 0; tried < 5; tried += 1) {
      fault(new Error('jetstream is not enabled'))
      saw({ ...WELL, trouble: 'jetstream is not enabled' })
      saw(WELL)
      clock.advance(3_000)
    }
    expect(lines()).toEqual(['jetstream is not enabled'])
    clock.advance(WELL_MS)
    expect(lines()).toEqual(['works again'])
    clock.advance(WELL_MS)
    expect(lines()).toEqual([])
    fault(new Error('jetstream is not enabled'))
    expect(lines(), 'news').toHaveLength(1)
  })

  it('has one line for all that is not answered, and none for it while the hub is away', () => {
    const { saw, fault, lines } = aLog()
    saw(WELL)
    lines()
    fault(new HubSilent('nothing is heard of claims'))
    fault(new HubSilent('nothing is heard of orders'))
    expect(lines()).toEqual(['does not answer'])
    const lost = aLog()
    lost.saw(WELL)
    lost.saw({ ...WELL, state: 'away' })
    lost.lines()
    lost.fault(new HubSilent('nothing is heard of leader'))
    expect(lost.lines()).toEqual([])
  })

  it('keeps the place of a mistake in the program, and bounds how much one trouble says', () => {
    const { saw, fault, lines } = aLog()
    saw(WELL)
    lines()
    fault(new TypeError('x is undefined'))
    expect(lines()[0]).toMatch(/TypeError: x is undefined\n +at /)
    for (let nth = 0; nth < 100; nth += 1) fault(new Error(`no right to ${nth}`))
    expect(lines()).toHaveLength(19)
  })

  it('names what was missing there, once an hour', () => {
    const { missed, lines, clock } = aLog()
    missed('copies')
    missed('copies')
    missed('claim')
    expect(lines()).toEqual([
      'no longer had copies of open operations of this station; written again',
      'no longer had this station’s claim to the order on its bench; written again',
    ])
    clock.advance(HOUR_MS)
    missed('copies')
    expect(lines()).toHaveLength(1)
  })
})
