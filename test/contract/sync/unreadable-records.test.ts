import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { checkStation } from '../../../src/main/areas/diagnostics/checks'
import { readChoices } from '../../../src/main/areas/orders/read-choices'
import { openOrder, refreshOrder } from '../../../src/main/areas/packing/open-order'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { resolveScan } from '../../../src/main/areas/packing/resolve-scan'
import { sameAsLastRead } from '../../../src/main/store/tables/orders'
import { countSetAside, findSetAside, listSetAside } from '../../../src/main/store/tables/set-aside'
import { viewOrder } from '../../../src/main/store/views/order-view'
import { viewOrderCopy } from '../../../src/main/store/views/order-copy-view'
import { makeStation, type TestStation } from '../../support/account'
import { rawJson, startHostile } from '../../support/hostile'
import { makeOrder } from '../../support/orders'

type Orders = {
  station: TestStation
  lines: string[]
  /** From the next request on. */
  shows: (...orders: unknown[]) => void
  /** And reads it. */
  show: (...orders: unknown[]) => Promise<void>
}

/** A station whose marketplace shows what the test says. */
async function reading(): Promise<Orders> {
  let shown: readonly unknown[] = []
  const { baseUrl } = await startHostile(({ what, orderId }, response) => {
    if (what === 'orders') return void response.end(rawJson(shown))
    const one = shown.find((order) => (order as { id: unknown } | null)?.id === orderId)
    if (what !== 'order' || one === undefined) return void response.writeHead(404).end()
    response.end(rawJson(one))
  })
  const lines: string[] = []
  const station = makeStation({ baseUrl, log: (line) => void lines.push(line) })
  station.pull.start()
  const shows = (...orders: unknown[]): void => void (shown = orders)
  const show = async (...orders: unknown[]): Promise<void> => {
    shows(...orders)
    station.clock.advance(60_000)
    await station.pull.now()
    expect(station.faults).toEqual([])
  }
  return { station, lines, shows, show }
}

const refusal = (code: string): unknown => expect.objectContaining({ code })
const CHANGED = '2026-11-19T11:00:00.000Z'
const broken = (id: number, more: Record<string, unknown> = {}) => ({
  ...makeOrder({ id, updated_at: CHANGED }),
  order_lines: [{ item_number: 'ITM-1' }],
  ...more,
})

const readable = (id: number) => makeOrder({ id, updated_at: CHANGED })

describe('records that cannot be read', () => {
  it('are counted once each, however often they change, and no more once they can be read', async () => {
    const { station, show } = await reading()
    await show(broken(1), broken(2), broken(3))
    expect(countSetAside(station.db)).toBe(3)
    await show(broken(1, { amount: 7 }), broken(2, { amount: 7 }), broken(3, { amount: 7 }))
    expect(countSetAside(station.db)).toBe(3)
    await show(readable(1), broken(2), readable(3))
    expect(listSetAside(station.db, 9).map(({ record }) => record)).toEqual(['2'])
    await show(readable(2))
    expect(countSetAside(station.db)).toBe(0)
  })

  it('are on the desk by number, with the field and since when, as long as that is so', async () => {
    const { station, show } = await reading()
    const onDesk = async () => (await readChoices(station, { dueAfterHours: 24 })).unreadable
    expect(await onDesk()).toEqual([])
    // One without a number can be looked for nowhere.
    await show(broken(1), broken(2), { id: null }, makeOrder({ id: 3 }))
    const since = new Date(station.clock.wallMs()).toISOString()
    const fields = ['order_lines.id']
    expect(await onDesk()).toEqual(['1', '2'].map((number) => ({ number, fields, since })))
    await show(readable(1), broken(2))
    expect(await onDesk()).toEqual([{ number: '2', fields, since }])
  })

  it('have their number, the field and since when, and say so once in the log', async () => {
    const { station, lines, show } = await reading()
    const since = new Date(station.clock.wallMs() + 60_000).toISOString()
    await show(broken(1))
    await show(broken(1, { amount: 8 }))
    expect(findSetAside(station.db, 'orders', '1')).toMatchObject({ fields: ['order_lines.id'], since })
    expect(lines).toEqual([expect.stringMatching(/^Order 1 cannot be read: order_lines\.0\.id: /)])
  })

  it('with longer numbers than JavaScript can count are told apart, and found by all digits', async () => {
    const { station, lines, show } = await reading()
    const [one, other] = ['9007199254740992', '9007199254740993']
    await show(...[one, other].map((id) => ({ ...makeOrder({ updated_at: CHANGED }), id: `raw:${id}` })))
    const { unreadable } = await readChoices(station, { dueAfterHours: 24 })
    expect(unreadable.map(({ number }) => number)).toEqual([one, other])
    expect(lines).toEqual([one, other].map((id) => expect.stringContaining(`Order ${id} cannot be read`)))
    expect(() => resolveScan(station, [], [other ?? ''])).toThrow(refusal('order_unreadable'))
    expect(resolveScan(station, [], ['9007199254740994'])).toEqual({ kind: 'unknown' })
  })

  it.each([
    ['as text with a zero in front', '01', null],
    ['as text', 'x-1', null],
    ['missing', undefined, null],
    ['an object that is no number either', { toString: 0 }, null],
  ])('have no number when it is %s', async (_, id, record) => {
    const { station, show } = await reading()
    await show({ ...broken(1), id })
    expect(listSetAside(station.db, 9)).toMatchObject([{ source: 'orders', record }])
  })

  it('without a number are forgotten once a comparison of the whole account no longer shows them', async () => {
    const { station, show } = await reading()
    await show({ ...broken(1), id: 'x' }, makeOrder({ id: 2 }))
    expect(countSetAside(station.db)).toBe(1)
    await show(makeOrder({ id: 2 }))
    station.clock.advance(2 * 3_600_000)
    expect(countSetAside(station.db)).toBe(1)
    station.fullCheck.start()
    station.fullCheck.now()
    station.clock.advance(0)
    await station.fullCheck.settled()
    expect(countSetAside(station.db)).toBe(0)
  })
})

describe('fields that cannot be read', () => {
  it('hide no order, are shown with it, and are named once for all orders', async () => {
    const { station, lines, show } = await reading()
    await show(
      ...[1, 2, 3].map((id) => ({ ...makeOrder({ id }), amount: '25.00', created_at: 1_763_632_800 })),
    )
    expect(countSetAside(station.db)).toBe(0)
    expect(viewOrder(station.db, 2, station.seal)?.lines).toHaveLength(4)
    expect(viewOrderCopy(station.db, 2, station.seal)?.unknown).toMatchObject({
      amount: '25.00',
      created_at: 1_763_632_800,
      'order_lines.0.amount': 4_100,
    })
    expect(listSetAside(station.db, 9).map(({ source, record }) => [source, record])).toEqual([
      ['order_fields', 'amount'],
      ['order_fields', 'created_at'],
      ['order_fields', 'order_lines.amount'],
      ['order_fields', 'order_payments.total_collected'],
    ])
    await show(makeOrder({ id: 4, amount: undefined }), { ...makeOrder({ id: 5 }), amount: 'x' })
    expect(lines.filter((line) => line.includes('field amount'))).toHaveLength(1)
  })
})

describe('a known order whose new copy cannot be read', () => {
  it('is set aside, and its cancellation counts', async () => {
    const { station, show } = await reading()
    await show(makeOrder({ id: 1 }))
    await show(broken(1, { state: 'canceled', cancelation_reason: 'by the buyer' }))
    expect(viewOrder(station.db, 1, station.seal)).toMatchObject({
      canceled: true,
      buyer: { name: 'Jo Doe' },
    })
    expect(viewOrder(station.db, 1, station.seal)?.lines).toHaveLength(4)
    expect(findSetAside(station.db, 'orders', '1')).not.toBeNull()
    await show(makeOrder({ id: 1, updated_at: CHANGED, state: 'paid' }))
    expect(findSetAside(station.db, 'orders', '1')).toBeNull()
  })

  it('keeps lines and shipments as they were: parts of a copy prove nothing', async () => {
    const { station, show } = await reading()
    const shipment = { id: 5, state: 'packed', warehouse_id: 7, packed_at: '2026-11-19T10:30:00.000Z' }
    await show(makeOrder({ id: 1, shipments: [shipment] }))
    await show(broken(1, { shipments: [] }))
    expect(viewOrder(station.db, 1, station.seal)?.shipments).toMatchObject([{ state: 'packed' }])
    await show(broken(1, { shipments: [{ ...shipment, state: 'shipped' }] }))
    // A later time would say that what is missing here is missing there.
    expect(viewOrder(station.db, 1, station.seal)?.updatedAt).toBe('2026-11-19T10:00:00.000Z')
    expect(viewOrder(station.db, 1, station.seal)?.shipments).toMatchObject([{ state: 'packed' }])
  })
})

describe('times', () => {
  it('of other forms are stored in one that sorts, and shown as they were sent', async () => {
    const { station, show } = await reading()
    const sent = { purchased_at: '2026-11-19T12:00:00+02:00', updated_at: '2026-11-19t10:30:00z' }
    const shipment = {
      id: 5,
      state: 'shipped',
      packed_at: '2026-06-30T23:59:60Z',
      shipped_at: '2026-11-19T10:30:00+00:00',
    }
    await show({ ...makeOrder({ id: 1 }), ...sent, shipments: [shipment] })
    expect(viewOrder(station.db, 1, station.seal)).toMatchObject({
      purchasedAt: '2026-11-19T10:00:00.000Z',
      updatedAt: '2026-11-19T10:30:00.000Z',
      shipments: [{ packedAt: '2026-07-01T00:00:00.000Z', shippedAt: '2026-11-19T10:30:00.000Z' }],
    })
    expect(viewOrderCopy(station.db, 1, station.seal)).toMatchObject({ order: sent, shipments: [shipment] })
  })

  it('in another form are no change of the order', async () => {
    const { station, show } = await reading()
    await show(makeOrder({ id: 1, updated_at: '2026-11-19T12:00:00+02:00' }))
    expect(sameAsLastRead(station.db, makeOrder({ id: 1, updated_at: '2026-11-19T12:00:00+02:00' }))).toBe(
      true,
    )
    expect(sameAsLastRead(station.db, makeOrder({ id: 1, updated_at: '2026-11-19T10:00:01Z' }))).toBe(false)
  })
})

describe('an order that cannot be read, at the bench', () => {
  const PARCEL = {
    carrier: 'UPS',
    trackingNumber: null,
    trackingUrl: null,
    warehouseId: 7,
    labelConfirmed: false,
  }

  it('is not called unknown: its number opens it, which says that this station cannot read it', async () => {
    const { station, show } = await reading()
    await show(broken(1001))
    expect(resolveScan(station, [], ['1001'])).toEqual({ kind: 'order', orderId: 1001 })
    expect(() => openOrder(station, 1001)).toThrow(refusal('order_unreadable'))
    expect(resolveScan(station, [], ['1002'])).toEqual({ kind: 'unknown' })
    expect(() => openOrder(station, 1002)).toThrow(refusal('order_not_found'))
  })

  it('says the same when it is read again, until it can be read, and never that there is no connection', async () => {
    const { station, show } = await reading()
    await show(broken(1001))
    await expect(refreshOrder(station, 1001)).rejects.toThrow(refusal('order_unreadable'))
    expect(station.lastFailure.view()).toBeNull()
    await show(broken(1002))
    await expect(refreshOrder(station, 1001)).rejects.toThrow(refusal('order_not_found'))
    await show(readable(1001), broken(1002))
    expect(await refreshOrder(station, 1001)).toMatchObject({ orderId: 1001, unreadable: null })
  })

  it('shows what changed there cannot be read, and is not packed until it can be', async () => {
    const { station, show } = await reading()
    const order = makeOrder({ id: 1001 })
    const lineIds = order.order_lines.filter((line) => line.is_shipping_fee !== true).map(({ id }) => id)
    await show(order)
    await show(broken(1001))
    expect(openOrder(station, 1001).unreadable).toMatchObject({ fields: ['order_lines.id'] })
    expect(() => packShipment(station, { orderId: 1001, lineIds, ...PARCEL })).toThrow(
      refusal('order_unreadable'),
    )
    // As a replica that lags behind shows it.
    await show(makeOrder({ id: 1001, amount: 1 }))
    expect(openOrder(station, 1001).unreadable).not.toBeNull()
    await show(readable(1001))
    expect(openOrder(station, 1001).unreadable).toBeNull()
    expect(packShipment(station, { orderId: 1001, lineIds, ...PARCEL }).seq).toBeGreaterThan(0)
  })

  it('counts as far as it can be read when a person reads it again', async () => {
    const { station, show, shows } = await reading()
    await show(makeOrder({ id: 1001 }))
    shows(broken(1001, { state: 'canceled' }))
    expect(await station.refresh(1001)).toBe('unreadable')
    expect(viewOrder(station.db, 1001, station.seal)?.canceled).toBe(true)
  })
})

describe('the doctor', () => {
  const nothing = async () => ({ state: 'skipped', detail: '' }) as const
  const found = async ({ file }: TestStation) => {
    const rest = { accessToken: nothing, connection: nothing, clock: nothing, hub: nothing }
    const where = {
      dataDir: dirname(file),
      provisioningFile: null,
      warnings: [],
      accountFile: file,
    }
    const checks = await checkStation({ ...where, nowMs: Date.now(), deep: false, ...rest })
    return checks.find(({ check }) => check === 'marketplace_data')
  }

  it('names what cannot be read, by number, field and since when', async () => {
    const { station, show } = await reading()
    await show(makeOrder({ id: 2 }))
    expect(await found(station)).toMatchObject({ state: 'good' })
    await show(broken(1), { ...makeOrder({ id: 2 }), customer: 'Jo Doe' })
    const { state, detail } = (await found(station)) ?? {}
    const since = new Date(station.clock.wallMs()).toISOString()
    expect(state).toBe('warning')
    expect(detail).toContain(`order 1 cannot be read: order_lines.id, since ${since}`)
    expect(detail).toContain(`field customer, in order 2 for example, cannot be read, since ${since}`)
    expect(detail).not.toContain('Jo Doe')
  })
})
