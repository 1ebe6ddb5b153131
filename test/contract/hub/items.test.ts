import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { connect } from '@nats-io/transport-node'
import { describe, expect, it, onTestFinished } from 'vitest'
import { updateItem } from '../../../src/main/areas/items/change-item'
import { createRecords, type RecordsAtHub } from '../../../src/main/warehouse/nats/records/records'
import { hubGroup } from '../../../src/main/warehouse/nats/storage/seal'
import { createPartnerClient } from '../../../src/main/partner/client'
import { unshownOfItem } from '../../../src/main/store/tables/confirmed'
import { findItem, goneSince, saveItem } from '../../../src/main/store/tables/items'
import { findOp } from '../../../src/main/store/tables/outbox'
import { readSetting, writeSetting } from '../../../src/main/store/tables/settings'
import { inTransaction } from '../../../src/main/store/db/database'
import { eventually } from '../../support/eventually'
import { HAS_NATS } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import type { TestStation } from '../../support/account'
import { countOf, makeItemMarket } from '../sync/item-market'

/** One station reads the items for all: real hub, real files, a real marketplace, and a clock that the test moves. */

const MINUTE_MS = 60_000
const STEP_MS = 5_000
const ERRORS = ['blurred']
const CHANGE = { listingErrorMessages: ERRORS }

async function openMarket({ items = 60, ...settings } = {}) {
  const server = await startNatsServer()
  const market = await makeItemMarket({
    items,
    settings: { listingDelayMs: 30 * 24 * 60 * MINUTE_MS, deletedItems: 'gone', ...settings },
  })
  const group = hubGroup(randomBytes(32))
  const all: { station: TestStation; part: RecordsAtHub | null }[] = []
  const reads = async (name: string): Promise<string[]> =>
    (await market.control.requestLog())
      .filter(({ agent, path }) => agent === name && path.includes('/items'))
      .map(({ path }) => path)

  const quiet = async (): Promise<void> => {
    let before = -1
    for (let same = 0; same < 3;) {
      for (const { station } of all)
        await Promise.all([station.itemPull.settled(), station.itemCheck.settled()])
      await pause(8)
      const now = (await market.control.requestLog()).length
      same = now === before ? same + 1 : 0
      before = now
    }
  }
  const pass = async (ms: number): Promise<void> => {
    for (let passed = 0; passed < ms; passed += STEP_MS) {
      market.clock.advance(STEP_MS)
      await quiet()
    }
  }
  /** What the stations see of the one that reads for all. */
  const seen: { progress: string | null } = { progress: null }
  const open = async (name: string, { leads = false, file = '', hangsAt = Infinity } = {}) => {
    let fail = (_error: Error): void => {}
    const hanging = new Promise<never>((_resolve, reject) => (fail = reject))
    hanging.catch(() => undefined)
    const station = market.stationOn({
      makeClient(options) {
        const client = createPartnerClient({ ...options, userAgent: name })
        let pages = 0
        const listItems: typeof client.listItems = (...query) =>
          ++pages < hangsAt ? client.listItems(...query) : hanging
        return { ...client, listItems }
      },
      ...(file === '' ? {} : { file }),
    })
    const bench: { station: TestStation; part: RecordsAtHub | null } = { station, part: null }
    all.push(bench)
    const connection = await connect({ servers: server.url })
    const leave = async (): Promise<void> => {
      await bench.part?.close()
      bench.part = null
    }
    const ways = { leads }
    const end = async (): Promise<void> => {
      await leave()
      if (all.includes(bench)) all.splice(all.indexOf(bench), 1)
      fail(new Error('the process has ended'))
      await station.close()
    }
    const part = createRecords({
      clock: market.clock,
      use: 'items',
      stationId: () => name,
      account: () => ({
        accessToken: 'token',
        records: station.shared.items.records,
        isOpen: () => station.db.open,
      }),
      leads: () => ways.leads && station.shared.items.mayLead(),
      progress: () => seen.progress,
      suspendDetector: { of: () => 0 },
      onFault: (error) => void station.faults.push(error),
    })
    bench.part = part
    onTestFinished(async () => {
      await end()
      await connection.close()
    })
    await part.use({ connection, group, replicas: 1, onIgnored: () => {} })
    if (hangsAt < Infinity) all.splice(all.indexOf(bench), 1)
    station.itemPull.start()
    station.itemCheck.start(15 * MINUTE_MS)
    await quiet()
    return {
      ...station,
      ways,
      reads: () => reads(name),
      state: (number: string) => findItem(station.db, number)?.state,
      errors: (number: string) => findItem(station.db, number)?.listing_error_messages,
      /** Its process ends. */
      end,
    }
  }
  return { ...market, open, pass, quiet, seen }
}

/** Lists of all items, not of what has changed. */
const wholeLists = (paths: readonly string[]): string[] =>
  paths.filter((path) => path.includes('/items?') && !path.includes('updated_after'))

/** B and C know nothing, as A, which reads everything for all, but hangs at its second page. */
async function openNew() {
  const market = await openMarket({ items: 500 })
  market.seen.progress = 'A 0'
  const [b, c] = [await market.open('B'), await market.open('C')]
  const a = await market.open('A', { leads: true, hangsAt: 2 })
  await eventually(async () => {
    expect([countOf(b), countOf(c)]).toEqual([200, 200])
    expect(a.itemPull.reading()).toBe(200)
  })
  return { ...market, a, b, c }
}

/** A leads, B follows it, and the hub has all items. */
async function openTwo({ hidden = 0 } = {}) {
  const market = await openMarket()
  const [number = '', another = ''] = market.numbers
  // In a state that no list shows.
  for (const one of market.numbers.slice(0, hidden))
    await market.control.changeItem(one, { state: 'blocked' })
  const a = await market.open('A', { leads: true })
  const b = await market.open('B')
  await market.pass(4 * MINUTE_MS)
  expect(b.shared.items.restMs()).toBeGreaterThan(0)
  expect(b.shared.items.heard()).toMatchObject({ complete: true })
  await market.control.clearRequestLog()
  return { ...market, a, b, number, another }
}

describe.skipIf(!HAS_NATS)('items that one station reads for all', () => {
  it('reach a station that asks nothing', async () => {
    const { a, b, number, control, pass } = await openTwo()
    await control.changeItem(number, CHANGE)
    await pass(MINUTE_MS)
    expect([a.errors(number), b.errors(number)]).toEqual([ERRORS, ERRORS])
    expect(await b.reads()).toEqual([])
    expect(b.clock.wallMs() - Date.parse(b.itemPull.keptAsOf() ?? '')).toBeLessThan(MINUTE_MS + STEP_MS)
    expect([a.faults, b.faults]).toEqual([[], []])
  })

  it('are read by each station again once the one that reads falls silent (H6)', async () => {
    const { a, b, number, control, pass } = await openTwo()
    await a.end()
    await control.changeItem(number, CHANGE)
    await pass(3 * MINUTE_MS)
    expect(b.errors(number)).toEqual(ERRORS)
  })

  it('go on from where the last one stopped when another station reads for all', async () => {
    const { a, b, number, another, control, pass, open } = await openTwo()
    const c = await open('C')
    await pass(2 * MINUTE_MS)
    await a.end()
    await control.changeItem(number, CHANGE)
    b.ways.leads = true
    await pass(4 * MINUTE_MS)
    await control.clearRequestLog()
    await control.changeItem(another, CHANGE)
    await pass(MINUTE_MS)
    expect([c.errors(number), c.errors(another)]).toEqual([ERRORS, ERRORS])
    expect(await c.reads()).toEqual([])
    expect(c.shared.items.heard()).toMatchObject({ complete: true })
  })

  it('are taken from the hub by a new station', async () => {
    const { a, open, pass } = await openTwo()
    const c = await open('C')
    await pass(MINUTE_MS)
    expect(countOf(c)).toBe(countOf(a))
    // Its first round already asks for changes alone.
    const lists = (await c.reads()).map((path) => new URLSearchParams(path.split('?')[1]))
    expect(lists.length).toBeGreaterThan(0)
    expect(lists.filter((query) => query.get('updated_after') === null)).toEqual([])
  })

  it('in a state that was never asked for are asked for by the one that reads for all', async () => {
    const { a, b, number, another, control, pass } = await openTwo()
    for (const one of [number, another]) await control.changeItem(one, { state: 'odd' })
    await b.items.read(number)
    await pass(5 * MINUTE_MS)
    const asked = (paths: string[]) => paths.filter((path) => /status=[^&]*odd/.test(path)).length
    expect([asked(await a.reads()) > 0, asked(await b.reads())]).toEqual([true, 0])
    expect(b.state(another)).toBe('odd')
    expect(b.shared.items.heard()).toMatchObject({ complete: true })
  })

  it('in a state that the one that reads for all never learned of are asked for by the station (H6)', async () => {
    const { b, number, pass } = await openTwo()
    const item = findItem(b.db, number)
    inTransaction(b.db, (tx) =>
      saveItem(tx, { ...item, item_number: 'ITM-X', state: 'odd' }, '2026-11-01T00:00:00Z'),
    )
    await pass(4 * MINUTE_MS)
    expect((await b.reads()).filter((path) => /status=[^&]*odd/.test(path)).length).toBeGreaterThan(0)
  })

  it('are gone for all when neither a list nor their number shows them', async () => {
    const { a, b, number, control, pass } = await openTwo()
    await control.changeItem(number, { state: 'deleted' })
    await pass(2 * MINUTE_MS)
    expect([goneSince(a.db, number), goneSince(b.db, number)]).toEqual([null, null])
    a.itemCheck.now()
    await pass(MINUTE_MS)
    expect([goneSince(a.db, number) === null, goneSince(b.db, number) === null]).toEqual([false, false])
    expect(b.state(number)).toBe('listed')
    expect((await b.reads()).filter((path) => path.endsWith(number))).toEqual([])
  })

  it('are not gone for others because one station did not find them', async () => {
    const { a, b, number, control, pass } = await openTwo()
    await control.changeItem(number, { state: 'deleted' })
    await a.items.read(number)
    await pass(STEP_MS)
    expect([goneSince(a.db, number) === null, goneSince(b.db, number) === null]).toEqual([false, true])
  })

  it('count as compared by another station only if both have the same (H6)', async () => {
    const { a, b, number, pass } = await openTwo()
    const comparedAgain = async (): Promise<boolean> => {
      inTransaction(b.db, (tx) => writeSetting(tx, 'items.compared', null))
      a.itemCheck.now()
      await pass(3 * MINUTE_MS)
      return readSetting(b.db, 'items.compared') !== null
    }
    expect(await comparedAgain()).toBe(true)
    // The station that reads for all never had it, so it cannot notice that it is gone.
    const item = findItem(b.db, number)
    inTransaction(b.db, (tx) =>
      saveItem(tx, { ...item, item_number: 'ITM-X', state: 'listed' }, '2026-11-01T00:00:00Z'),
    )
    expect(await comparedAgain()).toBe(false)
    expect(await b.reads()).toEqual([])
  })
})

describe.skipIf(!HAS_NATS)('items of a first start', () => {
  it('are read by one station, and the others ask for no list', async () => {
    const { open, pass, seen } = await openMarket({ items: 500 })
    seen.progress = 'A'
    const others = [await open('B'), await open('C')]
    const a = await open('A', { leads: true })
    await pass(STEP_MS)
    for (const other of others) {
      await eventually(() => expect([countOf(other), other.itemPull.reading()]).toEqual([countOf(a), null]))
      expect(await other.reads()).toEqual([])
      expect(other.shared.items.restMs()).toBeGreaterThan(STEP_MS)
    }
    expect(a.shared.items.heard()).toMatchObject({ complete: true })
    await pass(5 * MINUTE_MS)
    for (const other of others) expect(await other.reads()).toEqual([])
  })

  it('are read by another one when the first is gone in the middle', async () => {
    const { a, b, c, pass, seen } = await openNew()
    await a.end()
    seen.progress = null
    await pass(STEP_MS)
    expect([await b.reads(), await c.reads()]).toEqual([[], []])
    b.ways.leads = true
    seen.progress = 'B'
    await pass(STEP_MS)
    expect(b.itemPull.reading()).toBeNull()
    await eventually(() => expect([countOf(c), c.itemPull.reading()]).toEqual([countOf(b), null]))
    expect(countOf(c)).toBeGreaterThan(400)
    expect(await c.reads()).toEqual([])
  })

  it('are read by each station when the one that reads for all hangs', async () => {
    const { b, c, pass } = await openNew()
    await pass(15_000)
    expect([await b.reads(), await c.reads()]).toEqual([[], []])
    await pass(2 * STEP_MS)
    for (const station of [b, c]) {
      expect(wholeLists(await station.reads()).length).toBeGreaterThan(2)
      expect(station.itemPull.reading()).toBeNull()
      expect(countOf(station)).toBeGreaterThan(400)
    }
  })

  it('are read by each station after five minutes, whatever progress the other one claims', async () => {
    const { b, c, pass, seen } = await openNew()
    for (let passedMs = 0; passedMs < 4.5 * MINUTE_MS; passedMs += STEP_MS) {
      seen.progress = `A ${passedMs}`
      await pass(STEP_MS)
    }
    expect([await b.reads(), await c.reads()]).toEqual([[], []])
    for (let passedMs = 0; passedMs < MINUTE_MS; passedMs += STEP_MS) {
      seen.progress = `A again ${passedMs}`
      await pass(STEP_MS)
    }
    for (const station of [b, c]) expect(station.itemPull.reading()).toBeNull()
  })
})

describe.skipIf(!HAS_NATS)('a single item', () => {
  it('is known to all once one has read it', async () => {
    const { b, a, number, control, pass } = await openTwo()
    await control.changeItem(number, { state: 'blocked' })
    await b.items.read(number)
    await eventually(() => expect(a.state(number)).toBe('blocked'))
    await pass(STEP_MS)
    expect((await a.reads()).filter((path) => path.endsWith(number))).toEqual([])
  })

  it('that was read while a station was away is found at the hub, and one that is not there is asked for', async () => {
    const { a, b, number, control, pass, open } = await openTwo({ hidden: 1 })
    await b.end()
    await a.items.read(number)
    await pass(8 * MINUTE_MS)
    const again = await open('B', { file: b.file })
    await pass(3 * MINUTE_MS)
    expect(again.shared.items.restMs()).toBeGreaterThan(0)
    await control.clearRequestLog()
    again.titles.want([number])
    await eventually(() => expect(again.state(number)).toBe('blocked'))
    expect(await again.reads()).toEqual([])
    again.titles.want(['ITM-UNKNOWN'])
    await eventually(async () => expect(await again.reads()).toHaveLength(1))
  })

  it('of an earlier time replaces none of a later time, and one of the same time does (H5)', async () => {
    const { b, number } = await openTwo()
    const item = findItem(b.db, number)
    const { take } = b.shared.items.records
    const at = (ms: number) => new Date(Date.parse(item?.updated_at ?? '') + ms).toISOString()
    const copy = (updatedAt: string, record: object | null) => ({ id: number, updatedAt, record })
    await take([copy(at(-1_000), { ...item, updated_at: at(-1_000), title: 'earlier' })])
    await take([copy(at(-1_000), null)])
    expect([findItem(b.db, number)?.title, goneSince(b.db, number)]).toEqual([item?.title, null])
    await take([copy(at(0), { ...item, updated_at: at(0), title: 'same time' })])
    expect(findItem(b.db, number)?.title).toBe('same time')
    await take([copy(at(0), null), copy(at(1_000), { ...item, updated_at: at(1_000), title: 'back' })])
    expect([findItem(b.db, number)?.title, goneSince(b.db, number)]).toEqual(['back', null])
    await take([copy(at(1_000), null)])
    expect(goneSince(b.db, number)).not.toBeNull()
  })

  it('that means nothing here changes nothing and is set aside (H7)', async () => {
    const { b } = await openTwo()
    const before = countOf(b)
    await b.shared.items.records.take([
      { id: 'ITM-X', updatedAt: null, record: { state: 7 } },
      { id: null, updatedAt: null, record: null },
      { id: 'ITM-Y', updatedAt: null, record: null },
    ])
    expect([countOf(b), b.faults]).toEqual([before, []])
  })
})

describe.skipIf(!HAS_NATS)('a station with changes of its own', () => {
  it('keeps what it has not sent, whatever others read', async () => {
    const { b, number, control, pass } = await openTwo()
    const { seq } = updateItem(b, { itemNumber: number, priceCents: 7_777, maxDiscountPercent: null })
    const before = findOp(b.db, seq)
    await control.changeItem(number, CHANGE)
    await pass(MINUTE_MS)
    expect(b.errors(number)).toEqual(ERRORS)
    expect(findOp(b.db, seq)).toEqual(before)
  })

  it('believes only its own reads that the marketplace shows them', async () => {
    const { a, b, number, pass } = await openTwo()
    const { seq } = updateItem(b, { itemNumber: number, priceCents: 7_777, maxDiscountPercent: null })
    b.engine.start()
    await eventually(() => expect(findOp(b.db, seq)?.state).toBe('confirmed'))
    await pass(STEP_MS)
    await a.itemPull.now()
    await eventually(() => expect(findItem(b.db, number)?.price).toBe(7_777))
    expect(unshownOfItem(b.db, [number])).toHaveLength(1)
    b.clock.advance(STEP_MS)
    await b.itemPull.now()
    expect(unshownOfItem(b.db, [number])).toHaveLength(0)
  })

  it('reads changes that it made soon, although another station reads for all', async () => {
    const { b, number, pass } = await openTwo()
    b.itemPull.soon()
    await pass(2 * STEP_MS)
    expect(await b.reads()).not.toEqual([])
    expect(number).not.toBe('')
  })

  it('does not read what is being listed, which another station follows', async () => {
    const { a, b, number, pass, control } = await openTwo()
    await control.changeItem(number, { state: 'processing' })
    await pass(20 * MINUTE_MS)
    expect(b.state(number)).toBe('processing')
    const single = (paths: string[]) => paths.filter((path) => /\/items\/[^?]+$/.test(path))
    expect(single(await a.reads()).length).toBeGreaterThan(0)
    expect(single(await b.reads())).toEqual([])
    // Nobody else does any more.
    await a.end()
    await control.clearRequestLog()
    await pass(10 * MINUTE_MS)
    expect(single(await b.reads()).length).toBeGreaterThan(0)
  })
})
