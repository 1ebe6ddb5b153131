import { describe, expect, it } from 'vitest'
import { emptyItem } from '../../../../src/renderer/src/features/items/item-schema'
import { createItemFormStore } from '../../../../src/renderer/src/stores/item-form-store'
import { eventually } from '../../../support/eventually'
import { fakeStation, good, refused } from '../fake-station'

const BODY = {
  title: 'Tote',
  price: 1,
  msrp: 1,
  brand_id: 1,
  category_id: 1,
  warehouse_id: 7,
  quality: 'g',
  photos: [],
}
const tote = { ...emptyItem(7), title: 'Tote' }

function makeStore(kept: string | null) {
  const inMain = { draft: kept }
  const created: string[] = []
  const station = fakeStation({
    'items:draft': () => good(inMain.draft),
    'items:keep-draft': ({ draft }) => {
      inMain.draft = draft
      return good(null)
    },
    'items:used-values': () => good({ quality: ['good'] }),
    'items:create': () => refused('unreachable', { host: 'not_running' }),
  })
  const store = createItemFormStore(station.bridge, (externalId) => created.push(externalId))
  return { station, store, inMain, created }
}

describe('the form of a new item', () => {
  it('begins with what was typed before a reload, and with the values that the account uses', async () => {
    const { store } = makeStore(JSON.stringify(tote))
    await store.getState().open()
    expect(store.getState()).toEqual(
      expect.objectContaining({ ready: true, draft: tote, values: { quality: ['good'] } }),
    )
  })

  it('has main keep the last of what is typed, with one request at a time', async () => {
    const { station, store, inMain } = makeStore(null)
    await store.getState().open()
    for (let typed = 1; typed <= 30; typed += 1)
      store.getState().keepDraft({ ...tote, title: 'Tote'.repeat(typed) })
    await eventually(() =>
      expect(JSON.parse(inMain.draft ?? '{}')).toMatchObject({ title: 'Tote'.repeat(30) }),
    )
    expect(station.asked.filter(({ channel }) => channel === 'items:keep-draft').length).toBeLessThan(4)
  })

  it('keeps the draft while the item is refused, and removes it once it is queued', async () => {
    const { station, store, inMain, created } = makeStore(null)
    await store.getState().open()
    store.getState().keepDraft(tote)
    expect(await store.getState().create(BODY)).toMatchObject({ code: 'unreachable' })
    expect(store.getState().draft).toEqual(tote)
    station.answers['items:create'] = () => good({ seq: 1, externalId: 'PB-1' })
    expect(await store.getState().create(BODY)).toBeNull()
    expect(created).toEqual(['PB-1'])
    expect(store.getState().draft).toBeNull()
    await eventually(() => expect(inMain.draft).toBeNull())
  })

  it('shows the draft of the account that is open, and what this window knows if main does not answer', async () => {
    const { station, store, inMain } = makeStore(null)
    await store.getState().open()
    store.getState().keepDraft(tote)
    await eventually(() => expect(inMain.draft).not.toBeNull())
    station.answers['items:draft'] = () => refused('unreachable')
    station.emit({ kind: 'station_replaced' })
    await store.getState().open()
    expect(store.getState().draft).toEqual(tote)
    station.answers['items:draft'] = () => good(JSON.stringify({ ...tote, title: 'Of the other' }))
    station.emit({ kind: 'station_replaced' })
    await store.getState().open()
    expect(store.getState().draft).toMatchObject({ title: 'Of the other' })
  })

  it('starts empty if what was kept cannot be read', async () => {
    const { store } = makeStore('{"title":')
    await store.getState().open()
    expect(store.getState()).toMatchObject({ ready: true, draft: null })
  })
})
