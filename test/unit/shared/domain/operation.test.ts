import { describe, expect, it } from 'vitest'
import {
  HELD_REASONS,
  moveOfOp,
  nextOpState,
  OP_KINDS,
  OP_OF_MOVE,
  OP_STATES,
  OPEN_OP_STATES,
  safeAnswers,
  type HeldReason,
  type OpEvent,
  type OpState,
} from '../../../../src/shared/domain/operation'
import { SHIPMENT_MOVES } from '../../../../src/shared/domain/shipment'

const EVENTS: OpEvent[] = [
  'claim',
  'confirm',
  'postpone',
  'lose',
  'retry',
  'hold',
  'recheck',
  'release',
  'discard',
  'annihilate',
]

const TABLE: Record<OpState, Partial<Record<OpEvent, OpState>>> = {
  ready: {
    claim: 'sending',
    confirm: 'confirmed',
    hold: 'held',
    discard: 'discarded',
    annihilate: 'discarded',
  },
  sending: { confirm: 'confirmed', postpone: 'ready', lose: 'unknown', hold: 'held' },
  unknown: { confirm: 'confirmed', retry: 'ready', hold: 'held' },
  held: { recheck: 'unknown', release: 'ready', discard: 'discarded' },
  confirmed: {},
  discarded: {},
}

describe.each(OP_STATES)('transitions from %s', (state) => {
  it.each(EVENTS)('%s', (event) => {
    expect(nextOpState(state, event)).toBe(TABLE[state][event] ?? null)
  })
})

it('a settled op never moves again', () => {
  for (const event of EVENTS) {
    expect(nextOpState('confirmed', event)).toBeNull()
    expect(nextOpState('discarded', event)).toBeNull()
  }
})

it('what may be on the server is never thrown away and never sent again unseen', () => {
  for (const state of ['sending', 'unknown'] as const) {
    expect(nextOpState(state, 'discard')).toBeNull()
    expect(nextOpState(state, 'annihilate')).toBeNull()
    expect(nextOpState(state, 'claim')).toBeNull()
  }
})

it('every state but the settled ones is open', () => {
  expect([...OPEN_OP_STATES].sort()).toEqual(
    OP_STATES.filter((state) => state !== 'confirmed' && state !== 'discarded').sort(),
  )
})

it('every move has an op of its own', () => {
  const kinds = SHIPMENT_MOVES.map((move) => OP_OF_MOVE[move])
  expect(new Set(kinds).size).toBe(SHIPMENT_MOVES.length)
  for (const kind of kinds) expect(OP_KINDS).toContain(kind)
  expect(kinds.map(moveOfOp)).toEqual(SHIPMENT_MOVES)
  expect(moveOfOp('create_shipment')).toBeNull()
})

describe('safe answers to a held op', () => {
  const resendable: Record<HeldReason, boolean> = {
    refused: true,
    not_found: true,
    order_canceled: true,
    line_taken: true,
    shipment_unknown: true,
    shipment_changed: true,
    unconfirmed: false,
    duplicate: false,
    unreadable: false,
  }

  it.each(HELD_REASONS)('%s', (heldReason) => {
    const expected = resendable[heldReason] ? ['resend', 'discard'] : ['check', 'discard']
    expect(safeAnswers({ state: 'held', heldReason })).toEqual(expected)
  })

  it.each(OP_STATES.filter((state) => state !== 'held'))('%s has none', (state) => {
    expect(safeAnswers({ state, heldReason: null })).toEqual([])
  })
})
