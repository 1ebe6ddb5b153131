import { describe, expect, it } from 'vitest'
import { createNeighborNetwork } from '../../../../support/neighbor-network'
import { twoStations, holder, names, PACKED, packedAt } from './two-stations'

describe('another station', () => {
  it('is known as soon as both have heard each other', () => {
    const { a, b } = twoStations()
    expect([names(a), names(b)]).toEqual([['B'], ['A']])
  })

  it('L3: does not count if it is of another account', () => {
    const network = createNeighborNetwork()
    const a = network.join('A')
    network.join('B', { secret: 'another token' })
    network.advance(10_000)
    expect(names(a)).toEqual([])
    expect(a.neighbors.view().ignored.foreign).toBeGreaterThan(2)
  })

  it('L2: does not count if it does not hear us', () => {
    const network = createNeighborNetwork()
    const a = network.join('A')
    const b = network.join('B')
    network.reaches = (from) => from === 'B'
    network.advance(10_000)
    b.neighbors.put(7)
    network.advance(10_000)
    expect([names(a), holder(a, 7)]).toEqual([[], null])
  })

  it('L1: is forgotten after 12 s of silence', () => {
    const network = twoStations()
    const { a, b } = network
    b.neighbors.put(7)
    network.advance(100)
    expect(holder(a, 7)).toBe('B')
    b.die()
    network.advance(11_000)
    expect(holder(a, 7)).toBe('B')
    a.changed.length = 0
    network.advance(5_000)
    expect([names(a), holder(a, 7), a.changed]).toEqual([[], null, [7]])
  })

  it('is gone at once when it says goodbye', async () => {
    const { a, b } = twoStations()
    await b.neighbors.close()
    expect(names(a)).toEqual([])
  })

  it('has nothing more to do after its end, though its window lets go of the order only then', async () => {
    const { b } = twoStations()
    b.neighbors.put(7)
    await b.neighbors.close()
    b.neighbors.put(null)
    expect(b.clock.pending()).toBe(0)
  })

  it('draws a new id when its disk was copied', () => {
    const network = createNeighborNetwork()
    const a = network.join('A', { id: '00000000-0000-4000-8000-000000000001' })
    const b = network.join('B', { id: '00000000-0000-4000-8000-000000000001' })
    network.advance(10_000)
    expect(a.id()).not.toBe(b.id())
    expect([names(a), names(b)]).toEqual([['B'], ['A']])
  })

  it('sends nothing without a key, in training, and when switched off', () => {
    const network = twoStations()
    const { a, b } = network
    a.standing.state = 'off'
    a.neighbors.refresh()
    expect([names(b), names(a), a.neighbors.view().state]).toEqual([[], [], 'off'])
    network.sent.length = 0
    network.advance(10_000)
    expect(network.sent.filter(({ from }) => from === 'A')).toEqual([])
  })
})

describe('an order on the bench', () => {
  it('is shown at the other station at once, with the time since', () => {
    const network = twoStations()
    const { a, b } = network
    a.neighbors.put(7)
    expect(b.neighbors.holderOf(7)).toMatchObject({ station: 'A', operator: "A's operator", tookOver: false })
    expect(b.changed).toEqual([7])
    network.advance(60_000)
    // B's wall clock is years behind; a minute is still a minute.
    const since = Date.parse(b.neighbors.holderOf(7)?.since ?? '')
    expect(b.clock.wallMs() - since).toBeGreaterThan(59_000)
    expect(b.clock.wallMs() - since).toBeLessThan(62_000)
    expect(a.neighbors.holderOf(7)).toBeNull()
  })

  it('stays with the station that opened it first', () => {
    const network = twoStations()
    const { a, b } = network
    b.neighbors.put(7)
    network.advance(100)
    a.neighbors.put(7)
    network.advance(100)
    expect([holder(a, 7), holder(b, 7)]).toEqual(['B', null])
    b.neighbors.put(null)
    expect(holder(a, 7)).toBeNull()
  })

  it('L5: changes hands only by a takeover, and returns by another', () => {
    const network = twoStations()
    const { a, b } = network
    a.neighbors.put(7)
    network.advance(1_000)
    b.neighbors.put(7)
    b.neighbors.takeOver(7)
    expect(a.neighbors.holderOf(7)).toMatchObject({ station: 'B', tookOver: true })
    expect(holder(b, 7)).toBeNull()
    a.neighbors.takeOver(7)
    expect([holder(a, 7), holder(b, 7)]).toEqual([null, 'A'])
  })

  it('is held by one of two that meet after the network was split', () => {
    const network = createNeighborNetwork()
    network.reaches = () => false
    const a = network.join('A', { uptimeMs: 9_000 })
    const b = network.join('B', { uptimeMs: 3_600_000 })
    a.neighbors.put(7)
    network.advance(30_000)
    b.neighbors.put(7)
    expect([holder(a, 7), holder(b, 7)]).toEqual([null, null])
    network.advance(30_000)
    network.reaches = () => true
    network.advance(8_000)
    // A had it for a minute, B for half of it, whatever their clocks say.
    expect([holder(a, 7), holder(b, 7)]).toEqual([null, 'A'])
  })
})

describe('lines packed but not sent', () => {
  it('are announced when a station opens the order, and when they are packed meanwhile', () => {
    const network = twoStations()
    const { a, b } = network
    a.packed.set(7, [{ ...PACKED, lineIds: [1, 2] }])
    b.neighbors.put(7)
    expect(packedAt(b, 7)).toEqual(['1 A', '2 A'])
    a.packed.get(7)?.push({ ...PACKED, lineIds: [3] })
    a.neighbors.ordersChanged([7])
    expect(packedAt(b, 7)).toEqual(['1 A', '2 A', '3 A'])
  })

  it('are free again when the pack is canceled', () => {
    const { a, b } = twoStations()
    a.packed.set(7, [{ ...PACKED, lineIds: [1] }])
    a.neighbors.ordersChanged([7])
    expect(packedAt(b, 7)).toEqual(['1 A'])
    a.packed.set(7, [])
    a.neighbors.ordersChanged([7])
    expect(packedAt(b, 7)).toEqual([])
  })

  it('are announced again after many orders changed at once, but only if needed', () => {
    const network = twoStations()
    const { a, b, sent } = network
    a.packed.set(7, [{ ...PACKED, lineIds: [1] }])
    a.packed.set(8, [{ ...PACKED, lineIds: [2], sent: true }])
    a.neighbors.ordersChanged([7, 8])
    expect([packedAt(b, 7), packedAt(b, 8)]).toEqual([['1 A'], []])
    a.packed.set(7, [])
    a.neighbors.ordersChanged(null)
    expect(packedAt(b, 7)).toEqual([])
    sent.length = 0
    a.neighbors.ordersChanged(null)
    expect(sent).toEqual([])
  })

  it('L6: stay packed once sent until the order is read later', () => {
    const network = twoStations()
    const { a, b } = network
    a.packed.set(7, [{ ...PACKED, lineIds: [1] }])
    a.neighbors.ordersChanged([7])
    a.packed.set(7, [{ ...PACKED, lineIds: [1], sent: true }])
    a.neighbors.ordersChanged([7])
    const told = new Date(b.clock.wallMs()).toISOString()
    network.advance(5_000)
    b.neighbors.put(7)
    expect(packedAt(b, 7, told)).toEqual(['1 A'])
    expect(packedAt(b, 7, new Date(b.clock.wallMs()).toISOString())).toEqual([])
  })

  it('stay packed after their station is switched off, until the order is read later', () => {
    const network = twoStations()
    const { a, b } = network
    a.packed.set(7, [{ ...PACKED, lineIds: [1] }])
    a.neighbors.ordersChanged([7])
    a.die()
    network.advance(60_000)
    expect(packedAt(b, 7)).toEqual(['1 A'])
    expect(packedAt(b, 7, new Date(b.clock.wallMs()).toISOString())).toEqual([])
  })

  it('of five hundred orders go in datagrams that every network carries whole', () => {
    const network = twoStations()
    const { a, b } = network
    const lineIds = Array.from({ length: 500 }, (_, index) => 9_000_000_000 + index)
    a.packed.set(7, [{ ...PACKED, lineIds, operator: 'Ö'.repeat(100) }])
    b.neighbors.put(7)
    expect(packedAt(b, 7)).toHaveLength(500)
    expect(Math.max(...network.sent.map(({ datagram }) => datagram.length))).toBeLessThanOrEqual(1_400)
  })

  it('wait for all parts, and for the next hello if one is lost', () => {
    const network = twoStations()
    const { a, b } = network
    a.packed.set(7, [{ ...PACKED, lineIds: Array.from({ length: 300 }, (_, index) => index + 1) }])
    let lost = 0
    network.reaches = (from) => from !== 'A' || (lost += 1) !== 2
    b.neighbors.put(7)
    const first = packedAt(b, 7).length
    network.advance(4_000)
    expect([first === 0 || first === 300, packedAt(b, 7).length]).toEqual([true, 300])
  })
})
