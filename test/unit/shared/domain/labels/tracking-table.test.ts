import { expect, it } from 'vitest'
import { trackingRowReader } from '../../../../../src/shared/domain/labels/tracking-table'

const read = trackingRowReader(['Order', 'Carrier', 'Tracking number'])

it('reads a row of an order, its carrier and its number', () => {
  expect(read?.(['100001', 'UPS', '1Z1'])).toEqual({
    orderId: 100_001,
    carrier: 'UPS',
    trackingNumber: '1Z1',
  })
  expect(read?.(['#100001', '', '1Z1'])).toEqual({ orderId: 100_001, carrier: '', trackingNumber: '1Z1' })
  expect(trackingRowReader(['Sendungsnummer', 'Bestellnummer'])?.(['N1', '7'])).toEqual({
    ...{ orderId: 7, carrier: '', trackingNumber: 'N1' },
  })
})

it.each([
  [['', 'UPS', '1Z1'], 'order_wrong'],
  [['12a', 'UPS', '1Z1'], 'order_wrong'],
  [['0', 'UPS', '1Z1'], 'order_wrong'],
  [['1', 'UPS', ''], 'no_number'],
  [['1'], 'no_number'],
  [['1', 'FedEx', '7.94656E+11'], 'number_spoiled'],
  [['1', 'USPS', '9400110200881230000000'], 'number_spoiled'],
  [['1', 'UPS', '#N/A'], 'number_spoiled'],
  [['1', 'UPS', 'x'.repeat(101)], 'number_spoiled'],
])('%j: %s', (cells, problem) => {
  expect(read?.(cells)).toBe(problem)
})

it('is no such table without both columns', () => {
  expect(trackingRowReader(['order', 'carrier'])).toBe(null)
  expect(trackingRowReader(['tracking'])).toBe(null)
})
