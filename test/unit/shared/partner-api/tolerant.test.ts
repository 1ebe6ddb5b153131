import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readCategories } from '../../../../src/shared/partner-api/category'
import { readItem } from '../../../../src/shared/partner-api/item'
import { readOrder, type Order } from '../../../../src/shared/partner-api/order'
import { createdShipment } from '../../../../src/shared/partner-api/shipment'
import { fieldsNotRead, readTolerantly } from '../../../../src/shared/partner-api/tolerant'

const LINE = { id: 11, item_number: 'ITM-1', shipment_id: null, is_shipping_fee: false }
const SHIPMENT = { id: 5, state: 'packed' }
const ORDER = { id: 1, state: 'paid', order_lines: [LINE], shipments: [], refunds: [] }

const read = (fields: Record<string, unknown>) => readTolerantly(readOrder, { ...ORDER, ...fields })
const order = (fields: Record<string, unknown>): Order => {
  const { value } = z.object({ value: z.custom<Order>() }).parse(read(fields))
  return value
}
const line = (fields: Record<string, unknown>) =>
  order({ order_lines: [{ ...LINE, ...fields }] }).order_lines[0]

describe('a field of another JSON type', () => {
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['cents as text', { amount: '2500' }, { amount: 2_500 }],
    ['a negative amount as text', { amount: '-5' }, { amount: -5 }],
    ['an order number as text', { id: '1001' }, { id: 1001 }],
    ['a state as a number', { state: 3 }, { state: '3' }],
    [
      'a ZIP code as a number',
      { shipping_address: { zip5: 97_477 } },
      { shipping_address: { zip5: '97477' } },
    ],
    [
      'a phone as a number',
      { customer: { phone_number: 15_550_100 } },
      { customer: { phone_number: '15550100' } },
    ],
    ['lists as empty objects', { shipments: {}, refunds: {} }, { shipments: [], refunds: [] }],
    ['a list as an object with places', { shipments: { 0: SHIPMENT } }, { shipments: [SHIPMENT] }],
    [
      'a payment as text',
      { order_payments: [{ total_collected: '7' }] },
      { order_payments: [{ total_collected: 7 }] },
    ],
  ])('is taken as what it can only mean: %s', (_, sent, taken) => {
    expect(order(sent)).toMatchObject(taken)
    expect(fieldsNotRead(order(sent))).toEqual([])
  })

  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    ['a model number as a number', { mpn: 417 }, { mpn: '417' }],
    ['an item number as a number', { item_number: 122_521 }, { item_number: '122521' }],
    ['1 for true', { is_shipping_fee: 1 }, { is_shipping_fee: true }],
    ['0 for false', { is_shipping_fee: 0 }, { is_shipping_fee: false }],
    ['true as text', { is_shipping_fee: 'true' }, { is_shipping_fee: true }],
    ['a shipment as text', { shipment_id: '5' }, { shipment_id: 5 }],
  ])('of a line is taken as what it can only mean: %s', (_, sent, taken) => {
    expect(line(sent)).toMatchObject(taken)
  })

  it.each<[string, unknown]>([
    ['customer', []],
    ['customer', ''],
    ['customer', false],
    ['shipping_address', []],
    ['cancelation_reason', {}],
    ['cancelation_reason', false],
    ['shipments', ''],
  ])('%s as %j says nothing, like null', (name, value) => {
    expect(fieldsNotRead(order({ [name]: value }))).toEqual([])
  })

  it.each<[string, unknown]>([
    ['amount', 25.5],
    ['amount', '25.00'],
    ['amount', '25,00'],
    ['amount', '$25'],
    ['amount', '0025'],
    ['amount', '1e3'],
    ['amount', { cents: 2_500 }],
    ['amount', true],
    ['customer', 'Jo Doe'],
    ['customer', [1]],
    ['created_at', 1_763_632_800],
    ['updated_at', 1_763_632_800_000],
    ['purchased_at', { date: '2026-11-20' }],
    ['order_payments', 'none'],
  ])('%s as %j is left out, named and kept as it was sent', (name, value) => {
    const {
      [name]: left,
      fields_not_read: kept,
      ...others
    } = order({ [name]: value }) as Record<string, unknown>
    expect(left).toBeUndefined()
    expect(kept).toEqual({ [name]: value })
    expect(others).toEqual(ORDER)
  })

  it('is named by its path in a list', () => {
    const found = order({ order_lines: [LINE, { ...LINE, id: 12, mpn: ['a'], tax: 'some' }] })
    expect(found['fields_not_read']).toEqual({ 'order_lines.1.mpn': ['a'], 'order_lines.1.tax': 'some' })
    expect(fieldsNotRead(found)).toEqual(['order_lines.mpn', 'order_lines.tax'])
  })

  it('leaves out a hole among the lines, and says so', () => {
    const found = order({ order_lines: [null, LINE, null], shipments: [null, SHIPMENT] })
    expect(found).toMatchObject({ order_lines: [LINE], shipments: [SHIPMENT] })
    expect(fieldsNotRead(found)).toEqual(['order_lines', 'shipments'])
  })

  it('leaves out a record that is nothing without it, if packing does not need it', () => {
    const lines = [{ id: 1, order_line_id: 11 }, 'odd']
    const found = order({ refunds: [{ id: 3, refund_lines: lines }] })
    expect(found.refunds).toEqual([{ id: 3, refund_lines: [lines[0]] }])
    expect(fieldsNotRead(found)).toEqual(['refunds.refund_lines'])
  })

  it('makes all money of the record unknown where one amount has decimals: another may be no cents either', () => {
    const found = order({
      amount: 25,
      order_payments: [{ id: 1, total_collected: '25.00', transaction_type: 'card' }],
      order_lines: [{ ...LINE, amount: '12', allowed_discount: { max_discount: { percentage: 10 } } }],
    })
    expect(found.amount).toBeUndefined()
    expect(found.order_payments).toEqual([{ id: 1, transaction_type: 'card' }])
    expect(found.order_lines).toEqual([{ ...LINE, allowed_discount: { max_discount: { percentage: 10 } } }])
    expect(fieldsNotRead(found)).toEqual(['amount', 'order_lines.amount', 'order_payments.total_collected'])
  })

  it.each<[string, Record<string, unknown>]>([
    ['id', { id: '0012' }],
    ['id', { id: 1.5 }],
    ['id', { id: null }],
    ['state', { state: null }],
    ['state', { state: ['paid'] }],
    ['order_lines', { order_lines: null }],
    ['order_lines', { order_lines: 'none' }],
    ['order_lines', { order_lines: { first: LINE } }],
    ['order_lines', { order_lines: [LINE, 7] }],
    ['order_lines.id', { order_lines: [{ ...LINE, id: 'a' }] }],
    ['order_lines.id', { order_lines: [{ item_number: 'ITM-1' }] }],
    ['order_lines.item_number', { order_lines: [{ ...LINE, item_number: { sku: 'ITM-1' } }] }],
    ['order_lines.shipment_id', { order_lines: [{ ...LINE, shipment_id: 'b' }] }],
    ['order_lines.is_shipping_fee', { order_lines: [{ ...LINE, is_shipping_fee: 'perhaps' }] }],
    ['shipments', { shipments: 'none' }],
    ['shipments.id', { shipments: [{ id: null, state: 'packed' }] }],
    ['shipments.state', { shipments: [{ id: 5 }] }],
    ['refunds.id', { refunds: [{ type: 'cancellation' }] }],
    ['cancelation_reason', { cancelation_reason: { code: 7 } }],
  ])('refuses the order if packing needs it: %s', (field, sent) => {
    const found = read(sent)
    expect(found.ok).toBe(false)
    const paths = found.ok
      ? []
      : found.issues.map(({ path }) => path.filter((part) => typeof part === 'string').join('.'))
    expect(paths).toEqual([field])
  })

  it('does not change what was sent', () => {
    const sent = { ...ORDER, amount: 'x', order_lines: [null, { ...LINE, mpn: 5 }] }
    const before = structuredClone(sent)
    readTolerantly(readOrder, sent)
    expect(sent).toEqual(before)
  })

  it('of an item hides no item', () => {
    const found = readTolerantly(readItem, {
      item_number: 122,
      state: 'listed',
      price: 12.5,
      msrp: 20,
      title: 5,
      size: [],
    })
    expect(found).toMatchObject({ ok: true, value: { item_number: '122', state: 'listed', title: '5' } })
    expect(found.ok && fieldsNotRead(found.value)).toEqual(['msrp', 'price'])
    expect(readTolerantly(readItem, { item_number: ['a'], state: 'listed' }).ok).toBe(false)
  })

  it('of a category hides no other', () => {
    const tree = [
      { id: '1', name: 'Tops', children: [null, { id: 2, name: 'Shirts', default_size: [] }] },
      { name: 'x' },
    ]
    expect(readTolerantly(readCategories, tree)).toEqual({
      ok: true,
      value: [{ id: 1, name: 'Tops', children: [{ id: 2, name: 'Shirts' }] }],
    })
  })

  it('of an answer to a create is taken as what it means', () => {
    expect(readTolerantly(createdShipment, { id: '17' })).toEqual({ ok: true, value: { id: 17 } })
    expect(readTolerantly(createdShipment, { id: 'none' }).ok).toBe(false)
  })

  it('is refused where no schema says what is needed', () => {
    expect(readTolerantly(z.object({ id: z.int() }), { id: '1' }).ok).toBe(false)
  })
})
