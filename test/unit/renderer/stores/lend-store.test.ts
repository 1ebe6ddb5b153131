import { expect, it } from 'vitest'
import { createLending } from '../../../../src/renderer/src/stores/lend-store'
import { fakeStation, good } from '../fake-station'

const REFUND = { orderId: 5, amountCents: 100 }
const NEEDED = {
  ok: false,
  error: { code: 'supervisor_needed', message: '', fields: { act: 'refund', lend: 'possible' } },
} as const
const SAM = { badge: 'PBXBBCDEFGHIJKLN' }

function aWindow() {
  let allowed = false
  const station = fakeStation({
    'orders:refund': () => (allowed ? good({ seq: 1 } as never) : NEEDED),
    'operators:lend': ({ by }) => {
      allowed = 'badge' in by
      return allowed
        ? good({ supervisor: 'Sam', seconds: 60 })
        : { ok: false, error: { code: 'pin_wrong', message: '' } }
    },
  })
  const { bridge, store } = createLending(station.bridge)
  const settled = () => new Promise((resolve) => setTimeout(resolve))
  return { station, bridge, store, settled }
}

it('repeats the same request once a supervisor has allowed it', async () => {
  const { bridge, store, settled, station } = aWindow()
  const answer = bridge.requests['orders:refund'](REFUND)
  await settled()
  expect(store.getState().asked).toEqual({ channel: 'orders:refund', request: REFUND })
  expect(await store.getState().allow({ operatorId: crypto.randomUUID(), pin: '1' })).toMatchObject({
    ok: false,
  })
  expect(store.getState()).toMatchObject({ asked: { request: REFUND }, error: { code: 'pin_wrong' } })
  await store.getState().allow(SAM)
  expect(await answer).toMatchObject({ ok: true })
  expect(store.getState()).toMatchObject({ asked: null, error: null })
  expect(
    station.asked.filter(({ channel }) => channel === 'orders:refund').map(({ request }) => request),
  ).toEqual([REFUND, REFUND])
  expect(station.asked.find(({ channel }) => channel === 'operators:lend')?.request).toMatchObject({
    channel: 'orders:refund',
    request: REFUND,
  })
})

it('returns the refusal if nobody allows it, and when the station locks', async () => {
  const { bridge, store, settled, station } = aWindow()
  const first = bridge.requests['orders:refund'](REFUND)
  await settled()
  store.getState().giveUp()
  expect(await first).toBe(NEEDED)
  const second = bridge.requests['orders:refund'](REFUND)
  await settled()
  // One at a time.
  expect(await bridge.requests['orders:refund'](REFUND)).toBe(NEEDED)
  station.emit({
    kind: 'sign_in_changed',
    signIn: {
      ...{ signedIn: null, barred: 'station_locked', recordedAs: 'pc', operators: [] },
      ...{ signInNeeded: true, mayManage: false },
    },
  })
  expect(await second).toBe(NEEDED)
  expect(await store.getState().allow(SAM)).toMatchObject({ ok: false })
})
