import { describe, expect, it } from 'vitest'
import {
  RateLimitedError,
  UnauthorizedError,
  UnclearError,
  UnreachableError,
} from '../../../../src/main/partner/errors'
import { backoffMs } from '../../../../src/main/sync/backoff'
import { createGate } from '../../../../src/main/sync/gate'
import { findCreated, sameInstant, updateArrived } from '../../../../src/main/sync/reconcile'
import { createManualClock } from '../../../support/clock'
import { makeLines, makeOrder } from '../../../support/orders'

describe('backoffMs', () => {
  it('grows, jitters and never passes its limit', () => {
    expect(backoffMs(1, 0)).toBe(200)
    expect(backoffMs(1, 1)).toBe(1_000)
    expect(backoffMs(4, 1)).toBe(8_000)
    expect(backoffMs(500, 1)).toBe(60_000)
  })
})

describe('the gate', () => {
  const make = () => {
    const clock = createManualClock()
    const seen: string[] = []
    const gate = createGate({ clock, random: () => 1, onChange: () => seen.push(gate.state()) })
    return { clock, gate, seen }
  }

  it('closes while offline, tries again later, and opens with the first answer', () => {
    const { clock, gate, seen } = make()
    gate.failed(new UnreachableError('no route'))
    expect(gate).toSatisfy(() => !gate.allows() && gate.waitMs() === 1_000)
    clock.advance(1_000)
    expect(gate.allows()).toBe(true)
    expect(gate.state()).toBe('offline')
    gate.failed(new UnreachableError('no route'))
    expect(gate.waitMs()).toBe(2_000)
    clock.advance(2_000)
    gate.succeeded()
    expect(seen).toEqual(['offline', 'online'])
  })

  it('counts lanes that fail together as one failure', () => {
    const { gate } = make()
    for (let lane = 0; lane < 8; lane += 1) gate.failed(new UnreachableError('no route'))
    expect(gate.waitMs()).toBe(1_000)
  })

  it('stays closed on a refused token until it is reopened, whatever late answers say (I9)', () => {
    const { clock, gate } = make()
    gate.failed(new UnauthorizedError('refused'))
    gate.succeeded()
    gate.failed(new UnreachableError('no route'))
    clock.advance(86_400_000)
    expect(gate.state()).toBe('unauthorized')
    expect(gate.waitMs()).toBeNull()
    gate.reopen()
    expect(gate.allows()).toBe(true)
  })

  it('waits as long as it was told', () => {
    const { clock, gate } = make()
    gate.failed(new RateLimitedError('slow down', { status: 429, retryAfterMs: 30_000 }))
    expect(gate.throttledUntil()).toBe(new Date(clock.wallMs() + 30_000).toISOString())
    clock.advance(29_999)
    expect(gate.allows()).toBe(false)
    clock.advance(1)
    expect(gate.allows()).toBe(true)
  })

  it('pauses also when it is told to wait no time at all', () => {
    const { clock, gate } = make()
    gate.failed(new RateLimitedError('slow down', { status: 429, retryAfterMs: 0 }))
    expect(gate.allows()).toBe(false)
    clock.advance(1_000)
    expect(gate.allows()).toBe(true)
  })

  it('never cuts short a wait that was asked for, and counts lanes that are told together as one', () => {
    const { clock, gate } = make()
    gate.failed(new RateLimitedError('slow down', { status: 429, retryAfterMs: 30_000 }))
    gate.failed(new UnreachableError('no route'))
    for (let lane = 0; lane < 8; lane += 1)
      gate.failed(new RateLimitedError('slow down', { status: 429, retryAfterMs: null }))
    expect([gate.state(), gate.waitMs()]).toEqual(['throttled', 30_000])
    clock.advance(30_000)
    gate.failed(new RateLimitedError('slow down', { status: 429, retryAfterMs: null }))
    expect(gate.waitMs()).toBe(2_000)
  })

  it('is not reopened by being told to wait after the token was refused', () => {
    const { clock, gate } = make()
    gate.failed(new UnauthorizedError('refused'))
    gate.failed(new RateLimitedError('slow down', { status: 429, retryAfterMs: 5 }))
    clock.advance(1_000_000)
    expect(gate.allows()).toBe(false)
  })

  it('is not closed by what concerns one order (I7)', () => {
    const { gate } = make()
    gate.failed(new UnclearError('reset'))
    expect(gate.allows()).toBe(true)
    expect(gate.state()).toBe('online')
  })
})

describe('findCreated', () => {
  const body = {
    carrier: 'UPS',
    warehouse_id: 7,
    order_line_ids: [1, 2],
    packed_at: '2026-11-20T09:00:00.123Z',
  }
  const shipment = { id: 50, state: 'packed', carrier: 'UPS', warehouse_id: 7, packed_at: body.packed_at }
  const orderWith = (shipments: object[], owner: number | null = 50) =>
    makeOrder({
      order_lines: makeLines([
        { id: 1, item_number: 'A', shipment_id: owner },
        { id: 2, item_number: 'B', shipment_id: owner },
      ]),
      shipments,
    })
  const none = new Set<number>()

  it('finds the one that fits, at whole seconds too', () => {
    expect(findCreated(orderWith([shipment]), body, [], none)).toMatchObject({
      kind: 'found',
      shipment: { id: 50 },
    })
    const seconds = { ...shipment, packed_at: '2026-11-20T09:00:00Z' }
    expect(findCreated(orderWith([seconds]), body, [], none).kind).toBe('found')
  })

  it.each([
    ['another time', { packed_at: '2026-11-20T09:00:01.123Z' }],
    ['another warehouse', { warehouse_id: 8 }],
    ['another carrier', { carrier: 'DHL' }],
    ['a tracking number we did not give', { tracking_number: 'X' }],
  ])('never adopts one with %s: the lines are taken', (_name, difference) => {
    expect(findCreated(orderWith([{ ...shipment, ...difference }]), body, [], none)).toEqual({
      kind: 'taken',
    })
  })

  it('does not take one that was there before, or another of ours, for it', () => {
    expect(findCreated(orderWith([shipment], null), body, [50], none).kind).toBe('absent')
    expect(findCreated(orderWith([shipment], null), body, [], new Set([50])).kind).toBe('absent')
  })

  it('calls two that look alike a duplicate, also when the second took the lines of the first', () => {
    const twins = [{ ...shipment, id: 49 }, shipment]
    expect(findCreated(orderWith(twins), body, [], none)).toEqual({ kind: 'duplicate' })
  })

  it('is absent while no shipment carries the lines', () => {
    expect(findCreated(orderWith([], null), body, [], none)).toEqual({ kind: 'absent' })
  })
})

describe('updateArrived', () => {
  it('wants the state and the time', () => {
    const body = { state: 'delivered' as const, delivered_at: '2026-11-20T09:00:00.500Z' }
    expect(updateArrived({ id: 1, state: 'delivered', delivered_at: '2026-11-20T09:00:00Z' }, body)).toBe(
      true,
    )
    expect(updateArrived({ id: 1, state: 'delivered', delivered_at: '2026-11-20T09:00:01Z' }, body)).toBe(
      false,
    )
    expect(updateArrived({ id: 1, state: 'shipped', delivered_at: body.delivered_at }, body)).toBe(false)
  })
})

describe('sameInstant', () => {
  it('matches microseconds and offsets of the same moment', () => {
    expect(sameInstant('2026-11-20T10:00:00.123000+01:00', '2026-11-20T09:00:00.123Z')).toBe(true)
    expect(sameInstant('nonsense', '2026-11-20T09:00:00.123Z')).toBe(false)
    expect(sameInstant(null, '2026-11-20T09:00:00.123Z')).toBe(false)
  })
})
