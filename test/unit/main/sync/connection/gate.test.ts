import { describe, expect, it } from 'vitest'
import {
  BusyError,
  NotFoundError,
  RateLimitedError,
  ServerError,
  UnauthorizedError,
  UnclearError,
  UnexpectedAnswerError,
  UnreachableError,
  type PartnerError,
} from '../../../../../src/main/partner/errors'
import {
  createGate,
  type GatedRequest,
  type Channel,
  type Gate,
  type Outcome,
} from '../../../../../src/main/sync/connection/gate'
import { createManualClock } from '../../../../support/clock'

const CHANNELS: readonly Channel[] = [
  'order_list',
  'order_reads',
  'order_writes',
  'item_reads',
  'item_writes',
]
const ORDER: GatedRequest = { channel: 'order_reads', resource: 'order:1' }
const LIST: GatedRequest = { channel: 'order_list', resource: 'orders' }
const PRICE: GatedRequest = { channel: 'item_writes', resource: 'item:A' }
const PROBE: GatedRequest = { channel: 'order_list', resource: 'probe', decisive: true }

function make(random = () => 1) {
  const clock = createManualClock()
  const seen: string[] = []
  const doubts: string[] = []
  let [opened, accepted] = [0, 0]
  const gate = createGate({
    clock,
    random,
    onChange: () => seen.push(gate.state()),
    onOpen: () => (opened += 1),
    onAccepted: () => (accepted += 1),
    onDoubt: () => doubts.push('doubt'),
  })
  const hear = (asked: GatedRequest, outcome: Outcome): void => gate.ask(asked)(outcome)
  const orders = (count: number, error: PartnerError, channel: Channel = 'order_reads'): void => {
    for (let id = 1; id <= count; id += 1) hear({ channel, resource: `order:${id}` }, error)
  }
  const open = (): Channel[] => CHANNELS.filter((channel) => gate.allows(channel))
  return { clock, gate, seen, doubts, opened: () => opened, accepted: () => accepted, hear, orders, open }
}

const unreachable = (): PartnerError => new UnreachableError('no route')
const limited = (retryAfterMs: number | null): PartnerError =>
  new RateLimitedError('slow down', { status: 429, retryAfterMs })
const refusal = (): PartnerError => new UnauthorizedError('refused', { status: 403 })
const failure = (): PartnerError => new ServerError('fails', { status: 503 })
const busy = (): PartnerError => new BusyError('locked', { status: 423 })
const reset = (): PartnerError => new UnclearError('reset')
const portal = (): PartnerError => new UnexpectedAnswerError('a page', { status: 200 })

const firewall = (): PartnerError =>
  new UnauthorizedError('a page', {
    status: 403,
    diagnosis: { reason: 'firewall', detail: 'HTTP 403, text/html' },
  })

it('asks soon whether a lost network is back, however long it was lost; a firewall is asked less often', () => {
  const longest = (error: () => PartnerError) => {
    const { clock, gate, hear } = make()
    let mostMs = 0
    for (let failure = 0; failure < 12; failure += 1) {
      hear(LIST, error())
      mostMs = Math.max(mostMs, gate.waitMs('order_list') ?? 0)
      clock.advance(60_000)
      expect(gate.admit('order_list')).toBe(true)
    }
    return mostMs
  }
  expect(longest(unreachable)).toBeLessThanOrEqual(15_000)
  expect(longest(firewall)).toBeGreaterThan(15_000)
})

describe('a firewall that refuses', () => {
  it('closes everything like a lost network, and its end is found without a person', () => {
    const { clock, gate, hear, open } = make()
    hear(LIST, firewall())
    expect(gate.state()).toBe('offline')
    expect(gate.closedBy(firewall())).toBe(true)
    expect(open()).toEqual([])
    clock.advance(1_000)
    expect(gate.admit('order_writes')).toBe(true)
    hear({ channel: 'order_writes', resource: 'order:1' }, firewall())
    expect(open(), 'a refused trial opens nothing').toEqual([])
    clock.advance(60_000)
    expect(gate.admit('order_list')).toBe(true)
    hear(LIST, 'answered')
    expect(gate.state()).toBe('online')
    expect(open()).toEqual(CHANNELS)
  })

  it('is not taken for a refused token, however many orders it refuses; the list decides', () => {
    const { gate, doubts, orders } = make()
    orders(3, firewall(), 'order_writes')
    expect(gate.state()).toBe('online')
    expect(gate.closedBy(firewall())).toBe(false)
    expect(doubts).toHaveLength(3)
  })
})

describe('without a network', () => {
  it('everything closes, one request at a time probes, and the first answer opens it', () => {
    const { clock, gate, seen, hear, open } = make()
    hear(ORDER, unreachable())
    expect(open()).toEqual([])
    expect(gate.waitMs('item_writes')).toBe(1_000)
    clock.advance(1_000)
    expect(gate.admit('order_reads')).toBe(true)
    expect(gate.admit('order_list')).toBe(false)
    hear(ORDER, unreachable())
    expect(gate.waitMs('order_list')).toBe(2_000)
    clock.advance(2_000)
    expect(gate.state()).toBe('offline')
    hear(LIST, 'answered')
    expect(seen).toEqual(['offline', 'online'])
    expect(open()).toEqual(CHANNELS)
  })

  it('lanes that fail together count as one failure', () => {
    const { gate, orders } = make()
    orders(8, unreachable())
    expect(gate.waitMs('order_reads')).toBe(1_000)
  })

  it('a probe that never ends delays the next one only briefly (I9)', () => {
    const { clock, gate, hear } = make()
    hear(ORDER, unreachable())
    clock.advance(1_000)
    expect(gate.admit('order_reads')).toBe(true)
    expect(gate.waitMs('order_reads')).toBe(5_000)
    clock.advance(5_000)
    expect(gate.admit('order_reads')).toBe(true)
  })

  it('a person’s refresh probes at once', () => {
    const { gate, hear } = make()
    hear(ORDER, unreachable())
    gate.reopen()
    expect(gate.allows('order_list')).toBe(true)
    expect(gate.state()).toBe('offline')
  })
})

describe('being asked to wait', () => {
  it('closes its own group: shipments never wait for items', () => {
    const { gate, hear, open } = make()
    hear(PRICE, limited(30_000))
    expect(open()).toEqual(['order_list', 'order_reads', 'order_writes', 'item_reads'])
    expect(gate.state()).toBe('items_throttled')
    hear({ channel: 'item_reads', resource: 'item:A' }, limited(60_000))
    expect(open()).toEqual(['order_list', 'order_reads', 'order_writes'])
    hear({ channel: 'order_writes', resource: 'order:1' }, limited(10_000))
    expect(open()).toEqual([])
    expect(gate.state()).toBe('throttled')
  })

  it('waits as long as requested, shows until when, and ends by itself', () => {
    const { clock, gate, hear, seen } = make()
    hear(LIST, limited(30_000))
    expect(gate.throttledUntil()).toBe(new Date(clock.wallMs() + 30_000).toISOString())
    clock.advance(29_999)
    expect(gate.allows('order_writes')).toBe(false)
    clock.advance(1)
    expect(gate.allows('order_writes')).toBe(true)
    expect(seen).toEqual(['throttled', 'online'])
  })

  it('pauses even if asked to wait no time at all', () => {
    const { clock, gate, hear } = make()
    hear(PRICE, limited(0))
    expect(gate.allows('item_writes')).toBe(false)
    clock.advance(1_000)
    expect(gate.allows('item_writes')).toBe(true)
  })

  it('never shortens a requested wait, and counts lanes asked together as one', () => {
    const { clock, gate, hear } = make()
    hear(PRICE, limited(30_000))
    for (let lane = 0; lane < 8; lane += 1) hear(PRICE, limited(null))
    // An answer to an older request.
    hear(PRICE, 'answered')
    expect(gate.waitMs('item_writes')).toBe(30_000)
    clock.advance(30_000)
    hear(PRICE, limited(null))
    expect(gate.waitMs('item_writes')).toBe(2_000)
  })
})

describe('a refused token', () => {
  it('for one order blocks nothing else, however often it is refused', () => {
    const { hear, open, gate, doubts } = make()
    for (let time = 0; time < 5; time += 1) hear(ORDER, refusal())
    expect(open()).toEqual(CHANNELS)
    expect(gate.closedBy(refusal())).toBe(false)
    expect(doubts.length).toBeGreaterThan(0)
  })

  it('for two different orders in a row closes the account, whatever late answers and other requests say (I9)', () => {
    const { clock, gate, hear, orders, open } = make()
    const late = gate.ask(ORDER)
    orders(2, refusal())
    expect(gate.closedBy(refusal())).toBe(true)
    late('answered')
    hear(LIST, 'answered')
    hear(ORDER, unreachable())
    hear(ORDER, limited(5))
    clock.advance(86_400_000)
    expect(gate.state()).toBe('unauthorized')
    expect(gate.waitMs('order_list')).toBeNull()
    gate.reopen()
    clock.advance(60_000)
    expect(open()).toEqual(CHANNELS)
  })

  it('for the list of orders closes the account at once, and so does a missing token', () => {
    for (const error of [refusal(), new UnauthorizedError('no token')]) {
      const { gate, hear } = make()
      hear(error.status === null ? ORDER : LIST, error)
      expect(gate.state()).toBe('unauthorized')
    }
  })

  it('is not concluded from two orders if another was accepted in between', () => {
    for (const between of ['answered', new NotFoundError('gone', { status: 404 })] as const) {
      const { gate, hear } = make()
      hear(ORDER, refusal())
      hear({ channel: 'order_reads', resource: 'order:2' }, between)
      hear({ channel: 'order_reads', resource: 'order:3' }, refusal())
      expect(gate.state()).toBe('online')
    }
  })

  it('that may read but not write closes the account, although every read is accepted', () => {
    const { gate, hear } = make()
    for (const id of [1, 2]) {
      hear({ channel: 'order_reads', resource: `order:${id}` }, 'answered')
      hear({ channel: 'order_writes', resource: `order:${id}` }, refusal())
    }
    expect(gate.state()).toBe('unauthorized')
  })

  it('is not concluded from unrequested answers, nor from a replaced token', () => {
    const { gate, hear } = make()
    for (const item of ['A', 'B', 'C'])
      hear({ channel: 'item_reads', resource: `item:${item}`, background: true }, refusal())
    const old = new UnauthorizedError('refused', { status: 401, tokenReplaced: true })
    hear(LIST, old)
    expect(gate.state()).toBe('online')
    expect(gate.closedBy(old)).toBe(true)
  })
})

describe('a token that is refused for a while (I9)', () => {
  /** What one probe an admitted moment costs a revoked token. @returns when each was sent, in minutes */
  function probes(until: number, random = () => 0) {
    const { clock, gate, hear } = make(random)
    hear(LIST, refusal())
    const sent: number[] = []
    for (let second = 0; second < until * 60; second += 1) {
      clock.advance(1_000)
      if (!gate.admit('probe')) continue
      sent.push(Math.round(clock.monotonicMs() / 6_000) / 10)
      hear(PROBE, refusal())
    }
    return { sent, gate }
  }

  it('is asked for once after 1, 2, 4, 8 and then every 15 minutes, and by nobody else', () => {
    const { sent, gate } = probes(60)
    expect(sent).toEqual([1, 3, 7, 15, 30, 45, 60])
    expect(gate.state()).toBe('unauthorized')
    expect(CHANNELS.filter((channel) => gate.allows(channel) || gate.admit(channel))).toEqual([])
    expect(CHANNELS.map((channel) => gate.waitMs(channel))).toEqual(CHANNELS.map(() => null))
  })

  it('is never asked for sooner, and by forty stations not all at once', () => {
    const { sent } = probes(60, () => 0.999)
    expect(sent).toEqual([1.2, 3.6, 8.4, 18, 36, 54])
  })

  it('costs a station that nobody touches four requests an hour', () => {
    expect(probes(24 * 60).sent).toHaveLength(99)
  })

  it('opens with the first probe that is answered, and says so once', () => {
    const { clock, gate, hear, open, accepted, seen } = make(() => 0)
    hear(LIST, refusal())
    clock.advance(60_000)
    expect(gate.admit('probe')).toBe(true)
    expect(gate.admit('probe'), 'one at a time').toBe(false)
    hear(PROBE, 'answered')
    expect(open()).toEqual(CHANNELS)
    expect(seen).toEqual(['unauthorized', 'online'])
    hear(LIST, 'answered')
    expect(accepted()).toBe(1)
    hear(LIST, refusal())
    expect(gate.waitMs('probe'), 'all was well again: the pauses begin with the shortest').toBe(60_000)
  })

  it('opens at once when what was refused is answered, as to a person who opens an order', () => {
    const { gate, hear, orders, accepted } = make()
    orders(2, refusal())
    hear({ channel: 'order_reads', resource: 'order:3' }, 'answered')
    expect(gate.state()).toBe('online')
    expect(accepted()).toBe(1)
  })

  it('but only for writes closes again with the next refused one, and for longer each time', () => {
    const { clock, gate, hear, orders } = make(() => 0)
    orders(2, refusal(), 'order_writes')
    const waits: (number | null)[] = []
    for (let time = 0; time < 5; time += 1) {
      waits.push(gate.waitMs('probe'))
      clock.advance(waits.at(-1) ?? 0)
      expect(gate.admit('probe')).toBe(true)
      hear(PROBE, 'answered')
      expect(gate.allows('order_writes')).toBe(true)
      hear({ channel: 'order_writes', resource: 'order:1' }, refusal())
      expect(gate.state()).toBe('unauthorized')
    }
    expect(waits).toEqual([60_000, 120_000, 240_000, 480_000, 900_000])
    clock.advance(900_000)
    hear(PROBE, 'answered')
    hear({ channel: 'order_writes', resource: 'order:1' }, 'answered')
    orders(2, refusal(), 'order_writes')
    expect(gate.waitMs('probe')).toBe(60_000)
  })

  it('is not opened by an answer to a probe from before', () => {
    const { gate, hear, accepted } = make()
    const late = gate.ask(PROBE)
    hear(LIST, refusal())
    late('answered')
    expect(gate.state()).toBe('unauthorized')
    expect(accepted()).toBe(0)
  })

  it('and a network that is lost meanwhile: what is lost is asked for first', () => {
    const { clock, gate, hear } = make(() => 1)
    hear(LIST, refusal())
    clock.advance(72_000)
    hear(PROBE, unreachable())
    expect(gate.waitMs('probe')).toBe(1_000)
    clock.advance(1_000)
    expect(gate.admit('probe')).toBe(true)
    hear(PROBE, 'answered')
    expect(gate.state()).toBe('online')
  })

  it('where there is no token at all opens once there is one', () => {
    const { clock, gate, hear } = make()
    hear(ORDER, new UnauthorizedError('no token'))
    clock.advance(72_000)
    hear(PROBE, 'answered')
    expect(gate.state()).toBe('online')
  })
})

describe('a marketplace that fails every request', () => {
  it.each([
    ['5xx', failure],
    ['a reset connection', reset],
    ['a portal’s page', portal],
  ])('closes the channel after three in a row, for longer and longer, with jitter (%s)', (_name, error) => {
    const { clock, gate, orders, open, hear } = make(() => 0.5)
    orders(2, error())
    expect(gate.allows('order_reads')).toBe(true)
    orders(3, error())
    expect(open()).not.toContain('order_reads')
    expect(open()).toContain('order_list')
    const waits: number[] = []
    for (let tries = 0; tries < 9; tries += 1) {
      waits.push(gate.waitMs('order_reads') ?? 0)
      clock.advance(waits.at(-1) ?? 0)
      expect(gate.admit('order_reads')).toBe(true)
      expect(gate.admit('order_reads')).toBe(false)
      hear({ channel: 'order_reads', resource: 'order:9' }, error())
    }
    expect(waits).toEqual([600, 1_200, 2_400, 4_800, 9_600, 19_200, 36_000, 36_000, 36_000])
  })

  it('is back to normal once a request succeeds', () => {
    const { clock, gate, hear, orders, opened } = make()
    orders(3, failure())
    clock.advance(1_000)
    hear({ channel: 'order_reads', resource: 'order:4' }, 'answered')
    expect(gate.waitMs('order_reads')).toBe(0)
    expect(gate.trying('order_reads')).toBe(false)
    expect(opened()).toBe(1)
  })

  it('is not concluded from one order that always fails (I7)', () => {
    const { gate, hear } = make()
    for (let time = 0; time < 50; time += 1) hear(ORDER, failure())
    expect(gate.allows('order_reads')).toBe(true)
    expect(gate.state()).toBe('online')
  })

  it('is not concluded from a few that always fail, if others succeeded in between (I7)', () => {
    const { clock, gate, hear, orders } = make()
    orders(5, failure())
    clock.advance(60_000)
    hear({ channel: 'order_reads', resource: 'order:99' }, 'answered')
    for (let round = 0; round < 20; round += 1) orders(5, failure())
    expect(gate.allows('order_reads')).toBe(true)
  })
})

describe('the shown status', () => {
  it('follows the last answer: errors, a foreign answer, and then the marketplace again', () => {
    const { seen, hear } = make()
    hear(PROBE, failure())
    hear(PROBE, portal())
    hear(PROBE, 'answered')
    expect(seen).toEqual(['failing', 'foreign', 'online'])
  })

  it('does not call a marketplace online that is busy with everything', () => {
    const { gate, orders, hear } = make()
    orders(1, busy())
    expect(gate.state()).toBe('online')
    orders(2, busy())
    expect(gate.state()).toBe('failing')
    hear(ORDER, 'answered')
    expect(gate.state()).toBe('online')
  })

  it('treats interrupted connections as no connection', () => {
    const { seen, hear } = make()
    hear(PROBE, reset())
    hear(PROBE, 'answered')
    expect(seen).toEqual(['offline', 'online'])
  })

  it('does not change after one failure, and requests a probe', () => {
    const { seen, hear, doubts } = make()
    hear(ORDER, portal())
    expect(seen).toEqual([])
    expect(doubts).toEqual(['doubt'])
    hear({ channel: 'order_reads', resource: 'order:2' }, portal())
    expect(seen).toEqual(['foreign'])
  })

  it('reports silence 5 s after a request, long before the request is abandoned', () => {
    const { clock, gate, seen } = make()
    const ended = gate.ask(ORDER)
    clock.advance(4_999)
    expect(seen).toEqual([])
    clock.advance(1)
    expect(seen).toEqual(['silent'])
    // Packing and everything else continue: it may be slow, but nothing is stopped.
    expect(gate.allows('order_reads')).toBe(true)
    ended('answered')
    expect(seen).toEqual(['silent', 'online'])
  })

  it('does not treat one slow answer as silence while others arrive, or its own begins', () => {
    const { clock, gate, hear, seen } = make()
    gate.ask(ORDER)
    for (let second = 0; second < 10; second += 1) {
      clock.advance(2_000)
      hear(LIST, 'answered')
    }
    for (let second = 0; second < 10; second += 1) {
      clock.advance(2_000)
      gate.alive()
    }
    expect(seen).toEqual([])
  })

  it('leaves no timer behind while idle', () => {
    const { clock, gate } = make()
    const ended = [gate.ask(ORDER), gate.ask(LIST)]
    for (const end of ended) end('answered')
    expect(clock.pending()).toBe(0)
  })
})

/** Guards spread a gate, which leaves out a class's methods. */
describe('a copy of the gate', () => {
  const calls: Readonly<Record<keyof Gate, (gate: Gate) => unknown>> = {
    state: (gate) => gate.state(),
    throttledUntil: (gate) => gate.throttledUntil(),
    allows: (gate) => gate.allows('order_reads'),
    admit: (gate) => gate.admit('order_reads'),
    trying: (gate) => gate.trying('order_reads'),
    waitMs: (gate) => gate.waitMs('order_reads'),
    itemWritesPerMinute: (gate) => gate.itemWritesPerMinute(),
    ask: (gate) => gate.ask(ORDER)(limited(5_000)),
    closedBy: (gate) => gate.closedBy(unreachable()),
    heed: (gate) => gate.heed('orders', 5_000),
    alive: (gate) => gate.alive(),
    quietMs: (gate) => gate.quietMs(),
    reopen: (gate) => gate.reopen(),
  }

  it.each(Object.entries(calls))('has %s, and the gate is in the same state afterwards', (_name, call) => {
    const [first, second] = [make(), make()]
    expect(call({ ...second.gate })).toEqual(call(first.gate))
    expect(second.gate.state()).toBe(first.gate.state())
  })
})
