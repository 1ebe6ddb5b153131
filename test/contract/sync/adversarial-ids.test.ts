import { describe, expect, it } from 'vitest'
import { saveItem } from '../../../src/main/store/tables/items'
import { listOutbox } from '../../../src/main/store/views/outbox-list'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { shipmentsOfOrder } from '../../../src/main/store/tables/shipments'
import { countSetAside } from '../../../src/main/store/tables/set-aside'
import { updateItem } from '../../../src/main/areas/items/change-item'
import { refundOrder } from '../../../src/main/areas/orders/change-order'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { makeStation, type TestStation } from '../../support/account'
import { rawJson, startHostile, type HostileRequest } from '../../support/hostile'
import { makeOrder } from '../../support/orders'
import { eventually } from '../../support/eventually'
import { inTransaction } from '../../../src/main/store/db/database'
import { rawDb } from '../../support/raw-db'

type Shipment = { id: number; order_line_ids: number[]; [field: string]: unknown }

/** A marketplace with one or two orders that does what it is asked, and then reports something else. */
async function makeLiar(lie: (request: HostileRequest, honest: unknown, nth: number) => unknown) {
  const shipments = new Map<number, Shipment[]>()
  const refunds = new Map<number, unknown[]>()
  let nextId = 500
  const orderOf = (id: number) => {
    const own = shipments.get(id) ?? []
    const order = makeOrder({ id, shipments: own, refunds: refunds.get(id) ?? [] })
    for (const line of order.order_lines)
      line.shipment_id = own.findLast(({ order_line_ids: ids }) => ids.includes(line.id))?.id ?? null
    return order
  }
  const honestAnswer = (request: HostileRequest): unknown => {
    const { what, orderId } = request
    if (what === 'item') return null
    if (what === 'create') {
      const asked = JSON.parse(request.body) as Shipment
      const id = nextId++
      shipments.set(orderId, [...(shipments.get(orderId) ?? []), { ...asked, id, state: 'packed' }])
      return { id }
    }
    if (what === 'other') {
      const id = nextId++
      const { amount } = JSON.parse(request.body) as { amount: number }
      refunds.set(orderId, [
        ...(refunds.get(orderId) ?? []),
        { id, type: 'order_refund', source: 'dropshipper', state: 'pending', total_refunded: amount },
      ])
      return { id }
    }
    return what === 'orders' ? [orderOf(1001), orderOf(1002)] : orderOf(orderId)
  }
  const server = await startHostile((request, response) => {
    const nth = server.of(request.what).length
    response.end(rawJson(lie(request, honestAnswer(request), nth)))
  })
  const station = makeStation({ baseUrl: server.baseUrl })
  station.take(makeOrder({ id: 1001 }), makeOrder({ id: 1002 }))
  const pack = (orderId: number, lineIds: number[]) => {
    station.clock.advance(1_000)
    return packShipment(station, {
      orderId,
      lineIds,
      carrier: 'UPS',
      trackingNumber: '1Z',
      trackingUrl: null,
      warehouseId: 7,
    })
  }
  return { server, station, pack, shipments, refunds }
}

const opOf = (station: TestStation, seq: number) =>
  listOutbox(station.db, 'all', 0, 50).rows.find((op) => op.seq === seq)

async function untilConfirmed(station: TestStation, ...seqs: number[]): Promise<void> {
  await eventually(async () => {
    station.clock.advance(10_000)
    await station.engine.settled()
    expect(seqs.map((seq) => opOf(station, seq)?.state)).toEqual(seqs.map(() => 'confirmed'))
  })
}

describe('a create that is answered with an id that belongs to another', () => {
  it('of the station’s own shipments is read back, and each keeps its own id (I5)', async () => {
    const { station, pack, server } = await makeLiar(({ what }, honest, nth) =>
      what === 'create' && nth === 2 ? { id: 500 } : honest,
    )
    const first = pack(1001, [10011])
    const second = pack(1001, [10012])
    station.engine.start()
    await untilConfirmed(station, first.seq, second.seq)
    expect(server.of('create')).toHaveLength(2)
    const kept = shipmentsOfOrder(station.db, 1001).map(({ shipmentUid, serverId }) => [
      shipmentUid,
      serverId,
    ])
    expect(kept).toEqual([
      [first.shipmentId, 500],
      [second.shipmentId, 501],
    ])
  })

  it('shipment that was there before is read back', async () => {
    const { station, pack, server, shipments } = await makeLiar(({ what }, honest) =>
      what === 'create' ? { id: 77 } : honest,
    )
    shipments.set(1001, [
      { id: 77, order_line_ids: [10013], state: 'packed', packed_at: '2026-11-19T00:00:00Z' },
    ])
    const { seq, shipmentId } = pack(1001, [10011])
    station.engine.start()
    await untilConfirmed(station, seq)
    expect(server.of('create')).toHaveLength(1)
    expect(
      shipmentsOfOrder(station.db, 1001).find(({ shipmentUid }) => shipmentUid === shipmentId)?.serverId,
    ).toBe(500)
  })
})

describe('a read answered with another order', () => {
  it('is not believed: nothing is sent because of it, and nothing of it is stored', async () => {
    let lies = true
    const { station, pack, server } = await makeLiar(({ what }, honest) =>
      what === 'order' && lies ? makeOrder({ id: 1002, state: 'odd' }) : honest,
    )
    const { seq } = pack(1001, [10011])
    station.engine.start()
    for (let step = 0; step < 6; step += 1) {
      station.clock.advance(10_000)
      await station.engine.settled()
    }
    expect(await station.refresh(1001)).toBe('unreachable')
    expect(opOf(station, seq)).toMatchObject({ state: 'ready', lastError: { code: 'unexpected_answer' } })
    expect(server.of('create')).toEqual([])
    expect(viewOrder(station.db, 1002, station.seal)?.state).toBe('paid')
    lies = false
    await untilConfirmed(station, seq)
  })
})

describe('ids that no marketplace should assign', () => {
  it.each([-5, 0, -0, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])(
    'as %d are used like any other',
    async (id) => {
      const { station, pack, shipments } = await makeLiar(({ what }, honest) => {
        if (what === 'create') return { id }
        return honest
      })
      const { seq } = pack(1001, [10011])
      station.engine.start()
      await untilConfirmed(station, seq)
      expect(shipments.get(1001)).toHaveLength(1)
      expect(shipmentsOfOrder(station.db, 1001)[0]?.serverId).toBe(id + 0)
    },
  )

  it.each(['raw:9007199254740993', 'raw:-9007199254740993', 'raw:1e999', 'raw:NaN', '500', 1.5, null, [500]])(
    'as %j are read back instead',
    async (id) => {
      const { station, pack, server } = await makeLiar(({ what }, honest) =>
        what === 'create' ? { id } : honest,
      )
      const { seq } = pack(1001, [10011])
      station.engine.start()
      await untilConfirmed(station, seq)
      expect(server.of('create')).toHaveLength(1)
      expect(shipmentsOfOrder(station.db, 1001)[0]?.serverId).toBe(500)
    },
  )

  it('repeated in lines, shipments and refunds, and one in two orders, stop nothing', async () => {
    const order = makeOrder({ id: 1001 })
    const shipment = { id: 9, state: 'packed', warehouse_id: 7 }
    const refund = { id: 3, total_refunded: 5 }
    const twice = {
      ...order,
      order_lines: [...order.order_lines, ...order.order_lines.map((line) => ({ ...line, shipment_id: 9 }))],
      shipments: [shipment, { ...shipment, state: 'shipped' }, { ...shipment, id: -9 }],
      refunds: [refund, refund],
    }
    const { station } = await makeLiar(({ what }, honest) =>
      what === 'orders' ? [twice, { ...makeOrder({ id: 1002 }), shipments: [shipment] }, twice] : honest,
    )
    station.pull.start()
    await station.pull.now()
    expect(station.faults).toEqual([])
    expect(countSetAside(station.db)).toBe(0)
    expect(viewOrder(station.db, 1001, station.seal)?.shipments).toHaveLength(2)
    expect(viewOrder(station.db, 1002, station.seal)?.shipments).toHaveLength(1)
  })
})

describe('a refund answered with an existing id', () => {
  it('is read back', async () => {
    const { station, server, refunds } = await makeLiar(({ what }, honest) =>
      what === 'other' ? { id: 3 } : honest,
    )
    refunds.set(1001, [{ id: 3, type: 'order_refund', source: 'dropshipper', total_refunded: 100 }])
    const { seq } = refundOrder(station, { orderId: 1001, amountCents: 250 })
    station.engine.start()
    await untilConfirmed(station, seq)
    expect(server.of('other')).toHaveLength(1)
    expect(rawDb(station.db).prepare('SELECT server_ref FROM outbox WHERE seq = ?').pluck().get(seq)).toBe(
      '500',
    )
  })
})

describe('a read answered with another item', () => {
  it('is not believed: no change of its price counts as done', async () => {
    let lies = true
    const { station, server } = await makeLiar(({ what, url }, honest) => {
      if (what !== 'item') return honest
      const asked = url.pathname.split('/').at(-1)
      return { item_number: lies ? 'ITM-OTHER' : asked, state: 'listed', price: 500 }
    })
    inTransaction(station.db, (tx) =>
      saveItem(tx, { item_number: 'ITM-1', state: 'listed', price: 700 }, '2026-11-20T09:00:00.000Z'),
    )
    const { seq } = updateItem(station, { itemNumber: 'ITM-1', priceCents: 500, maxDiscountPercent: null })
    station.engine.start()
    for (let step = 0; step < 6; step += 1) {
      station.clock.advance(10_000)
      await station.engine.settled()
    }
    expect(opOf(station, seq)).toMatchObject({ state: 'ready', lastError: { code: 'unexpected_answer' } })
    expect(server.of('item').length).toBeLessThan(10)
    lies = false
    await untilConfirmed(station, seq)
  })
})
