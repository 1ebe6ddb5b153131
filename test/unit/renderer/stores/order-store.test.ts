import { describe, expect, it } from 'vitest'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { aLine, anOrder, aShipment, fakeStation, good, refused } from '../fake-station'

const defaults = () => ({ carrier: 'UPS', warehouseId: 7 })

describe('order store', () => {
  it('opens an order with the station’s carrier and warehouse proposed', async () => {
    const { bridge } = fakeStation({ 'packing:open': ({ orderId }) => good(anOrder(orderId)) })
    const store = createOrderStore(bridge, defaults)
    expect(await store.getState().open(5)).toBe(true)
    expect(store.getState().order?.orderId).toBe(5)
    expect(store.getState().draft).toEqual({
      carrier: 'UPS',
      warehouseId: 7,
      trackingNumber: '',
      trackingUrl: '',
    })
  })

  it('shows the order opened last, however late an earlier answer arrives', async () => {
    const waiting = new Map<number, () => void>()
    const { bridge } = fakeStation({
      'packing:open': ({ orderId }) =>
        new Promise((resolve) => waiting.set(orderId, () => resolve(good(anOrder(orderId))))),
    })
    const store = createOrderStore(bridge, defaults)
    const [first, second] = [store.getState().open(1), store.getState().open(2)]
    waiting.get(2)?.()
    expect(await second).toBe(true)
    waiting.get(1)?.()
    expect(await first).toBe(false)
    expect(store.getState().order?.orderId).toBe(2)
  })

  it('chooses goods only: no fee, no packed line, nothing of a canceled order', async () => {
    const lines = [aLine(1), aLine(2, { isShippingFee: true }), aLine(3, { shipmentId: 'x' })]
    const { bridge } = fakeStation({
      'packing:open': ({ orderId }) => good(anOrder(orderId, { lines, canceled: orderId === 9 })),
    })
    const store = createOrderStore(bridge, defaults)
    await store.getState().open(5)
    for (const id of [1, 2, 3, 4]) store.getState().choose(id)
    expect([...store.getState().chosen]).toEqual([1])
    store.getState().chooseNone()
    store.getState().chooseAll()
    expect([...store.getState().chosen]).toEqual([1])
    await store.getState().open(9)
    store.getState().chooseAll()
    expect(store.getState().chosen.size).toBe(0)
  })

  it('packs the chosen lines with the typed values, and is ready for the next parcel', async () => {
    const station = fakeStation({ 'packing:open': () => good(anOrder(5)) })
    const store = createOrderStore(station.bridge, defaults)
    await store.getState().open(5)
    store.getState().choose(2)
    store.getState().setDraft({ trackingNumber: 'T1' })
    station.answers['packing:pack'] = () => {
      const shipment = aShipment({ lineIds: [2] })
      const lines = [aLine(1), aLine(2, { shipmentId: shipment.shipmentId })]
      return good({
        shipmentId: shipment.shipmentId,
        seq: 1,
        order: anOrder(5, { lines, shipments: [shipment] }),
      })
    }
    expect(await store.getState().pack()).toBeNull()
    expect(station.asked.at(-1)).toEqual({
      channel: 'packing:pack',
      request: {
        orderId: 5,
        lineIds: [2],
        byHand: [2],
        warehouseId: 7,
        carrier: 'UPS',
        trackingNumber: 'T1',
        trackingUrl: '',
      },
    })
    const { chosen, draft, packedShipment, lostLines, order } = store.getState()
    expect({ chosen: chosen.size, tracking: draft.trackingNumber, packedShipment, lostLines }).toEqual({
      chosen: 0,
      tracking: '',
      packedShipment: aShipment().shipmentId,
      lostLines: [],
    })
    expect(order?.shipments).toHaveLength(1)
  })

  it('packs once main has every scan', async () => {
    const station = fakeStation({
      'packing:open': () => good(anOrder(5)),
      'packing:pack': () => refused('order_on_hold'),
    })
    let arrived = (): void => undefined
    const reported = () => new Promise<void>((resolve) => (arrived = resolve))
    const store = createOrderStore(station.bridge, defaults, undefined, reported)
    await store.getState().open(5)
    store.getState().choose(2)
    const packed = store.getState().pack()
    await Promise.resolve()
    expect(station.asked.map(({ channel }) => channel)).not.toContain('packing:pack')
    arrived()
    await packed
    expect(station.asked.map(({ channel }) => channel)).toContain('packing:pack')
  })

  it('asks for a warehouse instead of packing with none, or with one that cannot exist', async () => {
    const station = fakeStation({ 'packing:open': () => good(anOrder(5)) })
    const store = createOrderStore(station.bridge, defaults)
    await store.getState().open(5)
    store.getState().choose(2)
    for (const warehouseId of [null, 0, -3]) {
      store.getState().setDraft({ warehouseId })
      expect(await store.getState().pack()).toBe('warehouse_missing')
    }
    expect(station.asked.map(({ channel }) => channel)).not.toContain('packing:pack')
  })

  it('keeps selection and typed values when packing is refused', async () => {
    const station = fakeStation({
      'packing:open': () => good(anOrder(5)),
      'packing:pack': () => refused('disk_full'),
    })
    const store = createOrderStore(station.bridge, defaults)
    await store.getState().open(5)
    store.getState().choose(2)
    store.getState().setDraft({ trackingNumber: 'T1' })
    expect(await store.getState().pack()).toMatchObject({ code: 'disk_full' })
    expect(store.getState().packProblem).toMatchObject({ code: 'disk_full' })
    expect([...store.getState().chosen]).toEqual([2])
    expect(store.getState().draft.trackingNumber).toBe('T1')
    expect(store.getState().busy).toBeNull()
  })

  it('drops a chosen line that was packed elsewhere, and names it', async () => {
    const station = fakeStation({ 'packing:open': () => good(anOrder(5)) })
    const store = createOrderStore(station.bridge, defaults)
    await store.getState().open(5)
    store.getState().chooseAll()
    station.answers['packing:open'] = () =>
      good(anOrder(5, { lines: [aLine(1), aLine(2, { shipmentId: 'other' })] }))
    station.emit({ kind: 'orders_changed', orderIds: [4] })
    expect(station.asked.filter(({ channel }) => channel === 'packing:open')).toHaveLength(1)
    station.emit({ kind: 'orders_changed', orderIds: [5] })
    await expect.poll(() => store.getState().lostLines).toMatchObject([{ lineId: 2, title: 'Title 2' }])
    expect([...store.getState().chosen]).toEqual([1])
  })

  it('does not report its own pack as a loss when the change arrives before the answer', async () => {
    const station = fakeStation({ 'packing:open': () => good(anOrder(5)) })
    const store = createOrderStore(station.bridge, defaults)
    await store.getState().open(5)
    store.getState().choose(2)
    const after = anOrder(5, { lines: [aLine(1), aLine(2, { shipmentId: 'mine' })] })
    station.answers['packing:open'] = () => good(after)
    station.answers['packing:pack'] = async () => {
      station.emit({ kind: 'orders_changed', orderIds: [5] })
      await Promise.resolve()
      await Promise.resolve()
      return good({ shipmentId: 'mine', seq: 1, order: after })
    }
    await store.getState().pack()
    expect(store.getState().lostLines).toEqual([])
    expect(store.getState().packedShipment).toBe('mine')
  })

  it('shows the answer to the latest reload when answers arrive out of order', async () => {
    const station = fakeStation({ 'packing:open': () => good(anOrder(5)) })
    const store = createOrderStore(station.bridge, defaults)
    await store.getState().open(5)
    const late: (() => void)[] = []
    const answerLater = (state: string) => () =>
      new Promise<ReturnType<typeof good<ReturnType<typeof anOrder>>>>((resolve) =>
        late.push(() => resolve(good(anOrder(5, { state })))),
      )
    station.answers['packing:open'] = answerLater('older')
    const first = store.getState().reload()
    station.answers['packing:open'] = answerLater('newer')
    const second = store.getState().reload()
    late[1]?.()
    await second
    late[0]?.()
    await first
    expect(store.getState().order?.state).toBe('newer')
  })

  it('closes the order when the station is switched to another account', async () => {
    const station = fakeStation({ 'packing:open': () => good(anOrder(5)) })
    const store = createOrderStore(station.bridge, defaults)
    await store.getState().open(5)
    station.emit({ kind: 'station_replaced' })
    expect(store.getState().orderId).toBeNull()
    expect(store.getState().order).toBeNull()
  })
})
