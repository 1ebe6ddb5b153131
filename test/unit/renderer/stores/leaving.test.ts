import { expect, test } from 'vitest'
import { createStationStore } from '../../../../src/renderer/src/stores/station-store'
import type { ExportedOps } from '../../../../src/shared/contract/views'
import { fakeStation, good, refused } from '../fake-station'

const file: ExportedOps = { path: '/data/exports/open-operations-1.json', content: '{}', ops: 2 }

test('a refusal is returned, and no export is reported', async () => {
  const station = fakeStation({ 'station:leave': () => refused('ops_open') })
  const store = createStationStore(station.bridge)
  expect((await store.getState().leave('quit', false))?.code).toBe('ops_open')
  expect(store.getState()).toMatchObject({ exported: null, quit: false })
})

test('the file’s location stays on screen until somebody has read it, whichever way led there', async () => {
  const station = fakeStation({
    'station:leave': () => good(file),
    'settings:connect': () => good(file),
    'settings:train': () => good(file),
    'outbox:export': () => good(file),
  })
  const store = createStationStore(station.bridge)
  const { leave, connect, train, exportCopy, closeExported } = store.getState()
  for (const [go, kind] of [
    [() => leave('reset', true), 'moved'],
    [() => connect({ baseUrl: 'https://x', accessToken: 'y' }, true), 'moved'],
    [() => train(true), 'moved'],
    [exportCopy, 'copy'],
  ] as const) {
    expect(await go()).toBeNull()
    expect(store.getState().exported).toEqual({ path: file.path, ops: 2, kind })
    closeExported()
    expect(store.getState().exported).toBeNull()
  }
  expect(store.getState().quit).toBe(false)
  expect(station.asked.map(({ request }) => request)).toEqual([
    { how: 'reset', exportOps: true },
    { baseUrl: 'https://x', accessToken: 'y', exportOps: true },
    { exportOps: true },
    {},
  ])
})

test('a user who quits here is told so', async () => {
  const store = createStationStore(fakeStation({ 'station:leave': () => good(null) }).bridge)
  await store.getState().leave('quit', false)
  expect(store.getState()).toMatchObject({ exported: null, quit: true })
})

test('if no file could be written, the window keeps the content to save it elsewhere', async () => {
  const station = fakeStation({ 'outbox:export': () => good({ ...file, path: null }) })
  const store = createStationStore(station.bridge)
  expect(await store.getState().exportCopy()).toBeNull()
  expect(store.getState().exported).toEqual({ path: null, content: '{}', ops: 2, kind: 'copy' })
})
