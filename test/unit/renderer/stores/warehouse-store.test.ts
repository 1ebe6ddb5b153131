import { expect, it } from 'vitest'
import { createWarehouseStore } from '../../../../src/renderer/src/stores/warehouse-store'
import type { WallView, WarehouseView } from '../../../../src/shared/contract/warehouse-views'
import { fakeStation, good, refused } from '../fake-station'

const PLAN = {
  ...{ due: 0, late: 0, lateSince: null, packed: 0, perHour: null, lastPackedAt: null },
  ...{ forecast: { kind: 'nothing_due' as const }, held: 0, heldSince: null },
}
const AT = { at: '2026-11-24T10:00:00.000Z', timeZone: 'UTC', hub: null, plan: PLAN, hours: [] }
const view = (toPack: number): WarehouseView => ({
  ...AT,
  toPack,
  stations: [],
  byStation: [],
  byOperator: [],
})
const wall = (toPack: number): WallView => ({ ...AT, toPack, online: 1, offline: [], needing: [] })

it('shows what was read last, and what was known when it cannot be read', async () => {
  const station = fakeStation({
    'warehouse:read': () => good(view(3)),
    'warehouse:wall': () => good(wall(3)),
  })
  const store = createWarehouseStore(station.bridge)
  await store.getState().load()
  await store.getState().loadWall()
  expect(store.getState()).toMatchObject({ view: { toPack: 3 }, wall: { toPack: 3 }, error: null })
  station.answers['warehouse:read'] = () => refused('database_error')
  await store.getState().load()
  expect(store.getState()).toMatchObject({ view: { toPack: 3 }, error: { code: 'database_error' } })
  station.emit({ kind: 'station_replaced' })
  expect(store.getState()).toMatchObject({ view: null, wall: null, error: null })
})

it('drops an answer that a newer one has overtaken', async () => {
  const station = fakeStation({})
  let answerLate = (): void => {}
  const early = station.revision()
  station.answers['warehouse:read'] = () =>
    new Promise((resolve) => (answerLate = () => resolve({ ok: true, value: view(9), revision: early })))
  const store = createWarehouseStore(station.bridge)
  const late = store.getState().load()
  station.answers['warehouse:remove-station'] = () => good(view(4))
  await store.getState().remove('7d1f1a0e-0000-4000-8000-000000000000')
  answerLate()
  await late
  expect(store.getState().view?.toPack).toBe(4)
})

it('says why a station could not be taken off the list', async () => {
  const station = fakeStation({ 'warehouse:remove-station': () => refused('hub_away') })
  const store = createWarehouseStore(station.bridge)
  await store.getState().remove('7d1f1a0e-0000-4000-8000-000000000000')
  expect(store.getState().error?.code).toBe('hub_away')
})
