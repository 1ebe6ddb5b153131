import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BASE_URL, createNeighborNetwork, type NeighborNetwork } from '../../../../support/neighbor-network'
import { groupKey, openMessage, sealMessage } from '../../../../../src/main/warehouse/multicast/seal'
import { twoStations, holder, names, PACKED, packedAt } from './two-stations'

describe('invalid messages', () => {
  const key = groupKey({ accessToken: 'token' }, BASE_URL)
  const sealed = (message: unknown) => sealMessage(key, JSON.stringify(message)) as Buffer

  it('L4: are ignored and counted: truncated, changed, empty, noise, nonsense inside', () => {
    const network = twoStations()
    const { a, sent } = network
    const good = sent.find(({ from }) => from === 'B')?.datagram as Buffer
    const newer = sealMessage(key, '{}', 9) as Buffer
    const forged = Buffer.from(good)
    forged[3] = 9
    const before = a.neighbors.view()
    const bad = [Buffer.alloc(0), Buffer.from('PBN'), good.subarray(0, -1), Buffer.alloc(5_000, 7)]
    for (const datagram of bad) network.inject('A', datagram)
    for (let at = 4; at < good.length; at += 7) {
      const changed = Buffer.from(good)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      network.inject('A', changed)
    }
    for (const datagram of [newer, forged]) network.inject('A', datagram)
    for (const message of [null, {}, { kind: 'hello' }, { kind: 'other' }, []])
      network.inject('A', sealed(message))
    const { ignored, ...after } = a.neighbors.view()
    expect(after).toEqual({ ...before, ignored: undefined, ...after })
    expect(ignored).toMatchObject({ newer: 1, unreadable: 5 })
    expect(ignored.foreign).toBeGreaterThan(bad.length + 10)
  })

  it('never throw, whatever they contain', () => {
    const network = twoStations()
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1_500 }), fc.jsonValue(), (noise, json) => {
        network.inject('A', Buffer.from(noise))
        network.inject('A', sealed(json))
      }),
    )
  })

  it('L4: change nothing when replayed', () => {
    const network = twoStations()
    const { a, b, sent } = network
    b.neighbors.put(7)
    network.advance(5_000)
    b.neighbors.put(null)
    network.advance(5_000)
    for (const { datagram } of [...sent]) network.inject('A', datagram)
    expect(holder(a, 7)).toBeNull()
  })

  it('L2: of an earlier day change nothing, even if this station was restarted since', () => {
    const network = twoStations()
    network.b.neighbors.put(7)
    network.advance(3_000)
    const recorded = [...network.sent]
    network.a.die()
    network.b.die()
    const a = network.join('A')
    for (const { datagram } of recorded) network.inject('A', datagram)
    network.advance(1_000)
    expect([holder(a, 7), names(a)]).toEqual([null, []])
  })
})

describe('late datagrams', () => {
  it('of an older round do not undo a newer one', () => {
    const network = twoStations()
    const { a, b, sent } = network
    a.packed.set(7, [{ ...PACKED, lineIds: [1] }])
    a.neighbors.ordersChanged([7])
    network.reaches = (from) => from !== 'A'
    sent.length = 0
    a.packed.set(7, [])
    a.neighbors.ordersChanged([7])
    const late = sent.filter(({ from }) => from === 'A')
    network.reaches = () => true
    a.packed.set(7, [{ ...PACKED, lineIds: [1, 2] }])
    a.neighbors.ordersChanged([7])
    expect(packedAt(b, 7)).toEqual(['1 A', '2 A'])
    for (const { datagram } of late) network.inject('B', datagram)
    expect(packedAt(b, 7)).toEqual(['1 A', '2 A'])
  })

  it('of a restarted station count from its start', () => {
    const network = twoStations()
    const { a, b } = network
    for (const lineIds of [[1], [1, 2], [1, 2, 3]]) {
      a.packed.set(7, [{ ...PACKED, lineIds }])
      a.neighbors.ordersChanged([7])
    }
    a.die()
    const again = network.join('A')
    network.advance(5_000)
    again.packed.set(7, [{ ...PACKED, lineIds: [4] }])
    again.neighbors.ordersChanged([7])
    expect(packedAt(b, 7)).toEqual(['4 A'])
  })
})

describe('many stations', () => {
  const key = groupKey({ accessToken: 'token' }, BASE_URL)
  /** A message that a station sent on another day. */
  const recorded = (index: number, heard: readonly string[] = [], more = {}) => {
    const hex = index.toString(16).padStart(12, '0')
    const message = {
      kind: 'hello',
      stationId: `00000000-0000-4000-8000-${hex}`,
      boot: index.toString(36).padStart(8, '0'),
      seq: 1,
      nowMs: 1_000,
      name: `R${index}`,
      operator: '',
      order: null,
      heard,
      leaving: false,
      ...more,
    }
    return sealMessage(key, JSON.stringify(message)) as Buffer
  }
  const bootOf = (network: NeighborNetwork, name: string): string => {
    const said = network.sent.find(({ from }) => from === name)?.datagram as Buffer
    const opened = openMessage(key, said)
    return opened.ok ? (JSON.parse(opened.json) as { boot: string }).boot : ''
  }

  it('L2: that are only replayed take no place, so a real one is still found', () => {
    const network = createNeighborNetwork()
    const a = network.join('A')
    for (let index = 0; index < 903; index += 1) network.inject('A', recorded(index))
    const b = network.join('B')
    network.advance(3_500)
    expect([names(a), names(b), a.neighbors.view().full]).toEqual([['B'], ['A'], false])
  })

  it('cause a warning at 64', () => {
    const network = createNeighborNetwork()
    const a = network.join('A')
    const heard = [bootOf(network, 'A')]
    for (let index = 0; index < 63; index += 1) network.inject('A', recorded(index, heard))
    expect([names(a).length, a.neighbors.view().full]).toEqual([63, false])
    const before = a.changes()
    network.inject('A', recorded(63, heard))
    expect([names(a).length, a.neighbors.view().full, a.changes() > before]).toEqual([64, true, true])
  })

  it('cause a warning as long as one may still look for a place, and no longer', () => {
    const network = createNeighborNetwork()
    const a = network.join('A')
    const heard = [bootOf(network, 'A')]
    for (let index = 0; index < 65; index += 1) network.inject('A', recorded(index, heard))
    expect([names(a).length, a.neighbors.view().full]).toEqual([64, true])
    network.inject('A', recorded(0, heard, { seq: 2, leaving: true }))
    expect([names(a).length, a.neighbors.view().full]).toEqual([63, true])
    for (let index = 1; index < 63; index += 1)
      network.inject('A', recorded(index, heard, { seq: 2, leaving: true }))
    const stays = () => network.inject('A', recorded(63, heard, { seq: (seq += 1) }))
    let seq = 1
    for (let passed = 0; passed < 9_000; passed += 1_000) {
      stays()
      network.advance(1_000)
    }
    expect(a.neighbors.view().full).toBe(true)
    const before = a.changes()
    for (let passed = 0; passed < 9_000; passed += 1_000) {
      stays()
      network.advance(1_000)
    }
    expect([names(a).length, a.neighbors.view().full]).toEqual([1, false])
    // The only change meanwhile, which a window must be notified about.
    expect(a.changes()).toBe(before + 1)
  })
})
