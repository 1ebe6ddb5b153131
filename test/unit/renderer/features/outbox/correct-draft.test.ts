import { describe, expect, it } from 'vitest'
import {
  changesAnything,
  correctionOf,
  freshCorrection,
  timesOf,
} from '../../../../../src/renderer/src/features/outbox/op/correct-draft'

const ZONE = { name: 'Asia/Kolkata', dates: 'iso' } as const
const SHIP = {
  asked: {
    state: 'shipped',
    shipped_at: '2026-11-21T10:00:00.250Z',
    expected_to_deliver_at: '2026-11-24T10:00:00.000Z',
  },
}
const SHIPMENT = { packedAt: '2026-11-21T09:30:10.700Z', shippedAt: null }

describe('a correction', () => {
  it('offers the operation’s times unchanged', () => {
    expect(timesOf(SHIP)).toEqual(['shippedAt', 'expectedToDeliverAt'])
    expect(timesOf({ asked: { amount: 5 } })).toEqual([])
    const draft = freshCorrection(SHIP, ZONE)
    expect(draft.shippedAt.text).toBe('2026-11-21 15:30:00')
    expect(changesAnything(correctionOf(draft, SHIP, SHIPMENT, 'why', ZONE))).toBe(false)
  })

  it('sends the typed times, in UTC, and no unchanged ones', () => {
    const draft = {
      ...freshCorrection(SHIP, ZONE),
      shippedAt: { text: '2026-11-21 15:20', exactMs: null },
    }
    expect(correctionOf(draft, SHIP, SHIPMENT, 'why', ZONE)).toEqual({
      packedAt: null,
      shippedAt: '2026-11-21T09:50:00.000Z',
      expectedToDeliverAt: null,
      deliveredAt: null,
      canceledAt: null,
      reason: 'why',
    })
  })

  it('counts the second of the previous step as right after it, and an empty field as a missing time', () => {
    const typed = (text: string) =>
      correctionOf(
        { ...freshCorrection(SHIP, ZONE), shippedAt: { text, exactMs: null } },
        SHIP,
        SHIPMENT,
        '',
        ZONE,
      ).shippedAt
    expect(typed('2026-11-21 15:00:10')).toBe('2026-11-21T09:30:10.700Z')
    expect(typed('')).toBe('')
    expect(typed('soon')).toBe('soon')
  })
})
