import { expect, it } from 'vitest'
import { makeStation } from '../../support/account'
import { goodsOf, makeSyncBench } from '../../support/sync-bench'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { findOrder } from '../../../src/main/store/tables/orders'
import { findOp } from '../../../src/main/store/tables/outbox'
import type { Order } from '../../../src/shared/partner-api/order'
import { eventually } from '../../support/eventually'

it('sends waiting operations even if the listener of each fails (I7, I9)', async () => {
  const { control, marketplace } = await makeSyncBench()
  const station = makeStation({
    baseUrl: marketplace.baseUrl,
    accessToken: () => marketplace.accessToken,
    engine: {
      lanes: 1,
      onWorkedOn: () => {
        throw new Error('the database is damaged')
      },
    },
  })
  const orders = [await control.placeOrder(), await control.placeOrder()]
  station.take(...(orders as unknown as Order[]))
  const seqs = orders.map((order) => {
    const packed = { carrier: null, trackingNumber: null, trackingUrl: null, warehouseId: 1 }
    return packShipment(station, { orderId: order.id, lineIds: goodsOf(order), ...packed }).seq
  })
  station.engine.start()
  await station.engine.settled()
  expect(seqs.map((seq) => findOp(station.db, seq)?.state)).toEqual(['confirmed', 'confirmed'])
  expect(station.faults.map(String)).toEqual(Array(2).fill('Error: the database is damaged'))
})

it('keeps pulling even if the listener of each round fails (I9)', async () => {
  const { control, marketplace, clock } = await makeSyncBench()
  const station = makeStation({
    clock,
    baseUrl: marketplace.baseUrl,
    accessToken: () => marketplace.accessToken,
    pull: {
      intervalMs: 1_000,
      onProgress: () => {
        throw new Error('the database is damaged')
      },
    },
  })
  station.pull.start()
  await station.pull.now()
  const order = await control.placeOrder()
  await eventually(() => {
    clock.advance(1_000)
    expect(findOrder(station.db, order.id)).not.toBeNull()
  })
})
