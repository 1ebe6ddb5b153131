import { describe, expect, it } from 'vitest'
import { mergeTimeline } from '../../../../../src/shared/domain/orders/timeline'
import type {
  OpStep,
  TimelineFacts,
  TimelineOp,
  TimelineShipment,
} from '../../../../../src/shared/domain/orders/timeline-facts'

const at = (time: string) => `2026-11-21T${time}.000Z`

const NOTHING: TimelineFacts = {
  state: 'paid',
  canceled: false,
  cancelationReason: null,
  purchasedAt: at('08:00:00'),
  amountCents: 8_399,
  payments: [],
  shipments: [],
  refunds: [],
  ops: [],
  changes: [],
  hold: null,
  photos: [],
  alarms: [],
  archivedIn: null,
  evidence: [],
}
const shipment = (over: Partial<TimelineShipment> = {}): TimelineShipment => ({
  shipmentId: 'one',
  state: 'packed',
  carrier: null,
  trackingNumber: null,
  packedAt: at('09:00:00'),
  shippedAt: null,
  expectedToDeliverAt: null,
  deliveredAt: null,
  canceledAt: null,
  items: 2,
  byHand: null,
  ...over,
})
const step = (event: OpStep['event'], time: string, over: Partial<OpStep> = {}): OpStep => ({
  event,
  at: at(time),
  by: event === 'capture' ? 'Pat' : null,
  fromFile: false,
  error: null,
  note: null,
  ...over,
})
const op = (over: Partial<TimelineOp> = {}): TimelineOp => ({
  seq: 1,
  kind: 'create_shipment',
  state: 'confirmed',
  shipmentId: 'one',
  serverRef: null,
  label: { carrier: null, trackingNumber: null },
  cents: null,
  history: [step('capture', '09:00:00'), step('claim', '09:00:01'), step('confirm', '09:00:02')],
  ...over,
})
const merged = (facts: Partial<TimelineFacts>) => mergeTimeline({ ...NOTHING, ...facts })
const timed = (facts: Partial<TimelineFacts>) =>
  merged(facts).timed.map((entry) => [
    entry.what === 'parcel' ? entry.step : entry.what === 'op' ? entry.event : entry.what,
    entry.at?.slice(11, 19),
    entry.by,
  ])

describe('an order’s timeline', () => {
  it('names the packer of a step once, and lists what the station did with the operation', () => {
    expect(timed({ shipments: [shipment()], ops: [op()] })).toEqual([
      ['bought', '08:00:00', null],
      ['packed', '09:00:00', 'Pat'],
      ['claim', '09:00:01', null],
      ['confirm', '09:00:02', null],
    ])
  })

  it('says when a step was confirmed if a person typed another time for it', () => {
    const ship = op({
      seq: 2,
      kind: 'ship_shipment',
      history: [step('capture', '15:00:00')],
    })
    const shipped = shipment({
      state: 'shipped',
      shippedAt: at('11:00:00'),
      expectedToDeliverAt: at('12:00:00'),
    })
    expect(
      timed({ shipments: [shipped], ops: [op({ history: [step('capture', '09:00:00')] }), ship] }),
    ).toEqual([
      ['bought', '08:00:00', null],
      ['packed', '09:00:00', 'Pat'],
      ['shipped', '11:00:00', 'Pat'],
      ['capture', '15:00:00', 'Pat'],
    ])
    const found = merged({ shipments: [shipped], ops: [] }).timed
    expect(found.map((entry) => (entry.what === 'parcel' ? entry.expectedAt : null))).toEqual([
      null,
      null,
      at('12:00:00'),
    ])
  })

  it('allows a minute between the step and its confirmation, and not more', () => {
    const steps = (time: string) =>
      timed({ shipments: [shipment()], ops: [op({ history: [step('capture', time)] })] }).length
    expect([steps('09:01:00'), steps('09:01:01'), steps('08:59:00'), steps('08:58:59')]).toEqual([2, 3, 2, 3])
  })

  it('keeps what a withdrawn pack was, and does not take a discarded move for the step', () => {
    const withdrawn = shipment({ state: 'canceled', canceledAt: at('10:00:00') })
    const pack = op({
      state: 'discarded',
      history: [step('capture', '09:00:00'), step('annihilate', '10:00:00')],
    })
    expect(timed({ shipments: [withdrawn], ops: [pack] })).toEqual([
      ['bought', '08:00:00', null],
      ['packed', '09:00:00', 'Pat'],
      ['canceled', '10:00:00', null],
      ['annihilate', '10:00:00', null],
    ])
    const shippedElsewhere = shipment({ state: 'shipped', shippedAt: at('11:00:00') })
    const discarded = op({
      seq: 2,
      kind: 'ship_shipment',
      state: 'discarded',
      history: [step('capture', '11:00:00')],
    })
    expect(timed({ shipments: [shippedElsewhere], ops: [discarded] }).slice(2)).toEqual([
      ['shipped', '11:00:00', null],
      ['capture', '11:00:00', 'Pat'],
    ])
  })

  it('shows each label once: where an operation brought it, else without a time', () => {
    const labels = (facts: Partial<TimelineFacts>) => {
      const { timed: dated, untimed } = merged(facts)
      return [...dated, ...untimed].flatMap((entry) =>
        entry.what === 'label' ? [[entry.trackingNumber, entry.at, entry.by]] : [],
      )
    }
    const own = op({ label: { carrier: 'UPS', trackingNumber: '1Z1' } })
    const later = op({
      seq: 2,
      kind: 'ship_shipment',
      label: { carrier: 'UPS', trackingNumber: '1Z2' },
      history: [step('capture', '10:00:00', { by: 'Sam' })],
    })
    const labeled = (trackingNumber: string) => [shipment({ trackingNumber })]
    expect(labels({ shipments: labeled('1Z1'), ops: [own, { ...own, seq: 3 }] })).toEqual([
      ['1Z1', at('09:00:00'), 'Pat'],
    ])
    expect(labels({ shipments: labeled('1Z2'), ops: [own, later] })).toEqual([
      ['1Z1', at('09:00:00'), 'Pat'],
      ['1Z2', at('10:00:00'), 'Sam'],
    ])
    expect(labels({ shipments: labeled('1Z9') })).toEqual([['1Z9', null, null]])
    // On the parcel before the step of the same moment.
    expect(timed({ shipments: labeled('1Z1'), ops: [own] }).map(([what]) => what)).toEqual([
      'bought',
      'label',
      'packed',
      'claim',
      'confirm',
    ])
  })

  it('knows the time of a refund that was asked for here, by the number that the marketplace gave it', () => {
    const asked = op({
      kind: 'create_refund',
      shipmentId: null,
      serverRef: '71',
      cents: 500,
      history: [step('capture', '12:00:00', { by: 'Sam' }), step('confirm', '12:00:01')],
    })
    const refund = {
      id: 71,
      cents: 500,
      type: 'order_refund',
      source: 'dropshipper',
      state: 'pending',
      parts: [],
    }
    const { timed: dated, untimed } = merged({ refunds: [refund, { ...refund, id: 72 }], ops: [asked] })
    expect(dated.slice(1)).toMatchObject([
      { what: 'refund', at: at('12:00:00'), by: 'Sam', cents: 500 },
      { what: 'op', event: 'confirm' },
    ])
    expect(untimed).toMatchObject([{ what: 'refund', at: null, by: null }])
    // Not shown by the marketplace yet.
    expect(merged({ ops: [asked] }).timed[1]).toMatchObject({ what: 'op', event: 'capture', cents: 500 })
  })

  it('knows who canceled the order only if it was canceled from here', () => {
    const cancel = op({
      kind: 'cancel_order',
      shipmentId: null,
      history: [step('capture', '13:00:00', { by: 'Sam' })],
    })
    const canceled = { canceled: true, cancelationReason: 'buyer', state: 'canceled' }
    expect(merged({ ...canceled, ops: [cancel] }).timed.slice(1)).toMatchObject([
      { what: 'order_canceled', at: at('13:00:00'), by: 'Sam', reason: 'buyer' },
    ])
    expect(merged(canceled).untimed).toMatchObject([{ what: 'order_canceled', at: null, by: null }])
    const still = merged({ ...canceled, ops: [{ ...cancel, state: 'held' }] })
    expect(still.untimed).toMatchObject([{ what: 'order_canceled' }])
    expect(still.timed[1]).toMatchObject({ what: 'op', event: 'capture' })
  })

  it('adds the station’s own: hold, photo, alarms, evidence, the archive', () => {
    const { timed: dated, untimed } = merged({
      shipments: [shipment()],
      changes: [{ seq: 1, what: 'address', at: at('08:05:00'), from: null, to: null }],
      hold: { reason: 'Item missing', heldBy: 'Pat', heldAt: at('08:10:00') },
      photos: [{ shipmentId: 'one', takenAt: at('09:00:05'), takenBy: 'Pat' }],
      alarms: [
        { kind: 'order_canceled', raisedAt: at('14:00:00'), seenAt: at('14:05:00'), seenBy: 'Sam' },
        { kind: 'duplicate', raisedAt: at('14:01:00'), seenAt: null, seenBy: null },
      ],
      evidence: [{ seq: 9, at: at('08:59:00'), operator: 'Pat', kind: 'scan', payload: { raw: 'X' } }],
      archivedIn: '2026-11',
    })
    expect(dated.map(({ what, by }) => `${what} ${by ?? ''}`)).toEqual([
      'bought ',
      'changed ',
      'hold Pat',
      'evidence Pat',
      'parcel ',
      'photo Pat',
      'alarm ',
      'alarm ',
      'alarm_seen Sam',
    ])
    expect(dated[5]).toMatchObject({ shipmentId: 'one', index: 1 })
    expect(untimed).toMatchObject([{ what: 'archived', month: '2026-11' }])
  })

  it('tolerates states that the document does not name, and shows them', () => {
    const { timed: dated, untimed } = merged({
      state: 'on_review',
      shipments: [shipment({ state: 'lost at sea' })],
    })
    expect(dated).toMatchObject([{ what: 'bought' }, { what: 'parcel', step: 'packed' }])
    expect(untimed).toMatchObject([
      { what: 'order_state', state: 'on_review' },
      { what: 'parcel_state', state: 'lost at sea', index: 1 },
    ])
    expect(merged({ state: 'PAID' }).untimed).toEqual([])
  })

  it('shows a state whose time is missing, and a time that cannot be read as it was written', () => {
    const { timed: dated, untimed } = merged({
      purchasedAt: null,
      payments: [{ type: 'card', cents: 100 }],
      shipments: [shipment({ state: 'delivered', packedAt: 'yesterday', deliveredAt: null })],
    })
    expect(dated).toEqual([])
    expect(untimed).toMatchObject([
      { what: 'bought', at: null },
      { what: 'payment', at: null, type: 'card' },
      { what: 'parcel', step: 'packed', at: 'yesterday' },
      { what: 'parcel', step: 'delivered', at: null },
    ])
  })

  it('sorts moments, not texts, and keeps the order of equal ones', () => {
    const shipped = shipment({
      packedAt: '2026-11-21T10:30:00+02:00',
      state: 'shipped',
      shippedAt: '2026-11-21T09:00:00Z',
    })
    const second = shipment({ shipmentId: 'two', packedAt: at('09:00:00') })
    const found = merged({ shipments: [shipped, second] }).timed
    expect(
      found.map((entry) => (entry.what === 'parcel' ? `${entry.step} ${entry.index}` : entry.what)),
    ).toEqual(['bought', 'packed 1', 'shipped 1', 'packed 2'])
  })
})
