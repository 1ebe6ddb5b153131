import { describe, expect, it } from 'vitest'
import { createOperatorStore } from '../../../../src/renderer/src/stores/operator-store'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { createScanStore } from '../../../../src/renderer/src/scan/scan-store'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'
import type { Result } from '../../../../src/shared/contract/result'
import type { ScanResolution } from '../../../../src/shared/contract/views'
import { aLine, anOrder, aShipment, fakeStation, good, scanned, silent } from '../fake-station'

/**
 * Order 100 has two units, 400 is packed; the labels are on parcels of 200, of 400, of 200 and 100, and an old one of
 * 200.
 */
const ORDERS = new Map([
  [100, anOrder(100, { lines: [aLine(1), aLine(2)] })],
  [400, anOrder(400, { lines: [aLine(41, { shipmentId: 'done' })] })],
])
const on = (...orderIds: number[]): ScanResolution => ({
  kind: 'label',
  orders: orderIds.map((orderId) => ({ orderId, inUse: true })),
})
const CODES = new Map<string, ScanResolution>([
  ['LABEL200', on(200)],
  ['LABEL400', on(400)],
  ['SHARED1', on(200, 100)],
  ['LONGAGO1', { kind: 'label', orders: [{ orderId: 200, inUse: false }] }],
])
const USED: Result<never> = {
  ok: false,
  error: { code: 'label_used', message: 'used', orderId: 200 },
}

async function aBench(orderId?: number, ...lineIds: number[]) {
  const station = fakeStation({
    'packing:open': ({ orderId: wanted }) => good(ORDERS.get(wanted) ?? anOrder(wanted)),
    'packing:scan': ({ codes }) => good(CODES.get(codes[0] ?? '') ?? { kind: 'unknown' }),
    'packing:pack': () => USED,
    'packing:move': () => USED,
  })
  const screen = createScreenStore()
  const operator = createOperatorStore(station.bridge)
  const order = createOrderStore(station.bridge, () => ({ carrier: '', warehouseId: 1 }))
  const scan = createScanStore(station.bridge, { order, screen, operator }, silent())
  if (orderId !== undefined) {
    screen.getState().go('order')
    await order.getState().open(orderId)
    for (const lineId of lineIds) order.getState().choose(lineId)
  }
  const answerTo = async (code: string) => {
    await scan.getState().scan(scanned(code))
    const { feedback, blocked } = scan.getState()
    if (blocked !== null) await scan.getState().command('acknowledge', 'key')
    return { ...feedback, blocked: blocked !== null }
  }
  const askedLast = () =>
    station.asked.filter(({ channel }) => channel === 'packing:pack' || channel === 'packing:move').at(-1)
      ?.request
  return { station, order, scan, answerTo, askedLast }
}

describe('a label on a parcel of another order', () => {
  it('opens that order if none is open', async () => {
    const { answerTo, order } = await aBench()
    expect(await answerTo('LABEL400')).toMatchObject({ kind: 'order_opened', orderId: 400, blocked: false })
    expect(order.getState().orderId).toBe(400)
  })

  it('opens it if nothing is chosen yet, and refuses if something is', async () => {
    const begun = await aBench(100, 1)
    expect(await begun.answerTo('LABEL400')).toMatchObject({ kind: 'lines_chosen', orderId: 100 })
    const { answerTo, order } = await aBench(100)
    expect(await answerTo('LABEL400')).toMatchObject({ kind: 'order_opened', orderId: 400 })
    expect(order.getState().orderId).toBe(400)
  })

  it('is refused with the order’s number when this parcel’s label is due', async () => {
    const { answerTo, order } = await aBench(100, 1, 2)
    const refused = { kind: 'label_used', number: 'LABEL200', belongsTo: 200, blocked: true }
    expect(await answerTo('LABEL200')).toMatchObject(refused)
    expect(order.getState()).toMatchObject({ orderId: 100, draft: { trackingNumber: '' } })
    expect(order.getState().usedLabel).toEqual({ number: 'LABEL200', orderId: 200, shared: false })
  })

  it('is refused in the field and in a form too', async () => {
    const begun = await aBench(100, 1)
    begun.scan.getState().setTrackingFocused(true)
    expect(await begun.answerTo('LABEL200')).toMatchObject({ kind: 'label_used', belongsTo: 200 })
    const { answerTo, scan } = await aBench(400)
    const taken: string[] = []
    scan.getState().openForm({ takeTracking: (code) => taken.push(code) })
    expect(await answerTo('LABEL200')).toMatchObject({ kind: 'label_used', belongsTo: 200 })
    expect(await answerTo('LABEL400')).toMatchObject({ kind: 'tracking_taken' })
    expect(taken).toEqual(['LABEL400'])
  })

  it('is accepted if the other parcel is long gone', async () => {
    const { answerTo, order } = await aBench(100, 1, 2)
    expect(await answerTo('LONGAGO1')).toMatchObject({ kind: 'tracking_taken' })
    expect(order.getState().draft.trackingNumber).toBe('LONGAGO1')
  })

  it('is accepted once a person shares it, and is sent as confirmed', async () => {
    const { answerTo, order, askedLast } = await aBench(100, 1, 2)
    await answerTo('SHARED1')
    order.getState().shareLabel()
    expect(await answerTo('SHARED1')).toMatchObject({ kind: 'tracking_taken' })
    await order.getState().pack()
    expect(askedLast()).toMatchObject({ trackingNumber: 'SHARED1', labelConfirmed: true })
    order.getState().setDraft({ trackingNumber: 'ANOTHER1' })
    await order.getState().pack()
    expect(askedLast()).not.toHaveProperty('labelConfirmed')
  })
})

it('says that its order is already open, when no label is due', async () => {
  const { answerTo } = await aBench(400)
  expect(await answerTo('LABEL400')).toMatchObject({ kind: 'same_order', orderId: 400, blocked: false })
  const { answerTo: again } = await aBench(100)
  expect(await again('SHARED1')).toMatchObject({ kind: 'same_order', orderId: 100 })
})

describe('a typed number of another parcel', () => {
  it('is refused with the other order’s number when it is packed', async () => {
    const { order, scan } = await aBench(100, 1, 2)
    order.getState().setDraft({ trackingNumber: 'TYPED 1' })
    await scan.getState().command('confirm', 'key')
    expect(scan.getState().blocked?.feedback).toMatchObject({
      kind: 'label_used',
      number: 'TYPED 1',
      belongsTo: 200,
    })
    expect(order.getState().usedLabel).toEqual({ number: 'TYPED 1', orderId: 200, shared: false })
    expect(order.getState().isShared('TYPED 1')).toBe(false)
    order.getState().shareLabel()
    expect(order.getState().isShared('typed-1')).toBe(true)
  })

  it('is refused when it is shipped, and forgotten with the form', async () => {
    const { order, askedLast } = await aBench(400)
    const { shipmentId } = aShipment()
    const request = {
      shipmentId,
      move: 'ship',
      carrier: null,
      trackingNumber: 'TYPED1',
      trackingUrl: null,
      shippedAt: null,
      expectedToDeliverAt: null,
      deliveredAt: null,
      canceledAt: null,
      confirmedUnusual: false,
    } as const
    order.getState().setMoving({ shipmentId, move: 'ship' })
    expect(await order.getState().move(request)).toMatchObject({ code: 'label_used' })
    expect(order.getState().usedLabel).toMatchObject({ number: 'TYPED1', orderId: 200 })
    order.getState().shareLabel()
    await order.getState().move(request)
    expect(askedLast()).toMatchObject({ labelConfirmed: true })
    order.getState().setMoving(null)
    expect(order.getState().usedLabel).toBeNull()
  })
})
