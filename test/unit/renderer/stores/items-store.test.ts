import { describe, expect, it } from 'vitest'
import { createItemsStore } from '../../../../src/renderer/src/stores/items-store'
import type { ItemDetail, ItemList, ItemView } from '../../../../src/shared/contract/item-views'
import { fakeStation, good, refused } from '../fake-station'
import { eventually } from '../../../support/eventually'

const NOT_GONE = ['processing', 'listed', 'ready_to_delete']

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
})
const aPage = (next: string | null, ...numbers: string[]): ItemList => ({
  rows: numbers.map(anItem),
  created: [],
  next,
  readAt: '2026-11-21T09:00:00.000Z',
  from: 'marketplace',
})

function makeStore(answers: Parameters<typeof fakeStation>[0] = {}) {
  const station = fakeStation({
    'items:list': ({ page }) => good(page === null ? aPage('link-2', 'A') : aPage(null, 'B')),
    'item:read': ({ itemNumber }) => good(aDetail(itemNumber)),
    'categories:read': () => good([]),
    ...answers,
  })
  const lists = () =>
    station.asked.filter(({ channel }) => channel === 'items:list').map(({ request }) => request)
  return { station, lists, store: createItemsStore(station.bridge) }
}

describe('items store', () => {
  it('requests items that are not gone, by state, and follows the marketplace’s own link', async () => {
    const { store, lists } = makeStore()
    await store.getState().firstPage()
    await store.getState().nextPage()
    expect(store.getState()).toMatchObject({ pageNumber: 2, list: { rows: [{ itemNumber: 'B' }] } })
    await store.getState().nextPage()
    await store.getState().find({ state: 'sold, odd', externalId: 'X', mpn: '' })
    expect(lists()).toEqual([
      { status: NOT_GONE, externalId: '', mpn: '', page: null, sort: null, readSince: null },
      { status: NOT_GONE, externalId: '', mpn: '', page: 'link-2', sort: null, readSince: null },
      { status: ['sold', 'odd'], externalId: 'X', mpn: '', page: null, sort: null, readSince: null },
    ])
    expect(store.getState().pageNumber).toBe(1)
  })

  it('requests the marketplace’s default if the named states are refused', async () => {
    const { store, lists } = makeStore({
      'items:list': ({ status }) =>
        status.length > 0 ? refused('invalid_request', { status: 'refused' }) : good(aPage(null, 'A')),
    })
    await store.getState().firstPage()
    expect(store.getState()).toMatchObject({ listError: null, list: { rows: [{ itemNumber: 'A' }] } })
    await store.getState().find({ state: 'sold', externalId: '', mpn: '' })
    expect(store.getState().listError?.fields).toEqual({ status: 'refused' })
    expect(lists()).toHaveLength(3)
  })

  it('shows the answer to the last request, however late an earlier one arrives', async () => {
    const waiting: (() => void)[] = []
    const { store } = makeStore({
      'items:list': ({ externalId }) =>
        new Promise((resolve) => waiting.push(() => resolve(good(aPage(null, externalId))))),
    })
    const first = store.getState().find({ state: '', externalId: 'OLD', mpn: '' })
    const second = store.getState().find({ state: '', externalId: 'NEW', mpn: '' })
    waiting[1]?.()
    await second
    waiting[0]?.()
    await first
    expect(store.getState()).toMatchObject({ busy: false, list: { rows: [{ itemNumber: 'NEW' }] } })
  })

  it('reloads when items change, but only while the page is open, and once for many changes', async () => {
    const waiting: (() => void)[] = []
    const { station, store, lists } = makeStore({
      'items:list': () => new Promise((resolve) => waiting.push(() => resolve(good(aPage(null, 'A'))))),
    })
    station.emit({ kind: 'items_changed' })
    expect(lists()).toHaveLength(0)
    const stop = store.getState().watch()
    for (let count = 0; count < 50; count += 1) station.emit({ kind: 'items_changed' })
    waiting[0]?.()
    await eventually(() => expect(waiting).toHaveLength(2))
    waiting[1]?.()
    await eventually(() => expect(store.getState().busy).toBe(false))
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
      expect(station.asked.filter(({ channel }) => channel === 'item:read')).toHaveLength(2),
    )
    expect(lists()).toEqual([])
  })

  it('keeps its categories if they cannot be re-read', async () => {
    const { station, store } = makeStore()
    await store.getState().readCategories(false)
    station.answers['categories:read'] = () => refused('unreachable')
    await store.getState().readCategories(true)
    expect(store.getState()).toMatchObject({ leaves: [], leavesError: { code: 'unreachable' } })
  })
})
