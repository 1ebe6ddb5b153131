import { readOrder, type Order } from '../../src/shared/partner-api/order'

type LineSpec = {
  id: number
  item_number?: string | null
  external_id?: string | null
  mpn?: string | null
  is_shipping_fee?: boolean
  estimated_payout?: number | null
  shipment_id?: number | null
}

/** An order as the marketplace would send it: by default three lines of goods and a shipping fee, all paid. */
export function makeOrder(overrides: Record<string, unknown> = {}): Order {
  const { id = 1001, amount } = overrides as { id?: number; amount?: unknown }
  const paid = typeof amount === 'number' ? amount : 12_300
  return readOrder.parse({
    id,
    state: 'paid',
    amount: paid,
    customer: { email: 'jo@example.com', phone_number: '+1 555 0100' },
    shipping_address: {
      line1: '1 Test Street',
      line2: '',
      city: 'Springfield',
      state: 'OR',
      zip5: '97477',
      name: 'Jo Doe',
    },
    created_at: '2026-11-19T10:00:00.000Z',
    updated_at: '2026-11-19T10:00:00.000Z',
    purchased_at: '2026-11-19T10:00:00.000Z',
    order_payments: [{ id, transaction_type: 'capture', total_collected: paid }],
    order_lines: makeLines([
      { id: id * 10 + 1, item_number: `ITM-${id}-1`, external_id: `EXT-${id}-1`, mpn: 'MPN-SHARED' },
      { id: id * 10 + 2, item_number: `ITM-${id}-2`, external_id: `EXT-${id}-2`, mpn: 'MPN-SHARED' },
      { id: id * 10 + 3, item_number: `ITM-${id}-3`, external_id: null, mpn: null },
      { id: id * 10 + 9, is_shipping_fee: true },
    ]),
    shipments: [],
    refunds: [],
    cancelation_reason: null,
    ...overrides,
  })
}

/** Order lines with the fields a test does not care about filled in. */
export function makeLines(specs: readonly LineSpec[]): unknown[] {
  return specs.map((spec) => ({
    item_number: null,
    external_id: null,
    mpn: null,
    shipment_id: null,
    is_shipping_fee: false,
    amount: spec.is_shipping_fee === true ? 0 : 4_100,
    ...spec,
  }))
}
