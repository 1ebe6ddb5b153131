import { describe, expect, it } from 'vitest'
import { createItemsStore } from '../../../../src/renderer/src/stores/items-store'
import type { ItemDetail, ItemView } from '../../../../src/shared/contract/item-views'
import { fakeStation, good, refused } from '../fake-station'
import { eventually } from '../../../support/eventually'

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
function makeStore(answers: Parameters<typeof fakeStation>[0] = {}) {
  const station = fakeStation({
    'items:read': ({ itemNumber }) => good(aDetail(itemNumber)),
    'items:category': () => good([]),
    ...answers,
  })
  return { station, store: createItemsStore(station.bridge) }
}

describe('items store', () => {
  it('re-reads the open item while the page is open, and not after', async () => {
    const { station, store } = makeStore()
    await store.getState().open('A')
    expect(store.getState().item?.itemNumber).toBe('A')
    const stop = store.getState().watch()
    await eventually(() =>
      expect(station.asked.filter(({ channel }) => channel === 'items:read')).toHaveLength(2),
    )
    stop()
    station.emit({ kind: 'items_changed' })
    expect(station.asked.filter(({ channel }) => channel === 'items:read')).toHaveLength(2)
  })

  it('keeps its categories if they cannot be re-read', async () => {
    const { station, store } = makeStore()
    await store.getState().readCategories(false)
    station.answers['items:category'] = () => refused('unreachable')
    await store.getState().readCategories(true)
    expect(store.getState()).toMatchObject({ leaves: [], leavesError: { code: 'unreachable' } })
  })
})
