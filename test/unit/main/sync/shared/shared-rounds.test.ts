import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type {
  RecordsLine,
  ReadPlace,
  RoundMark,
  SharedRecord,
} from '../../../../../src/main/warehouse/port/shared-records'
import { createSharedRounds } from '../../../../../src/main/sync/shared/shared-rounds'
import { createManualClock } from '../../../../support/clock'
import type { Order } from '../../../../../src/shared/partner-api/order'
import { makeOrder } from '../../../../support/orders'

const ROUND_MS = 15_000
const at = (minute: number): ReadPlace => ({
  cursor: new Date(Date.UTC(2026, 10, 24, 9, minute)).toISOString(),
  settled: new Date(Date.UTC(2026, 10, 24, 9, minute - 2)).toISOString(),
})
const markOf = (more: Partial<RoundMark> = {}): RoundMark => ({
  from: at(0),
  to: at(1),
  ageMs: 500,
  complete: false,
  check: null,
  ...more,
})
const LIVE = { isLive: true, lateMs: 0 }

function station(more: { comparesClock?: boolean } = {}) {
  const clock = createManualClock()
  const told: (SharedRecord | RoundMark)[] = []
  const log: string[] = []
  const ways = {
    leads: false,
    isNew: false,
    follow: 'followed' as 'followed' | 'behind' | 'busy',
    broken: false,
    hub: 'a copy' as unknown,
    progress: null as string | null,
    dataAsOf: '2026-11-24T09:00:00.000Z' as string | null,
  }
  const line: RecordsLine = {
    leads: () => ways.leads,
    progress: () => ways.progress,
    async tell(record) {
      if (ways.broken) throw new Error('lost')
      told.push(record)
    },
    async mark(mark) {
      told.push(mark)
    },
    look: async (id) => ({ id, updatedAt: null, record: ways.hub }),
  }
  const rounds = createSharedRounds<Order>({
    clock,
    sharedOf: (order) => ({ id: String(order.id), updatedAt: order.updated_at ?? null, record: order }),
    unreadOf: (raw) => raw,
    own: {
      restart: async () => void log.push('round'),
      follow: () => ways.follow,
      adopt({ to }) {
        log.push(`adopted ${to.cursor}`)
        ways.isNew = false
      },
      dataAsOf: () => ways.dataAsOf,
      isNew: () => ways.isNew,
    },
    onCheckWanted: () => void log.push('check'),
    onCheckedElsewhere: (ms) => void log.push(`checked ${ms}`),
    keep: async () => {},
    onFault: () => {},
    ...more,
  })
  const began = () => ({ wallMs: clock.wallMs(), monotonicMs: clock.monotonicMs() })
  return {
    ...{ clock, told, log, ways, rounds, line, began },
    /** Hears everything, and has read a round of its own. */
    begin() {
      rounds.records.begin(line)
      rounds.records.caughtUp()
      rounds.over({ from: at(0), to: at(1), began: began() })
    },
    /** One round of its own. */
    async round(from: ReadPlace, to: ReadPlace) {
      rounds.beginRound()
      const moment = began()
      await rounds.tellPage({ entries: [makeOrder()], unreadable: [], next: null })
      rounds.over({ from, to, began: moment })
      await published()
    },
  }
}

/** What is to be told waits for turns of the event loop, and for nothing else: however busy the PC is, these are enough. */
async function published(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await nextTurn()
}

describe('a station that follows another', () => {
  it('rests once it was brought further, and reads by itself after two rounds of silence (H6)', () => {
    const { clock, rounds, begin } = station()
    begin()
    expect(rounds.restMs()).toBe(0)
    rounds.records.hear(markOf(), LIVE)
    expect(rounds.restMs()).toBe(2 * ROUND_MS)
    clock.advance(2 * ROUND_MS)
    expect(rounds.restMs()).toBe(0)
  })

  it('does not rest before it has read a round of its own with the line open', () => {
    const { rounds, line, began, clock } = station()
    const before = began()
    clock.advance(1)
    rounds.records.begin(line)
    rounds.records.caughtUp()
    rounds.over({ from: at(0), to: at(1), began: before })
    rounds.records.hear(markOf(), LIVE)
    expect(rounds.restMs()).toBe(0)
  })

  it('reads by itself when it is in doubt, until a round that began later is over', () => {
    const { clock, rounds, begin, began } = station()
    begin()
    rounds.records.hear(markOf(), LIVE)
    const before = began()
    clock.advance(1)
    rounds.records.doubt()
    expect(rounds.restMs()).toBe(0)
    rounds.over({ from: at(0), to: at(1), began: before })
    rounds.records.hear(markOf(), LIVE)
    expect(rounds.restMs()).toBe(0)
    rounds.over({ from: at(0), to: at(1), began: began() })
    rounds.records.hear(markOf(), LIVE)
    expect(rounds.restMs()).toBeGreaterThan(0)
  })

  it.each(['behind', 'busy'] as const)('is brought no further while it is %s', (outcome) => {
    const { rounds, ways, begin } = station()
    begin()
    ways.follow = outcome
    rounds.records.hear(markOf(), LIVE)
    expect(rounds.restMs()).toBe(0)
  })

  it('is not brought further by what was told before, or after the line has ended', () => {
    const { rounds, begin } = station()
    begin()
    rounds.records.hear(markOf(), { isLive: false, lateMs: 0 })
    expect(rounds.restMs()).toBe(0)
    rounds.records.hear(markOf(), LIVE)
    rounds.records.end()
    expect(rounds.restMs()).toBe(0)
  })

  it('reads by itself every few hours all the same', () => {
    const { clock, rounds, begin, began } = station()
    begin()
    clock.advance(4 * 3_600_000 + 1)
    rounds.records.hear(markOf(), LIVE)
    expect(rounds.restMs()).toBe(0)
    rounds.over({ from: at(0), to: at(1), began: began() })
    expect(rounds.restMs()).toBe(2 * ROUND_MS)
  })

  it('knows of no mark of an earlier line', () => {
    const { rounds, begin, line } = station()
    begin()
    rounds.records.hear(markOf(), LIVE)
    expect(rounds.heard()).toEqual(markOf())
    rounds.records.end()
    rounds.records.begin(line)
    expect(rounds.heard()).toBeNull()
  })

  it('takes a comparison of another for its own only if it has heard all of it', () => {
    const { clock, rounds, log, begin } = station()
    begin()
    clock.advance(60_000)
    rounds.records.hear(markOf({ check: { beganAgoMs: 60_001, doneAgoMs: 10 } }), LIVE)
    expect(log).not.toContain('checked 10')
    rounds.records.hear(markOf({ check: { beganAgoMs: 60_000, doneAgoMs: 10 } }), LIVE)
    expect(log).toContain('checked 10')
  })
})

describe('a look at the hub', () => {
  const there = { id: '7', updatedAt: null, record: 'a copy' }

  it.each([
    { leads: false, complete: true, found: there },
    { leads: false, complete: false, found: null },
  ])('of a station that follows: complete $complete', async ({ complete, found }) => {
    const { rounds, begin } = station()
    begin()
    expect(await rounds.look('7')).toBeNull()
    rounds.records.hear(markOf({ complete }), LIVE)
    expect(await rounds.look('7')).toEqual(found)
  })

  it('shows nothing once the leader is silent, or the line has ended (H6)', async () => {
    const { rounds, begin, clock } = station()
    begin()
    rounds.records.hear(markOf({ complete: true }), LIVE)
    clock.advance(2 * ROUND_MS)
    expect(await rounds.look('7')).toBeNull()
    rounds.records.hear(markOf({ complete: true }), LIVE)
    rounds.records.end()
    expect(await rounds.look('7')).toBeNull()
  })

  it('of the leader shows something once it has told what changed before it led (H6)', async () => {
    const { rounds, ways, begin, round } = station()
    begin()
    rounds.records.hear(markOf({ complete: true }), LIVE)
    ways.leads = true
    expect(await rounds.look('7')).toBeNull()
    await round(at(1), at(2))
    expect(await rounds.look('7')).toEqual(there)
  })

  it('takes half a second at most', async () => {
    const { rounds, begin, clock, line } = station()
    begin()
    rounds.records.hear(markOf({ complete: true }), LIVE)
    line.look = () => new Promise(() => {})
    const looked = rounds.look('7')
    clock.advance(500)
    expect(await looked).toBeNull()
  })
})

describe('the first start', () => {
  it.each([
    { complete: true, doubt: false, adopts: true, reads: true },
    { complete: false, doubt: false, adopts: false, reads: false },
    { complete: false, doubt: true, adopts: false, reads: true },
    { complete: true, doubt: true, adopts: false, reads: true },
  ])('takes what the hub has for everything: $adopts (complete $complete, doubt $doubt)', (given) => {
    const { rounds, log, line, ways } = station()
    ways.isNew = true
    rounds.records.begin(line)
    expect(rounds.restMs()).toBeGreaterThan(0)
    rounds.records.hear(markOf({ complete: given.complete }), { isLive: false, lateMs: 0 })
    if (given.doubt) rounds.records.doubt()
    rounds.records.caughtUp()
    expect(log).toEqual([
      ...(given.adopts ? [`adopted ${at(1).cursor}`] : []),
      ...(given.reads ? ['round'] : []),
    ])
  })

  /** Nothing is known here, nor at the hub. */
  const openNew = () => {
    const opened = station()
    opened.ways.isNew = true
    opened.ways.dataAsOf = null
    opened.ways.progress = 'A 1'
    opened.rounds.records.begin(opened.line)
    opened.rounds.records.caughtUp()
    return opened
  }

  it('waits for the station that reads everything while it makes progress', () => {
    const { clock, rounds, ways } = openNew()
    clock.advance(19_000)
    expect(rounds.restMs()).toBeGreaterThan(0)
    ways.progress = 'A 2'
    expect(rounds.restMs()).toBeGreaterThan(0)
    clock.advance(19_000)
    expect(rounds.restMs()).toBeGreaterThan(0)
    clock.advance(1_000)
    expect(rounds.restMs()).toBe(0)
  })

  it('waits while it still takes in what was told, although the one that reads is done', async () => {
    const { clock, rounds } = openNew()
    clock.advance(19_000)
    expect(rounds.restMs()).toBeGreaterThan(0)
    await rounds.records.take([{ id: '7', updatedAt: null, record: {} }])
    clock.advance(19_000)
    expect(rounds.restMs()).toBeGreaterThan(0)
    clock.advance(1_000)
    expect(rounds.restMs()).toBe(0)
  })

  it('waits at most five minutes, and not at all in doubt or without the hub', () => {
    const { clock, rounds, ways } = openNew()
    for (let second = 0; second < 300; second += 1) {
      ways.progress = `A ${second}`
      expect(rounds.restMs()).toBeGreaterThan(0)
      clock.advance(1_000)
    }
    expect(rounds.restMs()).toBe(0)
    const other = openNew()
    other.rounds.records.doubt()
    expect(other.rounds.restMs()).toBe(0)
    const cut = openNew()
    cut.rounds.records.end()
    expect(cut.rounds.restMs()).toBe(0)
  })

  it.each([
    { isLive: true, comparesClock: true, reads: true },
    { isLive: false, comparesClock: false, reads: true },
    { isLive: true, comparesClock: false, reads: false },
  ])('ends with what another has read, after a round of its own if need be: %o', (given) => {
    const { rounds, ways, log, line } = station({ comparesClock: given.comparesClock })
    ways.isNew = true
    rounds.records.begin(line)
    rounds.records.caughtUp()
    rounds.records.hear(markOf({ complete: true }), { isLive: given.isLive, lateMs: 0 })
    expect(log).toEqual([`adopted ${at(1).cursor}`, ...(given.reads ? ['round'] : [])])
    expect(rounds.restMs() > 0).toBe(!given.reads)
  })

  it('of the leader tells everything, and then says so', async () => {
    const { rounds, ways, told, began } = openNew()
    ways.leads = true
    expect([rounds.mayLead(), rounds.restMs()]).toEqual([true, 0])
    const moment = began()
    rounds.beginRound()
    ways.isNew = false
    expect(rounds.mayLead()).toBe(true)
    await rounds.tellPage({ entries: [makeOrder()], unreadable: [], next: null })
    ways.dataAsOf = '2026-11-24T09:00:00.000Z'
    expect(rounds.mayLead()).toBe(true)
    rounds.over({ from: null, to: at(1), began: moment })
    await published()
    expect(told).toHaveLength(2)
    expect(told.at(-1)).toMatchObject({ from: { cursor: '1970-01-01T00:00:00.000Z' }, complete: true })
    expect([rounds.mayLead(), rounds.pages()]).toEqual([true, 1])
  })

  it('of a station that lost the lead meanwhile is not said to be everything', async () => {
    const { rounds, ways, told, began } = openNew()
    ways.leads = true
    rounds.beginRound()
    ways.isNew = false
    ways.leads = false
    await rounds.tellPage({ entries: [makeOrder()], unreadable: [], next: null })
    expect(rounds.mayLead()).toBe(false)
    ways.leads = true
    ways.dataAsOf = '2026-11-24T09:00:00.000Z'
    rounds.over({ from: null, to: at(1), began: began() })
    await published()
    expect(told).toEqual([])
  })

  it('leaves the lead to others where the hub has everything', () => {
    const { rounds, ways, line } = station()
    ways.isNew = true
    rounds.records.begin(line)
    expect(rounds.mayLead()).toBe(false)
    rounds.records.hear(markOf({ complete: true }), { isLive: false, lateMs: 0 })
    rounds.records.doubt()
    rounds.records.caughtUp()
    expect(rounds.mayLead()).toBe(false)
  })

  it('waits for a hub for a few seconds, and not at all once something was read in', () => {
    const { clock, rounds, ways } = station()
    rounds.expect()
    expect(rounds.restMs()).toBe(0)
    ways.isNew = true
    expect(rounds.restMs()).toBeGreaterThan(0)
    clock.advance(10_000)
    expect(rounds.restMs()).toBe(0)
  })
})

describe('the station that reads for all', () => {
  it.each([
    { whole: [], complete: false },
    { whole: ['sold'], complete: true },
  ])('says that the hub has everything only if it told the list of each state: %o', async (given) => {
    const { rounds, told, ways, begin, began } = station()
    begin()
    const of = (byName: string[]) => ({ byDefault: ['listed'], byName, counts: {} })
    rounds.records.hear(markOf({ complete: true, items: of(['deleted']) }), LIVE)
    ways.leads = true
    rounds.beginRound()
    rounds.over({
      ...{ from: at(1), to: at(2), began: began(), whole: given.whole },
      items: of(['deleted', 'sold']),
    })
    await published()
    expect(told.at(-1)).toMatchObject({ complete: given.complete })
    expect(told.at(-1)).not.toHaveProperty('whole')
  })

  it('begins where the last mark ends, and goes on saying that the hub has everything', async () => {
    const { rounds, told, ways, begin, round } = station()
    begin()
    rounds.records.hear(markOf({ complete: true }), LIVE)
    ways.leads = true
    expect(rounds.beginRound()).toEqual(at(1))
    expect(rounds.restMs()).toBe(0)
    await round(at(1), at(2))
    expect(told.at(-1)).toMatchObject({ from: at(1), to: at(2), complete: true })
  })

  it('says so no longer after a round that begins later than the mark before ends', async () => {
    const { rounds, told, log, ways, begin, round } = station()
    begin()
    rounds.records.hear(markOf({ complete: true }), LIVE)
    ways.leads = true
    await round(at(3), at(4))
    expect(told.at(-1)).toMatchObject({ complete: false })
    expect(log).toContain('check')
  })

  it('says nothing of a round that began before it did', async () => {
    const { rounds, told, ways, begin, began } = station()
    begin()
    rounds.beginRound()
    const before = began()
    ways.leads = true
    rounds.over({ from: at(0), to: at(1), began: before })
    await published()
    expect(told).toEqual([])
  })

  it('says nothing of a round whose orders the hub did not take', async () => {
    const { told, ways, begin, round } = station()
    begin()
    ways.leads = true
    ways.broken = true
    await round(at(0), at(1))
    ways.broken = false
    await round(at(1), at(2))
    expect(told).toEqual([])
  })

  it('says that the hub has everything after it has told the whole account', async () => {
    const { rounds, told, ways, begin, round } = station()
    begin()
    ways.leads = true
    rounds.checkBegan()
    await rounds.tellPage({ entries: [makeOrder({ id: 7 })], unreadable: [], next: null })
    await round(at(0), at(1))
    expect(told.at(-1)).toMatchObject({ complete: false })
    rounds.checkDone()
    await round(at(1), at(2))
    expect(told.at(-1)).toMatchObject({ complete: true, check: { doneAgoMs: 0 } })
  })
})
