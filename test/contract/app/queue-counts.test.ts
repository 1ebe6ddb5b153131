import { expect, it } from 'vitest'
import { compose, FIRST_PAGE, imported, openMarket } from '../../support/composed'
import { QUEUE_FILTERS, QUEUE_VIEWS } from '../../../src/shared/domain/orders/order-queue'
import { eventually } from '../../support/eventually'
import { tempDir } from '../../support/temp-dir'

it('each filter of each view counts what it lists', async () => {
  const market = await openMarket()
  const { ask } = await compose(tempDir(), market.live)
  await imported(ask)
  const { rows } = await ask('packing:queue', FIRST_PAGE)
  await ask('orders:hold', { orderId: rows[0]?.orderId ?? 0, reason: 'Item missing?' })
  // What is late is known once the items are read.
  await eventually(async () =>
    expect(await ask('packing:counts', { view: 'to_pack' })).toMatchObject({
      filters: { late: expect.any(Number) },
    }),
  )
  const seen = new Set<number>()
  for (const view of QUEUE_VIEWS) {
    const counts = await ask('packing:counts', { view })
    expect(counts.view).toBe(view)
    for (const filter of QUEUE_FILTERS) {
      const { total } = await ask('packing:queue', { ...FIRST_PAGE, view, filter })
      expect(counts.filters?.[filter], `${view}, ${filter}`).toBe(total)
      seen.add(total)
    }
  }
  // The sample orders tell the filters apart.
  expect(seen.size).toBeGreaterThan(4)
})

it('an order counts as packed today once its last item is', async () => {
  const market = await openMarket()
  const { ask } = await compose(tempDir(), market.live)
  await imported(ask)
  const before = await ask('packing:counts', { view: 'to_pack' })
  const { rows } = await ask('packing:queue', FIRST_PAGE)
  const orderId = rows.find(({ unpacked }) => unpacked > 1)?.orderId ?? 0
  const { lines } = await ask('packing:open', { orderId })
  const open = lines.filter((line) => !line.isShippingFee && line.shipmentId === null)
  const pack = (lineIds: number[]) =>
    ask('packing:pack', {
      ...{ orderId, lineIds, byHand: [], carrier: null, trackingNumber: null, trackingUrl: null },
      warehouseId: 1,
    })
  const [first, ...rest] = open.map(({ lineId }) => lineId)
  await pack([first ?? 0])
  const half = await ask('packing:counts', { view: 'to_pack' })
  expect(half.packedToday).toBe(before.packedToday)
  expect(half.filters?.any).toBe(before.filters?.any)
  await pack(rest)
  const whole = await ask('packing:counts', { view: 'to_pack' })
  expect(whole.packedToday).toBe(before.packedToday + 1)
  expect(whole.filters?.any).toBe((before.filters?.any ?? 0) - 1)
  expect(whole.perHour).toBeNull()
})
