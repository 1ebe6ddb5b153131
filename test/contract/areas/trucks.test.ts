import { describe, expect, it } from 'vitest'
import { readMissedTrucks, readTrucks } from '../../../src/main/areas/trucks/read-trucks'
import { saveStationSettings, readStationSettings } from '../../../src/main/areas/settings/settings'
import { createWarehouse } from '../../../src/main/areas/warehouse/read-warehouse'
import { inTransaction } from '../../../src/main/store/db/database'
import { parsePreferences } from '../../../src/shared/contract/preferences'
import { holdOrder } from '../../../src/main/store/tables/order-holds'
import type { Carrier } from '../../../src/shared/domain/carriers/carrier'
import { KNOWN_CARRIERS } from '../../../src/shared/domain/carriers/known-carriers'
import type { TruckTimes } from '../../../src/shared/domain/carriers/truck'
import { makeStation } from '../../support/account'
import { openStation, type TestStation } from '../../support/open-account'
import { makeLines, makeOrder } from '../../support/orders'
import { DHL, dock, pack, UPS } from './dock-station'

/** It is ten in the morning in Berlin, of Friday, 20 November 2026. */
const ALWAYS = { tuesday: '16:30', friday: '16:30' }

const HOLD = { reason: 'damaged', heldBy: 'tester', heldAt: '2026-11-20T09:00:00.000Z' }

/** The known carriers with these trucks. */
const withTrucks = (trucks: Record<string, TruckTimes>, more: Partial<Carrier> = {}): Carrier[] =>
  KNOWN_CARRIERS.map((carrier) => {
    const times = trucks[carrier.name]
    return times === undefined ? carrier : { ...carrier, trucks: times, ...more }
  })

function inBerlin(station: TestStation): TestStation {
  saveStationSettings(station, { ...readStationSettings(station), timeZone: 'Europe/Berlin' })
  return station
}

const atTime = (station: TestStation, iso: string) => station.clock.setWall(Date.parse(iso))

describe('the next trucks', () => {
  it('are one for each carrier that has any, the earliest first, with what is not at the dock', async () => {
    const { station, scan } = dock(inBerlin(makeStation()))
    const carriers = withTrucks({ DHL: ALWAYS, UPS: { friday: '15:00' }, DPD: { monday: '08:00' } })
    scan(UPS[0])
    expect(await readTrucks(station, carriers)).toEqual({
      at: '2026-11-20T09:00:00.000Z',
      trucks: [
        { carrier: 'UPS', leavesAt: '2026-11-20T14:00:00.000Z', notAtDock: 2, atDock: 1, forecast: null },
        { carrier: 'DHL', leavesAt: '2026-11-20T15:30:00.000Z', notAtDock: 1, atDock: 0, forecast: null },
        { carrier: 'DPD', leavesAt: '2026-11-23T07:00:00.000Z', notAtDock: 0, atDock: 0, forecast: null },
      ],
    })
  })

  it('find nothing of what was handed over, and nothing of an order on hold', async () => {
    const { station, scan, commit } = dock(inBerlin(makeStation()))
    const carriers = withTrucks({ UPS: ALWAYS })
    inTransaction(station.db, (tx) => holdOrder(tx, 1003, HOLD))
    scan(UPS[0])
    await commit()
    const { trucks } = await readTrucks(station, carriers)
    expect(trucks).toMatchObject([{ carrier: 'UPS', notAtDock: 1, atDock: 0 }])
  })

  it('are the same after the station was killed and opened again', async () => {
    const { station, scan } = dock(inBerlin(makeStation()))
    scan(DHL)
    const carriers = withTrucks({ DHL: ALWAYS, UPS: ALWAYS })
    const before = await readTrucks(station, carriers)
    const again = openStation({ file: station.file, clock: station.clock })
    expect(await readTrucks(again, carriers)).toEqual(before)
    await again.close()
  })

  it('are none of a carrier that is not in use', async () => {
    const station = inBerlin(makeStation())
    expect((await readTrucks(station, withTrucks({ UPS: ALWAYS }, { inUse: false }))).trucks).toEqual([])
  })

  it('do not come on a public holiday of the carrier’s country', async () => {
    const station = inBerlin(makeStation())
    atTime(station, '2026-12-25T08:00:00.000Z')
    const leaves = async (country: string | null) =>
      (await readTrucks(station, withTrucks({ DHL: ALWAYS }, { country }))).trucks[0]?.leavesAt
    expect(await leaves('DE')).toBe('2026-12-29T15:30:00.000Z')
    expect(await leaves(null)).toBe('2026-12-25T15:30:00.000Z')
  })

  it('are on the wall if they leave later today', async () => {
    const { station } = dock(inBerlin(makeStation()))
    const { trucks } = await readTrucks(station, withTrucks({ DHL: ALWAYS, UPS: { saturday: '00:01' } }))
    expect(trucks).toHaveLength(2)
    const { queue } = parsePreferences({})
    const wall = createWarehouse().wall(
      { ...station, preferences: { queue }, hub: null, others: null },
      trucks,
    )
    expect(wall.trucks.map(({ carrier, notAtDock }) => [carrier, notAtDock])).toEqual([['DHL', 1]])
  })

  it('say how many of the orders are packed by then, once there is a pace', async () => {
    const station = inBerlin(makeStation())
    const ids = Array.from({ length: 40 }, (_, index) => 1001 + index)
    const two = (id: number) => makeLines([{ id: id * 10 + 1 }, { id: id * 10 + 2 }])
    station.take(...ids.map((id) => makeOrder({ id, order_lines: two(id) })))
    // One every five minutes, the last one at a quarter to three.
    atTime(station, '2026-11-20T12:40:00.000Z')
    for (const id of ids.slice(0, 14)) {
      pack(station, id, null, null)
      station.clock.advance(5 * 60_000)
    }
    atTime(station, '2026-11-20T13:50:00.000Z')
    const carriers = withTrucks({ DHL: { friday: '15:15' }, UPS: { friday: '15:21' } })
    const { trucks } = await readTrucks(station, carriers)
    // At 12 an hour in 25 minutes. Nobody says for more than half an hour what will be.
    expect(trucks.map(({ forecast }) => forecast)).toEqual([{ packed: 5, toPack: 26 }, null])
    for (const id of ids.slice(14, 37)) pack(station, id, null, null)
    expect((await readTrucks(station, carriers)).trucks[0]?.forecast).toEqual({ packed: 3, toPack: 3 })
  })
})

describe('missed trucks', () => {
  const carriers = withTrucks({ UPS: ALWAYS, DHL: ALWAYS })

  it('tell what was packed too late from what was not handed over', async () => {
    const { station, scan, commit } = dock(inBerlin(makeStation()))
    atTime(station, '2026-11-20T15:20:00.000Z')
    pack(station, 1005, 'ups', '1Z8V92A70367203024')
    for (const code of [UPS[0], DHL]) scan(code)
    // The driver came half an hour late.
    atTime(station, '2026-11-20T16:00:00.000Z')
    await commit('2026-11-20T16:00:00.000Z')
    atTime(station, '2026-11-20T16:29:00.000Z')
    expect(await readMissedTrucks(station, carriers, 7)).toEqual([])
    atTime(station, '2026-11-20T16:30:00.000Z')
    expect(await readMissedTrucks(station, carriers, 7)).toEqual([
      { carrier: 'UPS', leftAt: '2026-11-20T15:30:00.000Z', missed: { too_late: 1, not_handed_over: 2 } },
    ])
  })

  it('count a parcel that left with a later one, and none of a day before the days', async () => {
    const { station, scan, commit } = dock(inBerlin(makeStation()))
    atTime(station, '2026-11-24T10:00:00.000Z')
    for (const code of [...UPS, DHL]) scan(code)
    await commit('2026-11-24T10:00:00.000Z')
    atTime(station, '2026-11-25T10:00:00.000Z')
    const both = await readMissedTrucks(station, carriers, 6)
    expect(both.map(({ carrier, leftAt, missed }) => [carrier, leftAt, missed.not_handed_over])).toEqual([
      ['UPS', '2026-11-20T15:30:00.000Z', 3],
      ['DHL', '2026-11-20T15:30:00.000Z', 1],
    ])
    expect(await readMissedTrucks(station, carriers, 5)).toEqual([])
  })

  it('do not count a parcel that must stay, because its order is on hold', async () => {
    const { station } = dock(inBerlin(makeStation()))
    inTransaction(station.db, (tx) => holdOrder(tx, 1004, HOLD))
    atTime(station, '2026-11-20T17:00:00.000Z')
    expect((await readMissedTrucks(station, carriers, 1)).map(({ carrier }) => carrier)).toEqual(['UPS'])
  })

  it('are none where nobody has said when trucks leave', async () => {
    const { station } = dock(inBerlin(makeStation()))
    atTime(station, '2026-11-25T10:00:00.000Z')
    expect(await readMissedTrucks(station, KNOWN_CARRIERS, 31)).toEqual([])
  })
})
