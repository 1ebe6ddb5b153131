import { expect, it } from 'vitest'
import { stoppedHere } from '../../../../src/renderer/src/stores/order-store'
import { anOrder, aShipment } from '../fake-station'

it('a parcel of a canceled order is not pulled while its state says nothing of where it is', () => {
  const packed = aShipment({ shipmentId: 'a', state: 'packed', stop: 'order_canceled' })
  const lost = aShipment({ shipmentId: 'b', state: 'lost_in_transit', stop: 'order_canceled' })
  expect(stoppedHere(anOrder(5, { shipments: [packed, lost] }))).toEqual([packed])
})

it('a parcel in such a state that others changed is stopped all the same', () => {
  const lost = aShipment({ state: 'lost_in_transit', stop: 'address_changed' })
  expect(stoppedHere(anOrder(5, { shipments: [lost] }))).toEqual([lost])
})
