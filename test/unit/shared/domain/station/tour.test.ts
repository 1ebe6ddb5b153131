import { describe, expect, it } from 'vitest'
import { recognizeTracking } from '../../../../../src/shared/domain/carriers/carrier'
import { KNOWN_CARRIERS } from '../../../../../src/shared/domain/carriers/known-carriers'
import {
  isDone,
  nextStep,
  offerOf,
  sampleTrackingNumber,
  TOUR_STEPS,
  type Offer,
  type TourOrder,
  type TourPlan,
  type TourStep,
  type TourView,
} from '../../../../../src/shared/domain/station/tour'

const ORDER: TourOrder = {
  orderId: 11,
  canceled: false,
  left: 2,
  chosen: 0,
  tracking: false,
  packed: null,
  shipped: 0,
  nextCode: 'A-1',
}
const IDLE: TourView = {
  screen: 'queue',
  order: null,
  blocked: null,
  form: false,
  alarm: false,
  online: true,
  waiting: 0,
  slips: 0,
}
type Change = Partial<Omit<TourView, 'order'>>
/** The station with an order on the bench, on its page. */
const bench = (order: Partial<TourOrder> = {}, change: Change = {}): TourView => ({
  ...IDLE,
  screen: 'order',
  order: { ...ORDER, ...order },
  ...change,
})
const packed = (change: Change = {}) => bench({ left: 0, packed: 'ship-1', nextCode: null }, change)

describe('a step is done', () => {
  const rows: [TourStep, string, TourView, TourView, boolean][] = [
    ['open', 'with nothing open', IDLE, IDLE, false],
    ['open', 'with an order in sight', bench(), IDLE, true],
    ['open', 'with an order behind another page', bench({}, { screen: 'queue' }), IDLE, false],
    [
      'open',
      'with items of it scanned, on another page',
      bench({ chosen: 1 }, { screen: 'items' }),
      IDLE,
      true,
    ],
    ['open', 'with a canceled order', bench({ canceled: true, left: 0 }), IDLE, false],
    ['open', 'with an order that is packed', packed(), IDLE, false],
    ['scan_items', 'with none scanned', bench(), bench(), false],
    ['scan_items', 'with some scanned', bench({ chosen: 1 }), bench(), false],
    ['scan_items', 'with all scanned', bench({ chosen: 2 }), bench(), true],
    ['scan_items', 'when they were packed by hand', packed(), bench(), true],
    ['label', 'without a number', bench({ chosen: 2 }), bench(), false],
    ['label', 'with the number', bench({ chosen: 2, tracking: true }), bench(), true],
    ['label', 'with a number that came too early', bench({ chosen: 1, tracking: true }), bench(), false],
    ['label', 'when it was packed without one', packed(), bench(), true],
    ['pack', 'before', bench({ chosen: 2, tracking: true }), bench(), false],
    ['pack', 'after', packed(), bench(), true],
    ['pack', 'when the parcel is one of before', packed(), packed(), false],
    ['print', 'before', packed(), packed(), false],
    ['print', 'with one slip more', packed({ slips: 3 }), packed({ slips: 2 }), true],
    ['ship', 'while it is packed', packed(), packed(), false],
    ['ship', 'when it is on the way', bench({ left: 0, shipped: 1 }), packed(), true],
    ['ship', 'when it was on the way before', bench({ shipped: 1 }), bench({ shipped: 1 }), false],
    ['ship', 'when another was shipped', bench({ orderId: 12, shipped: 1 }), bench({ shipped: 1 }), true],
    ['outbox', 'elsewhere', packed(), packed(), false],
    ['outbox', 'there', packed({ screen: 'outbox' }), packed(), true],
    ['wrong_item', 'with nothing refused', bench(), bench(), false],
    ['wrong_item', 'with another error', bench({}, { blocked: 'unknown' }), bench(), false],
    ['wrong_item', 'with the foreign item refused', bench({}, { blocked: 'foreign' }), bench(), true],
    ['acknowledge', 'while the error stands', bench({}, { blocked: 'foreign' }), bench(), false],
    ['acknowledge', 'when it is cleared', bench(), bench(), true],
    ['network_gone', 'online', bench(), bench(), false],
    ['network_gone', 'offline', bench({}, { online: false }), bench(), true],
    ['pack_offline', 'before', bench({ chosen: 2 }, { online: false }), bench(), false],
    ['pack_offline', 'after', packed({ online: false, waiting: 1 }), bench(), true],
    ['network_back', 'still offline', packed({ online: false }), packed(), false],
    ['network_back', 'online, not yet sent', packed({ waiting: 1 }), packed(), false],
    ['network_back', 'online, all sent', packed(), packed(), true],
    ['order_canceled', 'before', bench({ chosen: 1 }), bench(), false],
    ['order_canceled', 'when the alarm is there', bench({ canceled: true }, { alarm: true }), bench(), true],
    ['alarm', 'while it interrupts', bench({}, { alarm: true }), bench(), false],
    ['alarm', 'when it is answered', bench(), bench(), true],
  ]
  it.each(rows)('%s: %s', (step, _, now, since, done) => {
    expect(isDone(step, now, since)).toBe(done)
  })

  it('has a row for and against each', () => {
    const seen = (wanted: boolean) => new Set(rows.filter((row) => row[4] === wanted).map(([step]) => step))
    expect([...seen(true)]).toEqual([...TOUR_STEPS])
    expect([...seen(false)]).toEqual([...TOUR_STEPS])
  })
})

describe('the tour advances', () => {
  it('by as many steps as are done', () => {
    expect(nextStep('open', IDLE, IDLE)).toBe('open')
    expect(nextStep('open', bench(), IDLE)).toBe('scan_items')
    expect(nextStep('open', bench({ chosen: 2, tracking: true }), IDLE)).toBe('pack')
    expect(nextStep('scan_items', packed(), bench())).toBe('print')
  })

  it('to its end', () => {
    expect(nextStep('alarm', IDLE, IDLE)).toBeNull()
  })
})

describe('the tour offers', () => {
  const PLAN: TourPlan = { ownOrder: 11, freshOrder: 22, foreignCode: 'C-3' }
  const order = (code: string): Offer => ({ kind: 'scan', what: 'order', code })
  const item: Offer = { kind: 'scan', what: 'item', code: 'A-1' }
  const command = (name: 'confirm' | 'cancel' | 'ship' | 'reprint' | 'acknowledge'): Offer => ({
    kind: 'command',
    command: name,
  })
  const rows: [TourStep, string, TourView, Offer | null][] = [
    ['open', 'a fresh order', IDLE, order('22')],
    ['scan_items', 'the next item', bench(), item],
    ['scan_items', 'an order when none is open', IDLE, order('22')],
    ['scan_items', 'nothing that a line has no code for', bench({ nextCode: null }), null],
    ['label', 'the items that are missing', bench({ chosen: 1 }), item],
    [
      'label',
      'a label',
      bench({ chosen: 2 }),
      { kind: 'scan', what: 'label', code: sampleTrackingNumber(11) },
    ],
    ['pack', 'CONFIRM', bench({ chosen: 2 }), command('confirm')],
    ['pack', 'CANCEL while a form is open', bench({ chosen: 2 }, { form: true }), command('cancel')],
    ['print', 'REPRINT', packed(), command('reprint')],
    ['print', 'the order after a reload', IDLE, order('11')],
    ['print', 'the order instead of another', bench({ orderId: 12 }), order('11')],
    ['print', 'the way back', packed({ screen: 'items' }), { kind: 'go', screen: 'order' }],
    ['ship', 'SHIP', packed(), command('ship')],
    ['ship', 'CONFIRM in the form', packed({ form: true }), command('confirm')],
    ['outbox', 'the outbox', packed(), { kind: 'go', screen: 'outbox' }],
    ['wrong_item', 'another order first', packed({ screen: 'outbox' }), order('22')],
    ['wrong_item', 'a foreign item', bench(), { kind: 'scan', what: 'foreign', code: 'C-3' }],
    ['wrong_item', 'ACK for another error', bench({}, { blocked: 'unknown' }), command('acknowledge')],
    ['acknowledge', 'ACK', bench({}, { blocked: 'foreign' }), command('acknowledge')],
    ['network_gone', 'to take it away', bench(), { kind: 'network', on: false }],
    ['pack_offline', 'the next item', bench({}, { online: false }), item],
    ['pack_offline', 'CONFIRM', bench({ chosen: 2 }, { online: false }), command('confirm')],
    ['network_back', 'to bring it back', packed({ online: false }), { kind: 'network', on: true }],
    ['order_canceled', 'an order', packed(), order('22')],
    ['order_canceled', 'an item', bench(), item],
    ['order_canceled', 'the cancellation', bench({ chosen: 1 }), { kind: 'cancel_order', orderId: 11 }],
    ['alarm', 'ACK', bench({}, { alarm: true }), command('acknowledge')],
  ]
  it.each(rows)('%s: %s', (step, _, now, offer) => {
    expect(offerOf(step, now, PLAN)).toEqual(offer)
  })

  it('no order where none is easy', () => {
    expect(offerOf('open', IDLE, { ownOrder: null, freshOrder: null, foreignCode: null })).toBeNull()
  })
})

it('offers a label for each order that UPS could have printed', () => {
  const numbers = [11, 12, 999_999_999_999].map(sampleTrackingNumber)
  expect(new Set(numbers).size).toBe(3)
  for (const number of numbers)
    expect(recognizeTracking(number, KNOWN_CARRIERS)).toMatchObject({
      kind: 'carrier',
      carrier: { name: 'UPS' },
      number,
    })
})
