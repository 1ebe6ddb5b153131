import { expect, test, vi } from 'vitest'
import type { StationBridge } from '../../../../src/shared/contract/bridge'
import { createCameraStore } from '../../../../src/renderer/src/stores/camera-store'
import type { Camera, CameraChoice } from '../../../../src/renderer/src/ui/camera'
import { eventually } from '../../../support/eventually'

/** Opening a real camera is up to the browser; what is done with the answers is tested here. */

const CHOICE: CameraChoice = { deviceId: null, deviceName: '' }

function cameraOf(picture = '/9j/4P/Z') {
  const close = vi.fn()
  const take = vi.fn(() => Promise.resolve(picture))
  return { stream: {} as MediaStream, take, close } satisfies Camera
}

function bench() {
  const openings: { open: (camera: Camera) => void; fail: (name: string) => void; end: () => void }[] = []
  let changed = () => {}
  const asked: [string, unknown][] = []
  let refuse = false
  const answer = (channel: string) => (request: unknown) => {
    asked.push([channel, request])
    return Promise.resolve(
      refuse
        ? { ok: false, error: { code: 'disk_full', message: '' } }
        : { ok: true, value: { orderId: 1 }, revision: 1 },
    )
  }
  const requests = { 'photos:keep': answer('photos:keep'), 'photos:missed': answer('photos:missed') }
  const control = createCameraStore({ requests, onEvent: () => () => {} } as unknown as StationBridge, {
    open: (_choice, onEnd) =>
      new Promise((resolve, reject) =>
        openings.push({
          open: resolve,
          fail: (name) => reject(new DOMException('no', name)),
          end: onEnd,
        }),
      ),
    list: () => Promise.resolve([]),
    onChange: (callback) => (changed = callback),
  })
  return {
    ...control,
    asked,
    openings,
    plugIn: () => changed(),
    refuse: () => (refuse = true),
    state: () => control.store.getState().state,
  }
}

test('a packed parcel is photographed with the warm camera', async () => {
  const { follow, photograph, openings, asked, state } = bench()
  await photograph('s0')
  expect(asked).toEqual([])
  follow(CHOICE)
  expect(state()).toBe('starting')
  openings[0]?.open(cameraOf())
  await eventually(() => expect(state()).toBe('ready'))
  await photograph('s1')
  expect(asked).toEqual([['photos:keep', { shipmentId: 's1', image: '/9j/4P/Z' }]])
})

test.each([
  ['NotFoundError', 'camera_missing'],
  ['NotReadableError', 'camera_busy'],
  ['NotAllowedError', 'camera_denied'],
  ['SyntaxError', 'camera_failed'],
])(
  'a camera that fails with %s is reported as %s, and tried again with the next parcel',
  async (name, why) => {
    const { follow, photograph, openings, asked, state, store } = bench()
    follow(CHOICE)
    openings[0]?.fail(name)
    await eventually(() => expect(state()).toBe(why))
    await photograph('s1')
    expect(asked).toEqual([['photos:missed', { shipmentId: 's1', why }]])
    expect(store.getState().missed).toBe(1)
    expect(openings).toHaveLength(2)
    openings[1]?.open(cameraOf())
    await eventually(() => expect(state()).toBe('ready'))
    expect(store.getState().missed).toBe(0)
  },
)

test('a camera that starts takes no photo yet', async () => {
  const { follow, photograph, asked, openings } = bench()
  follow(CHOICE)
  await photograph('s1')
  expect(asked).toEqual([['photos:missed', { shipmentId: 's1', why: 'camera_not_ready' }]])
  // It is not opened a second time meanwhile.
  expect(openings).toHaveLength(1)
})

test('locking switches the camera off, also one that opens too late', async () => {
  const { follow, openings, state } = bench()
  const [late, warm] = [cameraOf(), cameraOf()]
  follow(CHOICE)
  follow(null)
  openings[0]?.open(late)
  await eventually(() => expect(late.close).toHaveBeenCalledOnce())
  expect(state()).toBe('off')
  follow(CHOICE)
  openings[1]?.open(warm)
  await eventually(() => expect(state()).toBe('ready'))
  follow({ ...CHOICE })
  expect(openings).toHaveLength(2)
  follow(null)
  expect(warm.close).toHaveBeenCalledOnce()
})

test('an unplugged camera is found again when it is plugged in', async () => {
  const { follow, openings, plugIn, state } = bench()
  follow(CHOICE)
  openings[0]?.open(cameraOf())
  await eventually(() => expect(state()).toBe('ready'))
  openings[0]?.end()
  openings[1]?.fail('NotFoundError')
  await eventually(() => expect(state()).toBe('camera_missing'))
  plugIn()
  openings[2]?.open(cameraOf())
  await eventually(() => expect(state()).toBe('ready'))
})

test('a photo that main refuses is counted and told', async () => {
  const { follow, photograph, openings, asked, refuse, state, store } = bench()
  follow(CHOICE)
  openings[0]?.open(cameraOf())
  await eventually(() => expect(state()).toBe('ready'))
  refuse()
  await photograph('s1')
  expect(asked.map(([channel]) => channel)).toEqual(['photos:keep'])
  expect(store.getState()).toMatchObject({ missed: 1, error: { code: 'disk_full' } })
})
