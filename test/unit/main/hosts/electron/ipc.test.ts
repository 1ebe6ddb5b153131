import { expect, test, vi } from 'vitest'
import type { Packbench } from '../../../../../src/main/app/compose'
import {
  type IpcPart,
  isFromOurPage,
  sendEvents,
  serveRequests,
} from '../../../../../src/main/hosts/electron/ipc'
import { EVENT_CHANNEL, REQUEST_CHANNELS } from '../../../../../src/shared/contract/channels'
import type { StationEvent } from '../../../../../src/shared/contract/views'

const ours = { name: 'our contents' }
const page = { parent: null, url: 'app://packbench/#/orders' }
const subframe = { parent: page as unknown as Electron.WebFrameMain, url: 'app://packbench/' }

function served() {
  const ipcHandle = vi.fn<IpcPart['handle']>()
  const handle = vi.fn<Packbench['handle']>(() => Promise.resolve({ ok: true, value: 1, revision: 1 }))
  serveRequests({ handle: ipcHandle }, { handle }, () => ours)
  const listeners = new Map(ipcHandle.mock.calls)
  const invoke = (channel: string, event: object, ...args: unknown[]) =>
    listeners.get(channel)?.(event as Electron.IpcMainInvokeEvent, ...args) as Promise<unknown>
  return { listeners, handle, invoke }
}

test('each channel has one handler, and there are no others', () => {
  expect([...served().listeners.keys()]).toEqual([...REQUEST_CHANNELS])
})

test('a request of our page reaches its channel', async () => {
  const { invoke, handle } = served()
  const answer = await invoke('packing:open', { sender: ours, senderFrame: page }, { orderId: 1 }, 'more')
  expect(answer).toEqual({ ok: true, value: 1, revision: 1 })
  expect(handle).toHaveBeenCalledExactlyOnceWith('packing:open', { orderId: 1 })
})

test.each([
  ['another window', { sender: {}, senderFrame: page }],
  ['a frame within our page', { sender: ours, senderFrame: subframe }],
  ['a frame that is gone', { sender: ours, senderFrame: null }],
  ['a foreign page', { sender: ours, senderFrame: { parent: null, url: 'https://evil.example/' } }],
  ['a look-alike', { sender: ours, senderFrame: { parent: null, url: 'app://packbench.evil/' } }],
  ['a file', { sender: ours, senderFrame: { parent: null, url: 'file:///app://packbench/' } }],
  ['an empty page', { sender: ours, senderFrame: { parent: null, url: 'about:blank' } }],
])('%s is ignored', async (_who, event) => {
  const { invoke, handle } = served()
  expect(isFromOurPage(event, ours)).toBe(false)
  for (const channel of REQUEST_CHANNELS) {
    expect(await invoke(channel, event, {})).toMatchObject({ ok: false, error: { code: 'session_missing' } })
  }
  expect(handle).not.toHaveBeenCalled()
})

test('events go to the window while it is open', () => {
  let listener: ((event: StationEvent) => void) | null = null
  const onEvent: Packbench['onEvent'] = (given) => {
    listener = given
    return () => (listener = null)
  }
  const send = vi.fn<Electron.WebContents['send']>()
  let destroyed = false
  const stop = sendEvents({ onEvent }, { send, isDestroyed: () => destroyed })
  const tell = (event: StationEvent) => listener?.(event)
  tell({ kind: 'outbox_changed', revision: 1 })
  expect(send).toHaveBeenCalledExactlyOnceWith(EVENT_CHANNEL, { kind: 'outbox_changed', revision: 1 })
  destroyed = true
  tell({ kind: 'outbox_changed', revision: 1 })
  expect(send).toHaveBeenCalledOnce()
  stop()
  expect(listener).toBeNull()
})
