import { describe, expect, it } from 'vitest'
import { createOrderStore, packableIds } from '../../../../src/renderer/src/stores/order-store'
import { createOperatorStore } from '../../../../src/renderer/src/stores/operator-store'
import { createScanStore } from '../../../../src/renderer/src/scan/scan-store'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'
import { anOrder, fakeStation, good, refused, scanned, silent } from '../fake-station'

/** Giving an order up, by us or by the marketplace, while it is on the bench. */

const PENDING_CANCEL = { seq: 3, kind: 'cancel_order', state: 'ready', amountCents: null } as const

async function aBench() {
  const station = fakeStation({ 'packing:open': ({ orderId }) => good(anOrder(orderId)) })
  const store = createOrderStore(station.bridge, () => ({ carrier: '', warehouseId: 1 }))
  await store.getState().open(5)
  store.getState().chooseAll()
  return { station, store }
}

describe('an order that is canceled', () => {
  it('by the marketplace while lines are chosen alarms until a person has seen it', async () => {
    const { station, store } = await aBench()
    station.answers['packing:open'] = () => good(anOrder(5, { canceled: true }))
    await store.getState().reload()
    // The alarm names them: that they are elsewhere now would be wrong.
    expect(store.getState()).toMatchObject({ canceledOnBench: true, lostLines: [] })
    expect(store.getState().canceledLines.size).toBe(2)
    await store.getState().reload()
    expect(store.getState().canceledOnBench).toBe(true)
    store.getState().acknowledgeBench()
    await store.getState().reload()
    expect(store.getState().canceledOnBench).toBe(false)
  })

  it('by the marketplace with nothing chosen raises no alarm at the bench', async () => {
    const { station, store } = await aBench()
    store.getState().chooseNone()
    station.answers['packing:open'] = () => good(anOrder(5, { canceled: true }))
    await store.getState().reload()
    expect(store.getState().canceledOnBench).toBe(false)
  })

  it('from here clears the selection at once and reports no loss', async () => {
    const { station, store } = await aBench()
    const order = anOrder(5, { pending: [PENDING_CANCEL] })
    station.answers['orders:cancel'] = () => good({ seq: 3, order, withdrawn: [] })
    expect(await store.getState().cancelOrder()).toBeNull()
    expect(store.getState()).toMatchObject({ lostLines: [], canceledOnBench: false, busy: null })
    expect(store.getState().chosen.size).toBe(0)
    expect(packableIds(store.getState().order)).toEqual([])
  })

  it('too late is unchanged, and says why', async () => {
    const { station, store } = await aBench()
    station.answers['orders:cancel'] = () => refused('order_shipped')
    expect(await store.getState().cancelOrder()).toMatchObject({ code: 'order_shipped' })
    expect(store.getState().chosen.size).toBe(2)
  })
})

describe('a refund', () => {
  it('sends the cents unchanged and shows the order after it', async () => {
    const { station, store } = await aBench()
    station.answers['orders:refund'] = () => good({ seq: 4, order: anOrder(5, { refundRestCents: 1 }) })
    expect(await store.getState().refund(1_999, [], false, null)).toBeNull()
    expect(store.getState().order?.refundRestCents).toBe(1)
    expect(station.asked.at(-1)).toEqual({
      channel: 'orders:refund',
      request: { orderId: 5, amountCents: 1_999, confirmedLarge: false },
    })
    await store.getState().refund(2_000, [], true, 'Damaged')
    expect(station.asked.at(-1)?.request).toEqual({
      ...{ orderId: 5, amountCents: 2_000, confirmedLarge: true, reason: 'Damaged' },
    })
  })
})

describe('an open question about a hold', () => {
  const HELD = { reason: 'Waiting', heldBy: 'Kim', heldAt: '2026-11-21T09:00:00.000Z' }

  it.each([
    ['release', HELD, null],
    ['release', HELD, { ...HELD, heldAt: '2026-11-21T10:00:00.000Z' }],
    ['hold', null, HELD],
  ] as const)('is closed by a change from elsewhere: %s', async (asked, before, after) => {
    const { station, store } = await aBench()
    station.answers['packing:open'] = () => good(anOrder(5, { hold: before }))
    await store.getState().reload()
    store.getState().setHolding(asked)
    station.answers['packing:open'] = () => good(anOrder(5, { hold: after }))
    station.emit({ kind: 'orders_changed', orderIds: [5] })
    await expect.poll(() => store.getState().order?.hold).toEqual(after)
    expect(store.getState().holding).toBeNull()
  })

  it('stays open when something else of the order changes', async () => {
    const { station, store } = await aBench()
    store.getState().setHolding('hold')
    station.answers['packing:open'] = () => good(anOrder(5, { refundRestCents: 1 }))
    await store.getState().reload()
    expect(store.getState()).toMatchObject({ holding: 'hold', order: { refundRestCents: 1 } })
  })
})

describe('a scan while an alarm is open', () => {
  it('is refused and changes nothing, until the alarm is answered', async () => {
    const station = fakeStation({
      'packing:open': ({ orderId }) => good(anOrder(orderId)),
      'packing:scan': () => good({ kind: 'order', orderId: 5 }),
    })
    const screen = createScreenStore()
    const order = createOrderStore(station.bridge, () => ({ carrier: '', warehouseId: 1 }))
    const scan = createScanStore(
      station.bridge,
      { order, screen, operator: createOperatorStore(station.bridge) },
      silent(),
    )
    const answer = scan.getState().openForm({ takeTracking: null, alarm: true })
    await scan.getState().scan(scanned('5'))
    expect(scan.getState().feedback).toEqual({ kind: 'alarm_open', code: '5' })
    expect(station.asked).toEqual([])
    answer()
    await scan.getState().scan(scanned('5'))
    expect(scan.getState().feedback).toMatchObject({ kind: 'order_opened' })
  })
})

it('keeps unchanged lines identical, so that they are not rendered again', async () => {
  const { station, store } = await aBench()
  const [first, second] = store.getState().order?.lines ?? []
  const titled = anOrder(5).lines.map((line, index) => (index === 1 ? { ...line, title: 'Felt hat' } : line))
  station.answers['packing:open'] = () => good(anOrder(5, { lines: titled }))
  await store.getState().reload()
  const { order } = store.getState()
  expect(order?.lines[0]).toBe(first)
  expect(order?.lines[1]).not.toBe(second)
  expect(order?.lines[1]?.title).toBe('Felt hat')
})
