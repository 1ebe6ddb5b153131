import { describe, expect, it } from 'vitest'
import { askedBy, createWaits, type Pressed, type WaitState } from '../../../../src/renderer/src/data/waits'
import { CONTRACT } from '../../../../src/shared/contract/contract'
import { REQUEST_CHANNELS, type RequestChannel } from '../../../../src/shared/contract/channels'
import type { Result } from '../../../../src/shared/contract/result'
import { createManualClock } from '../../../support/clock'
import { fakeStation, good, refused } from '../fake-station'

type Answer = (result: Result<never>) => void

/** A station that answers when the test says so. `shown`: every state that a person saw. */
function make() {
  const clock = createManualClock()
  const asked: { channel: RequestChannel; answer: Answer }[] = []
  const late = (channel: RequestChannel) => () =>
    new Promise<Result<never>>((answer) => asked.push({ channel, answer }))
  const station = fakeStation(Object.fromEntries(REQUEST_CHANNELS.map((name) => [name, late(name)])))
  let button: Pressed | null = null
  const { bridge, store } = createWaits(station.bridge, {
    after: (ms, callback) => clock.after(ms, callback),
    pressed: () => button,
  })
  const shown: WaitState['waitsFor'][] = []
  store.subscribe(({ waitsFor }) => shown.push(waitsFor))
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  /** Answers the oldest open question of this channel. */
  const answer = async (channel: RequestChannel, result: Result<never> = good(null as never)) => {
    await settle()
    const index = asked.findIndex((question) => question.channel === channel)
    asked.splice(index, 1)[0]?.answer(result)
    await settle()
  }
  const press = () => {
    const marks: string[] = []
    button = {
      wait: () => {
        marks.push('waits')
        return () => marks.push('ended')
      },
      answered: () => marks.push('answered'),
    }
    return marks
  }
  const open = () => asked.map(({ channel }) => channel)
  return {
    clock,
    requests: bridge.requests,
    shown,
    now: () => store.getState().waitsFor,
    answer,
    press,
    open,
    settle,
  }
}

const PACK = {
  orderId: 1,
  lineIds: [1],
  carrier: null,
  trackingNumber: null,
  trackingUrl: null,
  warehouseId: 1,
}

describe('a call that the station answers by itself', () => {
  it('shows nothing for a second, so that nothing flickers', async () => {
    const { clock, requests, shown, answer, press } = make()
    const marks = press()
    void requests['packing:pack'](PACK)
    clock.advance(999)
    await answer('packing:pack')
    clock.advance(60_000)
    expect(shown).toEqual([])
    expect(marks).toEqual(['answered'])
    expect(clock.pending()).toBe(0)
  })

  it('says after a second that it waits for the station, as does the pressed button, until it is answered', async () => {
    const { clock, requests, shown, answer, press } = make()
    const marks = press()
    const packed = requests['packing:pack'](PACK)
    clock.advance(1_000)
    expect(shown).toEqual(['station'])
    expect(marks).toEqual(['waits'])
    clock.advance(600_000)
    expect(shown).toEqual(['station'])
    await answer('packing:pack', refused('disk_full'))
    expect(await packed).toMatchObject({ ok: false })
    expect(shown).toEqual(['station', null])
    expect(marks).toEqual(['waits', 'ended', 'answered'])
  })

  it('goes on waiting while another one is open, and ends with the last', async () => {
    const { clock, requests, now, answer } = make()
    void requests['packing:pack'](PACK)
    clock.advance(500)
    void requests['packing:counts']({ view: 'to_deliver' })
    clock.advance(600)
    await answer('packing:pack')
    expect(now(), 'the other one was asked only 600 ms ago').toBeNull()
    clock.advance(400)
    expect(now()).toBe('station')
    await answer('packing:counts')
    expect(now()).toBeNull()
  })

  it('ends although it fails', async () => {
    const { clock, requests, now, answer } = make()
    const failed = expect(requests['packing:pack'](PACK)).rejects.toThrow('the window closes')
    clock.advance(1_000)
    const broken = Promise.reject(new Error('the window closes'))
    broken.catch(() => undefined)
    await answer('packing:pack', broken as never)
    await failed
    expect(now()).toBeNull()
  })
})

describe('a call that asks the marketplace', () => {
  it('says that it waits for the marketplace while the station itself answers', async () => {
    const { clock, requests, shown, answer, open, settle } = make()
    void requests['packing:refresh']({ orderId: 1 })
    clock.advance(1_000)
    expect(shown).toEqual(['marketplace'])
    await answer('station:bootstrap')
    for (let second = 0; second < 30; second += 1) {
      clock.advance(1_000)
      await settle()
      if (open().includes('station:bootstrap')) await answer('station:bootstrap')
    }
    await answer('packing:refresh')
    expect(shown).toEqual(['marketplace', null])
    clock.advance(60_000)
    expect(open()).toEqual([])
    expect(clock.pending()).toBe(0)
  })

  it('says that it waits for the station if that hangs, from the beginning or meanwhile', async () => {
    const { clock, requests, now, answer, settle } = make()
    void requests['packing:refresh']({ orderId: 1 })
    clock.advance(2_000)
    expect(now()).toBe('station')
    await answer('station:bootstrap')
    expect(now()).toBe('marketplace')
    clock.advance(5_000)
    await settle()
    clock.advance(1_000)
    expect(now()).toBe('station')
    await answer('station:bootstrap')
    await answer('packing:refresh')
    expect(now()).toBeNull()
  })
})

it('a call that asks a printer or the hub marks its button alone: what the status bar says stays true', async () => {
  const { clock, requests, shown, answer, press } = make()
  const marks = press()
  void requests['print:printers']({})
  clock.advance(1_000)
  expect(marks).toEqual(['waits'])
  await answer('station:bootstrap')
  await answer('print:printers')
  expect(shown).toEqual([])
})

it('every call that may find the marketplace or the hub out of reach waits for others', () => {
  const others = (errors: readonly string[]) =>
    errors.some((code) => ['hub_away', 'printer_refused'].includes(code)) ? 'others' : 'station'
  for (const channel of REQUEST_CHANNELS) {
    const errors: readonly string[] = CONTRACT[channel].errors
    const expected = errors.includes('unreachable') ? 'marketplace' : others(errors)
    if (expected !== 'station') expect(askedBy(channel), channel).toBe(expected)
  }
})
