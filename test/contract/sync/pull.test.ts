import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { describe, expect, it, onTestFinished } from 'vitest'
import { listed } from '../../support/queue'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { readSetting } from '../../../src/main/store/tables/settings'
import { makeMarketplace } from './pull-market'

describe('the first import', () => {
  it('reads every order, page after page, and reports its progress', async () => {
    const { stationOn } = await makeMarketplace(57)
    const progress: (number | undefined)[] = []
    const station = stationOn({
      pull: { pageSize: 10, onProgress: () => progress.push(station.pull.importing()?.orders) },
    })
    expect(station.pull.importing()).toEqual({ orders: 0, secondsLeft: null })
    station.pull.start()
    await station.pull.now()
    expect(listed(station.db, 'all', 0, 1).total).toBe(57)
    expect(progress).toContain(10)
    expect(progress).toContain(50)
    expect(station.pull.importing()).toBeNull()
    expect(station.pull.dataAsOf()).toBe(new Date(station.clock.wallMs()).toISOString())
  })

  it('has the next page on its way before it stores the present one', async () => {
    const { stationOn } = await makeMarketplace(45)
    let sent = 0
    const count = () => void (sent += 1)
    subscribe('undici:client:sendHeaders', count)
    onTestFinished(() => void unsubscribe('undici:client:sendHeaders', count))
    const sentWhenStored: number[] = []
    const station = stationOn({ pull: { pageSize: 10, onOrders: () => sentWhenStored.push(sent) } })
    station.pull.start()
    await station.pull.now()
    // Nothing comes after the fifth.
    expect(sentWhenStored).toEqual([2, 3, 4, 5, 5])
  })

  it('resumes after a restart at the same page', async () => {
    const { stationOn, control } = await makeMarketplace(45)
    await control.addFault({ kind: 'drop', method: 'GET', route: '/api/v1.0/orders', skip: 2, count: 1 })
    const first = stationOn({ pull: { pageSize: 10 } })
    first.pull.start()
    await first.pull.now()
    expect(listed(first.db, 'all', 0, 1).total).toBe(20)
    expect(first.pull.importing()).toEqual({ orders: 20, secondsLeft: null })
    await first.close()

    await control.clearRequestLog()
    const second = stationOn({ file: first.file, pull: { pageSize: 10 } })
    second.pull.start()
    await second.pull.now()
    expect(listed(second.db, 'all', 0, 1).total).toBe(45)
    expect(await control.requestLog()).toHaveLength(3)
  })

  it('finds after a restart what has changed on the pages before', async () => {
    const { stationOn, control, clock } = await makeMarketplace(45)
    await control.addFault({ kind: 'drop', method: 'GET', route: '/api/v1.0/orders', skip: 2, count: 1 })
    const first = stationOn({ pull: { pageSize: 10 } })
    first.pull.start()
    await first.pull.now()
    const orderId = listed(first.db, 'to_pack', 0, 1).rows[0]?.orderId ?? 0
    await first.close()

    clock.advance(3_600_000)
    await control.changeOrder(orderId, { action: 'cancelOrder' })
    clock.advance(3_600_000)
    const second = stationOn({ file: first.file, pull: { pageSize: 10 } })
    second.pull.start()
    await second.pull.now()
    expect(second.pull.importing()).toBeNull()
    await second.pull.now()
    expect(viewOrder(second.db, orderId, second.seal)?.canceled).toBe(true)
  })

  it('resumes at the same page after the network was down for a whole night', async () => {
    const { stationOn, control, clock, goOffline, goOnline } = await makeMarketplace(45)
    await control.addFault({ kind: 'drop', method: 'GET', route: '/api/v1.0/orders', skip: 2, count: 1 })
    const station = stationOn({ pull: { pageSize: 10 } })
    station.pull.start()
    await station.pull.now()
    expect(station.pull.importing()).toEqual({ orders: 20, secondsLeft: null })
    await goOffline()
    for (let minute = 0; minute < 100; minute += 1) {
      clock.advance(60_000)
      await station.pull.now()
    }
    expect(station.gate.state()).toBe('offline')
    expect(station.pull.importing()).toEqual({ orders: 20, secondsLeft: null })
    await goOnline()
    clock.advance(60_000)
    await station.pull.now()
    expect(listed(station.db, 'all', 0, 1).total).toBe(45)
    expect(await control.requestLog()).toHaveLength(3)
  })

  it('starts over when the page keeps failing', async () => {
    const { stationOn, control, clock } = await makeMarketplace(25)
    await control.addFault({
      kind: 'status',
      status: 500,
      method: 'GET',
      route: '/api/v1.0/orders',
      skip: 1,
      count: 20,
    })
    const station = stationOn({ pull: { pageSize: 10 } })
    station.pull.start()
    for (let round = 0; round < 22; round += 1) {
      clock.advance(60_000)
      await station.pull.now()
    }
    expect(listed(station.db, 'all', 0, 1).total).toBe(25)
    expect(station.pull.dataAsOf()).not.toBeNull()
  })

  it('starts over when the marketplace has forgotten the page', async () => {
    const { stationOn, control } = await makeMarketplace(25)
    await control.addFault({ kind: 'drop', method: 'GET', route: '/api/v1.0/orders', skip: 1, count: 1 })
    await control.addFault({
      kind: 'status',
      status: 422,
      method: 'GET',
      route: '/api/v1.0/orders',
      skip: 1,
      count: 1,
    })
    const station = stationOn({ pull: { pageSize: 10 } })
    station.pull.start()
    await station.pull.now()
    await station.pull.now()
    expect(JSON.parse(readSetting(station.db, 'pull.round') ?? '')).toMatchObject({ next: null })
    await station.pull.now()
    expect(listed(station.db, 'all', 0, 1).total).toBe(25)
  })

  it('continues without a page size if the marketplace refuses it', async () => {
    const { stationOn } = await makeMarketplace(25, {
      pageSizeAboveMaximum: 'refuse',
      ordersPageSizeMaximum: 8,
      ordersPageSizeDefault: 8,
    })
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    await station.pull.now()
    expect(listed(station.db, 'all', 0, 1).total).toBe(25)
  })
})

describe('polling', () => {
  it('reads changes and nothing else', async () => {
    const { clock, control, stationOn } = await makeMarketplace(30)
    const station = stationOn({ pull: { pageSize: 10 } })
    station.pull.start()
    await station.pull.now()
    clock.advance(3_600_000)
    await station.pull.now()
    const placed = await control.placeOrder({ lines: 2 })
    const canceled = listed(station.db, 'to_pack', 0, 1).rows[0]
    await control.changeOrder(canceled?.orderId ?? 0, { action: 'cancelOrder' })
    await control.clearRequestLog()
    clock.advance(15_000)
    await station.pull.now()
    expect(viewOrder(station.db, placed.id, station.seal)?.lines).toHaveLength(2)
    expect(viewOrder(station.db, canceled?.orderId ?? 0, station.seal)?.canceled).toBe(true)
    const log = await control.requestLog()
    expect(log.length).toBeGreaterThan(0)
    for (const { path } of log) expect(path).toContain('updated_after')
  })

  it('follows the marketplace’s clock, not its own: an hour of difference loses nothing', async () => {
    const { clock, control, stationOn } = await makeMarketplace(5, { clockOffsetMs: -3_600_000 })
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    clock.advance(60_000)
    const placed = await control.placeOrder()
    await station.pull.now()
    expect(viewOrder(station.db, placed.id, station.seal)).not.toBeNull()
  })

  it.each([20 * 60_000, -20 * 60_000])(
    'loses no change without a Date header, though the PC is off by %i ms',
    async (pcByMs) => {
      const { clock, control, stationOn } = await makeMarketplace(5, {
        clockOffsetMs: -pcByMs,
        dateHeader: 'none',
      })
      const station = stationOn()
      station.pull.start()
      await station.pull.now()
      for (let rounds = 0; rounds < 3; rounds += 1) {
        clock.advance(15_000)
        const placed = await control.placeOrder()
        await station.pull.now()
        expect(viewOrder(station.db, placed.id, station.seal)).not.toBeNull()
      }
      // Still by changes: the whole account is not read again.
      const after = new URL((await control.requestLog()).at(-1)?.path ?? '', 'http://x').searchParams
      expect(Date.parse(after.get('updated_after') ?? '')).toBeGreaterThan(clock.wallMs() - pcByMs - 600_000)
    },
  )

  it('loses no change without a Date header, though the PC is three months behind', async () => {
    const { clock, control, stationOn } = await makeMarketplace(5, {
      clockOffsetMs: 90 * 86_400_000,
      dateHeader: 'none',
    })
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    expect(station.pull.importing()).toBeNull()
    for (let rounds = 0; rounds < 3; rounds += 1) {
      clock.advance(15_000)
      const placed = await control.placeOrder()
      await station.pull.now()
      expect(viewOrder(station.db, placed.id, station.seal)).not.toBeNull()
    }
  })

  it('sees the first order of an account that had none, without a Date header', async () => {
    const { control, stationOn } = await makeMarketplace(0, {
      clockOffsetMs: -20 * 60_000,
      dateHeader: 'none',
    })
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    expect(station.pull.importing()).toBeNull()
    const placed = await control.placeOrder()
    await station.pull.now()
    expect(viewOrder(station.db, placed.id, station.seal)).not.toBeNull()
  })

  it('sees orders that a replica shows 200 s late', async () => {
    const { clock, control, stationOn } = await makeMarketplace(5)
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    await control.changeSettings({ replicaLagMs: 200_000 })
    const placed = await control.placeOrder()
    for (let passed = 0; passed < 240_000; passed += 15_000) {
      clock.advance(15_000)
      await station.pull.now()
    }
    expect(viewOrder(station.db, placed.id, station.seal)).not.toBeNull()
  })

  it('reports the right age, whatever the PC’s clock is set to', async () => {
    const { clock, stationOn } = await makeMarketplace(3, { clockOffsetMs: -20 * 60_000 })
    const station = stationOn()
    const ageMs = () => clock.wallMs() - Date.parse(station.pull.dataAsOf() ?? '')
    station.pull.start()
    await station.pull.now()
    await station.pull.stop()
    expect(ageMs()).toBe(0)
    clock.advance(600_000)
    expect(ageMs()).toBe(600_000)
    clock.setWall(clock.wallMs() - 3_600_000)
    expect(ageMs()).toBe(600_000)
    clock.setWall(clock.wallMs() + 8 * 3_600_000)
    expect(ageMs()).toBeGreaterThan(7 * 3_600_000)
  })

  it('reports no age after a restart without a network', async () => {
    const { stationOn } = await makeMarketplace(3)
    const first = stationOn()
    expect(first.pull.dataAgeKnown()).toBe(false)
    first.pull.start()
    await first.pull.now()
    expect(first.pull.dataAgeKnown()).toBe(true)
    await first.close()
    const second = stationOn({ file: first.file })
    expect([second.pull.dataAgeKnown(), second.pull.dataAsOf() === null]).toEqual([false, false])
  })

  it('polls again by itself, even after the network was down', async () => {
    const { control, clock, stationOn } = await makeMarketplace(3)
    const station = stationOn()
    station.pull.start()
    await station.pull.now()
    const before = (await control.requestLog()).length
    clock.advance(15_000)
    await station.pull.now()
    expect((await control.requestLog()).length).toBeGreaterThan(before)
    await control.addFault({
      kind: 'status',
      status: 503,
      method: 'GET',
      route: '/api/v1.0/orders',
      count: 1,
    })
    await station.pull.now()
    expect(station.pull.failing()).toBe(true)
    expect(clock.pending()).toBeGreaterThan(0)
    clock.advance(60_000)
    await station.pull.now()
    expect(station.pull.failing()).toBe(false)
  })
})
