import { expect, it } from 'vitest'
import { createOutboxStore } from '../../../../src/renderer/src/stores/outbox-store'
import type { OutboxRow } from '../../../../src/shared/contract/op-views'
import { fakeStation, good, refused } from '../fake-station'
import { eventually } from '../../../support/eventually'

const op = (seq: number) => ({ seq }) as OutboxRow

function anOutbox(count: number) {
  const saved: unknown[][] = []
  const station = fakeStation({
    'outbox:list': ({ offset, limit }) => {
      const length = Math.max(0, Math.min(limit, count - offset))
      return good({ total: count, rows: Array.from({ length }, (_, index) => op(offset + index + 1)) })
    },
    'outbox:save': ({ table }) => {
      saved.push(...table.rows)
      return good({ path: '/x/operations.csv', rows: table.rows.length })
    },
  })
  const store = createOutboxStore(station.bridge)
  const lists = () =>
    station.asked.filter(({ channel }) => channel === 'outbox:list').map(({ request }) => request)
  return { station, saved, lists, store }
}

it('asks main for the whole list sorted, from its beginning, and the other way around the second time', async () => {
  const { store, lists } = anOutbox(300)
  store.getState().show(100, 110)
  store.getState().sortBy('order')
  expect(store.getState().total).toBeNull()
  store.getState().sortBy('order')
  store.getState().sortBy('kind')
  await eventually(() => expect(store.getState().total).toBe(300))
  expect(lists()).toMatchObject([
    { view: 'open', sort: { by: 'captured', descending: false } },
    { view: 'open', sort: { by: 'order', descending: false }, offset: 0 },
    { view: 'open', sort: { by: 'order', descending: true }, offset: 0 },
    { view: 'open', sort: { by: 'kind', descending: false }, offset: 0 },
  ])
})

it('shows each view in its usual order', () => {
  const { store } = anOutbox(0)
  store.getState().sortBy('kind')
  store.getState().setView('all')
  expect(store.getState().sort).toEqual({ by: 'captured', descending: true })
  store.getState().setView('held')
  expect(store.getState().sort).toEqual({ by: 'captured', descending: false })
})

it('saves the list as it is filtered and sorted, and says how many rows it has', async () => {
  const { store, saved, lists } = anOutbox(1_200)
  store.getState().setView('held')
  store.getState().sortBy('order')
  await store.getState().saveList(['No.'], ({ seq }) => [seq])
  expect(saved.map(([seq]) => seq)).toEqual(Array.from({ length: 1_200 }, (_, index) => index + 1))
  expect(lists().at(-1)).toMatchObject({ view: 'held', sort: { by: 'order', descending: false } })
  expect(store.getState()).toMatchObject({ saving: false, saved: { rows: 1_200, total: 1_200 } })
  store.getState().setView('open')
  expect(store.getState().saved).toBeNull()
})

it('says why the list could not be saved', async () => {
  const { store, station } = anOutbox(3)
  station.answers['outbox:save'] = () => refused('supervisor_needed')
  await store.getState().saveList(['No.'], ({ seq }) => [seq])
  expect(store.getState()).toMatchObject({
    saving: false,
    saved: null,
    saveError: { code: 'supervisor_needed' },
  })
})
