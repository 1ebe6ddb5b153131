import { describe, expect, it } from 'vitest'
import { parcelStop, type StopFacts } from '../../../../../src/shared/domain/shipments/parcel-stop'

const FINE: StopFacts = {
  ...{ state: 'packed', orderCanceled: false, packedHere: true, unpacked: false, repacked: false },
  ...{ heldReasons: [], change: null },
}

describe('a packed parcel must not leave', () => {
  it.each<[string, Partial<StopFacts>, ReturnType<typeof parcelStop>]>([
    ['without any reason', {}, null],
    ['its order is canceled', { orderCanceled: true }, 'order_canceled'],
    ['the order of another bench’s parcel is', { orderCanceled: true, packedHere: false }, 'order_canceled'],
    ['another bench was first', { heldReasons: ['line_taken'] }, 'lines_elsewhere'],
    ['its order is gone', { heldReasons: ['not_found'] }, 'gone'],
    ['a step of it is gone', { heldReasons: ['vanished'] }, 'gone'],
    ['it is refused', { heldReasons: ['unconfirmed', 'refused'] }, 'refused'],
    ['the network or the clock is to blame', { heldReasons: ['keeps_failing', 'clock_wrong'] }, null],
    ['its items moved', { change: 'lines_elsewhere' }, 'lines_elsewhere'],
    ['an item left the order', { change: 'lines_gone' }, 'lines_gone'],
    ['in a state the document does not name', { state: 'waiting', orderCanceled: true }, 'order_canceled'],
  ])('%s', (_, facts, stop) => expect(parcelStop({ ...FINE, ...facts })).toBe(stop))
})

describe('a canceled shipment leaves a box', () => {
  it.each<[string, Partial<StopFacts>, ReturnType<typeof parcelStop>]>([
    ['canceled elsewhere', {}, 'shipment_canceled'],
    ['with its order', { orderCanceled: true }, 'order_canceled'],
    ['whose items somebody else packed', { change: 'lines_elsewhere' }, 'lines_elsewhere'],
    ['with an item that left the order', { change: 'lines_gone' }, 'shipment_canceled'],
    ['unpacked here', { unpacked: true }, null],
    ['whose items this station packed again', { repacked: true }, null],
    ['that another station packed', { packedHere: false }, null],
  ])('%s', (_, facts, stop) => expect(parcelStop({ ...FINE, state: 'canceled', ...facts })).toBe(stop))
})

it.each(['shipped', 'delivered'])('a %s parcel has left', (state) => {
  const facts: StopFacts = { ...FINE, state, orderCanceled: true, heldReasons: ['line_taken'] }
  expect(parcelStop({ ...facts, change: 'lines_gone' })).toBeNull()
})
