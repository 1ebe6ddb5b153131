import { expect, it } from 'vitest'
import { inTransaction } from '../../../../../src/main/store/db/database'
import { linesByHand, replaceLines } from '../../../../../src/main/store/tables/shipments'
import { linesOfOrder } from '../../../../../src/main/store/tables/orders'
import { createHandPermits } from '../../../../../src/main/areas/packing/hand-permits'
import { packShipment } from '../../../../../src/main/areas/packing/pack-shipment'
import { makeStation } from '../../../../support/account'
import { makeOrder } from '../../../../support/orders'

const PARCEL = { carrier: null, trackingNumber: null, trackingUrl: null, warehouseId: 4 }

it('says nothing about the lines of another shipment that is adopted', () => {
  const station = makeStation()
  station.take(makeOrder({ id: 7 }))
  const rule = { everyItemScanned: false, permits: createHandPermits() }
  const codeOf = (lineId: number) => linesOfOrder(station.db, 7).find((one) => one.lineId === lineId)
  const seen = new Map([[71, codeOf(71)?.itemNumber ?? '']])
  const { shipmentId } = packShipment(
    station,
    { orderId: 7, lineIds: [71, 72], ...PARCEL },
    { ...rule, seen },
  )
  const adopt = (lineIds: number[]) =>
    inTransaction(station.db, (tx) => replaceLines(tx, shipmentId, lineIds))
  adopt([72, 71])
  expect(linesByHand(station.db, shipmentId)).toEqual([72])
  adopt([71])
  expect(linesByHand(station.db, shipmentId)).toBeNull()
})
