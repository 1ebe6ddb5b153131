import { expect, it } from 'vitest'
import { createUpdatesStore } from '../../../../src/renderer/src/stores/updates-store'
import { fakeStation, good, refused } from '../fake-station'

const READY = { state: 'ready', version: '0.2.0' } as const

it('an update is started once, and the button stays busy until the program ends', async () => {
  const station = fakeStation({
    'updates:read': () => good(READY),
    'updates:install': () => good({ version: '0.2.0' }),
  })
  const store = createUpdatesStore(station.bridge)
  await store.getState().load()
  expect(store.getState()).toMatchObject({ update: READY, installing: false, error: null })
  await Promise.all([store.getState().install(), store.getState().install()])
  expect(station.asked.filter(({ channel }) => channel === 'updates:install')).toHaveLength(1)
  expect(store.getState().installing).toBe(true)
})

it('a refused update says why and can be tried again', async () => {
  const station = fakeStation({ 'updates:install': () => refused('bench_in_use') })
  const store = createUpdatesStore(station.bridge)
  await store.getState().install()
  expect(store.getState()).toMatchObject({ installing: false, error: { code: 'bench_in_use' } })
})

it('a look shows what was found', async () => {
  const station = fakeStation({ 'updates:look': () => good(READY) })
  const store = createUpdatesStore(station.bridge)
  const looked = store.getState().look()
  expect(store.getState().looking).toBe(true)
  await Promise.all([looked, store.getState().look()])
  expect(station.asked).toHaveLength(1)
  expect(store.getState()).toMatchObject({ update: READY, looking: false, error: null })
})
