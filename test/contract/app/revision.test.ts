import { expect, it, vi } from 'vitest'
import { createOrderStore } from '../../../src/renderer/src/stores/order-store'
import { REQUEST_CHANNELS, type RequestChannel } from '../../../src/shared/contract/channels'
import type { Requests } from '../../../src/shared/contract/bridge'
import type { StationEvent } from '../../../src/shared/contract/views'
import { compose, FIRST_PAGE, imported, nothing, openMarket } from '../../support/composed'
import { tempDir } from '../../support/temp-dir'
import { eventually } from '../../support/eventually'

/** A station whose network is gone, so that nothing but the test changes anything. */
async function offline() {
  const market = await openMarket()
  const station = await compose(tempDir(), market.live)
  await imported(station.ask)
  await market.close()
  await station.packbench.handle('sync:now', nothing)
  await vi.waitFor(
    async () => {
      const { status } = await station.ask('station:bootstrap', nothing)
      if (status.gate !== 'offline') throw new Error(`the gate is ${status.gate}`)
    },
    { timeout: 10_000 },
  )
  return station
}

/** The window's store of the order on the bench, on the real main process. */
function aBench({ packbench }: Awaited<ReturnType<typeof offline>>) {
  const asked: RequestChannel[] = []
  const requests = Object.fromEntries(
    REQUEST_CHANNELS.map((channel) => [
      channel,
      (request: unknown) => {
        asked.push(channel)
        return packbench.handle(channel, request)
      },
    ]),
  ) as unknown as Requests
  const order = createOrderStore({ requests, onEvent: (listener) => packbench.onEvent(listener) }, () => ({
    carrier: 'UPS',
    warehouseId: 1,
  }))
  return { order, asked }
}

it('a window reads an order that it packs once: the answer knows of the change that is announced', async () => {
  const station = await offline()
  const { order, asked } = aBench(station)
  const events: StationEvent[] = []
  station.packbench.onEvent((event) => events.push(event))
  const { rows } = await station.ask('queue:list', FIRST_PAGE)
  const orderId = rows[0]?.orderId ?? 0
  expect(await order.getState().open(orderId)).toBe(true)
  order.getState().chooseAll()
  expect(await order.getState().pack()).toBeNull()
  await eventually(() =>
    expect(events).toContainEqual(expect.objectContaining({ kind: 'orders_changed', orderIds: [orderId] })),
  )
  await station.ask('outbox:list', { view: 'open', offset: 0, limit: 10 })
  expect(order.getState().order?.shipments).toHaveLength(1)
  expect(asked.filter((channel) => channel === 'order:open')).toHaveLength(1)
})

it('answers and events share one count, which an account that takes over continues', async () => {
  const market = await openMarket()
  const { packbench, ask } = await compose(tempDir())
  const events: StationEvent[] = []
  packbench.onEvent((event) => events.push(event))
  const read = async () => {
    const answer = await packbench.handle('notices:list', nothing)
    return answer.ok ? answer.revision : 0
  }
  const before = await read()
  await ask('settings:connect', { baseUrl: market.baseUrl, accessToken: market.accessToken })
  const replaced = events.find(({ kind }) => kind === 'station_replaced')
  expect(replaced?.revision).toBeGreaterThan(before)
  await imported(ask)
  expect(await read()).toBeGreaterThan(Math.max(...events.map(({ revision }) => revision)))
})

it('a refusal carries no revision: whoever is refused learns nothing of what happens here', async () => {
  const station = await offline()
  const refused = await station.packbench.handle('order:open', { orderId: 1 })
  expect(refused).toEqual({
    ok: false,
    error: expect.objectContaining({ code: 'order_not_found' }) as unknown,
  })
})
