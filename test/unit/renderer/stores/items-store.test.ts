import { describe, expect, it } from 'vitest'
import { createItemsStore } from '../../../../src/renderer/src/stores/items-store'
import { ANY_ITEM } from '../../../../src/shared/domain/items/item-filter'
import type { ItemDetail, ItemList, ItemView } from '../../../../src/shared/contract/item-views'
import { fakeStation, good, refused } from '../fake-station'
import { eventually } from '../../../support/eventually'

const FIRST = { filter: ANY_ITEM, sort: { by: 'updated', descending: true }, offset: 0, limit: 100 }

function anItem(itemNumber: string): ItemView {
  return {
    itemNumber,
    state: 'listed',
    title: itemNumber,
    externalId: null,
    mpn: null,
    priceCents: 100,
    listedPriceCents: 100,
    maxDiscountPercent: null,
    msrpCents: null,
    size: null,
    quality: null,
    updatedAt: null,
    createdAt: null,
    goneAt: null,
    listingErrors: [],
    waiting: 0,
    held: 0,
  }
}
const aDetail = (itemNumber: string): ItemDetail => ({
  ...anItem(itemNumber),
  fields: {},
  readAt: '2026-11-21T09:00:00.000Z',
  pending: [],
  discountAsked: null,
  changes: [],
})
const aPage = (total: number, ...numbers: string[]): ItemList => ({
  total,
  rows: numbers.map(anItem),
  created: [],
  kept: { asOf: '2026-11-21T09:00:00.000Z', reading: null },
})

function makeStore(answers: Parameters<typeof fakeStation>[0] = {}) {
  const station = fakeStation({
    'items:list': ({ offset }) => good(aPage(250, offset === 0 ? 'A' : 'B')),
    'items:facets': () => good({ state: [], quality: [], category: [], brand: [], warehouse: [] }),
    'items:refresh': () => good(null),
    'items:save': ({ table }) => good({ path: '/list.csv', rows: table.rows.length }),
    'items:read': ({ itemNumber }) => good(aDetail(itemNumber)),
    'items:category': () => good([]),
    ...answers,
  })
  const lists = () =>
    station.asked.filter(({ channel }) => channel === 'items:list').map(({ request }) => request)
  return { station, lists, store: createItemsStore(station.bridge) }
}

describe('items store', () => {
  it('reads the windows of the list that are in sight, and the first again for another question', async () => {
    const { store, lists } = makeStore()
    const { show, sortBy, find } = store.getState()
    show(0, 20)
    await eventually(() => expect(store.getState().rows.total).toBe(250))
    expect(store.getState().kept).toEqual({ asOf: '2026-11-21T09:00:00.000Z', reading: null })
    show(210, 230)
    sortBy('price')
    sortBy('price')
    const filter = { ...ANY_ITEM, mpn: 'M' }
    find(filter)
    const price = { by: 'price', descending: false }
    expect(lists()).toEqual([
      FIRST,
      { ...FIRST, offset: 200 },
      { ...FIRST, sort: price },
      { ...FIRST, sort: { ...price, descending: true } },
      { ...FIRST, sort: { ...price, descending: true }, filter },
    ])
  })

  it('shows the answer to the last question, however late an earlier one arrives', async () => {
    const waiting: (() => void)[] = []
    const { store } = makeStore({
      'items:list': ({ filter }) =>
        new Promise((resolve) => waiting.push(() => resolve(good(aPage(1, filter.mpn))))),
    })
    store.getState().find({ ...ANY_ITEM, mpn: 'OLD' })
    store.getState().find({ ...ANY_ITEM, mpn: 'NEW' })
    waiting[1]?.()
    await eventually(() => expect(store.getState().rows.total).toBe(1))
    waiting[0]?.()
    await Promise.resolve()
    expect(store.getState().rows.pages.get(0)).toMatchObject([{ itemNumber: 'NEW' }])
  })

  it('reads changes from the marketplace on request, and says if it does not answer', async () => {
    const { station, store } = makeStore()
    await store.getState().refresh()
    expect(store.getState()).toMatchObject({ busy: false, refreshError: null })
    station.answers['items:refresh'] = () => refused('unreachable')
    await store.getState().refresh()
    expect(store.getState()).toMatchObject({ busy: false, refreshError: { code: 'unreachable' } })
  })

  it('saves all items of the list, window by window, as they are filtered', async () => {
    const { store, lists } = makeStore({
      'items:list': ({ offset, limit }) =>
        good(
          aPage(700, ...Array.from({ length: Math.min(limit, 700 - offset) }, (_, n) => `M${offset + n}`)),
        ),
    })
    await store.getState().saveList(['Number'], (row) => [row.itemNumber])
    expect(store.getState()).toMatchObject({ saving: false, saved: { rows: 700, more: false } })
    expect(lists()).toHaveLength(2)
  })

  it('reloads when items change, but only while the page is open, and once for many changes', async () => {
    const waiting: (() => void)[] = []
    const { station, store, lists } = makeStore({
      'items:list': () => new Promise((resolve) => waiting.push(() => resolve(good(aPage(1, 'A'))))),
    })
    station.emit({ kind: 'items_changed' })
    expect(lists()).toHaveLength(0)
    const stop = store.getState().watch()
    for (let count = 0; count < 50; count += 1) station.emit({ kind: 'items_changed' })
    waiting[0]?.()
    await eventually(() => expect(waiting).toHaveLength(2))
    waiting[1]?.()
    await eventually(() => expect(store.getState().rows.total).toBe(1))
    stop()
    station.emit({ kind: 'items_changed' })
    expect(lists()).toHaveLength(2)
  })

  it('re-reads the open item and leaves the list unchanged', async () => {
    const { station, store, lists } = makeStore()
    await store.getState().open('A')
    expect(store.getState().item?.itemNumber).toBe('A')
    store.getState().watch()
    await eventually(() =>
      expect(station.asked.filter(({ channel }) => channel === 'items:read')).toHaveLength(2),
    )
    expect(lists()).toEqual([])
  })

  it('keeps its categories if they cannot be re-read', async () => {
    const { station, store } = makeStore()
    await store.getState().readCategories(false)
    station.answers['items:category'] = () => refused('unreachable')
    await store.getState().readCategories(true)
    expect(store.getState()).toMatchObject({ leaves: [], leavesError: { code: 'unreachable' } })
  })
})
