import fc from 'fast-check'

/**
 * What can happen to two stations and their marketplace, as plain data that fast-check draws, shrinks and prints. A
 * number that selects something (an order, a held op) is taken modulo the number of candidates at that time.
 */

export const STATIONS = ['A', 'B'] as const
export type StationName = (typeof STATIONS)[number]

/** Which requests a fault hits. */
export const TARGETS = {
  anything: { method: '*', route: '/api/*' },
  anyWrite: { method: 'POST', route: '/api/*' },
  createShipment: { method: 'POST', route: '/api/v1.0/orders/:id/shipments' },
  updateShipment: { method: 'POST', route: '/api/v1.0/orders/:id/shipments/:shipment' },
  refund: { method: 'POST', route: '/api/v1.0/orders/:id/refund' },
  cancelOrder: { method: 'POST', route: '/api/v1.0/orders/:id/cancel' },
  readOrder: { method: 'GET', route: '/api/v1.0/orders/:id' },
  listOrders: { method: 'GET', route: '/api/v1.0/orders' },
  createItem: { method: 'POST', route: '/api/v1.0/items' },
  listItems: { method: 'GET', route: '/api/v1.0/items' },
  changeItem: { method: '*', route: '/api/v1.0/items/:item' },
} as const
export type Target = keyof typeof TARGETS

export const FAULT_KINDS = [
  'delay',
  'drop',
  'reset',
  'hang',
  'status',
  'html',
  'truncate',
  'garble',
  'late',
  // Applied long after the settle window.
  'tooLate',
  // The answer to somebody else's success.
  'foreign',
  // A faked success of the marketplace: nothing is done.
  'pretend',
  // Minutes of 429.
  'storm',
] as const

const pick = fc.nat({ max: 11 })
const station = fc.constantFrom(...STATIONS)
const when = fc.constantFrom('before' as const, 'after' as const)

/** Few values, so that different people's requests look alike. */
const label = fc.record({
  carrier: fc.constantFrom('UPS', null),
  trackingNumber: fc.constantFrom('T1', 'T2', 'T3', null),
  warehouseId: fc.constantFrom(1, 1, 2),
})
const pack = fc.record({
  do: fc.constant('pack' as const),
  station,
  order: pick,
  lines: fc.nat({ max: 6 }),
  label,
})
const move = fc.record({
  do: fc.constant('move' as const),
  station,
  shipment: pick,
  move: fc.constantFrom('ship' as const, 'deliver' as const, 'cancel' as const),
})
const cancelOrder = fc.record({
  do: fc.constant('cancelOrder' as const),
  station,
  order: pick,
  /** Lines are packed in the same moment, before anything can be sent. */
  packed: fc.option(fc.record({ lines: fc.nat({ max: 6 }), label }), { nil: null }),
})
/** Few amounts, also for refunds made elsewhere. */
export const AMOUNTS = [100, 250] as const
/** More than half of the order’s amount, asked for twice, which is too much. */
export const MOST = 'most'
const refund = fc.record({
  do: fc.constant('refund' as const),
  station,
  order: pick,
  amount: fc.constantFrom<(typeof AMOUNTS)[number] | typeof MOST>(...AMOUNTS, MOST),
})
const createItem = fc.record({
  do: fc.constant('createItem' as const),
  station,
  key: fc.nat({ max: 2 }),
})
const updateItem = fc.record({
  do: fc.constant('updateItem' as const),
  item: pick,
  price: fc.option(fc.integer({ min: 100, max: 9_999 }), { nil: null }),
  percent: fc.option(fc.integer({ min: 1, max: 90 }), { nil: null }),
})
const delistItem = fc.record({ do: fc.constant('delistItem' as const), item: pick })
/** A change to several items from a file. */
const many = fc.record({
  do: fc.constant('many' as const),
  station,
  kind: fc.constantFrom(
    'price' as const,
    'price' as const,
    'discount' as const,
    'create' as const,
    'create' as const,
    'delist' as const,
  ),
  value: pick,
  confirm: fc.constantFrom(true, true, true, false),
  /** The marketplace wants none of it for a while, so that most of it waits. */
  busy: fc.boolean(),
  then: fc.constantFrom(null, null, 'pause' as const, 'undo' as const),
})
const answerMany = fc.record({
  do: fc.constant('answerMany' as const),
  station,
  job: pick,
  answer: fc.constantFrom(
    'confirm' as const,
    'pause' as const,
    'pause' as const,
    'resume' as const,
    'undo' as const,
    'changeBack' as const,
    'delete' as const,
  ),
})

const fault = fc.record({
  do: fc.constant('fault' as const),
  // A request that hangs costs a second of real time.
  kind: fc.constantFrom(...FAULT_KINDS, ...FAULT_KINDS.filter((kind) => kind !== 'hang')),
  target: fc.oneof(
    {
      weight: 2,
      arbitrary: fc.constantFrom<Target>('anything', 'anyWrite', 'anyWrite', 'createShipment', 'readOrder'),
    },
    { weight: 1, arbitrary: fc.constantFrom(...(Object.keys(TARGETS) as Target[])) },
  ),
  when,
  status: fc.constantFrom(500, 502, 503, 503, 504, 408, 409, 401, 403, 429, 429, 404, 422, 302),
  retryAfter: fc.constantFrom(null, '2', '90'),
  skip: fc.constantFrom(0, 0, 0, 1, 2),
  count: fc.integer({ min: 1, max: 3 }),
  variant: pick,
})
const clearFaults = fc.record({ do: fc.constant('clearFaults' as const) })
const turn = fc.record({
  do: fc.constant('turn' as const),
  ms: fc.constantFrom(1, 1_000, 5_000, 31_000, 70_000, 125_000, 300_000),
})
const other = fc.record({
  do: fc.constant('other' as const),
  order: pick,
  shipment: pick,
  action: fc.constantFrom(
    'pack' as const,
    'ship' as const,
    'deliver' as const,
    'cancelShipment' as const,
    'cancelOrder' as const,
    'refund' as const,
    'equalRefund' as const,
    'unlink' as const,
    'touch' as const,
    'touch' as const,
  ),
})
const restart = fc.record({ do: fc.constant('restart' as const), station })
/** The process dies around one of its next writes to the marketplace, and is restarted. */
const crash = fc.record({ do: fc.constant('crash' as const), station, when, writes: fc.nat({ max: 2 }) })
const token = fc.record({
  do: fc.constant('token' as const),
  change: fc.constantFrom(
    'tell' as const,
    'tell' as const,
    'tell' as const,
    'revoke' as const,
    'replace' as const,
  ),
})
const jump = fc.record({
  do: fc.constant('jump' as const),
  station,
  ms: fc.constantFrom(-86_400_000, -3_600_000, -90_000, -1_500, 1_500, 90_000, 3_600_000, 86_400_000),
})
const network = fc.record({ do: fc.constant('network' as const), up: fc.constantFrom(true, true, false) })
const answer = fc.record({ do: fc.constant('answer' as const), station, op: pick, answer: pick })
const pull = fc.record({ do: fc.constant('pull' as const), station })
const pullItems = fc.record({ do: fc.constant('pullItems' as const), station })
/** The app's own backup, and a raw copy of the file; later one of them replaces the file. */
const keepCopy = fc.record({ do: fc.constant('keepCopy' as const), station })
const goBack = fc.record({
  do: fc.constant('goBack' as const),
  station,
  by: fc.constantFrom('app' as const, 'hand' as const),
})
/** Open ops are exported from one station and imported at the other, or at the same one. */
const carry = fc.record({ do: fc.constant('carry' as const), station, to: station })
const disk = fc.record({
  do: fc.constant('disk' as const),
  station,
  full: fc.constantFrom(true, false, false),
})
const jobs = fc.record({ do: fc.constant('jobs' as const) })

const step = fc.oneof(
  { weight: 10, arbitrary: pack },
  { weight: 9, arbitrary: move },
  { weight: 1, arbitrary: cancelOrder },
  { weight: 3, arbitrary: refund },
  { weight: 3, arbitrary: createItem },
  { weight: 3, arbitrary: updateItem },
  { weight: 1, arbitrary: delistItem },
  { weight: 3, arbitrary: many },
  { weight: 4, arbitrary: answerMany },
  { weight: 18, arbitrary: fault },
  { weight: 1, arbitrary: clearFaults },
  { weight: 12, arbitrary: turn },
  { weight: 4, arbitrary: other },
  { weight: 2, arbitrary: restart },
  { weight: 3, arbitrary: crash },
  { weight: 2, arbitrary: token },
  { weight: 2, arbitrary: jump },
  { weight: 2, arbitrary: network },
  { weight: 4, arbitrary: answer },
  { weight: 2, arbitrary: pull },
  { weight: 2, arbitrary: pullItems },
  { weight: 1, arbitrary: jobs },
  { weight: 2, arbitrary: keepCopy },
  { weight: 1, arbitrary: goBack },
  { weight: 1, arbitrary: carry },
  { weight: 1, arbitrary: disk },
)
/** No faults; effects may be shown late. */
const calmStep = fc.oneof(
  { weight: 10, arbitrary: pack },
  { weight: 9, arbitrary: move },
  { weight: 2, arbitrary: refund },
  { weight: 12, arbitrary: turn },
  { weight: 2, arbitrary: pull },
  { weight: 2, arbitrary: pullItems },
  { weight: 1, arbitrary: restart },
)

/** How this marketplace decides what the document leaves open. */
const settings = fc.record({
  timestampPrecision: fc.constantFrom(
    'milliseconds' as const,
    'milliseconds' as const,
    'seconds' as const,
    'rounded_seconds' as const,
  ),
  secondShipmentOnLine: fc.constantFrom('refuse' as const, 'accept' as const),
  absentCarrierText: fc.constantFrom('null' as const, 'empty' as const),
  duplicateExternalId: fc.constantFrom('refuse' as const, 'return_existing' as const),
  repeatedCancel: fc.constantFrom('refuse' as const, 'accept' as const),
  cancelOrderCancelsPackedShipments: fc.boolean(),
  cancelationReason: fc.constantFrom('dropshipper_canceled', null),
  deletedItems: fc.constantFrom('visible' as const, 'gone' as const),
  carrierCase: fc.constantFrom('as_given' as const, 'as_given' as const, 'upper' as const, 'lower' as const),
  warehouseEcho: fc.constantFrom('shown' as const, 'shown' as const, 'null' as const, 'absent' as const),
  replicaLagMs: fc.constantFrom<number>(0, 0, 0, 0, 0, 0, 0, 5_000, 60_000, 200_000),
  replicaReads: fc.constantFrom('all' as const, 'alternate' as const),
  dateHeader: fc.constantFrom('sent' as const, 'sent' as const, 'sent' as const, 'none' as const),
  paymentsShown: fc.constantFrom('charge' as const, 'authorization_and_capture' as const),
  refundSign: fc.constantFrom('plus' as const, 'plus' as const, 'minus' as const),
})
type Settings = Drawn<typeof settings>

const THREE_HOURS_MS = 3 * 3_600_000
/** The offset of station A's clock when it starts, then without a network. */
const clockOffMs = fc.constantFrom<number>(0, 0, 0, 0, 0, 0, 0, 0, THREE_HOURS_MS, -THREE_HOURS_MS)

/** A whole schedule. */
export const schedule = fc.record({
  settings,
  orders: fc.integer({ min: 1, max: 3 }),
  /** The first order is missing from every list, although it can be read by itself. */
  hidden: fc.constantFrom<boolean>(false, false, false, false, false, false, false, false, false, true),
  clockOffMs,
  steps: fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }),
  /** In the end the token is refused for a while and then well again, and nobody touches the stations. */
  alone: fc.constantFrom<boolean>(true, false, false),
})

/** A schedule in which reads lag, and nothing else is wrong. */
export function laggingSchedule(lagMs: number): fc.Arbitrary<Schedule> {
  const plain: Settings = {
    timestampPrecision: 'milliseconds',
    secondShipmentOnLine: 'refuse',
    absentCarrierText: 'null',
    duplicateExternalId: 'refuse',
    repeatedCancel: 'refuse',
    cancelOrderCancelsPackedShipments: false,
    cancelationReason: 'dropshipper_canceled',
    deletedItems: 'visible',
    carrierCase: 'as_given',
    warehouseEcho: 'shown',
    replicaLagMs: lagMs,
    replicaReads: 'all',
    dateHeader: 'sent',
    paymentsShown: 'charge',
    refundSign: 'plus',
  }
  return fc.record({
    settings: fc
      .record({
        secondShipmentOnLine: fc.constantFrom('refuse' as const, 'accept' as const),
        replicaReads: fc.constantFrom('all' as const, 'alternate' as const),
      })
      .map((drawn) => ({ ...plain, ...drawn })),
    orders: fc.integer({ min: 1, max: 3 }),
    hidden: fc.constant(false),
    clockOffMs: fc.constant(0),
    steps: fc.array(calmStep, { minLength: 1, maxLength: 40, size: 'max' }),
    alone: fc.constant(false),
  })
}

type Drawn<Arbitrary> = Arbitrary extends fc.Arbitrary<infer Value> ? Value : never
export type Schedule = Drawn<typeof schedule>
export type Step = Drawn<typeof step>
