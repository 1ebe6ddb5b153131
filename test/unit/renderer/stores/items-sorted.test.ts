import { expect, it } from 'vitest'
import { createItemsStore } from '../../../../src/renderer/src/stores/items-store'
import type { ItemList, ItemView } from '../../../../src/shared/contract/item-views'
import type { RequestOf } from '../../../../src/shared/contract/requests'
import { eventually } from '../../../support/eventually'
import { fakeStation, good, refused } from '../fake-station'

const AT = ['2026-11-21T09:00:03.000Z', '2026-11-21T09:00:01.000Z', '2026-11-21T09:00:02.000Z']

const rows = (...numbers: string[]) => numbers.map((itemNumber) => ({ itemNumber }) as ItemView)
const page = (over: Partial<ItemList>): ItemList => ({
  ...{ rows: [], created: [], next: null, readAt: null, from: 'marketplace' },
  ...over,
})

/** Three pages at the marketplace, whose clock is set back meanwhile, and two pages once they are sorted. */
function answerOf({ page: link, sort }: RequestOf<'items:list'>) {
  if (sort)
    return good(link === null ? page({ rows: rows('C', 'B'), next: '["x"]' }) : page({ rows: rows('A') }))
  const index = link === null ? 0 : Number(link)
  const next = index === 2 ? null : String(index + 1)
  return good(page({ rows: rows('ABC'.charAt(index)), next, readAt: AT[index] ?? null }))
}

function makeStore(answers: Parameters<typeof fakeStation>[0] = {}) {
  const tables: unknown[] = []
  const station = fakeStation({
    'items:list': answerOf,
    'items:save': ({ table }) => {
      tables.push(table)
      return good({ path: '/x/items.csv', rows: table.rows.length })
    },
    ...answers,
  })
  const asked = () =>
    station.asked
      .filter(({ channel }) => channel === 'items:list')
      .map(({ request }) => request as RequestOf<'items:list'>)
  return { station, store: createItemsStore(station.bridge), asked, tables }
}

it('reads all of the list before the station sorts it, once for both ways and any column', async () => {
  const { store, asked } = makeStore()
  await store.getState().sortBy('price')
  expect(asked().map(({ page: link }) => link)).toEqual([null, '1', '2', null])
  expect(asked().at(-1)).toMatchObject({ sort: { by: 'price', descending: false }, readSince: AT[1] })
  expect(store.getState()).toMatchObject({ reading: null, list: { rows: rows('C', 'B') } })
  await store.getState().nextPage()
  expect(asked().at(-1)).toMatchObject({ page: '["x"]', sort: { by: 'price' } })
  expect(store.getState()).toMatchObject({ pageNumber: 2, list: { rows: rows('A') } })
  await store.getState().sortBy('price')
  expect(asked().at(-1)).toMatchObject({ page: null, sort: { by: 'price', descending: true } })
  await store.getState().sortBy('title')
  expect(asked()).toHaveLength(7)
  await store.getState().sortBy('title')
  await store.getState().sortBy('title')
  expect(asked().at(-1)).toMatchObject({ page: null, sort: null, readSince: null })
  expect(store.getState()).toMatchObject({ sort: null, pageNumber: 1 })
})

it('reads it again for another filter, and when a person refreshes', async () => {
  const { store, asked } = makeStore()
  await store.getState().sortBy('price')
  await store.getState().find({ state: '', externalId: '', mpn: 'X' })
  expect(
    asked()
      .slice(4)
      .map(({ mpn, page: link }) => [mpn, link]),
  ).toEqual([
    ['X', null],
    ['X', '1'],
    ['X', '2'],
    ['X', null],
  ])
  await store.getState().refresh()
  expect(asked()).toHaveLength(12)
})

it('says how many it has read, and stops', async () => {
  const go: (() => void)[] = []
  const { store, station, asked } = makeStore({
    'items:list': (request) => new Promise((resolve) => go.push(() => resolve(answerOf(request)))),
  })
  const sorted = store.getState().sortBy('price')
  go[0]?.()
  await eventually(() => expect(store.getState().reading).toBe(1))
  // A change is shown later; the sorted list is not there yet.
  store.getState().watch()
  station.emit({ kind: 'items_changed' })
  void store.getState().stopReading()
  expect(store.getState()).toMatchObject({ reading: null, sort: null })
  await eventually(() => expect(go.length).toBeGreaterThan(2))
  for (const answer of go) answer()
  await sorted
  await eventually(() => expect(store.getState()).toMatchObject({ busy: false, list: { rows: rows('A') } }))
  expect(asked().every(({ sort }) => sort === null)).toBe(true)
})

it('sorts what the station has while the marketplace does not answer', async () => {
  const { store, asked } = makeStore({
    'items:list': (request) =>
      request.sort ? answerOf(request) : good(page({ rows: rows('A'), from: 'station' })),
  })
  await store.getState().sortBy('state')
  expect(asked().at(-1)).toMatchObject({ sort: { by: 'state', descending: false }, readSince: null })
  expect(store.getState().list?.rows).toEqual(rows('C', 'B'))
})

it('is not sorted if the marketplace refuses', async () => {
  const { store } = makeStore({ 'items:list': () => refused('unauthorized') })
  await store.getState().sortBy('state')
  expect(store.getState()).toMatchObject({
    ...{ reading: null, sort: null, busy: false },
    listError: { code: 'unauthorized' },
  })
})

it('saves every item of the filter, in the order on the screen', async () => {
  const { store, tables, asked, station } = makeStore()
  await store.getState().find({ state: 'listed', externalId: '', mpn: '' })
  await store.getState().saveList(['Item'], ({ itemNumber }) => [itemNumber])
  expect(tables).toEqual([{ columns: ['Item'], rows: [['C'], ['B'], ['A']] }])
  expect(asked().every(({ status }) => status[0] === 'listed')).toBe(true)
  expect(asked().find(({ sort }) => sort)).toMatchObject({ sort: { by: 'updated', descending: true } })
  expect(store.getState().saved).toEqual({ path: '/x/items.csv', rows: 3, more: false })
  await store.getState().find({ state: '', externalId: '', mpn: '' })
  expect(store.getState().saved).toBeNull()

  station.answers['items:save'] = () => refused('disk_full')
  await store.getState().saveList(['Item'], ({ itemNumber }) => [itemNumber])
  expect(store.getState()).toMatchObject({ saved: null, saveError: { code: 'disk_full' } })
})

it('saves no more than one file takes, and says so', async () => {
  const many = Array.from({ length: 6_000 }, (_, index) => String(index))
  const { store, tables } = makeStore({
    'items:list': (request) =>
      request.sort ? good(page({ rows: rows(...many), next: '["x"]' })) : answerOf(request),
  })
  await store.getState().saveList(['Item'], ({ itemNumber }) => [itemNumber])
  expect((tables[0] as { rows: unknown[] }).rows).toHaveLength(10_000)
  expect(store.getState().saved).toMatchObject({ rows: 10_000, more: true })
})
