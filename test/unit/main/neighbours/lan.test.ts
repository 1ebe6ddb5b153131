import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { BASE_URL, createLanNetwork, type LanNetwork, type LanStation } from '../../../support/lan'
import { groupKey, openMessage, sealMessage } from '../../../../src/main/neighbours/seal'

/** Two stations that have found each other, whose programs started at different times. */
function twoStations(): LanNetwork & { a: LanStation; b: LanStation } {
  const network = createLanNetwork()
  const a = network.join('A', { uptimeMs: 3_600_000 })
  const b = network.join('B', { uptimeMs: 5_000, wallMs: Date.parse('2020-01-01T00:00:00Z') })
  network.advance(200)
  return Object.assign(network, { a, b })
}

const holder = (station: LanStation, orderId: number) => station.lan.holderOf(orderId)?.station ?? null
const names = (station: LanStation) => station.lan.view().stations.map(({ name }) => name)
const PACKED = { operator: 'Ann', atMs: Date.parse('2026-11-20T09:00:00Z'), sent: false }
const READ_BEFORE = '2019-01-01T00:00:00Z'
const packedAt = (station: LanStation, orderId: number, readAt = READ_BEFORE) =>
  [...station.lan.packedElsewhere(orderId, readAt)].map(([lineId, { station: at }]) => `${lineId} ${at}`)

describe('another station', () => {
  it('is known as soon as both have heard each other', () => {
    const { a, b } = twoStations()
    expect([names(a), names(b)]).toEqual([['B'], ['A']])
  })

  it('L3: does not count if it is of another account', () => {
    const network = createLanNetwork()
    const a = network.join('A')
    network.join('B', { secret: 'another token' })
    network.advance(10_000)
    expect(names(a)).toEqual([])
    expect(a.lan.view().ignored.foreign).toBeGreaterThan(2)
  })

  it('L2: does not count if it does not hear us', () => {
    const network = createLanNetwork()
    const a = network.join('A')
    const b = network.join('B')
    network.reaches = (from) => from === 'B'
    network.advance(10_000)
    b.lan.put(7)
    network.advance(10_000)
    expect([names(a), holder(a, 7)]).toEqual([[], null])
  })

  it('L1: is forgotten after 12 s of silence', () => {
    const network = twoStations()
    const { a, b } = network
    b.lan.put(7)
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
    await b.lan.close()
    expect(names(a)).toEqual([])
  })

  it('draws a new id when its disk was copied', () => {
    const network = createLanNetwork()
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
    a.lan.refresh()
    expect([names(b), names(a), a.lan.view().state]).toEqual([[], [], 'off'])
    network.sent.length = 0
    network.advance(10_000)
    expect(network.sent.filter(({ from }) => from === 'A')).toEqual([])
  })
})

describe('an order on the bench', () => {
  it('is shown at the other station at once, with the time since', () => {
    const network = twoStations()
    const { a, b } = network
    a.lan.put(7)
    expect(b.lan.holderOf(7)).toMatchObject({ station: 'A', operator: "A's operator", tookOver: false })
    expect(b.changed).toEqual([7])
    network.advance(60_000)
    // B's wall clock is years behind, and the minute is a minute nevertheless.
    const since = Date.parse(b.lan.holderOf(7)?.since ?? '')
    expect(b.clock.wallMs() - since).toBeGreaterThan(59_000)
    expect(b.clock.wallMs() - since).toBeLessThan(62_000)
    expect(a.lan.holderOf(7)).toBeNull()
  })

  it('stays with the station that opened it first', () => {
    const network = twoStations()
    const { a, b } = network
    b.lan.put(7)
    network.advance(100)
    a.lan.put(7)
    network.advance(100)
    expect([holder(a, 7), holder(b, 7)]).toEqual(['B', null])
    b.lan.put(null)
    expect(holder(a, 7)).toBeNull()
  })

  it('L5: changes hands only by a takeover, and returns by another', () => {
    const network = twoStations()
    const { a, b } = network
    a.lan.put(7)
    network.advance(1_000)
    b.lan.put(7)
    b.lan.takeOver(7)
    expect(a.lan.holderOf(7)).toMatchObject({ station: 'B', tookOver: true })
    expect(holder(b, 7)).toBeNull()
    a.lan.takeOver(7)
    expect([holder(a, 7), holder(b, 7)]).toEqual([null, 'A'])
  })

  it('is held by one of two that meet after the network was split', () => {
    const network = createLanNetwork()
    network.reaches = () => false
    const a = network.join('A', { uptimeMs: 9_000 })
    const b = network.join('B', { uptimeMs: 3_600_000 })
    a.lan.put(7)
    network.advance(30_000)
    b.lan.put(7)
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
    b.lan.put(7)
    expect(packedAt(b, 7)).toEqual(['1 A', '2 A'])
    a.packed.get(7)?.push({ ...PACKED, lineIds: [3] })
    a.lan.ordersChanged([7])
    expect(packedAt(b, 7)).toEqual(['1 A', '2 A', '3 A'])
  })

  it('are free again when the pack is canceled', () => {
    const { a, b } = twoStations()
    a.packed.set(7, [{ ...PACKED, lineIds: [1] }])
    a.lan.ordersChanged([7])
    expect(packedAt(b, 7)).toEqual(['1 A'])
    a.packed.set(7, [])
    a.lan.ordersChanged([7])
    expect(packedAt(b, 7)).toEqual([])
  })

  it('are announced again after many orders changed at once, but only if needed', () => {
    const network = twoStations()
    const { a, b, sent } = network
    a.packed.set(7, [{ ...PACKED, lineIds: [1] }])
    a.packed.set(8, [{ ...PACKED, lineIds: [2], sent: true }])
    a.lan.ordersChanged([7, 8])
    expect([packedAt(b, 7), packedAt(b, 8)]).toEqual([['1 A'], []])
    a.packed.set(7, [])
    a.lan.ordersChanged(null)
    expect(packedAt(b, 7)).toEqual([])
    sent.length = 0
    a.lan.ordersChanged(null)
    expect(sent).toEqual([])
  })

  it('L6: stay packed once sent until the order is read later', () => {
    const network = twoStations()
    const { a, b } = network
    a.packed.set(7, [{ ...PACKED, lineIds: [1] }])
    a.lan.ordersChanged([7])
    a.packed.set(7, [{ ...PACKED, lineIds: [1], sent: true }])
    a.lan.ordersChanged([7])
    const told = new Date(b.clock.wallMs()).toISOString()
    network.advance(5_000)
    b.lan.put(7)
    expect(packedAt(b, 7, told)).toEqual(['1 A'])
    expect(packedAt(b, 7, new Date(b.clock.wallMs()).toISOString())).toEqual([])
  })

  it('stay packed after their station is switched off, until the order is read later', () => {
    const network = twoStations()
    const { a, b } = network
    a.packed.set(7, [{ ...PACKED, lineIds: [1] }])
    a.lan.ordersChanged([7])
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
    b.lan.put(7)
    expect(packedAt(b, 7)).toHaveLength(500)
    expect(Math.max(...network.sent.map(({ datagram }) => datagram.length))).toBeLessThanOrEqual(1_400)
  })

  it('wait for all parts, and for the next hello if one is lost', () => {
    const network = twoStations()
    const { a, b } = network
    a.packed.set(7, [{ ...PACKED, lineIds: Array.from({ length: 300 }, (_, index) => index + 1) }])
    let lost = 0
    network.reaches = (from) => from !== 'A' || (lost += 1) !== 2
    b.lan.put(7)
    const first = packedAt(b, 7).length
    network.advance(4_000)
    expect([first === 0 || first === 300, packedAt(b, 7).length]).toEqual([true, 300])
  })
})

describe('invalid messages', () => {
  const key = groupKey({ accessToken: 'token' }, BASE_URL)
  const sealed = (message: unknown) => sealMessage(key, JSON.stringify(message)) as Buffer

  it('L4: are ignored and counted: truncated, changed, empty, noise, nonsense inside', () => {
    const network = twoStations()
    const { a, sent } = network
    const good = sent.find(({ from }) => from === 'B')?.datagram as Buffer
    const newer = Buffer.from(good)
    newer[3] = 2
    const before = a.lan.view()
    const bad = [Buffer.alloc(0), Buffer.from('PBN'), good.subarray(0, -1), Buffer.alloc(5_000, 7)]
    for (const datagram of bad) network.inject('A', datagram)
    for (let at = 4; at < good.length; at += 7) {
      const changed = Buffer.from(good)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      network.inject('A', changed)
    }
    network.inject('A', newer)
    for (const message of [null, {}, { kind: 'hello' }, { kind: 'other' }, []])
      network.inject('A', sealed(message))
    const { ignored, ...after } = a.lan.view()
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
    b.lan.put(7)
    network.advance(5_000)
    b.lan.put(null)
    network.advance(5_000)
    for (const { datagram } of [...sent]) network.inject('A', datagram)
    expect(holder(a, 7)).toBeNull()
  })

  it('L2: of an earlier day change nothing, even if this station was restarted since', () => {
    const network = twoStations()
    network.b.lan.put(7)
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
    a.lan.ordersChanged([7])
    network.reaches = (from) => from !== 'A'
    sent.length = 0
    a.packed.set(7, [])
    a.lan.ordersChanged([7])
    const late = sent.filter(({ from }) => from === 'A')
    network.reaches = () => true
    a.packed.set(7, [{ ...PACKED, lineIds: [1, 2] }])
    a.lan.ordersChanged([7])
    expect(packedAt(b, 7)).toEqual(['1 A', '2 A'])
    for (const { datagram } of late) network.inject('B', datagram)
    expect(packedAt(b, 7)).toEqual(['1 A', '2 A'])
  })

  it('of a restarted station count from its start', () => {
    const network = twoStations()
    const { a, b } = network
    for (const lineIds of [[1], [1, 2], [1, 2, 3]]) {
      a.packed.set(7, [{ ...PACKED, lineIds }])
      a.lan.ordersChanged([7])
    }
    a.die()
    const again = network.join('A')
    network.advance(5_000)
    again.packed.set(7, [{ ...PACKED, lineIds: [4] }])
    again.lan.ordersChanged([7])
    expect(packedAt(b, 7)).toEqual(['4 A'])
  })
})

describe('many stations', () => {
  const key = groupKey({ accessToken: 'token' }, BASE_URL)
  /** What a station said on another day. */
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
  const bootOf = (network: LanNetwork, name: string): string => {
    const said = network.sent.find(({ from }) => from === name)?.datagram as Buffer
    const opened = openMessage(key, said)
    return opened.ok ? (JSON.parse(opened.json) as { boot: string }).boot : ''
  }

  it('L2: that are only replayed take no place, so a real one is still found', () => {
    const network = createLanNetwork()
    const a = network.join('A')
    for (let index = 0; index < 903; index += 1) network.inject('A', recorded(index))
    const b = network.join('B')
    network.advance(3_500)
    expect([names(a), names(b), a.lan.view().full]).toEqual([['B'], ['A'], false])
  })

  it('cause a warning at 64', () => {
    const network = createLanNetwork()
    const a = network.join('A')
    const heard = [bootOf(network, 'A')]
    for (let index = 0; index < 63; index += 1) network.inject('A', recorded(index, heard))
    expect([names(a).length, a.lan.view().full]).toEqual([63, false])
    const before = a.changes()
    network.inject('A', recorded(63, heard))
    expect([names(a).length, a.lan.view().full, a.changes() > before]).toEqual([64, true, true])
  })

  it('cause a warning as long as one may still look for a place, and no longer', () => {
    const network = createLanNetwork()
    const a = network.join('A')
    const heard = [bootOf(network, 'A')]
    for (let index = 0; index < 65; index += 1) network.inject('A', recorded(index, heard))
    expect([names(a).length, a.lan.view().full]).toEqual([64, true])
    network.inject('A', recorded(0, heard, { seq: 2, leaving: true }))
    expect([names(a).length, a.lan.view().full]).toEqual([63, true])
    for (let index = 1; index < 63; index += 1)
      network.inject('A', recorded(index, heard, { seq: 2, leaving: true }))
    const stays = () => network.inject('A', recorded(63, heard, { seq: (seq += 1) }))
    let seq = 1
    for (let passed = 0; passed < 9_000; passed += 1_000) {
      stays()
      network.advance(1_000)
    }
    expect(a.lan.view().full).toBe(true)
    const before = a.changes()
    for (let passed = 0; passed < 9_000; passed += 1_000) {
      stays()
      network.advance(1_000)
    }
    expect([names(a).length, a.lan.view().full]).toEqual([1, false])
    // The only change meanwhile, which a window must be told of.
    expect(a.changes()).toBe(before + 1)
  })
})

describe('after the computer slept', () => {
  it('claims are requested at once, and missing stations are forgotten soon', () => {
    const network = twoStations()
    const { a, b } = network
    const c = network.join('C')
    network.advance(1_000)
    c.lan.put(9)
    network.reaches = (_from, to) => to !== 'A'
    b.lan.put(7)
    network.advance(1_000)
    c.die()
    network.reaches = () => true
    expect(holder(a, 7)).toBeNull()
    a.lan.wake()
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
    const network = createLanNetwork()
    network.reaches = reaches
    const a = network.join('A')
    network.join('B')
    a.standing.wire = { port: 1, addresses: Array.from({ length: peers }, () => '10.0.0.9') }
    expect(a.lan.view().reach).not.toBe('deaf')
    const before = a.changes()
    network.advance(20_000)
    expect(a.lan.view().reach).toBe(reach)
    expect(a.changes()).toBeGreaterThan(before)
  })

  it('is unknown right after the network settings changed', () => {
    const network = createLanNetwork()
    network.reaches = () => false
    const a = network.join('A')
    network.advance(20_000)
    expect(a.lan.view().reach).toBe('deaf')
    a.standing.wire = { port: 2, addresses: [] }
    a.lan.refresh()
    expect(a.lan.view().reach).toBeNull()
    network.advance(20_000)
    expect(a.lan.view().reach).toBe('deaf')
  })
})

type Step =
  | { kind: 'put' | 'take'; at: number; orderId: number }
  | { kind: 'leave'; at: number }
  | { kind: 'split'; alone: number }
  | { kind: 'heal' }
  | { kind: 'wait'; ms: number }

const who = fc.nat(2)
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

it('after any sequence of events, all stations that hear each other name one holder', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 12 }),
      fc.array(fc.nat(1e7), { minLength: 3, maxLength: 3 }),
      (steps, ups) => {
        const network = createLanNetwork()
        const stations = ups.map((uptimeMs, index) => network.join('ABC'[index] as string, { uptimeMs }))
        const benches: (number | null)[] = [null, null, null]
        for (const one of steps) run(network, stations, benches, one)
        network.reaches = () => true
        network.advance(20_000)
        for (const orderId of [7, 8]) {
          const holders = stations.filter(
            ({ lan }, at) => benches[at] === orderId && lan.holderOf(orderId) === null,
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

function run(network: LanNetwork, stations: LanStation[], benches: (number | null)[], step: Step): void {
  switch (step.kind) {
    case 'put':
    case 'take':
      stations[step.at]?.lan[step.kind === 'put' ? 'put' : 'takeOver'](step.orderId)
      benches[step.at] = step.orderId
      return
    case 'leave':
      stations[step.at]?.lan.put(null)
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
