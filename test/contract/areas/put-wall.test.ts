import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextOrder } from '../../../src/main/areas/packing/next-order'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { resolveScan } from '../../../src/main/areas/packing/resolve-scan'
import {
  clearSlot,
  inSlotOf,
  readPutWall,
  scanAtWall,
  slotsOf,
  takeLastOut,
} from '../../../src/main/areas/put-wall/put-wall'
import { inTransaction } from '../../../src/main/store/db/database'
import { holdOrder, releaseOrder } from '../../../src/main/store/tables/order-holds'
import { parsePreferences } from '../../../src/shared/contract/preferences'
import { slotCodeOf } from '../../../src/shared/domain/put-wall/slot'
import { makeStation } from '../../support/account'
import { IS_FULL } from '../../support/full'
import { makeLines, makeOrder } from '../../support/orders'

/** The items of orders 1 to 5, picked together and sorted into four slots. 1 is the oldest. */

const WALL = { slots: 4 }
const { carriers } = parsePreferences({})

const NO_LOOK = { title: null, size: null, quality: null, condition: null }

const GOODS: Record<number, string[]> = {
  1: ['COAT', 'BAG'],
  2: ['COAT', 'HAT'],
  3: ['SCARF'],
  4: ['BELT', 'HAT'],
  5: ['RING', 'HAT'],
}

function orderOf(id: number, over: object = {}) {
  const lines = (GOODS[id] ?? []).map((mpn, place) => ({
    id: id * 10 + place,
    item_number: `I-${id}-${place}`,
    mpn,
  }))
  return makeOrder({
    ...{ id, purchased_at: `2026-11-19T0${id}:00:00.000Z` },
    order_lines: makeLines([...lines, { id: id * 10 + 9, is_shipping_fee: true }]),
    ...over,
  })
}

/** @param slots orders in slot 7 of another station's wall */
function theWall({ elsewhere = [] as number[], slots = [] as number[], wall = WALL } = {}) {
  const station = makeStation()
  station.take(...[1, 2, 3, 4, 5].map((id) => orderOf(id)))
  const holder = { station: 'Bench 2', operator: '', since: '', tookOver: false }
  station.neighbors = {
    ...station.neighbors,
    ordersElsewhere: () => [...elsewhere, ...slots],
    slotsElsewhere: () => slots.map((orderId) => ({ station: 'Bench 2', slot: 7, orderId, units: 1 })),
    holderOf: (orderId) => (elsewhere.includes(orderId) ? holder : null),
  }
  return wallOf(station, wall)
}

function wallOf(station: ReturnType<typeof makeStation>, wall = WALL) {
  const scan = (...codes: string[]) => scanAtWall(station, carriers.list, wall, codes).answer
  /** Kind, slot and order of each scan. */
  const put = (...items: string[]) =>
    items.map((item) => {
      station.clock.advance(1_000)
      const answer = scan(item)
      return 'slot' in answer ? [answer.kind, answer.slot.slot, answer.slot.orderId] : [answer.kind]
    })
  const pack = (orderId: number) =>
    packShipment(station, {
      ...{ orderId, lineIds: inSlotOf(station, orderId)?.lines.map(({ lineId }) => lineId) ?? [] },
      ...{ carrier: null, trackingNumber: null, trackingUrl: null, warehouseId: 1 },
    })
  const read = () => readPutWall(station, WALL).taken
  const states = () => read().map(({ slot, orderId, state }) => [slot, orderId, state])
  return { station, scan, put, pack, read, states, take: station.take, db: station.db }
}

describe('an item', () => {
  it('goes to the order that has waited longest, each in its slot, and the last one completes it', () => {
    const { put, states } = theWall()
    expect(put('COAT', 'hat', 'BAG', 'COAT')).toEqual([
      ['in', 1, 1],
      ['in', 2, 2],
      ['complete', 1, 1],
      ['complete', 2, 2],
    ])
    expect(states()).toEqual([
      [1, 1, 'complete'],
      [2, 2, 'complete'],
    ])
  })

  it('goes to an order that has a slot before an older one that has none', () => {
    const { put } = theWall()
    expect(put('BELT', 'HAT', 'HAT')).toEqual([
      ['in', 1, 4],
      ['complete', 1, 4],
      ['in', 2, 2],
    ])
  })

  it('is spare once no order needs another one, and on other benches or on hold', () => {
    const { put, scan, db } = theWall({ elsewhere: [3] })
    expect(put('COAT', 'COAT', 'COAT', 'SCARF').slice(2)).toEqual([['spare'], ['spare']])
    expect(scan('COAT')).toMatchObject({ kind: 'spare', item: { title: null } })
    inTransaction(db, (tx) =>
      holdOrder(tx, 4, { reason: 'missing', heldAt: '2026-11-19T12:00:00.000Z', heldBy: 'Ann' }),
    )
    expect(put('BELT')).toEqual([['spare']])
  })

  it('of a fifth order waits until a slot is free, which the packed order’s is', () => {
    const { put, pack } = theWall()
    expect(put('COAT', 'HAT', 'SCARF', 'BELT', 'RING')).toEqual([
      ['in', 1, 1],
      ['in', 2, 2],
      ['complete', 3, 3],
      ['in', 4, 4],
      ['full'],
    ])
    pack(3)
    expect(put('RING')).toEqual([['in', 3, 5]])
  })

  it('is unknown if nothing has the code', () => {
    expect(theWall().scan('NOTHING')).toEqual({ kind: 'unknown' })
  })
})

describe('a slot', () => {
  it('names its order by its code, at the wall and at the bench, and an empty one none', () => {
    const { put, scan, station } = theWall()
    put('COAT')
    expect(scan(slotCodeOf(1))).toMatchObject({ kind: 'slot', slot: { orderId: 1, missing: 1 } })
    expect(scan(slotCodeOf(2))).toEqual({ kind: 'empty', number: 2 })
    expect(resolveScan(station, carriers.list, [slotCodeOf(1)])).toEqual({ kind: 'order', orderId: 1 })
    expect(resolveScan(station, carriers.list, [slotCodeOf(2)])).toEqual({ kind: 'unknown' })
    expect(scan('2')).toEqual({ kind: 'order', orderId: 2 })
  })

  it('knows by which code each unit was put in, so that packing needs no second scan', () => {
    const { put, pack, station } = theWall()
    put('COAT', 'I-1-1')
    expect(inSlotOf(station, 1)).toEqual({
      slot: 1,
      lines: [
        { lineId: 10, code: 'COAT' },
        { lineId: 11, code: 'I-1-1' },
      ],
      takeOut: [],
    })
    pack(1)
    expect(inSlotOf(station, 1)).toBeNull()
  })

  it('is the same after a restart', async () => {
    const { put, station, read } = theWall()
    put('COAT', 'HAT', 'BAG')
    const before = read()
    await station.close()
    const again = wallOf(makeStation({ file: station.file }))
    expect(again.read()).toEqual(before)
    expect(again.put('COAT')).toEqual([['complete', 2, 2]])
  })

  it('is free once its last item is taken out', () => {
    const { put, station, states } = theWall()
    put('COAT', 'HAT')
    expect(takeLastOut(station, WALL)).toMatchObject({ slot: 2, orderId: 2 })
    expect(states()).toEqual([[1, 1, 'filling']])
    takeLastOut(station, WALL)
    expect(takeLastOut(station, WALL)).toBeNull()
  })

  it('gives what is left of its order to other parcels', () => {
    const { put, pack, states } = theWall()
    put('COAT')
    pack(1)
    expect(states()).toEqual([])
    expect(put('BAG')).toEqual([['complete', 1, 1]])
  })
})

describe('an order that changes', () => {
  it('stops its slot when it is canceled, until all is out', () => {
    const { put, take, scan, station, states } = theWall()
    put('COAT', 'HAT')
    take(orderOf(1, { state: 'canceled', updated_at: '2026-11-20T10:00:00.000Z' }))
    expect(states()).toEqual([
      [1, 1, 'stopped'],
      [2, 2, 'filling'],
    ])
    expect(scan(slotCodeOf(1))).toMatchObject({ kind: 'stopped', slot: { takeOut: [{ title: null }] } })
    expect(put('BAG')).toEqual([['spare']])
    clearSlot(station, WALL, 2)
    clearSlot(station, WALL, 1)
    expect(states()).toEqual([[2, 2, 'filling']])
  })

  it('stops it when an item goes or becomes another one, and keeps the rest', () => {
    const { put, take, station, states, read } = theWall()
    put('COAT', 'BAG', 'BELT', 'HAT')
    const later = { updated_at: '2026-11-20T10:00:00.000Z' }
    take(orderOf(1, { ...later, order_lines: makeLines([{ id: 10, item_number: 'I-1-0', mpn: 'COAT' }]) }))
    take(
      orderOf(4, {
        ...later,
        order_lines: makeLines([
          { id: 40, mpn: 'BELT' },
          { id: 41, mpn: 'GLOVES' },
        ]),
      }),
    )
    expect(states()).toEqual([
      [1, 1, 'stopped'],
      [2, 4, 'stopped'],
    ])
    expect(inSlotOf(station, 4)).toMatchObject({ lines: [], takeOut: [{ title: null }] })
    clearSlot(station, WALL, 1)
    clearSlot(station, WALL, 2)
    expect(read()).toMatchObject([
      { orderId: 1, state: 'complete', units: 1 },
      { orderId: 4, state: 'filling', units: 1, missing: 1 },
    ])
  })

  it('stops it on hold, and goes on as before after that', () => {
    const { put, db, states } = theWall()
    put('COAT', 'BAG')
    inTransaction(db, (tx) =>
      holdOrder(tx, 1, { reason: 'missing', heldAt: '2026-11-19T12:00:00.000Z', heldBy: 'Ann' }),
    )
    expect(states()).toEqual([[1, 1, 'stopped']])
    inTransaction(db, (tx) => releaseOrder(tx, 1))
    expect(states()).toEqual([[1, 1, 'complete']])
  })
})

it('is passed over at the bench: another unit goes to another order', () => {
  const { put, station } = theWall()
  put('COAT')
  expect(resolveScan(station, carriers.list, ['COAT'])).toMatchObject({ kind: 'item', orderId: 2 })
})

it('gets nothing more while its slot is stopped, and no second slot', () => {
  const { put, take, states } = theWall()
  put('COAT')
  const lines = makeLines([
    { id: 10, mpn: 'GLOVES' },
    { id: 11, mpn: 'BAG' },
  ])
  take(orderOf(1, { updated_at: '2026-11-20T10:00:00.000Z', order_lines: lines }))
  expect(put('BAG')).toEqual([['spare']])
  expect(states()).toEqual([[1, 1, 'stopped']])
})

const SMALL = { slots: 2 }

/** What somebody sees who stands at the wall and knows the orders: it knows nothing of the program. */
function onlooker() {
  const orders = [1, 2, 3, 4, 5].map((id) => ({
    id,
    needs: [...(GOODS[id] ?? [])],
    inSlot: [] as string[],
    slot: 0,
    stands: 'open' as 'open' | 'held' | 'canceled',
  }))
  const puts: (typeof orders)[number][] = []
  const leave = (order: (typeof orders)[number]) => {
    order.inSlot = []
    order.slot = 0
    for (let at = puts.length - 1; at >= 0; at -= 1) if (puts[at] === order) puts.splice(at, 1)
  }
  const lacks = ({ needs, inSlot }: (typeof orders)[number], item: string) =>
    needs.filter((one) => one === item).length > inSlot.filter((one) => one === item).length
  const order = (id: number) => orders.find((one) => one.id === id)!
  return {
    order,
    wall: () =>
      orders
        .filter(({ slot }) => slot > 0)
        .toSorted((one, other) => one.slot - other.slot)
        .map(({ id, slot, needs, inSlot, stands }) => {
          const state =
            stands === 'open' ? (inSlot.length < needs.length ? 'filling' : 'complete') : 'stopped'
          return [slot, id, state, inSlot.length]
        }),
    put(item: string) {
      const open = orders.filter((one) => one.stands === 'open' && lacks(one, item))
      const found = open.find(({ slot }) => slot > 0) ?? open[0]
      if (found === undefined) return ['spare']
      const taken = new Set(orders.map(({ slot }) => slot))
      const free = [1, 2].find((slot) => !taken.has(slot))
      if (found.slot === 0 && free === undefined) return ['full']
      if (found.slot === 0) found.slot = free!
      found.inSlot.push(item)
      puts.push(found)
      return [found.inSlot.length < found.needs.length ? 'in' : 'complete', found.slot, found.id]
    },
    undo() {
      const last = puts.pop()
      if (last === undefined) return
      last.inSlot.pop()
      if (last.inSlot.length === 0) last.slot = 0
    },
    pack(id: number) {
      const packed = order(id)
      for (const item of packed.inSlot) packed.needs.splice(packed.needs.indexOf(item), 1)
      leave(packed)
    },
    clear(slot: number) {
      const cleared = orders.find((one) => one.slot === slot && one.stands !== 'open')
      if (cleared !== undefined) leave(cleared)
    },
  }
}

it('holds what an onlooker sees in it, whatever happens to its orders', async () => {
  const order = fc.integer({ min: 1, max: 5 })
  const item = fc.constantFrom(...new Set(Object.values(GOODS).flat()))
  const slot = fc.integer({ min: 1, max: SMALL.slots })
  const often = <What extends string>(weight: number, what: What, on: fc.Arbitrary<number>) => ({
    weight,
    arbitrary: fc.tuple(fc.constant(what), on),
  })
  const steps = fc.array(
    fc.oneof(
      { weight: 10, arbitrary: fc.tuple(fc.constant('put' as const), item) },
      ...[often(1, 'pack', order), often(3, 'hold', order), often(2, 'release', order)],
      ...[often(1, 'cancel', order), often(3, 'clear', slot), often(1, 'undo', slot)],
    ),
    { minLength: 20, maxLength: 40 },
  )
  const seen = new Set<unknown>()
  await fc.assert(
    fc.asyncProperty(steps, async (drawn) => {
      let { station, put, pack, read, take } = theWall({ wall: SMALL })
      const person = onlooker()
      for (const [what, on] of drawn) {
        if (what === 'put') {
          const [answer] = put(on)
          seen.add(answer?.[0])
          expect(answer).toEqual(person.put(on))
        } else if (what === 'undo') {
          takeLastOut(station, WALL)
          person.undo()
        } else if (what === 'clear') {
          clearSlot(station, WALL, on)
          person.clear(on)
        } else if (what === 'pack') {
          const { stands, inSlot } = person.order(on)
          if (stands !== 'open' || inSlot.length === 0) continue
          pack(on)
          person.pack(on)
        } else {
          const { stands } = person.order(on)
          if (stands === 'canceled') continue
          seen.add(what)
          person.order(on).stands = what === 'hold' ? 'held' : what === 'release' ? 'open' : 'canceled'
          const held = { reason: 'missing', heldAt: '2026-11-19T12:00:00.000Z', heldBy: 'Ann' }
          if (what === 'hold') inTransaction(station.db, (tx) => holdOrder(tx, on, held))
          else if (what === 'release') inTransaction(station.db, (tx) => releaseOrder(tx, on))
          else take(orderOf(on, { state: 'canceled', updated_at: '2026-11-20T10:00:00.000Z' }))
        }
        expect(read().map((one) => [one.slot, one.orderId, one.state, one.units])).toEqual(person.wall())
      }
      const before = read()
      await station.close()
      ;({ station, put, pack, read, take } = wallOf(makeStation({ file: station.file })))
      expect(read()).toEqual(before)
      await station.close()
    }),
    { seed: 20_261_129, numRuns: IS_FULL ? 100 : 20 },
  )
  expect(seen).toEqual(new Set<unknown>(['in', 'complete', 'spare', 'full', 'hold', 'release', 'cancel']))
})

describe('an order in another station’s wall', () => {
  const there = (orderId: number) => ({ station: 'Bench 2', slot: 7, orderId, units: 1 })

  it('is passed over at the wall, which says where it is if no other order needs the item', () => {
    const { put, scan } = theWall({ slots: [1] })
    expect(put('COAT')).toEqual([['in', 1, 2]])
    expect(scan('COAT')).toEqual({ kind: 'elsewhere', item: NO_LOOK, in: there(1) })
    expect(scan('BAG')).toMatchObject({ kind: 'elsewhere', in: there(1) })
    expect(scan('1')).toEqual({ kind: 'order', orderId: 1 })
  })

  it('is named even if another order with such an item is on hold', () => {
    const { scan, db } = theWall({ slots: [4] })
    for (const orderId of [2, 5])
      inTransaction(db, (tx) =>
        holdOrder(tx, orderId, { reason: 'missing', heldAt: '2026-11-19T12:00:00.000Z', heldBy: 'Ann' }),
      )
    expect(scan('HAT')).toMatchObject({ kind: 'elsewhere', in: there(4) })
  })

  it('comes last at the bench, and opens by its own number and where it is all that is left', () => {
    const { station } = theWall({ slots: [1, 3] })
    const scan = (code: string) => resolveScan(station, carriers.list, [code])
    expect(scan('COAT')).toMatchObject({ kind: 'item', orderId: 2 })
    expect(scan('SCARF')).toMatchObject({ kind: 'item', orderId: 3 })
    expect(scan('1')).toEqual({ kind: 'order', orderId: 1 })
    expect(nextOrder(station, parsePreferences({}), null)).toBe(2)
    expect(nextOrder(station, parsePreferences({}), 2)).toBe(4)
    expect(nextOrder(theWall({ slots: [1, 2, 3, 4, 5] }).station, parsePreferences({}), null)).toBe(1)
  })

  it('keeps its slot here if it has one, gets what it lacks, and both are told', () => {
    const slots: number[] = []
    const { put, station, read } = theWall({ slots })
    put('COAT')
    slots.push(1)
    expect(readPutWall(station, WALL).elsewhere).toEqual([there(1)])
    expect(slotsOf(station, 1)).toEqual({
      here: { slot: 1, lines: [{ lineId: 10, code: 'COAT' }], takeOut: [] },
      elsewhere: [there(1)],
    })
    expect(put('BAG')).toEqual([['complete', 1, 1]])
    expect(read()).toMatchObject([{ orderId: 1, state: 'complete' }])
    expect(slotsOf(station, 2)).toEqual({ here: null, elsewhere: [] })
  })
})
