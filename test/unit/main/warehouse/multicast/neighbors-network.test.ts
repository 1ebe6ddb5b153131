import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  createNeighborNetwork,
  type NeighborNetwork,
  type NeighborStation,
} from '../../../../support/neighbor-network'
import { twoStations, holder, who } from './two-stations'

type Step =
  | { kind: 'put' | 'take'; at: number; orderId: number }
  | { kind: 'leave'; at: number }
  | { kind: 'split'; alone: number }
  | { kind: 'heal' }
  | { kind: 'wait'; ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constantFrom('put' as const, 'take' as const),
    at: who,
    orderId: fc.constantFrom(7, 8),
  }),
  fc.record({ kind: fc.constant('leave' as const), at: who }),
  fc.record({ kind: fc.constant('split' as const), alone: who }),
  fc.record({ kind: fc.constant('heal' as const) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.nat(20_000) }),
)

function run(
  network: NeighborNetwork,
  stations: NeighborStation[],
  benches: (number | null)[],
  step: Step,
): void {
  switch (step.kind) {
    case 'put':
    case 'take':
      stations[step.at]?.neighbors[step.kind === 'put' ? 'put' : 'takeOver'](step.orderId)
      benches[step.at] = step.orderId
      return
    case 'leave':
      stations[step.at]?.neighbors.put(null)
      benches[step.at] = null
      return
    case 'split': {
      const alone = stations[step.alone]?.standing.name
      network.reaches = (from, to) => (from === alone) === (to === alone)
      return
    }
    case 'heal':
      network.reaches = () => true
      return
    case 'wait':
      network.advance(step.ms)
  }
}

describe('after the computer slept', () => {
  it('claims are requested at once, and missing stations are forgotten soon', () => {
    const network = twoStations()
    const { a, b } = network
    const c = network.join('C')
    network.advance(1_000)
    c.neighbors.put(9)
    network.reaches = (_from, to) => to !== 'A'
    b.neighbors.put(7)
    network.advance(1_000)
    c.die()
    network.reaches = () => true
    expect(holder(a, 7)).toBeNull()
    a.neighbors.wake()
    network.advance(100)
    expect([holder(a, 7), holder(a, 9)]).toEqual(['B', 'C'])
    network.advance(6_500)
    expect([holder(a, 7), holder(a, 9)]).toEqual(['B', null])
  })
})

describe('the state of the network', () => {
  it.each([
    ['heard', () => true, 0],
    ['deaf', () => false, 0],
    ['alone', (from: string, to: string) => from === to, 0],
    ['peers_silent', (from: string, to: string) => from === to, 1],
  ] as const)('is said: %s', (reach, reaches, peers) => {
    const network = createNeighborNetwork()
    network.reaches = reaches
    const a = network.join('A')
    network.join('B')
    a.standing.wire = { port: 1, addresses: Array.from({ length: peers }, () => '10.0.0.9') }
    expect(a.neighbors.view().reach).not.toBe('deaf')
    const before = a.changes()
    network.advance(20_000)
    expect(a.neighbors.view().reach).toBe(reach)
    expect(a.changes()).toBeGreaterThan(before)
  })

  it('is unknown right after the network settings changed', () => {
    const network = createNeighborNetwork()
    network.reaches = () => false
    const a = network.join('A')
    network.advance(20_000)
    expect(a.neighbors.view().reach).toBe('deaf')
    a.standing.wire = { port: 2, addresses: [] }
    a.neighbors.refresh()
    expect(a.neighbors.view().reach).toBeNull()
    network.advance(20_000)
    expect(a.neighbors.view().reach).toBe('deaf')
  })
})

it('after any sequence of events, all stations that hear each other name one holder', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 12 }),
      fc.array(fc.nat(1e7), { minLength: 3, maxLength: 3 }),
      (steps, ups) => {
        const network = createNeighborNetwork()
        const stations = ups.map((uptimeMs, index) => network.join('ABC'[index] as string, { uptimeMs }))
        const benches: (number | null)[] = [null, null, null]
        for (const one of steps) run(network, stations, benches, one)
        network.reaches = () => true
        network.advance(20_000)
        for (const orderId of [7, 8]) {
          const holders = stations.filter(
            ({ neighbors }, at) => benches[at] === orderId && neighbors.holderOf(orderId) === null,
          )
          expect(holders).toHaveLength(benches.includes(orderId) ? 1 : 0)
          const [held] = holders
          for (const station of stations) {
            if (station === held) continue
            expect(holder(station, orderId)).toBe(held?.standing.name ?? null)
          }
        }
      },
    ),
    { numRuns: 60 },
  )
})
