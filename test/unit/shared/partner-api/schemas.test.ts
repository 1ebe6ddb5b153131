import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { readCategory } from '../../../../src/shared/partner-api/category'
import { API_PREFIX, ACCESS_TOKEN_HEADER, partnerPaths } from '../../../../src/shared/partner-api/http'
import {
  createdItem,
  createItemBody,
  readItem,
  updateItemBody,
} from '../../../../src/shared/partner-api/item'
import { readOrder } from '../../../../src/shared/partner-api/order'
import { createdRefund, createRefundBody, readRefund } from '../../../../src/shared/partner-api/refund'
import {
  createdShipment,
  createShipmentBody,
  readShipment,
  updateShipmentBody,
} from '../../../../src/shared/partner-api/shipment'

const AT = '2026-11-21T10:00:00.000Z'

/** The document's examples in full: every field of every resource. */
const SHIPMENT = {
  id: 5,
  state: 'packed',
  carrier: 'UPS',
  tracking_number: '1Z',
  tracking_url: 'https://ups.example/1Z',
  warehouse_id: 1,
  packed_at: AT,
  shipped_at: null,
  expected_to_deliver_at: null,
  delivered_at: null,
  canceled_at: null,
}
const REFUND = {
  id: 6,
  type: 'order_refund',
  source: 'dropshipper',
  state: 'pending',
  total_refunded: 100,
  refund_lines: [{ id: 1, order_line_id: 2, amount: 100 }],
}
const LINE = {
  id: 2,
  item_number: 'A1',
  listed_item_price: 100,
  amount: 100,
  net: 90,
  discount: 10,
  allowed_discount: { max_discount: { percentage: 10 } },
  tax: 5,
  estimated_payout: 80,
  is_shipping_fee: false,
  shipment_id: 5,
  external_id: 'E1',
  mpn: 'M1',
}
const ORDER = {
  id: 7,
  state: 'paid',
  customer: { email: 'a@b.example', phone_number: '1' },
  amount: 100,
  created_at: AT,
  updated_at: AT,
  purchased_at: AT,
  shipping_address: { line1: 'a', line2: '', city: 'b', state: 'c', zip5: '12345', name: 'd' },
  order_payments: [{ id: 1, total_collected: 100, transaction_type: 'charge' }],
  order_lines: [LINE],
  shipments: [SHIPMENT],
  refunds: [REFUND],
  cancelation_reason: null,
}
const ITEM = {
  item_number: 'A1',
  state: 'listed',
  title: 'Coat',
  description: '',
  external_id: 'E1',
  mpn: 'M1',
  price: 100,
  listed_price: 110,
  discount: { max_discount: { percentage: 10 } },
  msrp: 200,
  quality: 'good',
  condition_description: '',
  with_tag: true,
  created_at: AT,
  updated_at: AT,
  category_id: 1,
  brand_id: 2,
  warehouse_id: 3,
  fulfillment_delay_days: 2,
  size: { scale: 'US', name: 'M', sizing_id: 4, type: 'standard' },
  attributes: { color: ['red'], material: [{ value: 'wool', percentage: 100 }], waist: 'high' },
  listing_error_messages: [],
}
const CATEGORY = {
  id: 1,
  name: 'Women',
  gender: 'female',
  sizing_type: 'standard',
  allowed_sizes: { US: ['S'] },
  default_size: { scale: 'US', name: 'S' },
  children: [{ id: 2, name: 'Tops', children: [{ id: 3, name: 'Shirts' }] }],
}

const READERS: [string, z.ZodType, Record<string, unknown>, string[]][] = [
  ['order', readOrder, ORDER, ['id', 'state', 'order_lines']],
  ['shipment', readShipment, SHIPMENT, ['id', 'state']],
  ['refund', readRefund, REFUND, ['id']],
  ['item', readItem, ITEM, ['item_number', 'state']],
  ['category', readCategory, CATEGORY, ['id', 'name']],
]

describe.each(READERS)('reading: %s', (_, schema, whole, demanded) => {
  it('accepts every field of the document unchanged', () => {
    expect(schema.parse(whole)).toEqual(whole)
  })

  it('keeps unknown fields, of any shape', () => {
    const novel = { ...whole, novelty: { deep: [1, null, 'x'] }, flag: true }
    expect(schema.parse(novel)).toEqual(novel)
  })

  it.each(Object.keys(whole))('without %s: refused only if it is required', (field) => {
    const { [field]: _dropped, ...rest } = whole
    expect(schema.safeParse(rest).success).toBe(!demanded.includes(field))
    expect(schema.safeParse({ ...whole, [field]: null }).success).toBe(!demanded.includes(field))
  })

  it.each([null, undefined, 'text', 7, []])('refuses %j', (value) => {
    expect(schema.safeParse(value).success).toBe(false)
  })
})

describe('unknown values survive', () => {
  it('states of orders, shipments, items and refunds', () => {
    expect(readOrder.parse({ ...ORDER, state: 'in_review' }).state).toBe('in_review')
    expect(readShipment.parse({ ...SHIPMENT, state: 'lost' }).state).toBe('lost')
    expect(readItem.parse({ ...ITEM, state: 'rejected' }).state).toBe('rejected')
    const odd = { ...REFUND, state: 'failed', type: 'goodwill', source: 'support' }
    expect(readRefund.parse(odd)).toEqual(odd)
  })

  it('fields deep inside an order', () => {
    const deep = {
      ...ORDER,
      customer: { ...ORDER.customer, loyalty: 'gold' },
      shipping_address: { ...ORDER.shipping_address, country: 'US' },
      order_lines: [{ ...LINE, gift: true, allowed_discount: { kind: 'x' } }],
      shipments: [{ ...SHIPMENT, weight: 1 }],
      refunds: [{ ...REFUND, refund_lines: [{ id: 1, reason: 'x' }] }],
      order_payments: [{ id: 1, method: 'card' }],
    }
    expect(readOrder.parse(deep)).toEqual(deep)
  })

  it('errors of a listing, of any shape', () => {
    const messages = ['text', { field: 'size' }, 7, null]
    expect(readItem.parse({ ...ITEM, listing_error_messages: messages }).listing_error_messages).toEqual(
      messages,
    )
  })

  it('timestamps as the server wrote them, whatever their precision', () => {
    const shipment = readShipment.parse({ ...SHIPMENT, packed_at: '2026-11-21T10:00:00.123456+00:00' })
    expect(shipment.packed_at).toBe('2026-11-21T10:00:00.123456+00:00')
  })
})

describe('missing values', () => {
  it('shipments and refunds of an order read as none', () => {
    const least = { id: 7, state: 'paid', order_lines: [] }
    expect(readOrder.parse(least)).toEqual({ ...least, shipments: [], refunds: [] })
    expect(readOrder.parse({ ...least, shipments: null, refunds: null })).toMatchObject({
      shipments: [],
      refunds: [],
    })
  })

  it('children make a leaf', () => {
    expect(readCategory.parse({ id: 3, name: 'Shirts' })).toEqual({ id: 3, name: 'Shirts' })
  })

  it.each([
    ['an order id that is a text', { ...ORDER, id: '7' }],
    ['an order id beyond exact numbers', { ...ORDER, id: 2 ** 53 }],
    ['lines that are no list', { ...ORDER, order_lines: {} }],
    ['a line without id', { ...ORDER, order_lines: [{ item_number: 'A1' }] }],
    ['a shipment without state', { ...ORDER, shipments: [{ id: 1 }] }],
  ])('is refused: %s', (_, order) => {
    expect(readOrder.safeParse(order).success).toBe(false)
  })
})

const CREATE_ITEM = {
  title: 'Coat',
  price: 100,
  msrp: 200,
  brand_id: 1,
  category_id: 2,
  warehouse_id: 3,
  quality: 'good',
  photos: [{ url: 'https://img.example/1.jpg', subtype: 'front' }],
}
const PACK = { warehouse_id: 1, order_line_ids: [1, 2], packed_at: AT }
const SHIPPED = { state: 'shipped', shipped_at: AT, expected_to_deliver_at: AT }

const BODIES: [string, z.ZodType, Record<string, unknown>, Record<string, unknown>][] = [
  [
    'create item',
    createItemBody,
    CREATE_ITEM,
    {
      description: 'long',
      mpn: 'M1',
      external_id: 'E1',
      discount: { max_discount: { percentage: 10 } },
      condition_description: 'as new',
      with_tag: false,
      authentication_type: 'none',
      size: { scale: 'US', name: 'M', sizing_id: 1, type: 'standard' },
      attributes: { color: ['red'], material: [{ value: 'wool', percentage: 100 }], ring_size: '7' },
    },
  ],
  [
    'create shipment',
    createShipmentBody,
    PACK,
    { carrier: 'UPS', tracking_number: '1', tracking_url: 'u', shipped_at: null, expected_to_deliver_at: AT },
  ],
  ['ship', updateShipmentBody, SHIPPED, { carrier: 'UPS', tracking_number: '1', tracking_url: 'u' }],
  ['deliver', updateShipmentBody, { state: 'delivered', delivered_at: AT }, { carrier: 'UPS' }],
  ['cancel shipment', updateShipmentBody, { state: 'canceled', canceled_at: AT }, { tracking_number: '1' }],
  ['refund', createRefundBody, { amount: 1 }, {}],
]

describe.each(BODIES)('writing: %s', (_, schema, least, more) => {
  it('accepts the minimum and the maximum', () => {
    expect(schema.parse(least)).toEqual(least)
    expect(schema.parse({ ...least, ...more })).toEqual({ ...least, ...more })
  })

  it.each(Object.keys(least))('refuses a body without %s', (field) => {
    const { [field]: _dropped, ...rest } = least
    expect(schema.safeParse(rest).success).toBe(false)
    expect(schema.safeParse({ ...least, [field]: null }).success).toBe(false)
  })

  it('refuses a field that the document does not have', () => {
    expect(schema.safeParse({ ...least, note: 'x' }).success).toBe(false)
  })
})

describe('a body is refused', () => {
  it.each<[string, z.ZodType, object]>([
    ['a price in euros', createItemBody, { ...CREATE_ITEM, price: 1.5 }],
    ['a price below nothing', createItemBody, { ...CREATE_ITEM, price: -1 }],
    ['a price as text', createItemBody, { ...CREATE_ITEM, price: '100' }],
    ['no title', createItemBody, { ...CREATE_ITEM, title: '' }],
    ['a photo without view', createItemBody, { ...CREATE_ITEM, photos: [{ url: 'https://a.example' }] }],
    ['a photo that is no URL', createItemBody, { ...CREATE_ITEM, photos: [{ url: 'x', subtype: 'y' }] }],
    ['an unknown attribute', createItemBody, { ...CREATE_ITEM, attributes: { colour: ['red'] } }],
    [
      'an unknown part of the size',
      createItemBody,
      { ...CREATE_ITEM, size: { scale: 'a', name: 'b', fit: 'c' } },
    ],
    ['a discount over 100', updateItemBody, { discount: { max_discount: { percentage: 101 } } }],
    ['an item update of nothing', updateItemBody, {}],
    ['an item update of the title', updateItemBody, { price: 1, title: 'x' }],
    ['no lines', createShipmentBody, { ...PACK, order_line_ids: [] }],
    ['a line that is no number', createShipmentBody, { ...PACK, order_line_ids: ['1'] }],
    ['a local time', createShipmentBody, { ...PACK, packed_at: '2026-11-21T10:00:00' }],
    ['a time with an offset', createShipmentBody, { ...PACK, packed_at: '2026-11-21T10:00:00+01:00' }],
    ['a time without seconds', createShipmentBody, { ...PACK, packed_at: '2026-11-21T10:00Z' }],
    ['a day that does not exist', createShipmentBody, { ...PACK, packed_at: '2026-02-30T10:00:00Z' }],
    ['a state that cannot be asked for', updateShipmentBody, { state: 'packed' }],
    ['an unknown state', updateShipmentBody, { ...SHIPPED, state: 'lost' }],
    ["another state's time", updateShipmentBody, { ...SHIPPED, delivered_at: AT }],
    ['a refund of nothing', createRefundBody, { amount: 0 }],
    ['a refund below nothing', createRefundBody, { amount: -5 }],
  ])('%s', (_, schema, body) => {
    expect(schema.safeParse(body).success).toBe(false)
  })
})

it('an item update takes the price, the discount or both', () => {
  const discount = { max_discount: { percentage: 0 } }
  for (const body of [{ price: 0 }, { discount }, { price: 1, discount }]) {
    expect(updateItemBody.parse(body)).toEqual(body)
  }
})

it('the answer to a create needs its id', () => {
  expect(createdShipment.parse({ id: 1, extra: 2 })).toEqual({ id: 1, extra: 2 })
  expect(createdRefund.safeParse({}).success).toBe(false)
  expect(createdItem.safeParse({ item_number: '' }).success).toBe(false)
  expect(createdItem.safeParse({ item_number: 7 }).success).toBe(false)
})

it('paths are those of the document, identifiers escaped', () => {
  expect(API_PREFIX).toBe('/api/v1.0')
  expect(ACCESS_TOKEN_HEADER).toBe('X-Partner-Access-Token')
  expect([
    partnerPaths.items(),
    partnerPaths.item('A/1 ?#'),
    partnerPaths.orders(),
    partnerPaths.order(7),
    partnerPaths.shipments(7),
    partnerPaths.shipment(7, 9),
    partnerPaths.refund(7),
    partnerPaths.cancel(7),
    partnerPaths.categories(),
  ]).toEqual([
    '/api/v1.0/items',
    '/api/v1.0/items/A%2F1%20%3F%23',
    '/api/v1.0/orders',
    '/api/v1.0/orders/7',
    '/api/v1.0/orders/7/shipments',
    '/api/v1.0/orders/7/shipments/9',
    '/api/v1.0/orders/7/refund',
    '/api/v1.0/orders/7/cancel',
    '/api/v1.0/categories',
  ])
})
