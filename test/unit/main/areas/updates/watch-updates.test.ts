import { expect, it, vi } from 'vitest'
import { watchUpdates } from '../../../../../src/main/areas/updates/watch-updates'
import { createManualClock } from '../../../../support/clock'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

/** Lets what was looked up arrive. */
const settle = () => new Promise((resolve) => setImmediate(resolve))

function watched(...found: (string | null | Error)[]) {
  const clock = createManualClock()
  const fetch = vi.fn(async () => {
    const next = found.shift() ?? null
    if (next instanceof Error) throw next
    return next
  })
  const log = vi.fn<(line: string) => void>()
  const watch = watchUpdates({ fetch }, clock, log)
  const pass = async (ms: number) => {
    clock.advance(ms)
    await settle()
    return watch.view()
  }
  return { watch, fetch, log, clock, pass }
}

it('looks a minute after the start, and then every four hours', async () => {
  const { watch, fetch, pass } = watched(null, '1.2.0')
  expect(watch.view()).toEqual({ state: 'unknown', version: null })
  await pass(MINUTE - 1)
  expect(fetch).not.toHaveBeenCalled()
  expect(await pass(1)).toEqual({ state: 'current', version: null })
  await pass(4 * HOUR - 1)
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(await pass(1)).toEqual({ state: 'ready', version: '1.2.0' })
})

it('looks at once when asked, and four hours later again', async () => {
  const { watch, fetch, clock, pass } = watched(null, '1.2.0')
  expect(await Promise.all([watch.look(), watch.look()])).toEqual(
    Array(2).fill({ state: 'current', version: null }),
  )
  expect([fetch.mock.calls.length, clock.pending()]).toEqual([1, 1])
  await pass(4 * HOUR - 1)
  expect(fetch).toHaveBeenCalledTimes(1)
  expect(await pass(1)).toEqual({ state: 'ready', version: '1.2.0' })
})

it('says in one line why a look failed, and looks again', async () => {
  const { log, pass } = watched(new Error('404\nheaders: {}'), '1.2.0')
  expect(await pass(MINUTE)).toEqual({ state: 'failing', version: null })
  expect(log.mock.calls).toEqual([['No update could be read: 404']])
  expect(await pass(4 * HOUR)).toEqual({ state: 'ready', version: '1.2.0' })
})

it('keeps a version ready while the server is away, until there is a newer one', async () => {
  const { pass } = watched('1.2.0', new Error('gone'), null, '1.3.0')
  expect(await pass(MINUTE)).toEqual({ state: 'ready', version: '1.2.0' })
  expect(await pass(4 * HOUR)).toEqual({ state: 'ready', version: '1.2.0' })
  expect(await pass(4 * HOUR)).toEqual({ state: 'ready', version: '1.2.0' })
  expect(await pass(4 * HOUR)).toEqual({ state: 'ready', version: '1.3.0' })
})

it('ends with the program, also in the middle of a look', async () => {
  const { watch, clock, fetch } = watched('1.2.0')
  clock.advance(MINUTE)
  watch.stop()
  await settle()
  expect(watch.view().state).toBe('unknown')
  expect([clock.pending(), fetch.mock.calls.length]).toEqual([0, 1])
})

it('is off where nothing can be updated', async () => {
  const clock = createManualClock()
  const off = watchUpdates(null, clock, () => {})
  expect([off.view(), await off.look()]).toEqual(Array(2).fill({ state: 'off', version: null }))
  expect(clock.pending()).toBe(0)
})
