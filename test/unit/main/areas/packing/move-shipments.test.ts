import { expect, it, vi } from 'vitest'
import { findShipment } from '../../../../../src/main/store/tables/shipments'
import { listOutbox } from '../../../../../src/main/store/views/outbox-list'
import { moveShipments } from '../../../../../src/main/areas/packing/move-shipments'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { makeStation, type TestStation } from '../../../../support/account'
import { countCommits } from '../../../../support/commits'
import { makeOrder } from '../../../../support/orders'
import { rawDb } from '../../../../support/raw-db'

const ORDERS = [1, 2, 3]
const AT = '2026-11-20T09:00:00.000Z'

/** A station with a packed shipment for each order, and a request to ship each. */
function makeHandover() {
  const station = makeStation()
  const commits = countCommits()
  station.take(...ORDERS.map((id) => makeOrder({ id })))
  const parcel = { carrier: 'UPS', trackingNumber: '1Z', trackingUrl: null, warehouseId: 7 }
  const requests = ORDERS.map((orderId) => ({
    shipmentId: packShipment(station, { orderId, lineIds: [orderId * 10 + 1], ...parcel }).shipmentId,
    move: 'ship' as const,
    carrier: null,
    trackingNumber: null,
    trackingUrl: null,
    shippedAt: AT,
    expectedToDeliverAt: AT,
    deliveredAt: null,
    canceledAt: null,
    confirmedUnusual: false,
  }))
  const states = (): unknown[] =>
    requests.map(({ shipmentId }) => findShipment(station.db, shipmentId)?.state)
  return { station, commits, requests, states }
}

const shipOps = ({ db }: TestStation): (string | null)[] =>
  listOutbox(db, 'open', 0, 100)
    .rows.filter(({ kind }) => kind === 'ship_shipment')
    .map(({ shipmentId }) => shipmentId)

it('ships all in one commit, each with its own op in the order given (I1, I2)', () => {
  const { station, commits, requests, states } = makeHandover()
  const [before, told] = [commits(), vi.spyOn(station.events, 'ordersChanged')]
  expect(moveShipments(station, requests)).toMatchObject(
    ORDERS.map((orderId, index) => ({ orderId, seq: 4 + index, refused: null })),
  )
  expect(commits() - before).toBe(1)
  expect(states()).toEqual(['shipped', 'shipped', 'shipped'])
  expect(shipOps(station)).toEqual(requests.map(({ shipmentId }) => shipmentId))
  expect(told.mock.calls).toEqual([[ORDERS]])
})

it('leaves a refused one unchanged, and moves the others', () => {
  const { station, requests, states } = makeHandover()
  const outcomes = moveShipments(
    station,
    requests.map((request, index) => (index === 1 ? { ...request, shippedAt: null } : request)),
  )
  expect(outcomes.map(({ refused }) => refused?.code ?? null)).toEqual([null, 'time_problem', null])
  expect(states()).toEqual(['shipped', 'packed', 'shipped'])
  expect(shipOps(station)).toHaveLength(2)
})

it('keeps nothing of a shipment refused halfway, and announces nothing (I1)', () => {
  const { station, requests, states } = makeHandover()
  const clockWatch = { ...station.clockWatch, view: () => ({ state: 'refused', offsetMs: 400_000 }) as const }
  const told = vi.spyOn(station.events, 'ordersChanged')
  const outcomes = moveShipments({ ...station, clockWatch }, requests)
  expect(outcomes.map(({ refused }) => refused?.code)).toEqual(ORDERS.map(() => 'clock_differs'))
  expect(states()).toEqual(['packed', 'packed', 'packed'])
  expect(shipOps(station)).toEqual([])
  expect(told).not.toHaveBeenCalled()
})

it('moves none when the database refuses one (I1)', () => {
  const { station, requests, states } = makeHandover()
  rawDb(station.db).exec(
    `CREATE TRIGGER refuse BEFORE INSERT ON outbox WHEN new.order_id = 3 BEGIN SELECT raise(ABORT, 'no'); END`,
  )
  expect(() => moveShipments(station, requests)).toThrow(expect.objectContaining({ code: 'database_error' }))
  expect(states()).toEqual(['packed', 'packed', 'packed'])
  expect(shipOps(station)).toEqual([])
})
