import { describe, expect, it } from 'vitest'
import { RateLimitedError } from '../../../../../src/main/partner/errors'
import { createGate, type GatedRequest, type Channel } from '../../../../../src/main/sync/connection/gate'
import {
  createSharedBackoff,
  LONGEST_MS,
  AGAIN_MS,
} from '../../../../../src/main/sync/connection/shared-backoff'
import { createManualClock } from '../../../../support/clock'

/** Waits that another station of the account was told of, and how little a false one can do. */

const LIST: GatedRequest = { channel: 'order_list', resource: 'orders' }
const limited = (retryAfterMs: number | null) =>
  new RateLimitedError('slow down', { status: 429, retryAfterMs })

function openGate() {
  const clock = createManualClock()
  const told: string[] = []
  const seen: string[] = []
  const gate = createGate({
    clock,
    random: () => 1,
    onChange: () => seen.push(gate.state()),
    onLimited: (group, ms) => told.push(`${group} ${ms}`),
  })
  const may = (channel: Channel): boolean => gate.allows(channel)
  return { clock, gate, told, seen, may }
}

describe('a wait that another station was told of', () => {
  it('counts for a minute, and then not again for five', () => {
    const clock = createManualClock()
    const wait = createSharedBackoff({ clock })
    expect(wait.counts(20_000)).toBe(20_000)
    clock.advance(20_000)
    expect(wait.counts(3_600_000)).toBe(40_000)
    clock.advance(40_000)
    expect(wait.counts(1_000)).toBe(0)
    clock.advance(AGAIN_MS - LONGEST_MS - 1)
    expect(wait.counts(1_000)).toBe(0)
    clock.advance(1)
    expect(wait.counts(3_600_000)).toBe(LONGEST_MS)
  })

  it('counts again at once when the marketplace itself tells this station to wait', () => {
    const { clock, gate, may } = openGate()
    gate.heed('orders', 60_000)
    clock.advance(60_000)
    gate.heed('orders', 60_000)
    expect(may('order_writes')).toBe(true)
    gate.ask(LIST)(limited(1_000))
    clock.advance(1_000)
    gate.heed('orders', 60_000)
    expect(may('order_writes')).toBe(false)
  })

  it('closes its group like an own refusal, shows until when, and ends by itself', () => {
    const { clock, gate, seen, may } = openGate()
    gate.heed('orders', 30_000)
    expect(['order_list', 'order_reads', 'order_writes'].map((one) => may(one as Channel))).toEqual([
      false,
      false,
      false,
    ])
    expect([may('item_reads'), may('item_writes')]).toEqual([true, true])
    expect(gate.throttledUntil()).toBe(new Date(clock.wallMs() + 30_000).toISOString())
    clock.advance(30_000)
    expect(may('order_list')).toBe(true)
    expect(seen).toEqual(['throttled', 'online'])
  })

  it('does not shorten the wait that the marketplace demanded of this station', () => {
    const { clock, gate, may } = openGate()
    gate.ask(LIST)(limited(600_000))
    gate.heed('orders', 5_000)
    clock.advance(599_999)
    expect(may('order_list')).toBe(false)
  })

  it('ends when a person asks to try again', () => {
    const { gate, may } = openGate()
    gate.heed('orders', 30_000)
    gate.reopen()
    expect(may('order_list')).toBe(true)
  })

  it('is told when the marketplace names it and it is longer than the one before, and only then', () => {
    const { clock, gate, told } = openGate()
    gate.ask(LIST)(limited(null))
    expect(told).toEqual([])
    gate.ask(LIST)(limited(30_000))
    gate.ask({ channel: 'order_reads', resource: 'order:1' })(limited(30_000))
    gate.ask({ channel: 'item_reads', resource: 'item:A' })(limited(7_000))
    expect(told).toEqual(['orders 30000', 'item_reads 7000'])
    clock.advance(10_000)
    gate.heed('orders', 60_000)
    expect(told, 'what was heard is not told again').toHaveLength(2)
  })
})
