import { describe, expect, it } from 'vitest'
import { inTransaction } from '../../../src/main/store/db/database'
import { giveNumber } from '../../../src/main/store/tables/given-numbers'
import { NUMBERS } from '../../../src/main/warehouse/at-hub/numbers'
import { placesAtHub } from '../../../src/main/warehouse/nats/storage/places'
import { accountAtHub } from '../../../src/main/warehouse/nats/storage/seal'
import { GROUP, keptAtHub, useAtHub } from '../../support/change-stations'
import { FIRST_PAGE, nothing } from '../../support/composed'
import { eventually } from '../../support/eventually'
import { openHubMarket, openHubStation, ready, soon } from '../../support/hub-stations'
import { HAS_NATS, type NatsServer } from '../../support/nats-process'
import { startNatsServer } from '../../support/nats-server'
import { atHub, station } from '../../support/number-stations'
import { makeOrder } from '../../support/orders'

/** Tracking numbers that a file gives orders at one station and that all fill in, at a real hub. */

const UPS = '1Z999AA10123456784'
const OTHER = '1Z5R89390357567127'
const THIRD = '1Z879E930346834440'

type At = Awaited<ReturnType<typeof station>>
const kept = (server: NatsServer) => keptAtHub(server, NUMBERS)
const agree = (number: string | null, ...stations: At[]) =>
  eventually(async () => {
    const found = await Promise.all(stations.map((one) => one.fillsIn()))
    expect(found).toEqual(stations.map(() => number))
  })

/** Gives orders 1 to `count` a number each, also those that the station does not have. */
function giveMany({ made: { db, events } }: At, count: number): void {
  const by = { carrier: 'UPS', fileName: 'all.csv', givenAt: '2026-11-24T09:00:00.000Z', givenBy: 'Ada' }
  inTransaction(db, (tx) => {
    for (let orderId = 1; orderId <= count; orderId += 1)
      giveNumber(tx, { ...by, orderId, trackingNumber: `1Z${orderId}` })
  })
  events.numbersGiven()
}

it('takes no value with a turn that nothing could replace', () => {
  const number = (turn: number) => ({
    ...{ orderId: 1, trackingNumber: UPS, carrier: '', fileName: 'x.csv', givenBy: 'Ada' },
    ...{ givenAt: '2026-11-24T09:00:00.000Z', isTakenBack: false, turn },
  })
  const fits = (turn: number) => NUMBERS.schema.safeParse(NUMBERS.pack([number(turn)])).success
  expect([1, 1_000_000_000, 1_000_000_001].map(fits)).toEqual([true, true, false])
})

describe.skipIf(!HAS_NATS)('a number that a file gives an order', () => {
  it('is filled in, replaced and taken back at all stations of the account', async () => {
    const server = await startNatsServer()
    const [a, b, c] = [await atHub(server), await atHub(server), await atHub(server)]
    const stranger = await atHub(server, { accessToken: 'another' })
    const changed: (readonly number[] | null)[] = []
    b.made.events.onEvent((event) => {
      if (event.kind === 'orders_changed') changed.push(event.orderIds)
    })
    await a.give(1001, UPS)
    await agree(UPS, a, b, c)
    await eventually(() => expect(changed).toEqual([[1001]]))
    expect(b.files()).toEqual(a.files())
    b.made.clock.advance(1_000)
    await b.give(1001, OTHER, 'tuesday.csv')
    await agree(OTHER, a, b, c)
    expect(c.takeBack()).toEqual({ takenBack: 1 })
    await agree(null, a, b, c)
    // So the bench says that the number that it filled in was taken back.
    await eventually(() => expect(changed).toEqual([[1001], [1001], [1001]]))
    expect([a.files(), b.files(), c.files()]).toEqual([[], [], []])
    await a.give(1001, THIRD)
    await agree(THIRD, a, b, c)
    expect(await stranger.fillsIn()).toBeNull()
    expect([a, b, c].flatMap(({ faults, ignored }) => [...faults, ...ignored])).toEqual([])
  })

  it('waits at a station that does not have the order yet', async () => {
    const server = await startNatsServer()
    const a = await atHub(server)
    const b = await atHub(server, { orders: [] })
    await a.give(1001, UPS)
    await agree(UPS, b)
    expect(b.files()).toEqual([])
    b.made.take(makeOrder({ id: 1001 }))
    expect(b.files()).toEqual(a.files())
  })

  it('ends up the same everywhere when two stations give the order one at once', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    // What it is to replace may be replaced meanwhile: then a person looks again.
    const tries = (...given: Promise<unknown>[]) => Promise.allSettled(given)
    for (let times = 0; times < 20; times += 1) {
      for (const { made } of [a, b]) made.clock.advance(1_000)
      await tries(a.give(1001, UPS), b.give(1001, OTHER))
      await tries(a.give(1001, THIRD), b.part.settled())
      if ((await b.fillsIn()) !== null) b.takeBack()
    }
    await tries(a.give(1002, UPS), b.give(1002, OTHER))
    const late = await atHub(server)
    await eventually(async () => {
      await Promise.all([a.part.settled(), b.part.settled()])
      const [one, other, last] = await Promise.all(
        [a, b, late].map(async (at) => [await at.fillsIn(1001), await at.fillsIn(1002)]),
      )
      expect(last?.[1]).not.toBeNull()
      expect([one, other]).toEqual([last, last])
    })
    expect(a.files()).toEqual(b.files())
  })

  it('reaches a station that was away, and what was taken back meanwhile is gone there', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    await a.give(1001, UPS)
    await agree(UPS, b)
    const { file } = b.made
    await b.end()
    a.takeBack()
    await a.part.settled()
    const again = await station(server, { file })
    expect(await again.fillsIn()).toBe(UPS)
    // Given while it is alone: it reaches the others once it is back.
    await again.give(1002, OTHER)
    await again.use()
    await agree(null, again, a)
    await eventually(async () => expect(await a.fillsIn(1002)).toBe(OTHER))
  })

  it('is taken back for all by a station that was away when it took it back', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    await a.give(1001, UPS)
    await agree(UPS, b)
    await b.part.use(null)
    b.takeBack()
    await b.use()
    await agree(null, a, b)
  })

  it('is kept when it replaced, at the hub, what a station takes back late', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    await a.give(1001, UPS)
    await agree(UPS, b)
    await a.part.use(null)
    a.takeBack()
    b.made.clock.advance(1_000)
    await b.give(1001, OTHER)
    await b.part.settled()
    await a.use()
    await a.part.settled()
    await agree(OTHER, a, b, await atHub(server))
  })

  it('is told by a station that was killed before it could, and only once', async () => {
    const server = await startNatsServer()
    const a = await atHub(server)
    await a.part.use(null)
    await a.give(1001, UPS)
    const again = await atHub(server, { file: await a.kill() })
    const b = await atHub(server)
    await agree(UPS, b)
    const restarted = await atHub(server, { file: await again.kill() })
    restarted.takeBack()
    const last = await atHub(server, { file: await restarted.kill() })
    await agree(null, b, last)
    await last.part.settled()
    expect((await (await kept(server)).bucket.status()).values).toBe(2)
  })

  it('is told when the station was killed while it told many', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server, { orders: [] })]
    giveMany(a, 5_000)
    await eventually(async () => expect(await b.fillsIn(1)).toBe('1Z1'))
    const file = await a.kill()
    expect(await b.fillsIn(5_000)).toBeNull()
    await atHub(server, { file })
    await eventually(async () => expect(await b.fillsIn(5_000)).toBe('1Z5000'))
    expect((await (await kept(server)).bucket.status()).values).toBe(50)
  })

  it('is told again to a hub that was emptied, and what was taken back stays so', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    await a.give(1001, UPS)
    await a.give(1002, OTHER)
    await agree(UPS, b)
    await eventually(async () => expect(await b.fillsIn(1002)).toBe(OTHER))
    const { file } = b.made
    await b.end()
    a.takeBack()
    await a.part.settled()
    const { bucket } = await kept(server)
    await bucket.destroy()
    a.made.clock.advance(5_000)
    await eventually(() => expect(a.faults.length).toBeGreaterThan(0))
    // Back first: it has not heard what was taken back.
    const first = await atHub(server, { file })
    await agree(UPS, await atHub(server))
    await a.use()
    await agree(null, a, first)
    const late = await atHub(server)
    await eventually(async () => expect(await late.fillsIn(1002)).toBe(OTHER))
    await agree(null, late)
  })

  it('goes on with a hub that was away for a while', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server)]
    await server.kill()
    await a.give(1001, UPS)
    expect(await a.fillsIn()).toBe(UPS)
    await server.start()
    for (const one of [a, b]) {
      await eventually(() => one.connection.flush())
      await one.use()
    }
    await agree(UPS, a, b)
  })

  it('is one of 20,000, in few values', async () => {
    const server = await startNatsServer()
    const [a, b] = [await atHub(server), await atHub(server, { orders: [] })]
    giveMany(a, 20_000)
    await eventually(async () => expect(await b.fillsIn(20_000)).toBe('1Z20000'))
    expect((await (await kept(server)).bucket.status()).values).toBe(200)
    const late = await atHub(server, { orders: [] })
    await eventually(async () => expect(await late.fillsIn(20_000)).toBe('1Z20000'))
    expect(await late.fillsIn(4_711)).toBe('1Z4711')
  })

  it('does not stay at the hub for ever', async () => {
    const server = await startNatsServer()
    await atHub(server)
    const { bucket } = await kept(server)
    const { config } = (await bucket.status()).streamInfo
    expect(config.max_age).toBe(60 * 86_400_000 * 1_000_000)
    // Where IT sets the hub up, the set-up makes it.
    const { name, max_age: age } = config
    expect(placesAtHub(GROUP.name, [accountAtHub(GROUP, 'token')], 1)).toContainEqual(
      expect.objectContaining({ name, max_age: age }),
    )
  })

  it('leaves alone and counts what is foreign, damaged or newer (H7)', async () => {
    const server = await startNatsServer()
    const a = await atHub(server)
    const { sealed } = await kept(server)
    const use = useAtHub(NUMBERS)
    const said = {
      ...{ orderId: 1001, carrier: 'UPS', trackingNumber: UPS, fileName: 'x.csv', givenBy: 'Ada' },
      ...{ givenAt: '2026-11-24T09:00:00.000Z', isTakenBack: false, turn: 1 },
    }
    await sealed.store('x1', JSON.stringify({ numbers: [said] }))
    await sealed.put('x2', { numbers: [said] }, { from: { use, key: 'elsewhere' } })
    await sealed.put('x3', { numbers: [{ ...said, orderId: '1001' }] })
    await sealed.put('x4', { numbers: [said] }, { version: 9 })
    await eventually(() =>
      expect(a.ignored.toSorted()).toEqual(['foreign', 'foreign', 'newer', 'unreadable']),
    )
    expect(await a.fillsIn()).toBeNull()
    await sealed.put('x5', { numbers: [{ ...said, more: 1 }], more: 1 })
    await agree(UPS, a)
  })

  it('is filled in at another station of the warehouse, which has the app running', async () => {
    const server = await startNatsServer()
    const market = await openHubMarket()
    const [a, b] = [
      await openHubStation(server, market, 'Bench 1'),
      await openHubStation(server, market, 'Bench 2'),
    ]
    for (const { ask } of [a, b]) await ready(ask)
    const { rows } = await a.ask('packing:queue', FIRST_PAGE)
    const orderId = rows[0]?.orderId ?? 0
    const text = `order,carrier,tracking\n${orderId},UPS,${UPS}\n`
    const file = { name: 'monday.csv', content: Buffer.from(text).toString('base64') }
    const { seen } = await a.ask('labels:preview-numbers', file)
    await a.ask('labels:give-numbers', { ...file, seen })
    await soon(async () =>
      expect((await b.ask('labels:of-order', { orderId })).given).toMatchObject({ trackingNumber: UPS }),
    )
    expect((await b.ask('packing:open', { orderId })).hasGivenNumber).toBe(true)
    const [given] = await b.ask('labels:given-numbers', nothing)
    const { fileName = '', givenAt = '' } = given ?? {}
    await b.ask('labels:take-back-numbers', { fileName, givenAt, orderId })
    await soon(async () => expect((await a.ask('labels:of-order', { orderId })).given).toBeNull())
    expect((await a.ask('packing:open', { orderId })).hasGivenNumber).toBe(false)
  })
})
