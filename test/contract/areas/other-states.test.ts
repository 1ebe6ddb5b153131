import { expect, it } from 'vitest'
import { readHandover } from '../../../src/main/areas/dock/handover'
import { countDesk } from '../../../src/main/areas/orders/desk-list'
import { listOrders } from '../../../src/main/areas/packing/queue'
import { resolveScan } from '../../../src/main/areas/packing/resolve-scan'
import { foundBy } from '../../../src/main/store/views/desk-sets'
import { ANY_ORDER } from '../../../src/shared/domain/orders/order-desk'
import { makeStation } from '../../support/account'
import { makeLines, makeOrder } from '../../support/orders'
import { at, UPS } from './dock-station'

const [NUMBER] = UPS
const PREFERENCES = { queue: { dueAfterHours: 24 } } as never

/** An order whose only parcel is in this state. */
function stationWith(state: string) {
  const station = makeStation()
  const parcel = { id: 5, state, carrier: 'UPS', tracking_number: NUMBER, packed_at: '2026-11-19T09:00:00Z' }
  const lines = makeLines([{ id: 1, shipment_id: 5 }])
  station.take(makeOrder({ id: 1001, order_lines: lines, shipments: [parcel] }))
  return station
}

/** Where people look for a parcel, and whether its order is there. */
async function whereItIs(station: ReturnType<typeof stationWith>) {
  const desk = (work: 'to_deliver' | 'done') =>
    countDesk(station, { dueAfterHours: 24 }, { ...ANY_ORDER, work })
  const request = { view: 'to_deliver', filter: 'any', search: '', offset: 0, limit: 9 } as const
  const strange = (['ship', 'deliver'] as const).map((mode) => readHandover(station, mode).strange.length)
  return {
    queue: (await listOrders(station, PREFERENCES, request)).total,
    onTheWay: await desk('to_deliver'),
    done: await desk('done'),
    strange,
  }
}

it.each(['lost_in_transit', 'Shipped', ''])(
  'a parcel in the state %j is not done, and is at the dock',
  async (state) => {
    const station = stationWith(state)
    expect(await whereItIs(station)).toEqual({ queue: 1, onTheWay: 1, done: 0, strange: [1, 1] })
    expect(readHandover(station, 'deliver').strange).toMatchObject([
      { orderId: 1001, trackingNumber: NUMBER, state },
    ])
  },
)

it.each([
  ['shipped', { queue: 1, onTheWay: 1, done: 0, strange: [0, 0] }],
  ['delivered', { queue: 0, onTheWay: 0, done: 1, strange: [0, 0] }],
])('one that is %s is where it always was', async (state, expected) => {
  expect(await whereItIs(stationWith(state))).toEqual(expected)
})

it('a parcel in a state that nobody knows is found by its number and its order, at the bench and at the dock', async () => {
  const station = stationWith('lost_in_transit')
  expect(resolveScan(station, [], [NUMBER])).toMatchObject({ kind: 'label', orders: [{ orderId: 1001 }] })
  expect((await foundBy(station.db, NUMBER)).orderIds).toEqual([1001])
  const { scan } = at(station)
  for (const code of [NUMBER, '1001'])
    for (const mode of ['ship', 'deliver'] as const)
      expect(scan(code, null, mode)).toMatchObject({ kind: 'needs_person', parcel: { orderId: 1001 } })
})
