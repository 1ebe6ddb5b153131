import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import type { SharedRecord } from '../../../src/main/warehouse/port/shared-records'
import { rawJson, startHostile } from '../../support/hostile'
import { openStation } from '../../support/open-account'
import { makeLines, makeOrder } from '../../support/orders'
import { tempDir } from '../../support/temp-dir'

/** What goes to the hub stays there: buyers of finished orders must not. */

it('tells other stations of buyers of open orders alone', async () => {
  const buyer = (name: string) => ({ shipping_address: { name }, customer: { email: `${name}@example.com` } })
  const delivered = {
    order_lines: makeLines([{ id: 21, item_number: 'A', shipment_id: 5 }]),
    shipments: [{ id: 5, state: 'delivered' }],
  }
  const orders = [
    makeOrder({ id: 1, ...buyer('Opening') }),
    makeOrder({ id: 2, ...buyer('Delivered'), ...delivered }),
    { id: 'none', ...buyer('Unreadable'), gift_message: 'Unreadable', order_lines: [] },
  ]
  const marketplace = await startHostile(({ what, url }, response) => {
    response.end(rawJson(what === 'orders' && !url.searchParams.has('updated_after') ? orders : []))
  })
  const station = openStation({
    file: join(tempDir(), 'station.sqlite'),
    baseUrl: marketplace.baseUrl,
  })
  onTestFinished(() => station.close())
  // At work; its own first round is far away.
  station.pull.start(3_600_000)
  const told: SharedRecord[] = []
  station.shared.orders.records.begin({
    leads: () => true,
    progress: () => null,
    tell: (record) => Promise.resolve(void told.push(record)),
    mark: () => Promise.resolve(),
    look: () => Promise.resolve(null),
  })
  station.shared.orders.records.caughtUp()
  await vi.waitFor(() => expect(told).toHaveLength(3), { timeout: 20_000 })
  const text = JSON.stringify(told)
  expect(text).toMatch('Opening@example.com')
  expect(text).not.toMatch(/Delivered|Unreadable/)
  expect(told.map(({ id }) => id)).toEqual(['1', '2', null])
})
