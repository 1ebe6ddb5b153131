import { expect, it } from 'vitest'
import {
  countsByCarrier,
  countStuck,
  createHandoverStore,
  parcelToPull,
  readyParcels,
} from '../../../../src/renderer/src/stores/handover-store'
import type { HandoverView, ScannedParcel } from '../../../../src/shared/contract/handover'
import { fakeStation, good, refused } from '../fake-station'

it('a mark counts every parcel that it moves, even those not shown', () => {
  const view: HandoverView = {
    mode: 'ship',
    groups: [],
    scanned: [],
    counts: [
      { carrier: 'ups', scanned: 700, ready: 690 },
      { carrier: '', scanned: 3, ready: 3 },
    ],
    strange: [],
    last: null,
  }
  expect(readyParcels({ view, carrier: null })).toBe(693)
  expect(readyParcels({ view, carrier: 'UPS' })).toBe(690)
  expect(readyParcels({ view, carrier: '' })).toBe(3)
  expect(readyParcels({ view, carrier: 'DHL' })).toBe(0)
  expect(readyParcels({ view: null, carrier: null })).toBe(0)
  expect([countStuck(view), countStuck(null)]).toEqual([10, 0])
})

it('the most urgent parcel is pulled first, whatever carrier the round takes', () => {
  const parcel = (shipmentId: string, problem: ScannedParcel['problem']): ScannedParcel => ({
    ...{ shipmentId, problem, orderId: 1, carrier: 'UPS', trackingNumber: null, items: 1, packedAt: null },
    ...{ shippedAt: null, holdReason: null, scannedAt: '2026-01-01T00:00:00.000Z', refusal: null },
  })
  const pulled = (...scanned: ScannedParcel[]) =>
    parcelToPull({ view: { mode: 'ship', groups: [], scanned, counts: [], strange: [], last: null } })
      ?.shipmentId
  expect(pulled(parcel('a', 'on_hold'), parcel('b', 'canceled'), parcel('c', 'canceled'))).toBe('b')
  expect(pulled(parcel('a', 'already_shipped'), parcel('b', null))).toBe('a')
  expect(pulled(parcel('a', null)), 'refused before, but a mark tries it again').toBe(undefined)
  expect(parcelToPull({ view: null })).toBe(null)
})

it('counts by carrier keep their places, and those that do not fit are added up', () => {
  const ofCarrier = (carrier: string, total: number) => ({ carrier, total, scanned: 1, missing: [] })
  const round = (...groups: ReturnType<typeof ofCarrier>[]) =>
    countsByCarrier(
      { view: { mode: 'ship', groups, scanned: [], counts: [], strange: [], last: null }, carrier: null },
      3,
    ).map(({ carrier, total, others }) => [carrier, total, others])
  const three = [ofCarrier('UPS', 9), ofCarrier('DHL', 2), ofCarrier('FedEx', 4)] as const
  const names = (counts: ReturnType<typeof round>) => counts.map(([name]) => name)
  expect(names(round(...three))).toEqual(['DHL', 'FedEx', 'UPS'])
  expect(names(round(ofCarrier('UPS', 1), three[1], three[2])), 'others are ahead now').toEqual(
    names(round(...three)),
  )
  expect(round(...three, ofCarrier('', 5))).toEqual([
    ['', 5, 0],
    ['DHL', 2, 0],
    [null, 13, 2],
  ])
})

it('removes the last scan of the selected carrier, and names that carrier', async () => {
  const view: HandoverView = { mode: 'ship', groups: [], scanned: [], counts: [], strange: [], last: null }
  const removed = [1, 2, 1].map((orderId) => ({ shipmentId: `${orderId}`, orderId }))
  const station = fakeStation({ 'dock:remove': () => good({ removed, view }) })
  const store = createHandoverStore(station.bridge)
  store.getState().setCarrier('DHL')
  expect(await store.getState().takeLastOut()).toMatchObject({ ok: true, value: [1, 2] })
  expect(station.asked).toEqual([{ channel: 'dock:remove', request: { mode: 'ship', lastOf: 'DHL' } }])
  expect(store.getState().view).toBe(view)
  station.answers['dock:remove'] = () => refused('disk_full')
  expect(await store.getState().takeLastOut()).toEqual(refused('disk_full'))
})
