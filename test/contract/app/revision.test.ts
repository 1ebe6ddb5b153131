import { expect, it } from 'vitest'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { countRevisions } from '../../../src/main/base/revision'
import { createHandler, type Handlers } from '../../../src/main/bridge/handle'
import { stamped } from '../../../src/main/bridge/stamp'
import { createOrderStore } from '../../../src/renderer/src/stores/order-store'
import { REQUEST_CHANNELS, type RequestChannel } from '../../../src/shared/contract/channels'
import type { Requests } from '../../../src/shared/contract/bridge'
import type { StationEvent } from '../../../src/shared/contract/views'
import { makeStation } from '../../support/account'
import { compose, imported, nothing, openMarket } from '../../support/composed'
import { makeOrder } from '../../support/orders'
import { tempDir } from '../../support/temp-dir'
import { eventually } from '../../support/eventually'

/** The window's store of the order on the bench, with the real use-cases on a real file; nothing else is at work. */
function aBench() {
  const revision = countRevisions()
  const station = makeStation({ revision })
  const orderId = 1001
  station.take(makeOrder({ id: orderId }))
  const handlers: Partial<Handlers> = {
    'packing:open': ({ orderId }) => openOrder(station, orderId),
    'packing:pack': (request) => packShipment(station, request),
  }
  const handle = createHandler(stamped(handlers as Handlers, revision))
  const asked: RequestChannel[] = []
  const ask = (channel: RequestChannel) => (request: unknown) => {
    asked.push(channel)
    return handle(channel, request)
  }
  const requests = Object.fromEntries(REQUEST_CHANNELS.map((channel) => [channel, ask(channel)]))
  const events: StationEvent[] = []
  station.events.onEvent((event) => events.push(event))
  const bridge = { requests: requests as unknown as Requests, onEvent: station.events.onEvent }
  const order = createOrderStore(bridge, () => ({ carrier: 'UPS', warehouseId: 1 }))
  return { station, orderId, order, asked, events }
}

it('a window reads an order that it packs once: the answer knows of the change that is announced', async () => {
  const { orderId, order, asked, events } = aBench()
  expect(await order.getState().open(orderId)).toBe(true)
  order.getState().chooseAll()
  expect(await order.getState().pack()).toBeNull()
  await eventually(() =>
    expect(events).toContainEqual(expect.objectContaining({ kind: 'orders_changed', orderIds: [orderId] })),
  )
  expect(order.getState().order?.shipments).toHaveLength(1)
  expect(asked).toEqual(['packing:open', 'packing:pack'])
})

it('a change that comes after a pack is read', async () => {
  const { station, orderId, order, asked } = aBench()
  await order.getState().open(orderId)
  order.getState().chooseAll()
  await order.getState().pack()
  station.take(makeOrder({ id: orderId, state: 'canceled', updated_at: '2026-11-22T12:00:00.000Z' }))
  station.events.ordersChanged([orderId])
  await eventually(() => expect(asked).toEqual(['packing:open', 'packing:pack', 'packing:open']))
})

it('answers and events share one count, which an account that takes over continues', async () => {
  const market = await openMarket()
  const { packbench, ask } = await compose(tempDir())
  const events: StationEvent[] = []
  packbench.onEvent((event) => events.push(event))
  const read = async () => {
    const answer = await packbench.handle('station:notices', nothing)
    return answer.ok ? answer.revision : 0
  }
  const before = await read()
  await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
  const replaced = events.find(({ kind }) => kind === 'station_replaced')
  expect(replaced?.revision).toBeGreaterThan(before)
  await imported(ask)
  expect(await read()).toBeGreaterThan(Math.max(...events.map(({ revision }) => revision)))
})

it('a refusal carries no revision, and so tells nothing of what happens here', async () => {
  const { packbench } = await compose(tempDir())
  const refused = await packbench.handle('packing:open', { orderId: 1 })
  expect(refused).toEqual({
    ok: false,
    error: expect.objectContaining({ code: 'order_not_found' }) as unknown,
  })
})
