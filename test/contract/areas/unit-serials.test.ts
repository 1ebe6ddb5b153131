import { expect, it, onTestFinished } from 'vitest'
import { createHandPermits } from '../../../src/main/areas/packing/hand-permits'
import { openOrder } from '../../../src/main/areas/packing/open-order'
import { packShipment } from '../../../src/main/areas/packing/pack-shipment'
import { inTransaction } from '../../../src/main/store/db/database'
import { saveCategories } from '../../../src/main/store/tables/categories'
import { saveItem } from '../../../src/main/store/tables/items'
import { countOpen } from '../../../src/main/store/views/outbox-list'
import type { SerialRule } from '../../../src/shared/domain/orders/unit-serial'
import { readItem } from '../../../src/shared/partner-api/item'
import { makeStation } from '../../support/account'
import { openStation } from '../../support/open-account'
import { makeLines, makeOrder } from '../../support/orders'

/** Only the unit that was sold is packed, where its serial number is to be scanned. */

const ALL: SerialRule = { serials: 'all', serialCategories: [] }
const WATCHES = 20

/** Order 7 with a watch of the serial number SN-1 and a strap of none. */
function watches(first: SerialRule = ALL) {
  let rule = first
  const station = makeStation({ serialRule: () => rule })
  const lines = makeLines([
    { id: 71, item_number: 'WATCH' },
    { id: 72, item_number: 'STRAP' },
    { id: 79, is_shipping_fee: true },
  ])
  station.take(makeOrder({ id: 7, order_lines: lines }))
  const keep = (itemNumber: string, over: object) =>
    inTransaction(station.db, (tx) =>
      saveItem(
        tx,
        readItem.parse({ item_number: itemNumber, state: 'sold', ...over }),
        '2026-11-20T09:00:00.000Z',
      ),
    )
  keep('WATCH', { category_id: WATCHES, attributes: { serial_number: ' SN-1 ' } })
  keep('STRAP', { category_id: 30, attributes: { serial_number: ' ' } })
  const setRule = (next: SerialRule) => (rule = next)
  return { station, keep, setRule, asked: () => openOrder(station, 7).lines.map(({ serial }) => serial) }
}

const parcel = (lineIds: number[], code?: string) => ({
  ...{ orderId: 7, lineIds, carrier: null, trackingNumber: null, trackingUrl: null, warehouseId: 1 },
  ...(code === undefined ? {} : { serials: [{ lineId: 71, code }] }),
})

it.each([[undefined], [''], ['SN-2']])('a unit is not packed with the serial number %j', (code) => {
  const { station } = watches()
  expect(() => packShipment(station, parcel([71, 72], code))).toThrow(
    expect.objectContaining({ code: 'serial_missing' }),
  )
  expect(openOrder(station, 7).shipments).toEqual([])
})

it('is packed with its own, and a parcel without it needs none', () => {
  const { station } = watches()
  packShipment(station, parcel([72]))
  expect(packShipment(station, parcel([71], 'sn 1')).order.shipments).toHaveLength(2)
})

it('is asked for again after a restart between the item’s scan and that of its serial number', async () => {
  const { station } = watches()
  await station.close()
  const again = openStation({ file: station.file, serialRule: () => ALL })
  onTestFinished(() => again.close())
  const { lines, shipments } = openOrder(again, 7)
  expect([lines.map(({ serial }) => serial), shipments]).toEqual([['SN-1', null, null], []])
  expect(countOpen(again.db)).toMatchObject({ waiting: 0 })
  // The evidence log still has the item's own scan.
  const seen = new Map([
    [71, 'WATCH'],
    [72, 'STRAP'],
  ])
  const rule = { everyItemScanned: true, permits: createHandPermits(), seen }
  expect(() => packShipment(again, parcel([71, 72]), rule)).toThrow(
    expect.objectContaining({ code: 'serial_missing' }),
  )
  expect(openOrder(again, 7).shipments).toEqual([])
})

it('another line’s serial number proves nothing', () => {
  const { station } = watches()
  const request = { ...parcel([71, 72]), serials: [{ lineId: 72, code: 'SN-1' }] }
  expect(() => packShipment(station, request)).toThrow(expect.objectContaining({ code: 'serial_missing' }))
})

it('a supervisor may let it go without, which the operation names', () => {
  const { station } = watches()
  const permits = createHandPermits()
  const rule = { everyItemScanned: false, permits, seen: new Map<number, string>() }
  permits.grant(7, [72], 'Sam')
  expect(() => packShipment(station, parcel([71, 72]), rule)).toThrow(
    expect.objectContaining({ code: 'serial_missing' }),
  )
  permits.grant(7, [71], 'Sam')
  expect(packShipment(station, parcel([71, 72]), rule).allowedBy).toBe('Sam')
})

it('is due in the chosen categories and all below them, and follows changes of the tree and the rule', () => {
  const { station, setRule, asked, keep } = watches({ serials: 'categories', serialCategories: [2] })
  const treeOf = (parent: number) => [
    { id: parent, name: 'Jewelry', children: [{ id: WATCHES, name: 'Watches' }] },
  ]
  const read = (parent: number, at: string) =>
    inTransaction(station.db, (tx) => saveCategories(tx, treeOf(parent), at))
  expect(asked()).toEqual([null, null, null])
  read(2, '2026-11-20T09:00:00.000Z')
  expect(asked()).toEqual(['SN-1', null, null])
  read(3, '2026-11-21T09:00:00.000Z')
  expect(asked()).toEqual([null, null, null])
  // A category that the tree does not have still counts for itself.
  setRule({ serials: 'categories', serialCategories: [30] })
  keep('STRAP', { category_id: 30, attributes: { serial_number: 4711 } })
  expect(asked()).toEqual([null, '4711', null])
  setRule({ serials: 'none', serialCategories: [30] })
  expect(asked()).toEqual([null, null, null])
})
