import { describe, expect, it, vi } from 'vitest'
import { deleteBuyerOf } from '../../../src/main/areas/orders/delete-buyer'
import { answerOp } from '../../../src/main/areas/outbox/answer-op'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { createHandPermits } from '../../../src/main/areas/packing/hand-permits'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { scanAtDock } from '../../../src/main/areas/dock/handover'
import { acknowledge } from '../../../src/main/areas/station/acknowledge'
import { openNotices } from '../../../src/main/store/tables/notices'
import { timelineFacts } from '../../../src/main/store/views/order-timeline'
import { rawDb } from '../../support/raw-db'
import { goodsOf, makeSyncBench, type SyncBench } from '../../support/sync-bench'

/** A scan, and a label, count for the line, the item and the address as they were. */

const NEW_STREET = { action: 'setAddress', line1: '9 New Street' } as const

async function aBench() {
  const bench = await makeSyncBench()
  const order = await bench.newOrder()
  const [first = 0] = goodsOf(order)
  const { id } = order
  const line = order.order_lines.find((one) => one.id === first)
  const code = line?.external_id ?? ''
  return {
    bench,
    order,
    first,
    code,
    itemNumber: line?.item_number ?? '',
    /** The first line was scanned, by its SKU. */
    pack: (knows = 0) =>
      packShipment(
        bench.station,
        {
          ...{ orderId: id, lineIds: goodsOf(order), knows },
          ...{ carrier: 'UPS', trackingNumber: '1Z999', trackingUrl: null, warehouseId: 1 },
        },
        { everyItemScanned: false, permits: createHandPermits(), seen: new Map([[first, code]]) },
      ),
    change: async (...changes: Parameters<SyncBench['control']['changeOrder']>[1][]) => {
      for (const change of changes) {
        bench.clock.advance(1_000)
        await bench.control.changeOrder(id, change)
        await bench.station.refresh(id)
      }
    },
    view: () => openOrder(bench.station, id),
    alarms: () => openNotices(bench.station.db).map(({ kind }) => kind),
    timeline: () => {
      const { db, seal } = bench.station
      return timelineFacts(db, id, { file: db, month: null }, { seal, evidence: [] })
    },
  }
}

describe('a change of an order', () => {
  it('is noted with before and after while no operation is open, and shown in the timeline', async () => {
    const { first, code, change, view, timeline, alarms } = await aBench()
    await change({ action: 'setLine', lineId: first, itemNumber: 'M9', externalId: 'NEW' }, NEW_STREET)
    const { changes, buyer } = view()
    expect(changes).toMatchObject([
      {
        seq: 1,
        what: 'line',
        lineId: first,
        from: { externalId: code },
        to: { itemNumber: 'M9', externalId: 'NEW' },
      },
      { seq: 2, what: 'address', to: [buyer?.name, ...(buyer?.address ?? [])] },
    ])
    expect(changes[1]).toMatchObject({
      from: [buyer?.name, expect.not.stringContaining('New Street'), expect.anything()],
    })
    expect(timeline()?.changes).toEqual(changes)
    expect(alarms()).toEqual([])
  })

  it('that leaves out or respells the address, or is seen twice, is none', async () => {
    const { bench, order, change, view } = await aBench()
    const { line1 } = order.shipping_address
    await change({ action: 'setAddress', line1: ` ${line1.toUpperCase()}  ` }, { action: 'touch' })
    expect(view().changes).toEqual([])
    await change(NEW_STREET)
    await bench.station.refresh(order.id)
    expect(view().changes).toHaveLength(1)
  })

  it('keeps no address in the clear, and forgets it with the buyer', async () => {
    const { bench, order, change, view, timeline, pack } = await aBench()
    await change(NEW_STREET)
    const stored = rawDb(bench.station.db).prepare('SELECT changes, rest FROM orders').get() as Record<
      string,
      string
    >
    expect(JSON.stringify(stored)).not.toMatch(new RegExp(`Street|${order.shipping_address.city}`, 'i'))
    const { shipmentId } = pack(1)
    bench.station.engine.start()
    bench.move(shipmentId, 'ship')
    const seq = bench.move(shipmentId, 'deliver')
    await bench.until(seq, 'confirmed')
    deleteBuyerOf(bench.station, order.id)
    expect(view().changes).toMatchObject([{ what: 'address', from: null, to: null }])
    expect(timeline()?.changes).toMatchObject([{ what: 'address', from: null, to: null }])
    await change({ action: 'setAddress', line1: '10 Third Street' })
    expect(view().changes).toHaveLength(1)
  })
})

describe('a pack', () => {
  it('is refused if its line, its address or a scanned code changed after the packer saw it', async () => {
    const { first, change, pack, view } = await aBench()
    await change({ action: 'setLine', lineId: first, externalId: 'NEW' })
    expect(() => pack(0)).toThrow('has changed')
    await change(NEW_STREET)
    expect(() => pack(1)).toThrow('has changed')
    expect(view().shipments).toEqual([])
    pack(2)
    expect(view().shipments).toHaveLength(1)
  })

  it('counts no scan of a code that the line has lost, whatever change the window says it knows of', async () => {
    const { first, order, change, pack, view } = await aBench()
    await change({ action: 'setLine', lineId: first, externalId: 'NEW' })
    pack(1)
    expect(view().shipments).toMatchObject([{ byHand: goodsOf(order) }])
  })

  it('is not refused for a code that nobody scanned, nor for a change that was taken back', async () => {
    const { first, code, change, pack } = await aBench()
    await change(
      { action: 'setLine', lineId: first, mpn: 'OTHER' },
      { action: 'setLine', lineId: first, externalId: 'NEW' },
      { action: 'setLine', lineId: first, externalId: code },
    )
    expect(pack(0).shipmentId).not.toBe('')
  })

  it.each([
    ['items_changed', { externalId: 'NEW' }],
    ['address_changed', null],
  ] as const)(
    'that waits in the outbox is held as %s, and sent once a person says so',
    async (reason, codes) => {
      const { bench, order, first, pack, alarms, view } = await aBench()
      const { seq } = pack()
      const change = codes === null ? NEW_STREET : { action: 'setLine' as const, lineId: first, ...codes }
      bench.clock.advance(1_000)
      await bench.control.changeOrder(order.id, change)
      bench.station.engine.start()
      expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: reason, attempts: 0 })
      expect((await bench.control.readOrder(order.id)).shipments).toEqual([])
      expect(alarms()).toEqual([reason])
      expect(view().shipments).toMatchObject([{ stop: reason, changes: [{ seq: 1 }] }])
      answerOp(bench.station, { seq, answer: 'resend', reason: '' })
      await bench.until(seq, 'confirmed')
      expect(alarms()).toEqual([])
      expect(view().shipments).toMatchObject([{ stop: null, changes: [] }])
      expect((await bench.control.readOrder(order.id)).shipments).toHaveLength(1)
    },
  )

  it('that waits is held for a change that was noted before, as long as nobody has dealt with it', async () => {
    const { bench, pack, change, alarms } = await aBench()
    const { seq } = pack()
    await change(NEW_STREET)
    bench.station.engine.start()
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'address_changed', attempts: 0 })
    expect(alarms()).toEqual(['address_changed'])
  })

  it('that waits goes out at once if a person saw to the change before', async () => {
    const { bench, pack, change, alarms } = await aBench()
    const { seq } = pack()
    await change(NEW_STREET)
    expect(alarms()).toEqual(['address_changed'])
    acknowledge(bench.station, openNotices(bench.station.db)[0]?.noticeId ?? 0)
    bench.station.engine.start()
    expect(await bench.until(seq, 'confirmed')).toMatchObject({ attempts: 1 })
  })
})

describe('a packed parcel', () => {
  const packed = async () => {
    const parts = await aBench()
    parts.bench.station.engine.start()
    const { shipmentId, seq } = parts.pack()
    await parts.bench.until(seq, 'confirmed')
    return { ...parts, shipmentId }
  }

  it.each([
    [
      'items_changed',
      'a line means another item',
      (first: number) => ({ action: 'setLine' as const, lineId: first, itemNumber: 'M9' }),
    ],
    [
      'items_changed',
      'a code that was scanned is gone',
      (first: number) => ({ action: 'setLine' as const, lineId: first, externalId: null }),
    ],
    ['address_changed', 'the address changed', () => NEW_STREET],
  ] as const)('is stopped as %s when %s, until a person has dealt with it', async (reason, _, changeOf) => {
    const { bench, order, first, change, shipmentId, view, alarms, timeline } = await packed()
    await change(changeOf(first))
    expect(alarms()).toEqual([reason])
    expect(view().shipments).toMatchObject([{ stop: reason, changes: [{ seq: 1 }], moves: { ship: 'no' } }])
    const dock = { mode: 'ship' as const, carrier: null, codes: [String(order.id)] }
    expect(scanAtDock(bench.station, [], dock)).toMatchObject({ kind: 'needs_person' })
    expect(() => bench.move(shipmentId, 'ship')).toThrow(reason)
    const told = vi.spyOn(bench.station.events, 'ordersChanged')
    acknowledge(bench.station, openNotices(bench.station.db)[0]?.noticeId ?? 0)
    expect(told, 'the order on the screen is read again').toHaveBeenCalledWith([order.id])
    expect(timeline()?.alarms).toMatchObject([{ kind: reason, seenBy: 'tester' }])
    expect(scanAtDock(bench.station, [], dock)).toMatchObject({ kind: 'taken' })
    const seq = bench.move(shipmentId, 'ship')
    expect(await bench.until(seq, 'confirmed')).toMatchObject({ attempts: 1 })
  })

  it('is stopped again by a later change, and no longer once somebody unpacked it', async () => {
    const { bench, change, shipmentId, alarms, view, timeline } = await packed()
    await change(NEW_STREET)
    acknowledge(bench.station, openNotices(bench.station.db)[0]?.noticeId ?? 0)
    await change({ action: 'setAddress', line1: '10 Third Street' })
    expect(alarms()).toEqual(['address_changed'])
    expect(view().shipments).toMatchObject([{ changes: [{ seq: 2 }] }])
    bench.move(shipmentId, 'cancel')
    expect([alarms(), view().shipments.map(({ stop }) => stop)]).toEqual([[], [null]])
    expect(timeline()?.alarms.at(-1)).toMatchObject({ seenBy: 'tester' })
  })

  it('needs nobody any more once the marketplace shows that it has left', async () => {
    const { bench, order, change, alarms, timeline } = await packed()
    await change(NEW_STREET)
    const id = (await bench.control.readOrder(order.id)).shipments[0]?.id ?? 0
    await change({ action: 'ship', shipmentId: id })
    expect(alarms()).toEqual([])
    expect(timeline()?.alarms).toMatchObject([{ kind: 'address_changed', seenBy: null }])
  })

  it('of which the outbox says that it left is not reported as shipped before a person decides', async () => {
    const { bench, order, first, shipmentId, alarms } = await packed()
    await bench.station.engine.stop()
    const seq = bench.move(shipmentId, 'ship')
    bench.clock.advance(1_000)
    await bench.control.changeOrder(order.id, { action: 'setLine', lineId: first, itemNumber: 'M9' })
    await bench.restartStation()
    bench.station.engine.start()
    expect(await bench.until(seq, 'held')).toMatchObject({ heldReason: 'items_changed', attempts: 0 })
    expect(alarms()).toEqual(['items_changed'])
    answerOp(bench.station, { seq, answer: 'resend', reason: '' })
    await bench.until(seq, 'confirmed')
    expect((await bench.control.readOrder(order.id)).shipments).toMatchObject([{ state: 'shipped' }])
  })

  it('is not stopped by a code that nobody scanned, nor after it has left', async () => {
    const { bench, first, shipmentId, change, alarms } = await packed()
    await change({ action: 'setLine', lineId: first, mpn: 'OTHER' })
    expect(alarms()).toEqual([])
    await bench.until(bench.move(shipmentId, 'ship'), 'confirmed')
    await change(NEW_STREET)
    expect(alarms()).toEqual([])
  })

  it('is stopped when a scanned code of the item itself was edited', async () => {
    const { bench, first, itemNumber, code, view, alarms } = await packed()
    await bench.station.items.read(itemNumber)
    bench.clock.advance(1_000)
    await bench.control.changeItem(itemNumber, { externalId: 'EDITED' })
    await bench.station.items.read(itemNumber)
    expect(alarms()).toEqual(['items_changed'])
    expect(view().changes).toMatchObject([
      { what: 'item', lineId: first, from: { externalId: code }, to: { externalId: 'EDITED' } },
    ])
  })
})
