import { describe, expect, it } from 'vitest'
import { createOperatorStore } from '../../../../src/renderer/src/stores/operator-store'
import { createOrderStore } from '../../../../src/renderer/src/stores/order-store'
import { createScanStore } from '../../../../src/renderer/src/scan/scan-store'
import { createScreenStore } from '../../../../src/renderer/src/stores/screen-store'
import type { SignInView } from '../../../../src/shared/contract/operators'
import { fakeStation, good, refused, scanned, silent } from '../fake-station'

const BADGE = 'PBXBBCDEFGHIJKLN'
const ADA = { operatorId: '00000000-0000-4000-8000-000000000001', name: 'Ada', role: 'packer' } as const
const LOCKED: SignInView = {
  signedIn: ADA,
  barred: 'station_locked',
  recordedAs: 'Ada',
  operators: [],
  signInNeeded: true,
  mayManage: false,
}

function aBench() {
  const station = fakeStation({
    'operators:sign-in': (request) =>
      'badge' in request && request.badge === BADGE
        ? good({ ...LOCKED, barred: null })
        : refused('badge_unknown'),
    'packing:scan': () => good({ kind: 'unknown' }),
  })
  const operator = createOperatorStore(station.bridge)
  const order = createOrderStore(station.bridge, () => ({ carrier: '', warehouseId: 1 }))
  const scan = createScanStore(station.bridge, { order, screen: createScreenStore(), operator }, silent())
  return {
    station,
    operator,
    async read(code: string) {
      await scan.getState().scan(scanned(code))
      return scan.getState().feedback
    },
  }
}

describe('a locked station', () => {
  it('accepts only a badge, and reveals no badge code', async () => {
    const { station, operator, read } = aBench()
    station.emit({ kind: 'sign_in_changed', signIn: LOCKED })
    expect(operator.getState().locked).toBe(true)
    expect(await read('ITEM1')).toMatchObject({ kind: 'locked' })
    const refusal = await read('PBXBBBBBBBBBBBBB')
    expect(refusal).toMatchObject({ kind: 'badge_refused' })
    expect(operator.getState().locked).toBe(true)
    const welcome = await read(BADGE.toLowerCase())
    expect(welcome).toMatchObject({ kind: 'signed_in', name: 'Ada' })
    expect(JSON.stringify([refusal, welcome])).not.toMatch(/PBXB/)
    expect(operator.getState().locked).toBe(false)
    expect(await read('ITEM1')).toMatchObject({ kind: 'unknown' })
    expect(station.asked.filter(({ channel }) => channel === 'packing:scan')).toHaveLength(1)
  })
})

it('a badge lent for a look at the operators leaves no badges behind', async () => {
  const { station, operator } = aBench()
  station.answers['operators:list'] = () => good([{ ...ADA, badge: BADGE, hasPin: false, active: true }])
  station.emit({ kind: 'sign_in_changed', signIn: { ...LOCKED, barred: null, mayManage: true } })
  expect(await operator.getState().loadPeople()).toBeNull()
  expect(operator.getState().people).toHaveLength(1)
  station.emit({ kind: 'sign_in_changed', signIn: { ...LOCKED, barred: null } })
  expect(operator.getState().people).toBeNull()
})
