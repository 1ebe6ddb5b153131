import { expect, test, vi } from 'vitest'
import {
  createHandler,
  type Handlers,
  isRequestChannel,
  type StampedHandlers,
} from '../../../../src/main/bridge/handle'
import { stamped } from '../../../../src/main/bridge/stamp'
import { countRevisions } from '../../../../src/main/base/revision'
import { StationError } from '../../../../src/main/base/station-error'
import { REQUEST_CHANNELS, type RequestChannel } from '../../../../src/shared/contract/channels'

/** Every handler fails the test unless the test provides its own. */
function handlersWith(given: Partial<Handlers>): StampedHandlers {
  const unexpected = Object.fromEntries(
    REQUEST_CHANNELS.map((channel) => [channel, () => Promise.reject(new Error(`${channel} was called`))]),
  ) as unknown as Handlers
  return stamped({ ...unexpected, ...given }, countRevisions())
}

const silent = () => undefined

test('the use-case gets the parsed request and its value comes back in an envelope', async () => {
  const move = vi.fn<Handlers['settings:connect']>(() => Promise.resolve(null))
  const handle = createHandler(handlersWith({ 'settings:connect': move }))
  const request = { baseUrl: 'https://partner.example', accessToken: '  token ' }
  expect(await handle('settings:connect', request)).toEqual({ ok: true, value: null, revision: 1 })
  expect(move).toHaveBeenCalledExactlyOnceWith({
    ...request,
    accessToken: 'token',
    exportOps: false,
    account: null,
  })
})

test('a request that does not parse is refused by field, before any use-case', async () => {
  const log = vi.fn()
  const handle = createHandler(handlersWith({}), log)
  expect(await handle('packing:open', { orderId: 'secret' })).toEqual({
    ok: false,
    error: {
      code: 'invalid_request',
      message: 'packing:open: the request does not parse',
      fields: { orderId: 'invalid_type' },
    },
  })
  expect(await handle('station:bootstrap', { more: 1 })).toMatchObject({ error: { code: 'invalid_request' } })
  expect(await handle('station:bootstrap', undefined)).toMatchObject({ error: { code: 'invalid_request' } })
  expect(log).not.toHaveBeenCalled()
})

test.each(['nonsense', 'constructor', '__proto__', 'toString', ''])('%j is no channel', async (name) => {
  const handle = createHandler(handlersWith({}))
  expect(isRequestChannel(name)).toBe(false)
  expect(await handle(name as RequestChannel, {})).toEqual({
    ok: false,
    error: { code: 'invalid_request', message: 'unknown channel' },
  })
})

test('a refusal keeps its code and fields', async () => {
  const handle = createHandler(
    handlersWith({
      'settings:train': () =>
        Promise.reject(new StationError('ops_open', 'two wait', { 'settings:train': 'x' })),
    }),
  )
  expect(await handle('settings:train', {})).toEqual({
    ok: false,
    error: { code: 'ops_open', message: 'two wait', fields: { 'settings:train': 'x' } },
  })
})

test('any other error is logged without the request and answered without its message', async () => {
  const log = vi.fn<(line: string) => void>()
  const thrown = [new TypeError('cannot read'), 'a text', null]
  for (const error of thrown) {
    const handle = createHandler(
      handlersWith({
        'packing:scan': () => {
          throw error
        },
      }),
      log,
    )
    expect(await handle('packing:scan', { codes: ['buyer-secret'] })).toEqual({
      ok: false,
      error: { code: 'internal', message: 'an unexpected error; see the log' },
    })
  }
  expect(log).toHaveBeenCalledTimes(thrown.length)
  expect(log.mock.calls[0]?.[0]).toContain('cannot read')
  expect(log.mock.calls.flat().join()).not.toContain('buyer-secret')
})

test.each([
  ['SQLITE_FULL', 'disk_full'],
  ['SQLITE_IOERR_WRITE', 'database_error'],
])('SQLite’s %s becomes %s', async (sqliteCode, code) => {
  const error = Object.assign(new Error('refused'), { name: 'SqliteError', code: sqliteCode })
  const handle = createHandler(handlersWith({ 'station:sync': () => Promise.reject(error) }), silent)
  expect(await handle('station:sync', {})).toMatchObject({ ok: false, error: { code } })
})
