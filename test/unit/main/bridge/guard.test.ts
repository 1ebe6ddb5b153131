import { expect, it, vi } from 'vitest'
import { guarded } from '../../../../src/main/bridge/guard'
import type { Handlers } from '../../../../src/main/bridge/handle'
import { StationError } from '../../../../src/main/station-error'
import { parsePreferences } from '../../../../src/shared/contract/preferences'

const { sound, lock } = parsePreferences(null)

function aDoor(refused: { barred?: boolean; managing?: boolean }) {
  const done = vi.fn(async () => null)
  const handlers = {
    'order:cancel': done,
    'preferences:save': done,
    'operators:list': done,
    'scan:resolve': done,
    'operators:sign-in': done,
  } as unknown as Handlers
  const refuse = (code: 'station_locked' | 'supervisor_needed') => () => {
    throw new StationError(code, code)
  }
  const door = guarded(handlers, {
    refuseBarred: refused.barred === true ? refuse('station_locked') : () => {},
    refuseUnlessManaging: refused.managing === true ? refuse('supervisor_needed') : () => {},
  })
  return { door, done }
}

it('records nothing while the station is barred, and looks and signs in all the same', async () => {
  const { door, done } = aDoor({ barred: true })
  await expect(door['order:cancel']({ orderId: 5 })).rejects.toMatchObject({ code: 'station_locked' })
  expect(done).not.toHaveBeenCalled()
  await door['scan:resolve']({ codes: ['X'] })
  await door['operators:sign-in']({ badge: 'X' })
  expect(done).toHaveBeenCalledTimes(2)
})

it('lets a packer pack and choose the volume, and change nothing else', async () => {
  const { door } = aDoor({ managing: true })
  await door['order:cancel']({ orderId: 5 })
  await door['preferences:save']({ sound })
  await expect(door['preferences:save']({ sound, lock })).rejects.toMatchObject({ code: 'supervisor_needed' })
  await expect(door['operators:list']({})).rejects.toMatchObject({ code: 'supervisor_needed' })
})
