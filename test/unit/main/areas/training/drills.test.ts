import { describe, expect, it } from 'vitest'
import { createDrills, runDrill } from '../../../../../src/main/areas/training/drills'
import { createManualClock } from '../../../../support/clock'

function rehearse(known: readonly number[] = []) {
  const clock = createManualClock()
  const faults: string[] = []
  const canceled: number[] = []
  const drills = createDrills(
    {
      addFault: ({ kind, route }) => faults.push(`${kind} ${route}`),
      clearFaults: () => faults.splice(0),
      changeOrder: (orderId) => (known.includes(orderId) ? canceled.push(orderId) : null),
    },
    clock,
  )
  return { clock, faults, canceled, drills }
}

describe('drills', () => {
  it('cuts the network until it is restored', () => {
    const { drills, faults, clock } = rehearse()
    drills.run({ drill: 'network_gone', on: true })
    drills.run({ drill: 'network_gone', on: true })
    expect(faults).toEqual(['drop /*'])
    drills.run({ drill: 'network_gone', on: false })
    expect(faults).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  it('restores the network by itself two minutes after the last cut', () => {
    const { drills, faults, clock } = rehearse()
    drills.run({ drill: 'network_gone', on: true })
    clock.advance(60_000)
    drills.run({ drill: 'network_gone', on: true })
    clock.advance(119_999)
    expect(faults).toHaveLength(1)
    clock.advance(1)
    expect(faults).toEqual([])
  })

  it('leaves no timer behind when the account closes', () => {
    const { drills, clock } = rehearse()
    drills.run({ drill: 'network_gone', on: true })
    drills.stop()
    expect(clock.pending()).toBe(0)
  })

  it('makes the marketplace cancel an order, and refuses an unknown one', () => {
    const { drills, canceled } = rehearse([7])
    drills.run({ drill: 'order_canceled', orderId: 7 })
    expect(canceled).toEqual([7])
    expect(() => drills.run({ drill: 'order_canceled', orderId: 8 })).toThrow(
      expect.objectContaining({ code: 'order_not_found' }),
    )
  })

  it('is refused where there is no training marketplace', () => {
    expect(() => runDrill(null, { drill: 'network_gone', on: true })).toThrow(
      expect.objectContaining({ code: 'training_only' }),
    )
  })
})
