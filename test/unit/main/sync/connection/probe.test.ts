import { expect, it } from 'vitest'
import { UnauthorizedError } from '../../../../../src/main/partner/errors'
import { createGate } from '../../../../../src/main/sync/connection/gate'
import { createProbe } from '../../../../../src/main/sync/connection/probe'
import { createManualClock } from '../../../../support/clock'

/** A station beside another one that reads for all. */
function make() {
  const clock = createManualClock()
  const gate = createGate({ clock, random: () => 0, onChange: () => undefined })
  const market = { refuses: true, asked: [] as number[] }
  const probe = createProbe({
    client: {
      async listOrders() {
        market.asked.push(clock.monotonicMs() / 60_000)
        if (market.refuses) throw new UnauthorizedError('refused', { status: 401 })
        return Promise.resolve({ entries: [], unreadable: [], next: null, date: null, age: 0 } as never)
      },
    },
    gate,
    clock,
    serverNowMs: () => clock.wallMs(),
    random: () => 0,
    onFault: (error) => {
      throw error
    },
    rests: () => true,
  })
  const pass = async (minutes: number): Promise<void> => {
    for (let second = 0; second < minutes * 60; second += 1) {
      clock.advance(1_000)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  const refuse = (): void =>
    gate.ask({ channel: 'order_list', resource: 'orders' })(new UnauthorizedError('refused', { status: 401 }))
  return { gate, market, probe, pass, refuse }
}

it('asks nothing while another station listens for all, except whether a refused token is accepted again', async () => {
  const { gate, market, probe, pass, refuse } = make()
  probe.start()
  await pass(10)
  expect(market.asked).toEqual([])
  refuse()
  await pass(31)
  expect(market.asked.map((minute) => Math.floor(minute))).toEqual([11, 13, 17, 25, 40])
  expect(gate.state()).toBe('unauthorized')
  market.refuses = false
  await pass(16)
  expect(gate.state()).toBe('online')
  expect(market.asked).toHaveLength(6)
  await pass(10)
  expect(market.asked).toHaveLength(6)
  await probe.stop()
})
