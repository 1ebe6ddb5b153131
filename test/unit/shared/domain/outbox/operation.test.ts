import { describe, expect, it } from 'vitest'
import {
  HELD_REASONS,
  type HeldReason,
  type HoldRow,
} from '../../../../../src/shared/domain/outbox/held-reason'
import {
  checkEvent,
  meaningOfKind,
  moveOfOp,
  nextOpState,
  OP_EVENTS,
  OP_KINDS,
  OP_OF_MOVE,
  OP_STATES,
  OPEN_OP_STATES,
  safeAnswers,
  type KindRow,
  type OpEvent,
  type OpKind,
  type OpState,
} from '../../../../../src/shared/domain/outbox/operation'
import { SHIPMENT_MOVES } from '../../../../../src/shared/domain/shipments/shipment'

const RESTORED = { restore: 'unknown', export: 'discarded' } as const
const TABLE: Record<OpState, Partial<Record<OpEvent, OpState>>> = {
  ready: {
    claim: 'sending',
    confirm: 'confirmed',
    hold: 'held',
    discard: 'discarded',
    follow: 'discarded',
    annihilate: 'discarded',
    correct: 'ready',
    ...RESTORED,
  },
  sending: { confirm: 'confirmed', postpone: 'ready', lose: 'unknown', hold: 'held', ...RESTORED },
  unknown: { confirm: 'confirmed', retry: 'ready', hold: 'held', follow: 'discarded', ...RESTORED },
  held: {
    recheck: 'unknown',
    release: 'ready',
    adopt: 'confirmed',
    discard: 'discarded',
    follow: 'discarded',
    correct: 'ready',
    appear: 'confirmed',
    ...RESTORED,
  },
  confirmed: { vanish: 'held' },
  discarded: {},
}

describe.each(OP_STATES)('transitions from %s', (state) => {
  it.each(OP_EVENTS)('%s', (event) => {
    expect(nextOpState(state, event)).toBe(TABLE[state][event] ?? null)
  })
})

it('a finished operation never moves again, except to a person if the marketplace does not show it (I13)', () => {
  for (const event of OP_EVENTS) {
    expect(nextOpState('confirmed', event)).toBe(event === 'vanish' ? 'held' : null)
    expect(nextOpState('discarded', event)).toBeNull()
  }
})

it('an operation that may be on the server is never dropped and never sent again unchecked', () => {
  for (const state of ['sending', 'unknown'] as const) {
    expect(nextOpState(state, 'discard')).toBeNull()
    expect(nextOpState(state, 'annihilate')).toBeNull()
    expect(nextOpState(state, 'claim')).toBeNull()
  }
})

it('every state but the final ones is open', () => {
  expect([...OPEN_OP_STATES].sort()).toEqual(
    OP_STATES.filter((state) => state !== 'confirmed' && state !== 'discarded').sort(),
  )
})

it('every move has an operation of its own', () => {
  const kinds = SHIPMENT_MOVES.map((move) => OP_OF_MOVE[move])
  expect(new Set(kinds).size).toBe(SHIPMENT_MOVES.length)
  for (const kind of kinds) expect(OP_KINDS).toContain(kind)
  expect(kinds.map(moveOfOp)).toEqual(SHIPMENT_MOVES)
  expect(moveOfOp('create_shipment')).toBeNull()
})

describe('safe answers', () => {
  type Asked = Parameters<typeof safeAnswers>[0]
  const op = (over: Partial<Asked>): Asked => ({
    kind: 'create_shipment',
    state: 'held',
    heldReason: 'refused',
    attempts: 1,
    ...over,
  })

  const OFTEN_LOST: ReadonlySet<HeldReason> = new Set([
    'unconfirmed',
    'duplicate',
    'unreadable',
    'forbidden',
    'cannot_look',
    'vanished',
    'above_rest',
  ])
  it.each(HELD_REASONS)(
    'a pack that was sent once, held as %s, is sent again only when that is safe',
    (heldReason) => {
      const answers = safeAnswers(op({ heldReason }))
      expect(answers.includes('resend')).toBe(!OFTEN_LOST.has(heldReason))
      expect(answers.includes('check')).toBe(OFTEN_LOST.has(heldReason))
      expect(answers.at(-1)).toBe('discard')
    },
  )

  it.each(OP_KINDS)(
    '%s, held for a reason about which nothing is said, is looked for and not sent',
    (kind) => {
      for (const heldReason of ['made_up' as HeldReason, 'constructor' as HeldReason, null])
        for (const attempts of [0, 1, 2]) {
          expect(safeAnswers(op({ kind, heldReason, attempts }))).toEqual(['check', 'discard'])
          expect(checkEvent({ heldReason, attempts })).toBe('recheck')
        }
    },
  )

  it('an operation of a kind about which nothing is said is not sent twice', () => {
    const kind = 'create_label' as OpKind
    expect(safeAnswers(op({ kind, attempts: 2 }))).toEqual(['check', 'discard'])
    expect(safeAnswers(op({ kind, state: 'ready', heldReason: null, attempts: 0 }))).toEqual([])
    expect(meaningOfKind(kind)).toMatchObject({ creates: true, money: true, findable: false })
  })

  it('a pack with a lost try is never sent again by hand', () => {
    for (const heldReason of HELD_REASONS)
      expect(safeAnswers(op({ heldReason, attempts: 2 }))).not.toContain('resend')
  })

  it('a possible result on the marketplace is recognized by a person', () => {
    for (const heldReason of ['unconfirmed', 'duplicate', 'line_taken'] as const) {
      expect(safeAnswers(op({ heldReason }))).toContain('adopt')
      expect(safeAnswers(op({ kind: 'create_item', heldReason }))).not.toContain('adopt')
      expect(safeAnswers(op({ kind: 'ship_shipment', heldReason }))).not.toContain('adopt')
    }
  })

  it('a refund above what is left may be sent once that fits, or is what took it', () => {
    const above = { kind: 'create_refund', heldReason: 'above_rest' } as const
    expect(safeAnswers(op({ ...above, attempts: 0 }))).toEqual(['resend', 'discard'])
    expect(safeAnswers(op({ ...above, attempts: 1 }))).toEqual(['check', 'adopt', 'discard'])
  })

  it('a refund that was not found may be sent again, but only by a person', () => {
    expect(safeAnswers(op({ kind: 'create_refund', heldReason: 'unconfirmed' }))).toEqual([
      'check',
      'adopt',
      'resend',
      'discard',
    ])
    expect(safeAnswers(op({ kind: 'create_refund', heldReason: 'duplicate' }))).not.toContain('resend')
  })

  it('times can be corrected only as long as nothing was sent', () => {
    expect(safeAnswers(op({ state: 'ready', heldReason: null, attempts: 0 }))).toEqual(['correct'])
    expect(safeAnswers(op({ heldReason: 'order_canceled', attempts: 0 }))).toContain('correct')
    expect(safeAnswers(op({ heldReason: 'refused', attempts: 1 }))).not.toContain('correct')
    expect(safeAnswers(op({ kind: 'create_refund', state: 'ready', heldReason: null, attempts: 0 }))).toEqual(
      [],
    )
  })

  it.each(OP_STATES.filter((state) => state !== 'held'))('%s, once sent, has none', (state) => {
    expect(safeAnswers(op({ state, heldReason: null }))).toEqual([])
  })
})

it('no reason and no kind goes without an answer to each question', () => {
  const reason = { happened: 'no', offers: [], ends: 'person', stop: null, alarm: null } as const
  void (reason satisfies HoldRow)
  const { happened: _happened, ...unsaid } = reason
  // @ts-expect-error it is not said whether it may have taken effect
  void (unsaid satisfies HoldRow)
  const { alarm: _alarm, ...silent } = reason
  // @ts-expect-error it is not said whether it raises an alarm
  void (silent satisfies HoldRow)
  const kind = {
    of: 'item',
    creates: false,
    findable: false,
    time: false,
    money: false,
    parcel: false,
  } as const
  void (kind satisfies KindRow)
  const { creates: _creates, ...twice } = kind
  // @ts-expect-error it is not said whether a second send makes a second one
  void (twice satisfies KindRow)
})
