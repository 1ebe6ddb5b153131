import { describe, expect, it } from 'vitest'
import {
  carrierIsLocked,
  comesBefore,
  documentAllows,
  hasArrived,
  hasLeft,
  isLive,
  isOnItsWay,
  isShipmentState,
  isWaiting,
  REQUIRED_TIMESTAMPS,
  SHIPMENT_MOVES,
  SHIPMENT_STATES,
  STATE_AFTER_MOVE,
  transition,
  verdict,
  type MoveVerdict,
  type ShipmentMove,
  type ShipmentState,
  type ShipmentStateRow,
} from '../../../../../src/shared/domain/shipments/shipment'

type Row = { move: ShipmentMove; document: boolean; verdict: MoveVerdict; next: ShipmentState | null }

/** Written out from the document, not from the code. */
const TABLE: Record<ShipmentState, Row[]> = {
  packed: [
    { move: 'ship', document: true, verdict: 'usual', next: 'shipped' },
    { move: 'deliver', document: true, verdict: 'unusual', next: 'delivered' },
    { move: 'cancel', document: true, verdict: 'usual', next: 'canceled' },
  ],
  shipped: [
    { move: 'ship', document: false, verdict: 'no', next: null },
    { move: 'deliver', document: true, verdict: 'usual', next: 'delivered' },
    { move: 'cancel', document: false, verdict: 'no', next: null },
  ],
  delivered: [
    { move: 'ship', document: true, verdict: 'no', next: null },
    { move: 'deliver', document: true, verdict: 'no', next: null },
    { move: 'cancel', document: true, verdict: 'unusual', next: 'canceled' },
  ],
  canceled: [
    { move: 'ship', document: true, verdict: 'no', next: null },
    { move: 'deliver', document: true, verdict: 'no', next: null },
    { move: 'cancel', document: true, verdict: 'no', next: null },
  ],
}

describe.each(SHIPMENT_STATES)('transitions from %s', (state) => {
  it('are judged for every move', () => {
    expect(TABLE[state].map(({ move }) => move)).toEqual([...SHIPMENT_MOVES])
  })

  it.each(TABLE[state])('$move: offered as $verdict, leads to $next', (row) => {
    expect(documentAllows(state, row.move)).toBe(row.document)
    expect(verdict(state, row.move)).toBe(row.verdict)
    if (row.next === null) expect(() => transition(state, row.move)).toThrow(`a ${state} shipment cannot`)
    else expect(transition(state, row.move)).toBe(row.next)
  })
})

describe('transitions from a state that the document does not name', () => {
  it.each(['lost', '', 'PACKED', 'constructor', '__proto__'])('%j: shown, not acted on', (state) => {
    expect(isShipmentState(state)).toBe(false)
    for (const move of SHIPMENT_MOVES) {
      expect(verdict(state, move)).toBe('no')
      expect(() => transition(state, move)).toThrow('shipment cannot')
    }
  })
})

it('never offers what the document forbids', () => {
  for (const state of SHIPMENT_STATES) {
    for (const move of SHIPMENT_MOVES) {
      if (!documentAllows(state, move))
        expect([state, move, verdict(state, move)]).toEqual([state, move, 'no'])
    }
  }
})

it('never brings a canceled shipment back to life', () => {
  for (const move of SHIPMENT_MOVES)
    expect(() => transition('canceled', move)).toThrow('a canceled shipment cannot')
})

it('requires the timestamps of the document for each state', () => {
  expect(REQUIRED_TIMESTAMPS).toEqual({
    packed: ['packed_at'],
    shipped: ['shipped_at', 'expected_to_deliver_at'],
    delivered: ['delivered_at'],
    canceled: ['canceled_at'],
  })
  expect(Object.values(STATE_AFTER_MOVE).every(isShipmentState)).toBe(true)
})

describe('a live shipment', () => {
  it.each([
    ['packed', true],
    ['shipped', true],
    ['delivered', true],
    // A shipment in an unknown state still holds its lines: packing them again could send goods twice.
    ['lost', true],
    ['canceled', false],
  ])('%s: %s', (state, live) => {
    expect(isLive(state)).toBe(live)
  })
})

describe('its parcel', () => {
  it.each([
    ['packed', { waits: true, onItsWay: false, arrived: false, left: false }],
    ['shipped', { waits: false, onItsWay: true, arrived: false, left: true }],
    ['delivered', { waits: false, onItsWay: false, arrived: true, left: true }],
    ['canceled', { waits: false, onItsWay: false, arrived: false, left: false }],
    ['lost', { waits: false, onItsWay: false, arrived: false, left: false }],
    ['toString', { waits: false, onItsWay: false, arrived: false, left: false }],
  ])('%s: %j', (state, expected) => {
    const [waits, onItsWay] = [isWaiting(state), isOnItsWay(state)]
    expect({ waits, onItsWay, arrived: hasArrived(state), left: hasLeft(state) }).toEqual(expected)
  })
})

it('comes before the states that a station can move it to, and nothing comes before or after one without a name', () => {
  const all = ['packed', 'shipped', 'delivered', 'canceled', 'lost']
  const pairs = all.flatMap((one) =>
    all.filter((other) => comesBefore(one, other)).map((other) => [one, other]),
  )
  expect(pairs).toEqual([
    ['packed', 'shipped'],
    ['packed', 'delivered'],
    ['packed', 'canceled'],
    ['shipped', 'delivered'],
    ['shipped', 'canceled'],
    ['delivered', 'canceled'],
  ])
})

it('goes without an answer to no question', () => {
  const moves = { ship: 'no', deliver: 'no', cancel: 'no' } as const
  const row = {
    rank: 4,
    live: true,
    parcel: 'arrived',
    needsBuyer: false,
    allowed: { ship: true, deliver: true, cancel: true },
    offered: moves,
  } as const
  void (row satisfies ShipmentStateRow)
  const { live: _live, ...unsaid } = row
  // @ts-expect-error it is not said whether it holds its lines
  void (unsaid satisfies ShipmentStateRow)
  const { parcel: _parcel, ...nowhere } = row
  // @ts-expect-error it is not said where its parcel is
  void (nowhere satisfies ShipmentStateRow)
  const { needsBuyer: _needsBuyer, ...keptForGood } = row
  // @ts-expect-error it is not said whether its buyer is still needed
  void (keptForGood satisfies ShipmentStateRow)
  // @ts-expect-error it is not said whether it can be canceled
  void ({ ...row, offered: { ship: 'no', deliver: 'no' } } satisfies ShipmentStateRow)
})

describe('carrier and tracking', () => {
  const AT = '2026-11-21T10:00:00Z'

  it.each([
    ['packed', null, false],
    ['packed', AT, true],
    ['shipped', AT, true],
    ['shipped', null, true],
    ['delivered', null, true],
    ['canceled', null, true],
    ['lost', null, true],
  ])('of a shipment %s, shipped at %j: locked %s', (state, shippedAt, locked) => {
    expect(carrierIsLocked({ state, shippedAt })).toBe(locked)
  })
})
