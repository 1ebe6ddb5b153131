import { describe, expect, it } from 'vitest'
import {
  UnauthorizedError,
  UnreachableError,
  type PartnerError,
} from '../../../../../src/main/partner/errors'
import type { AccountVerdict } from '../../../../../src/main/sync/connection/judge-account'
import { createTokenTrust } from '../../../../../src/main/sync/connection/token-trust'
import { createGate } from '../../../../../src/main/sync/connection/gate'
import { createManualClock } from '../../../../support/clock'

const settled = () => new Promise((resolve) => setImmediate(resolve))

/** A token that nothing has proven yet. @param answer what a comparison with the marketplace shows */
function make(answer: () => AccountVerdict | PartnerError) {
  const clock = createManualClock()
  const asked: number[] = []
  let others = 0
  let proven = false
  const trust = createTokenTrust({
    clock,
    random: () => 0,
    token: () => 'token',
    isProven: () => proven,
    async compare() {
      asked.push(clock.monotonicMs() / 60_000)
      const said = answer()
      if (typeof said !== 'string') throw said
      return Promise.resolve(said)
    },
    onSame() {
      proven = true
      trust.settle()
    },
    onOther: () => (others += 1),
    onChange: () => undefined,
    onFault: (error) => {
      throw error
    },
  })
  const gate = trust.guard(createGate({ clock, random: () => 0, onChange: () => undefined }))
  const pass = async (minutes: number): Promise<void> => {
    for (let second = 0; second < minutes * 60; second += 1) {
      clock.advance(1_000)
      await settled()
    }
  }
  return { trust, gate, asked, pass, others: () => others, clock }
}

describe('a token that is not proven yet (I9, I14)', () => {
  it.each<[string, () => AccountVerdict | PartnerError, string]>([
    ['the marketplace refuses', () => new UnauthorizedError('refused', { status: 401 }), 'unauthorized'],
    ['nothing shows the account of', () => 'ask', 'unproven'],
    ['seems to be another account’s, to which nobody is led', () => 'other', 'unproven'],
  ])('and that %s is compared again after 1, 2, 4, 8 and 15 minutes', async (_name, answer, shown) => {
    const { trust, gate, asked, pass } = make(answer)
    await trust.check()
    await pass(50)
    expect(asked).toEqual([0, 1, 3, 7, 15, 30, 45])
    expect(gate.state()).toBe(shown)
    expect(gate.allows('order_list') || gate.admit('probe')).toBe(false)
    await trust.stop()
  })

  it('opens by itself once the marketplace shows its orders, and is not compared any more', async () => {
    let answer: AccountVerdict | PartnerError = new UnauthorizedError('refused', { status: 401 })
    const { trust, gate, asked, pass, clock } = make(() => answer)
    await trust.check()
    await pass(1)
    answer = 'same'
    await pass(2)
    expect(gate.state()).toBe('online')
    expect(gate.allows('order_writes')).toBe(true)
    await pass(60)
    expect(asked).toEqual([0, 1, 3])
    expect(clock.pending()).toBe(0)
  })

  it('is compared again within seconds while nothing answers; a refusal then begins with a minute', async () => {
    let answer: PartnerError = new UnreachableError('no route')
    const { trust, asked, pass } = make(() => answer)
    await trust.check()
    await pass(1)
    expect(asked.length).toBeGreaterThan(5)
    answer = new UnauthorizedError('refused', { status: 401 })
    await pass(1)
    const first = asked.at(-1) ?? 0
    await pass(2)
    expect((asked.at(-1) ?? 0) - first).toBeCloseTo(1)
    await trust.stop()
  })
})
