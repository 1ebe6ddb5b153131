import { describe, expect, it } from 'vitest'
import { listed } from '../../support/queue'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { countSetAside } from '../../../src/main/store/tables/set-aside'
import { findCreated, updateArrived } from '../../../src/main/sync/copies/reconcile'
import { explain, orderChanges } from '../../../src/shared/domain/outbox/explain'
import { OP_KINDS } from '../../../src/shared/domain/outbox/operation'
import { readOrder, type Order } from '../../../src/shared/partner-api/order'
import { makeStation } from '../../support/account'
import { fullOrder, placesOf, rawJson, startHostile, withAt, type Path } from '../../support/hostile'

const WRONG: unknown[] = [
  null,
  undefined,
  '',
  'text',
  '\u0000\ud800',
  0,
  -1,
  1.5,
  'raw:-0',
  'raw:1e999',
  'raw:-1e999',
  'raw:9007199254740993',
  'raw:123456789012345678901234567890',
  true,
  [],
  [[]],
  {},
  { id: 1 },
  { __proto__: null, toString: 1, constructor: { prototype: 1 } },
]

const isId = (place: Path): boolean => place.length === 1 && place[0] === 'id'

const ASKED = { lineIds: [1, 2], serverId: 5, carrier: null, amountCents: 250, restCents: 0 }
const CREATE = { warehouse_id: 7, order_line_ids: [1, 2], packed_at: '2026-11-19T10:00:00.000Z' }
const SHIP = {
  state: 'shipped' as const,
  shipped_at: '2026-11-19T10:00:00.000Z',
  expected_to_deliver_at: '2026-11-19T10:00:00.000Z',
}

/** Everything that is computed from an order when an op on it is judged or held. */
function judge(order: Order, before: Order): void {
  for (const kind of OP_KINDS) expect(explain({ ...ASKED, kind }, order)).not.toEqual([])
  orderChanges(before, order)
  orderChanges(order, before)
  findCreated(order, CREATE, [], new Set())
  for (const shipment of order.shipments) updateArrived(shipment, SHIP)
}

describe('a field of the wrong type', () => {
  const places = placesOf(fullOrder(1))
  const mutants = places
    .filter((place) => !isId(place))
    .flatMap((place) => WRONG.map((wrong) => ({ place, wrong })))
    .map(({ place, wrong }, index) => withAt(fullOrder(10_000 + index), place, wrong))

  const name = `in an order: each of ${mutants.length} is read or set aside, and stops no other (I8)`
  it(name, { timeout: 240_000 }, async () => {
    const body = rawJson([...mutants, fullOrder(1)])
    const { baseUrl } = await startHostile(({ what }, response) => {
      if (what === 'orders') response.end(body)
      else response.writeHead(404).end()
    })
    const station = makeStation({ baseUrl })
    station.pull.start()
    await station.pull.now()
    expect(station.faults).toEqual([])
    const kept = listed(station.db, 'all', 0, 1).total
    expect(kept + countSetAside(station.db)).toBe(mutants.length + 1)
    for (const mutant of mutants) {
      const parsed = readOrder.safeParse(JSON.parse(rawJson(mutant)))
      if (parsed.success) judge(parsed.data, readOrder.parse(fullOrder(1)))
    }
    for (const { orderId } of listed(station.db, 'all', 0, 500).rows)
      expect(viewOrder(station.db, orderId, station.seal)).not.toBeNull()
  })
})
