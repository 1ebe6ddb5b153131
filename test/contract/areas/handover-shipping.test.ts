import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { listOutbox } from '../../../src/main/store/views/outbox-list'
import { findShipment } from '../../../src/main/store/tables/shipments'
import { keepScan, scannedParcels } from '../../../src/main/store/tables/handover'
import { holdOrder } from '../../../src/main/store/tables/order-holds'
import { readManifests } from '../../../src/main/areas/dock/commit-handover'
import { makeStation } from '../../support/account'
import { type TestStation } from '../../support/open-account'
import { makeOrder } from '../../support/orders'
import { inTransaction } from '../../../src/main/store/db/database'
import { rawDb } from '../../support/raw-db'
import { NOW, UPS, DHL, pack, dock, at } from './dock-station'

const shipment = (station: TestStation, id: string | undefined) => findShipment(station.db, id ?? '')

const opsOf = (station: TestStation, kind: string) =>
  listOutbox(station.db, 'all', 0, 100).rows.filter((op) => op.kind === kind)

describe('marking all shipped', () => {
  it('ships each with its own operation, at one moment, with its carrier’s promised day', async () => {
    const { station, scan, commit, ups, dhl } = dock()
    for (const code of [UPS[0], UPS[1], DHL]) scan(code)
    const outcome = await commit()
    expect(outcome).toMatchObject({
      moved: 3,
      refused: 0,
      view: { scanned: [], last: { at: NOW, parcels: 3 } },
    })
    expect(opsOf(station, 'ship_shipment')).toHaveLength(3)
    // Three business days from Friday; for UPS in the United States, for DHL in Germany, both without a holiday then.
    const shipped = { state: 'shipped', shippedAt: NOW, expectedToDeliverAt: '2026-11-25T09:00:00.000Z' }
    for (const id of [ups[0], ups[1], dhl]) expect(shipment(station, id)).toMatchObject(shipped)
    expect(shipment(station, ups[2])?.state).toBe('packed')
  })

  it('promises days around the country’s holidays', async () => {
    const { station, scan, commit, ups, dhl } = dock()
    station.clock.setWall(Date.parse('2026-11-24T15:00:00.000Z'))
    scan(UPS[0])
    scan(DHL)
    await commit('2026-11-24T15:00:00.000Z')
    expect(shipment(station, ups[0])?.expectedToDeliverAt).toBe('2026-11-30T15:00:00.000Z')
    expect(shipment(station, dhl)?.expectedToDeliverAt).toBe('2026-11-27T15:00:00.000Z')
  })

  it('keeps refused parcels in the round with their reasons, and ships the others', async () => {
    const { station, scan, commit, ups } = dock()
    for (const code of UPS) scan(code)
    station.take(makeOrder({ id: 1002, cancelation_reason: 'buyer' }))
    // Packed after the given time.
    station.clock.advance(60_000)
    const late = pack(station, 1005, 'UPS', '1Z8V92A70367203024')
    scan('1Z8V92A70367203024')
    const { moved, refused, view } = await commit('2026-11-20T09:00:30.000Z')
    expect({ moved, refused }).toEqual({ moved: 2, refused: 2 })
    expect(view.scanned).toEqual([
      expect.objectContaining({
        shipmentId: late,
        problem: null,
        refusal: { code: 'time_problem', fields: { shippedAt: 'before_packed' } },
      }),
      expect.objectContaining({ shipmentId: ups[1], problem: 'canceled' }),
    ])
    expect(shipment(station, late)?.state).toBe('packed')
    expect(opsOf(station, 'ship_shipment')).toHaveLength(2)
  })

  it('moves nothing when the database refuses the last parcel', async () => {
    const { station, scan, commit, read, ups } = dock()
    for (const code of UPS) scan(code)
    rawDb(station.db).exec(`CREATE TRIGGER refuse BEFORE INSERT ON outbox WHEN new.order_id = 1001
      BEGIN SELECT raise(ABORT, 'no'); END`)
    await expect(commit()).rejects.toMatchObject({ code: 'database_error' })
    for (const id of ups) expect(shipment(station, id)?.state).toBe('packed')
    expect(opsOf(station, 'ship_shipment')).toEqual([])
    expect(read().scanned).toHaveLength(3)
  })

  it('keeps the parcel of an order put on hold after its scan, and says so', async () => {
    const { station, scan, commit, read } = dock()
    for (const code of [UPS[0], UPS[1]]) scan(code)
    inTransaction(station.db, (tx) =>
      holdOrder(tx, 1001, { reason: 'wrong size', heldBy: 'Ada', heldAt: NOW }),
    )
    expect(read().counts).toEqual([{ carrier: 'ups', scanned: 2, ready: 1 }])
    expect(await commit()).toMatchObject({
      moved: 1,
      refused: 1,
      view: { scanned: [{ orderId: 1001, problem: 'on_hold', holdReason: 'wrong size' }] },
    })
  })

  describe('more parcels than are shown', () => {
    /** More than a page shows. */
    const MANY = 520
    /** More than are shipped in one turn. */
    const TWO_SLICES = 120

    /** Written into the round directly, because each scan counts the whole round. */
    function atTheDock(parcels: number) {
      const station = makeStation()
      const ids = Array.from({ length: parcels }, (_, index) => 2001 + index)
      station.take(...ids.map((id) => makeOrder({ id })))
      const shipmentIds = ids.map((id) => pack(station, id, 'UPS', `T${id}`))
      inTransaction(station.db, (tx) => {
        for (const shipmentId of shipmentIds) keepScan(tx, 'ship', shipmentId, NOW)
      })
      return { station, ...at(station) }
    }

    it('counts and ships all of them, in slices, as one round', async () => {
      const { station, commit, read } = atTheDock(MANY)
      const view = read()
      expect(view.scanned).toHaveLength(500)
      expect(view.counts).toEqual([{ carrier: 'ups', scanned: MANY, ready: MANY }])
      let turns = 0
      const count = setInterval(() => (turns += 1), 0)
      const outcome = await commit()
      clearInterval(count)
      expect(outcome).toMatchObject({
        moved: MANY,
        refused: 0,
        stopped: null,
        view: { scanned: [], counts: [] },
      })
      expect(outcome.view.last).toEqual({ at: NOW, parcels: MANY })
      expect(outcome.parcels).toHaveLength(MANY)
      expect(turns, 'others got their turn between the slices').toBeGreaterThan(0)
      expect(readManifests(station, { of: 'last', carrier: null })[0]?.parcels).toHaveLength(MANY)
    })

    it('keeps the remaining parcels with the reason when a later slice fails, and ships them the next time', async () => {
      const { station, commit, read } = atTheDock(TWO_SLICES)
      rawDb(station.db)
        .exec(`CREATE TRIGGER refuse BEFORE INSERT ON outbox WHEN new.order_id = ${lastOf(station)}
        BEGIN SELECT raise(ABORT, 'no'); END`)
      const outcome = await commit()
      expect(outcome).toMatchObject({ moved: 100, refused: 20, stopped: { code: 'database_error' } })
      expect(read().counts).toEqual([{ carrier: 'ups', scanned: 20, ready: 20 }])
      rawDb(station.db).exec('DROP TRIGGER refuse')
      expect(await commit()).toMatchObject({ moved: 20, refused: 0, stopped: null })
    })

    it('leaves out parcels removed or put on hold while other slices were shipped', async () => {
      const { station, commit } = atTheDock(TWO_SLICES)
      const last = lastOf(station)
      const going = commit()
      while (opsOf(station, 'ship_shipment').length === 0) await nextTurn()
      inTransaction(station.db, (tx) =>
        holdOrder(tx, last, { reason: 'wrong size', heldBy: 'Ada', heldAt: NOW }),
      )
      expect(await going).toMatchObject({
        moved: TWO_SLICES - 1,
        refused: 1,
        view: { scanned: [{ orderId: last }] },
      })
    })

    const lastOf = (station: TestStation) => scannedParcels(station.db, 'ship').at(-1)?.orderId ?? 0
  })

  it('ships one carrier’s parcels and leaves the others in the round', async () => {
    const { scan, commit } = dock()
    scan(UPS[0])
    scan(DHL)
    expect(await commit(NOW, 'UPS')).toMatchObject({ moved: 1, view: { scanned: [{ orderId: 1004 }] } })
  })

  it.each([
    ['missing', null],
    ['unparsable', 'yesterday'],
    ['in_future', '2026-11-20T10:00:00.000Z'],
    ['too_old', '2020-11-20T10:00:00.000Z'],
  ])('is refused as a whole for a time that is %s', async (problem, time) => {
    const { station, scan, commit } = dock()
    scan(UPS[0])
    await expect(commit(time)).rejects.toMatchObject({ code: 'time_problem', fields: { at: problem } })
    expect(opsOf(station, 'ship_shipment')).toEqual([])
  })

  it('drops parcels that somebody else has shipped meanwhile', async () => {
    const { station, scan, commit, ups } = dock()
    scan(UPS[0])
    rawDb(station.db).prepare(`UPDATE shipments SET state = 'shipped' WHERE shipment_uid = ?`).run(ups[0])
    expect(await commit()).toMatchObject({ moved: 0, refused: 0, view: { scanned: [] } })
  })
})

it('marking all delivered requires shipped parcels', async () => {
  const { station, scan, commit, ups } = dock()
  station.clock.advance(3_600_000)
  scan(UPS[0])
  await commit('2026-11-20T10:00:00.000Z')
  scan(UPS[0], null, 'deliver')
  expect(await commit('2026-11-20T09:30:00.000Z', null, 'deliver')).toMatchObject({
    moved: 0,
    refused: 1,
    view: { scanned: [{ refusal: { fields: { deliveredAt: 'before_shipped' } } }] },
  })
  expect(await commit('2026-11-20T10:00:00.000Z', null, 'deliver')).toMatchObject({ moved: 1, refused: 0 })
  expect(shipment(station, ups[0])).toMatchObject({
    state: 'delivered',
    deliveredAt: '2026-11-20T10:00:00.000Z',
  })
})

it('a manifest lists the parcels of each carrier, before and after they are shipped', async () => {
  const { station, scan, commit } = dock()
  for (const code of [UPS[0], UPS[1], DHL]) scan(code)
  station.take(makeOrder({ id: 1002, cancelation_reason: 'buyer' }))
  const parcels = (of: 'scanned' | 'last', carrier: string | null = null) =>
    readManifests(station, { of, carrier })
  expect(parcels('scanned', 'ups')).toMatchObject([
    {
      carrier: 'UPS',
      shippedAt: null,
      by: 'tester',
      parcels: [{ orderId: 1001, trackingNumber: UPS[0], items: 2 }],
    },
  ])
  expect(parcels('last')).toEqual([])
  await commit()
  expect(parcels('last')).toMatchObject([
    { carrier: 'DHL', shippedAt: NOW, parcels: [{ orderId: 1004 }] },
    { carrier: 'UPS', shippedAt: NOW, parcels: [{ orderId: 1001 }] },
  ])
})
