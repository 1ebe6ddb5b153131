import type { WebContents } from 'electron'
import { expect, test, vi } from 'vitest'
import {
  type ContentsPart,
  restrictContents,
  restrictSession,
  type SessionPart,
} from '../../../../../src/main/hosts/electron/policy'

/** Doubles have Electron's own types, so that a call unknown to Electron does not compile here. */

function sessionDouble() {
  const setPermissionRequestHandler = vi.fn<Electron.Session['setPermissionRequestHandler']>()
  const setPermissionCheckHandler = vi.fn<Electron.Session['setPermissionCheckHandler']>()
  const setDevicePermissionHandler = vi.fn<Electron.Session['setDevicePermissionHandler']>()
  const onBeforeRequest = vi.fn()
  const on = vi.fn<SessionPart['on']>()
  const session: SessionPart = {
    setPermissionRequestHandler,
    setPermissionCheckHandler,
    setDevicePermissionHandler,
    webRequest: { onBeforeRequest },
    on,
  }
  return {
    session,
    setPermissionRequestHandler,
    setPermissionCheckHandler,
    setDevicePermissionHandler,
    onBeforeRequest,
    on,
  }
}

type RequestListener = (
  details: { url: string },
  callback: (response: Electron.CallbackResponse) => void,
) => void

test('every permission but the page’s own camera is refused, both requests and checks', () => {
  const double = sessionDouble()
  restrictSession(double.session, true)
  const ask = double.setPermissionRequestHandler.mock.calls[0]?.[0]
  const check = double.setPermissionCheckHandler.mock.calls[0]?.[0]
  const device = double.setDevicePermissionHandler.mock.calls[0]?.[0]
  const contents = {} as WebContents
  for (const permission of [
    'media',
    'usb',
    'serial',
    'clipboard-read',
    'notifications',
    'openExternal',
  ] as const) {
    const answer = vi.fn<(granted: boolean) => void>()
    ask?.(contents, permission, answer, { isMainFrame: true, requestingUrl: 'app://packbench/' })
    expect(answer).toHaveBeenCalledExactlyOnceWith(false)
    expect(check?.(contents, permission, 'app://packbench', { isMainFrame: true })).toBe(false)
  }
  expect(device?.({} as Electron.DevicePermissionHandlerHandlerDetails)).toBe(false)
})

const PAGE = 'app://packbench/'

test.each<[string, string, boolean, ('video' | 'audio')[], boolean]>([
  ['the page asks for the camera', PAGE, true, ['video'], true],
  ['the page asks for the microphone', PAGE, true, ['audio'], false],
  ['the page asks for both', PAGE, true, ['video', 'audio'], false],
  ['the page asks for nothing', PAGE, true, [], false],
  ['a frame asks', PAGE, false, ['video'], false],
  ['another page asks', 'https://evil.example/', true, ['video'], false],
  ['a page with a longer name asks', 'app://packbench.evil.example/', true, ['video'], false],
])('%s', (_who, requestingUrl, isMainFrame, mediaTypes, granted) => {
  const { session, setPermissionRequestHandler, setPermissionCheckHandler } = sessionDouble()
  restrictSession(session, false)
  const answer = vi.fn<(granted: boolean) => void>()
  const request: Electron.MediaAccessPermissionRequest = { isMainFrame, requestingUrl, mediaTypes }
  setPermissionRequestHandler.mock.calls[0]?.[0]?.({} as WebContents, 'media', answer, request)
  expect(answer).toHaveBeenCalledExactlyOnceWith(granted)
  const [mediaType] = mediaTypes
  const check = setPermissionCheckHandler.mock.calls[0]?.[0]
  const details = { isMainFrame, ...(mediaType === undefined ? {} : { mediaType }) }
  // A check is made for one kind at a time.
  if (mediaTypes.length < 2)
    expect(check?.(null, 'media', requestingUrl.replace(/\/$/, ''), details)).toBe(granted)
})

test.each([
  ['https://evil.example/open-operations-1.json', 'open-operations-1.json', true],
  ['blob:https://evil.example/1', 'open-operations-1.json', true],
  ['blob:app://packbench/1', 'setup.exe', true],
  ['blob:app://packbench/1', 'open-operations-1.json.exe', true],
  ['blob:app://packbench/1', 'open-operations-2026-11-20T09-01-00.000Z.json', false],
])('a download from %s as %s is refused: %s', (url, name, refused) => {
  const double = sessionDouble()
  restrictSession(double.session, false)
  const listener = double.on.mock.calls.find(([event]) => event === 'will-download')?.[1]
  const preventDefault = vi.fn()
  listener?.({ preventDefault }, { getURL: () => url, getFilename: () => name })
  expect(preventDefault).toHaveBeenCalledTimes(refused ? 1 : 0)
})

test.each([
  ['app://packbench/assets/app.js', false, false],
  ['data:image/png;base64,AA==', false, false],
  ['blob:app://packbench/1', false, false],
  ['blob:https://evil.example/1', false, true],
  ['app://other/', false, true],
  ['app://packbench.evil.example/', false, true],
  ['https://evil.example/', false, true],
  ['http://127.0.0.1:47825/', false, true],
  ['file:///etc/passwd', false, true],
  ['ws://127.0.0.1:1/', false, true],
  ['devtools://devtools/bundled/index.html', false, true],
  ['devtools://devtools/bundled/index.html', true, false],
])('a request to %s (development: %s) is canceled: %s', (url, development, cancel) => {
  const double = sessionDouble()
  restrictSession(double.session, development)
  const listener = double.onBeforeRequest.mock.calls[0]?.[0] as RequestListener
  const answer = vi.fn()
  listener({ url }, answer)
  expect(answer).toHaveBeenCalledExactlyOnceWith({ cancel })
})

function contentsDouble() {
  const handlers = new Map<string, (details: { preventDefault(): void; url: string }) => void>()
  const setWindowOpenHandler = vi.fn<Electron.WebContents['setWindowOpenHandler']>()
  const contents: ContentsPart = {
    setWindowOpenHandler,
    on: (event: string, listener: (details: { preventDefault(): void; url: string }) => void) =>
      handlers.set(event, listener),
  }
  return { contents, handlers, setWindowOpenHandler }
}

test('no window is opened', () => {
  const { contents, setWindowOpenHandler } = contentsDouble()
  restrictContents(contents)
  const handler = setWindowOpenHandler.mock.calls[0]?.[0]
  expect(handler?.({ url: 'https://evil.example' } as Electron.HandlerDetails)).toEqual({ action: 'deny' })
  expect(handler?.({ url: 'app://packbench/' } as Electron.HandlerDetails)).toEqual({ action: 'deny' })
})

test.each(['will-navigate', 'will-frame-navigate', 'will-redirect'])(
  '%s is refused but for a reload',
  (event) => {
    const { contents, handlers } = contentsDouble()
    restrictContents(contents)
    const isRefused = (url: string) => {
      const preventDefault = vi.fn()
      handlers.get(event)?.({ url, preventDefault })
      return preventDefault.mock.calls.length === 1
    }
    expect(isRefused('https://evil.example/')).toBe(true)
    expect(isRefused('file:///etc/passwd')).toBe(true)
    expect(isRefused('app://packbench/assets/app.js')).toBe(true)
    expect(isRefused('app://packbench/')).toBe(false)
  },
)

test('webviews are refused', () => {
  const { contents, handlers } = contentsDouble()
  restrictContents(contents)
  const preventDefault = vi.fn()
  handlers.get('will-attach-webview')?.({ url: 'app://packbench/', preventDefault })
  expect(preventDefault).toHaveBeenCalledOnce()
})
