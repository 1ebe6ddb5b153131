/** Rows as a station in use writes them. */

export type Row = Record<string, unknown>

const at = (second: number): string => new Date(Date.UTC(2026, 10, 20, 9, 0, second)).toISOString()
/** An arbitrary ID, the same for the same number. */
const uid = (n: number): string => `9f1c2b7e-5d40-4c1a-8e3b-${String(n).padStart(12, '0')}`
/** Sealed text looks like noise: any bytes will do. */
const sealed = (length: number): Buffer =>
  Buffer.from(Array.from({ length }, (_, at) => (at * 151 + 7) % 256))

const ORDERS = 40
const LINES = 3

const rest = (n: number): string =>
  JSON.stringify({
    note: `Deliver to the back door, ring twice. ${'Fragile: glass and china inside. '.repeat(30)}`,
    currency: 'EUR',
    tags: Array.from({ length: 20 }, (_, tag) => `tag-${n}-${tag}`),
    unknown_field: { nested: [n, null, true, 'ä€🧵'] },
  })

const orders = Array.from({ length: ORDERS }, (_, n): Row => {
  const canceled = n % 10 === 9
  return {
    order_id: 100_000 + n,
    state: canceled ? 'canceled' : 'paid',
    canceled: canceled ? 1 : 0,
    cancelation_reason: canceled ? 'customer_changed_mind' : null,
    purchased_at: at(n),
    updated_at: at(n + 60),
    amount_cents: 4_990 + n,
    buyer: n % 5 === 4 ? null : sealed(420),
    rest: rest(n),
    read_at: at(n + 120),
    goods_lines: LINES - 1,
    unpacked_lines: n % 2,
    packed_shipments: n % 3,
    shipped_shipments: n % 4,
    search_text: `${100_000 + n} ada lovelace coat-${n} kölner straße ${n}`,
    buyer_purged_at: n % 5 === 4 ? at(n + 180) : null,
    changes: n % 3 === 0 ? JSON.stringify([{ what: 'address', seq: 1, at: at(n) }]) : null,
    due_days: n % 3 === 0 ? null : n % 3,
  }
})

const shipments = orders.slice(0, 30).map(({ order_id }, n): Row => ({
  shipment_uid: uid(n),
  order_id,
  server_id: n % 3 === 2 ? null : 500_000 + n,
  state: ['packed', 'shipped', 'delivered', 'canceled'][n % 4],
  carrier: 'Deutsche Post DHL',
  tracking_number: `0034043416109${String(n).padStart(7, '0')}`,
  tracking_url: `https://www.dhl.de/de/privatkunden/pakete-empfangen/verfolgen.html?piececode=0034043416109${n}`,
  warehouse_id: 17,
  packed_at: at(n),
  shipped_at: n % 4 > 0 ? at(n + 1) : null,
  expected_to_deliver_at: n % 4 > 0 ? at(n + 200_000) : null,
  delivered_at: n % 4 === 2 ? at(n + 100_000) : null,
  canceled_at: n % 4 === 3 ? at(n + 2) : null,
  server_copy: n % 3 === 2 ? null : JSON.stringify({ id: 500_000 + n, items: [n], padding: 'x'.repeat(600) }),
  packed_here: n % 2,
  line_ids: JSON.stringify([n * 10 + 1, n * 10 + 2]),
  by_hand: JSON.stringify([n * 10 + 2]),
  scans: JSON.stringify({ [n * 10 + 1]: `SKU-${n}` }),
}))

const KINDS = ['create_shipment', 'ship_shipment', 'deliver_shipment', 'cancel_shipment']
const STATES = ['ready', 'sending', 'unknown', 'confirmed', 'held', 'discarded']

/** The columns since all items are kept. */
function columnsOfItem(n: number): Row {
  return {
    item_id: n + 1,
    updated_ms: Date.parse(at(n)),
    created_ms: Date.parse(at(n)) - 1,
    price_cents: 4_990 + n,
    listed_price_cents: 4_990 + n,
    discount_percent: n % 30,
    msrp_cents: 9_990,
    category_id: 40 + (n % 3),
    brand_id: 7,
    warehouse_id: 1,
    delay_days: 2,
    has_errors: n % 2,
    unlisted: n % 2,
    state: n % 5 === 4 ? null : 'listed',
    quality: n % 2 === 0 ? 'new' : 'used',
    external_id: `EXT-${n}-1`,
    mpn: `MPN-${n}-1`,
    gone_at: n % 5 === 4 ? at(n) : null,
  }
}

/** Every kind in every state, five times. The other shipments came from the marketplace. */
const SHIPMENTS_OF_OPS = 20
const opsOnOrders = Array.from({ length: KINDS.length * STATES.length * 5 }, (_, n): Row => {
  const state = STATES[n % STATES.length] ?? ''
  const order = shipments[n % SHIPMENTS_OF_OPS]?.['order_id']
  const isSent = state !== 'ready'
  const isOver = state === 'confirmed' || state === 'discarded'
  return {
    seq: n + 1,
    op_uid: uid(1_000 + n),
    kind: KINDS[Math.floor(n / STATES.length) % KINDS.length],
    lane: `order:${String(order)}`,
    order_id: order,
    shipment_uid: shipments[n % SHIPMENTS_OF_OPS]?.['shipment_uid'],
    item_key: null,
    body: JSON.stringify({ tracking_number: `JD${n}`, order_lines: [n, n + 1], note: 'ü'.repeat(250) }),
    state,
    held_reason: state === 'held' ? 'unconfirmed' : null,
    attempts: isSent ? 1 + (n % 4) : 0,
    baseline: isSent && n % 2 === 0 ? JSON.stringify([n, n + 1]) : null,
    server_ref: isOver ? String(500_000 + n) : null,
    captured_at: at(n),
    captured_by: n % 2 === 0 ? 'Ada Lovelace' : '',
    captured_mono_ms: 1_000 * n,
    clock_offset_ms: n % 3 === 0 ? null : -250,
    sent_at: isSent ? at(n + 1) : null,
    settled_at: isOver ? at(n + 2) : null,
    error_code: state === 'held' ? 'unclear' : null,
    error_status: state === 'held' ? 502 : null,
    discard_reason: state === 'discarded' ? 'Packed twice by mistake' : null,
    finding: state === 'held' ? JSON.stringify({ why: 'changed_elsewhere', shipments: [n] }) : null,
    shown_at: state === 'confirmed' ? at(n + 3) : null,
    looks: n % 3,
    effective_by: isOver ? at(n + 4) : null,
    failing_since: state === 'unknown' ? at(n + 5) : null,
    claims: isSent ? 1 + (n % 5) : 0,
    known: n % 2 === 0 ? JSON.stringify({ state: 'packed', tracking_number: null }) : null,
    from_file: n % 7 === 0 ? 1 : 0,
    job_id: null,
    job_row: null,
  }
})

const JOB = Date.parse(at(0))

const outbox: readonly Row[] = [
  ...opsOnOrders,
  {
    ...opsOnOrders[0],
    seq: opsOnOrders.length + 1,
    op_uid: uid(2_000),
    kind: 'update_item',
    lane: 'item:ITEM-1-1',
    order_id: null,
    shipment_uid: null,
    item_key: 'ITEM-1-1',
  },
  {
    ...opsOnOrders[0],
    seq: opsOnOrders.length + 2,
    op_uid: uid(2_001),
    kind: 'update_item',
    lane: 'item:ITEM-2-1',
    order_id: null,
    shipment_uid: null,
    item_key: 'ITEM-2-1',
    job_id: JOB,
    job_row: 1,
  },
]

/** By table. A table that exists in a version but is not named here fails its test. */
export const SAMPLE_ROWS: Readonly<Record<string, readonly Row[]>> = {
  orders,
  shipments,
  outbox,
  order_lines: orders.flatMap(({ order_id }, n) =>
    Array.from({ length: LINES }, (_, position): Row => ({
      order_id,
      line_id: n * 10 + position,
      position,
      item_number: position === 0 ? null : `ITEM-${n}-${position}`,
      external_id: position === 0 ? null : `EXT-${n}-${position}`,
      mpn: position === 0 ? null : `MPN-${n}-${position}`,
      is_shipping_fee: position === 0 ? 1 : 0,
      shipment_uid: n < 30 && position > 0 ? uid(n) : null,
      server_copy: JSON.stringify({
        id: n * 10 + position,
        title: 'Wool coat, size 42',
        padding: 'y'.repeat(400),
      }),
    })),
  ),
  items: Array.from({ length: 25 }, (_, n): Row => ({
    item_number: `ITEM-${n}-1`,
    title: n % 5 === 4 ? null : `Wool coat no. ${n}, grün`,
    server_copy:
      n % 5 === 4
        ? null
        : JSON.stringify({
            external_id: `EXT-${n}-1`,
            mpn: n % 2 === 0 ? null : `MPN-${n}-1`,
            updated_at: at(n),
            state: 'listed',
            description: 'Pure new wool. '.repeat(80),
          }),
    read_at: at(n),
    ...columnsOfItem(n),
  })),
  item_copies: Array.from({ length: 20 }, (_, n): Row => ({
    item_id: n + 1,
    server_copy: JSON.stringify({ item_number: `ITEM-${n}-1`, state: 'listed', padding: 'x'.repeat(900) }),
  })),
  item_changes: Array.from({ length: 30 }, (_, n): Row => ({
    change_id: n + 1,
    item_id: (n % 20) + 1,
    at: at(n),
    field: n % 2 === 0 ? 'price' : 'state',
    old: n % 2 === 0 ? 4_990 : 'processing',
    new: n % 2 === 0 ? 3_990 : 'listed',
    op_seq: n % 3 === 0 ? n + 1 : null,
  })),
  archived_labels: [{ label: '00340434161090000042', order_id: 99_999, used_at: at(4) }],
  bulk_jobs: [
    {
      job_id: JOB,
      kind: 'price',
      source: JSON.stringify({ filter: { states: ['listed'] } }),
      spec: JSON.stringify({ rule: { percent: -10 } }),
      state: 'done',
      paused: 0,
      place: 2,
      row_count: 2,
      below_floor: 1,
      created_at: at(0),
      created_by: 'Ada Lovelace',
      capture: JSON.stringify({ at: at(1), by: 'Ada Lovelace' }),
      ended_at: at(2),
    },
  ],
  bulk_rows: [1, 2].map((row): Row => ({
    job_id: JOB,
    job_row: row,
    item_key: `ITEM-${row + 1}-1`,
    title: 'Wool coat',
    cells: JSON.stringify([`ITEM-${row + 1}-1`, '39,90']),
    before_values: JSON.stringify({ price: 4_990 }),
    after_cents: 3_990,
    after_percent: 20,
    body: JSON.stringify({ title: 'Wool coat' }),
    problems: row === 2 ? JSON.stringify([{ column: 'price', code: 'wrong' }]) : null,
    below_floor: row - 1,
    left_out: row - 1,
    outcome: row === 2 ? 'item_gone' : null,
  })),
  set_aside: [
    {
      source: 'orders',
      record: '100039',
      fields: '["id"]',
      since: at(4),
      raw: JSON.stringify({ id: null, buyer: 'unreadable '.repeat(60) }),
      problem: 'id: expected a number',
      seen_at: at(5),
    },
  ],
  settings: [
    { key: 'pull.cursor', value: at(7) },
    { key: 'preferences', value: JSON.stringify({ language: { locale: 'de' }, padding: 'z'.repeat(500) }) },
    { key: 'items.cursor', value: at(7) },
    { key: 'categories.read_at', value: at(7) },
  ],
  secrets: [{ name: 'access_token', sealed: sealed(96) }],
  op_events: outbox.map(({ seq }, n): Row => ({
    event_id: n + 1,
    seq,
    event: n % 2 === 0 ? 'failed' : 'sent_again',
    at: at(n),
    by_whom: n % 2 === 0 ? null : 'Ada Lovelace',
    error_code: n % 2 === 0 ? 'timeout' : null,
    error_status: n % 2 === 0 ? 504 : null,
    note: n % 2 === 0 ? null : 'Asked the marketplace by phone',
  })),
  notices: Array.from({ length: 12 }, (_, n): Row => ({
    notice_id: n + 1,
    kind: 'order_canceled',
    order_id: 100_000 + n,
    shipment_uids: JSON.stringify([uid(n)]),
    count: n % 2 === 0 ? null : n,
    raised_at: at(n),
    acknowledged_at: n % 2 === 0 ? null : at(n + 9),
    acknowledged_by: n % 2 === 0 ? null : 'Grace Hopper',
  })),
  order_holds: [
    {
      order_id: 100_003,
      reason: 'The buyer asked for another address',
      held_by: 'Ada Lovelace',
      held_at: at(3),
    },
  ],
  taught_codes: [
    {
      code: '04006381333931',
      by: 'mpn',
      value: 'COAT-1',
      size: 'M',
      taught_at: at(5),
      taught_by: 'Ada Lovelace',
      at_hub: 1,
    },
    {
      code: 'TAG-7',
      by: 'externalId',
      value: 'SKU-7',
      size: '',
      taught_at: at(6),
      taught_by: 'Grace Hopper',
      at_hub: 0,
    },
  ],
  put_wall: [
    { order_id: 1, line_id: 10, slot: 7, code: 'COAT-1', put_at: at(7) },
    { order_id: 1, line_id: 11, slot: 7, code: 'ITM-1-2', put_at: at(8) },
  ],
  given_numbers: [
    {
      order_id: 100_003,
      tracking_number: '1Z999AA10123456784',
      carrier: 'UPS',
      file_name: 'monday.csv',
      given_at: at(7),
      given_by: 'Ada Lovelace',
      taken_back: 0,
      turn: 1,
      at_hub: 1,
    },
  ],
  printed_labels: [
    {
      order_id: 100_003,
      sha256: 'a'.repeat(64),
      sent: 1,
      printed_at: at(7),
      printed_by: 'Ada Lovelace',
    },
  ],
  taught_codes_taken_back: [{ code: 'TAG-8', by: 'mpn', value: 'COAT-8', size: 'L' }],
  handover_scans: [
    { mode: 'ship', shipment_uid: uid(0), scanned_at: at(8), refusal: null },
    {
      mode: 'deliver',
      shipment_uid: uid(1),
      scanned_at: at(9),
      refusal: JSON.stringify({ code: 'not_shipped' }),
    },
  ],
  payout_days: [{ day: '2026-11-20', orders: 2, canceled: 1 }],
  payout_sums: [
    {
      ...{ day: '2026-11-20', category: '17', items: 2 },
      ...{ sold_cents: 9_980, refunded_cents: 4_990, payout_cents: 3_992 },
    },
  ],
  photos: [
    {
      shipment_uid: uid(0),
      order_id: 100_000,
      kind: 'photo',
      taken_at: at(2),
      taken_by: 'Ada Lovelace',
      sha256: 'c0ffee'.repeat(10),
      bytes: 48_000,
      file: 'photos/1.sealed',
    },
  ],
  deleted_buyers: [{ order_id: 99_999, deleted_at: at(3) }],
}
