import { expect, it } from 'vitest'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { advance, findOp, type Op } from '../../../../../src/main/store/tables/outbox'
import { keepBaseline } from '../../../../../src/main/store/tables/op-notes'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { makeStation, type TestStation } from '../../../../support/account'
import { makeOrder } from '../../../../support/orders'
import { writtenPages } from '../../../../support/written-pages'

const ORDER_ID = 1

/** A station whose order was packed; reading the order again shows no other change. */
function makePacked(): { station: TestStation; op: Op; at: string } {
  const station = makeStation()
  station.take(makeOrder({ id: ORDER_ID }))
  const parcel = { carrier: 'UPS', trackingNumber: '1Z999', trackingUrl: null, warehouseId: 1 }
  const { seq } = packShipment(station, { orderId: ORDER_ID, lineIds: [11], ...parcel })
  const op = findOp(station.db, seq)
  if (op === null) throw new Error('nothing was queued')
  return { station, op, at: new Date(station.clock.wallMs()).toISOString() }
}

it('a claim with the order read for it touches no index', () => {
  const { station, op, at } = makePacked()
  const { db } = station
  const claim = (): void => {
    station.take(makeOrder({ id: ORDER_ID }))
    inTransaction(db, (tx) => keepBaseline(tx, op.seq, []))
    inTransaction(db, (tx) => advance(tx, op, 'claim', { at }))
  }
  expect(writtenPages(db, () => inTransaction(db, claim))).toEqual(['orders', 'outbox'])
})

it('an answer removes the operation from the index of open ones', () => {
  const { station, op, at } = makePacked()
  inTransaction(station.db, (tx) => advance(tx, op, 'claim', { at }))
  const answered = (): void =>
    inTransaction(station.db, (tx) =>
      advance(tx, { ...op, state: 'sending', attempts: 1 }, 'confirm', { at, serverRef: '7' }),
    )
  expect(writtenPages(station.db, answered)).toEqual(['outbox', 'outbox_open'])
})

it('a tracking number adds one page to a pack: that of the index of labels', () => {
  const pages = (trackingNumber: string | null): string[] => {
    const { station } = makePacked()
    station.take(makeOrder({ id: 2 }))
    const parcel = { carrier: 'UPS', trackingNumber, trackingUrl: null, warehouseId: 1 }
    return writtenPages(station.db, () => packShipment(station, { orderId: 2, lineIds: [21], ...parcel }))
  }
  expect(pages('1Z5R89390357567127').filter((page) => page !== 'shipments_by_label')).toEqual(pages(null))
  expect(pages('1Z5R89390357567127')).toHaveLength(pages(null).length + 1)
})
