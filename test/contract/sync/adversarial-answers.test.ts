import { describe, expect, it } from 'vitest'
import { createPartnerClient } from '../../../src/main/partner/client'
import { listOutbox } from '../../../src/main/store/views/outbox-list'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { makeStation, type TestStation } from '../../support/account'
import { startHostile, type Hostile, type HostileRequest } from '../../support/hostile'
import { HOSTILE, type Way } from '../../support/hostile-ways'
import { makeOrder } from '../../support/orders'
import { eventually } from '../../support/eventually'

const ORDER_ID = 1001
type Bench = { station: TestStation; server: Hostile; seq: number; hostile: { way: Way | null } }

/** A station with one waiting pack, and a server that answers it properly once `hostile.way` is removed. */
async function makeBench(what: HostileRequest['what'], way: Way): Promise<Bench> {
  const hostile: { way: Way | null } = { way }
  const shipments: Record<string, unknown>[] = []
  const server = await startHostile((request, response) => {
    const good = answerTo(request, shipments)
    if (hostile.way !== null && request.what === what) return hostile.way(response, good)
    response.end(good === null ? '' : JSON.stringify(good))
  })
  const station = makeStation({
    baseUrl: server.baseUrl,
    makeClient: (options) =>
      createPartnerClient({ ...options, connectTimeoutMs: 500, headersTimeoutMs: 150, bodyTimeoutMs: 25 }),
  })
  station.take(makeOrder())
  const { seq } = packShipment(station, {
    orderId: ORDER_ID,
    lineIds: [10011],
    carrier: 'UPS',
    trackingNumber: '1Z',
    trackingUrl: null,
    warehouseId: 7,
  })
  return { station, server, seq, hostile }
}

function answerTo(request: HostileRequest, shipments: Record<string, unknown>[]): unknown {
  if (request.what === 'create') {
    const asked = JSON.parse(request.body) as Record<string, unknown>
    shipments.push({ ...asked, id: 500 + shipments.length, state: 'packed' })
    return { id: shipments.at(-1)?.['id'] }
  }
  const order = makeOrder({ shipments })
  for (const [index, line] of order.order_lines.entries())
    if (index === 0 && shipments.length > 0) line.shipment_id = Number(shipments.at(-1)?.['id'])
  return request.what === 'orders' ? [order] : order
}

const opOf = ({ station, seq }: Bench) => {
  const row = listOutbox(station.db, 'all', 0, 10).rows.find((op) => op.seq === seq)
  if (row === undefined) throw new Error('the op is gone')
  return row
}

/** Lets two minutes pass. */
async function passTwoMinutes({ station }: Bench): Promise<void> {
  for (let step = 0; step < 12; step += 1) {
    station.clock.advance(10_000)
    await station.engine.settled()
  }
}

describe('a read of the order that is answered with', () => {
  it.each(Object.entries(HOSTILE))(
    '%s keeps the op, pauses, and goes on when it is over',
    async (_name, way) => {
      const bench = await makeBench('order', way)
      bench.station.engine.start()
      await passTwoMinutes(bench)
      expect(opOf(bench)).toMatchObject({ attempts: 0 })
      expect(opOf(bench).state).toMatch(/ready|held/)
      expect(bench.server.of('create')).toEqual([])
      expect(bench.server.requests.length).toBeLessThan(20)
      expect(bench.station.faults).toEqual([])
      bench.hostile.way = null
      await eventually(async () => {
        bench.station.clock.advance(10_000)
        await bench.station.engine.settled()
        expect(opOf(bench).state).toBe('confirmed')
      })
    },
    60_000,
  )
})

describe('a create that is answered with', () => {
  it.each(Object.entries(HOSTILE))(
    '%s is found by reading back, and made once (I3)',
    async (_name, way) => {
      const bench = await makeBench('create', way)
      bench.station.engine.start()
      await eventually(async () => {
        bench.station.clock.advance(10_000)
        await bench.station.engine.settled()
        expect(opOf(bench).state).toBe('confirmed')
      })
      expect(bench.server.of('create')).toHaveLength(1)
      expect(bench.station.faults).toEqual([])
    },
    60_000,
  )
})

describe('a page of orders that is answered with', () => {
  it.each(Object.entries(HOSTILE))(
    '%s leaves what is here, and is asked for again at its pace',
    async (_name, way) => {
      const bench = await makeBench('orders', way)
      bench.station.pull.start()
      for (let step = 0; step < 10; step += 1) {
        bench.station.clock.advance(60_000)
        await bench.station.pull.now()
      }
      expect(bench.server.of('orders').length).toBeLessThan(40)
      expect(bench.station.faults).toEqual([])
      expect(opOf(bench).state).toBe('ready')
      bench.hostile.way = null
      await eventually(async () => {
        bench.station.clock.advance(60_000)
        await bench.station.pull.now()
        expect(bench.station.pull.failing()).toBe(false)
      })
    },
    60_000,
  )
})
