import { describe, expect, it } from 'vitest'
import { opsOfLane, itemLane, findOp } from '../../../src/main/store/tables/outbox'
import { delistItem, updateItem } from '../../../src/main/areas/items/change-item'
import { createItem } from '../../../src/main/areas/items/create-item'
import { readItem, refreshItems } from '../../../src/main/areas/items/list-items'
import { readCategories } from '../../../src/main/areas/items/read-categories'
import type { CreateItemBody } from '../../../src/shared/partner-api/item'
import { makeStation } from '../../support/account'
import { startHostile } from '../../support/hostile'
import { aListedItem, keptItems, readItems } from '../../support/read-items'
import { makeSyncBench } from '../../support/sync-bench'
import { rawDb } from '../../support/raw-db'
import { COAT } from './item-ops'

const DRESS = 1101

describe('the list of items', () => {
  it('is what the station keeps, by filter and sorted, also while the marketplace does not answer', async () => {
    const bench = await makeSyncBench()
    const first = await readItems(bench.station)
    expect(first.rows.length).toBeGreaterThan(15)
    expect(first.kept).toMatchObject({ asOf: expect.any(String), reading: null })
    await bench.goOffline()
    await expect(refreshItems(bench.station)).rejects.toMatchObject({ code: 'unreachable' })
    expect((await keptItems(bench.station)).rows).toEqual(first.rows)
    const wanted = first.rows.find(({ externalId, mpn }) => externalId !== null && mpn !== null)
    for (const filter of [{ mpn: wanted?.mpn ?? '' }, { externalId: wanted?.externalId ?? '' }]) {
      const found = await keptItems(bench.station, filter)
      expect(found.rows).toContainEqual(wanted)
      expect(found.total).toBeLessThan(first.total)
    }
    expect((await keptItems(bench.station, { states: ['no such'] })).rows).toEqual([])
  })

  it('brings what a person asks for at once', async () => {
    const bench = await makeSyncBench()
    const itemNumber = await aListedItem(bench.station)
    await bench.control.changeItem(itemNumber, { state: 'deleted' })
    expect(await refreshItems(bench.station)).toBeNull()
    expect((await keptItems(bench.station, { states: ['deleted'] })).rows).toContainEqual(
      expect.objectContaining({ itemNumber }),
    )
  })

  it('keeps an item that the marketplace does not know any more, and says so', async () => {
    const bench = await makeSyncBench({ deletedItems: 'gone' })
    const itemNumber = await aListedItem(bench.station)
    await bench.control.changeItem(itemNumber, { state: 'deleted' })
    expect(await readItem(bench.station, itemNumber)).toMatchObject({
      goneAt: expect.any(String),
      state: 'listed',
    })
    expect((await keptItems(bench.station, { only: 'gone' })).rows).toMatchObject([{ itemNumber }])
    expect((await keptItems(bench.station)).rows.some((row) => row.itemNumber === itemNumber)).toBe(false)
  })

  it('shows the items waiting to be listed, each once', async () => {
    const bench = await makeSyncBench()
    const { seq } = createItem(bench.station, { body: { ...COAT, external_id: 'COAT-1' } })
    expect((await readItems(bench.station)).created).toEqual([
      { seq, externalId: 'COAT-1', title: 'Wool coat', priceCents: 1, state: 'ready', heldReason: null },
    ])
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    expect((await readItems(bench.station)).created).toEqual([])
    await bench.station.titles.fill()
    await bench.goOffline()
    expect((await keptItems(bench.station, { externalId: 'COAT-1' })).rows).toMatchObject([
      { title: 'Wool coat', state: 'processing' },
    ])
  })

  it('knows an item that was read once, even offline, and no other', async () => {
    const bench = await makeSyncBench()
    const { rows } = await readItems(bench.station)
    await expect(readItem(bench.station, 'M-NONE')).rejects.toMatchObject({ code: 'item_not_found' })
    await bench.goOffline()
    expect(await readItem(bench.station, rows[0]?.itemNumber ?? '')).toMatchObject({
      fields: { item_number: rows[0]?.itemNumber, fulfillment_delay_days: 2 },
    })
    await expect(readItem(bench.station, 'M-NONE')).rejects.toMatchObject({ code: 'unreachable' })
  })
})

describe('the categories', () => {
  it('are read once, kept over a restart, and re-read on request', async () => {
    const bench = await makeSyncBench()
    await bench.station.items.categoriesOnce()
    await bench.station.items.categoriesOnce()
    const reads = async () =>
      (await bench.control.requestLog()).filter(({ path }) => path === '/api/v1.0/categories').length
    expect(await reads()).toBe(1)
    await bench.restartStation()
    const leaves = await readCategories(bench.station, false)
    expect(leaves.find(({ id }) => id === DRESS)).toMatchObject({
      path: ["Women's Clothing", 'Dresses', 'Midi Dresses'],
      sizingType: 'womens_clothing',
      defaultSize: { scale: 'LETTER', name: 'M' },
    })
    expect(await reads()).toBe(1)
    await readCategories(bench.station, true)
    expect(await reads()).toBe(2)
    await bench.goOffline()
    expect(await readCategories(bench.station, false)).toEqual(leaves)
    await expect(readCategories(bench.station, true)).rejects.toMatchObject({ code: 'unreachable' })
  })

  it('of a marketplace that has none are asked for once an hour, not in each round', async () => {
    const { baseUrl, requests } = await startHostile((_, response) => void response.end('[]'))
    const station = makeStation({ baseUrl })
    const { clock, items } = station
    for (let minute = 0; minute < 60; minute += 1) {
      await items.categoriesOnce()
      clock.advance(60_000)
    }
    expect(requests).toHaveLength(1)
    await items.categoriesOnce()
    expect(requests).toHaveLength(2)
  })

  it('stay as they were when the marketplace suddenly has none', async () => {
    let tree: unknown = [{ id: DRESS, name: 'Dresses' }]
    const { baseUrl } = await startHostile((_, response) => void response.end(JSON.stringify(tree)))
    const station = makeStation({ baseUrl })
    const leaves = await readCategories(station, true)
    expect(leaves).toMatchObject([{ id: DRESS }])
    tree = null
    expect(await readCategories(station, true)).toEqual(leaves)
  })

  it('check the size of a new item if known', async () => {
    const bench = await makeSyncBench()
    const refusal = (over: Partial<CreateItemBody>) => {
      try {
        createItem(bench.station, { body: { ...COAT, ...over } })
        return null
      } catch (error) {
        return error
      }
    }
    expect(refusal({ category_id: DRESS })).toBeNull()
    await readCategories(bench.station, true)
    const size = { scale: 'LETTER', name: 'M', type: 'womens_clothing' }
    const refusedAt = (fields: object) => expect.objectContaining({ code: 'invalid_request', fields })
    expect(refusal({ category_id: 1100 })).toEqual(refusedAt({ category_id: 'not_leaf' }))
    expect(refusal({ category_id: DRESS })).toEqual(refusedAt({ size: 'missing' }))
    expect(refusal({ category_id: DRESS, size: { ...size, name: '38' } })).toEqual(
      refusedAt({ size: 'not_allowed' }),
    )
    expect(refusal({ category_id: DRESS, size: { scale: 'LETTER', name: 'M' } })).toEqual(
      refusedAt({ 'size.type': 'missing' }),
    )
    expect(refusal({ category_id: DRESS, size })).toBeNull()
  })
})

describe('the external id of a new item', () => {
  it('is generated if none is given: unique to the station, ordered by time', async () => {
    const bench = await makeSyncBench()
    const ids = [1, 2, 3].map(() => createItem(bench.station, { body: COAT }).externalId)
    bench.clock.advance(60_000)
    ids.push(createItem(bench.station, { body: COAT }).externalId)
    expect(new Set(ids).size).toBe(4)
    expect(ids).toEqual([...ids].sort())
    for (const id of ids) expect(id).toMatch(/^PB-[A-Z2-9]{4}-\d{8}-\d{6}-\d{3}$/)
    expect(new Set(ids.map((id) => id.slice(0, 7))).size).toBe(1)
    const [op] = opsOfLane(bench.station.db, itemLane(ids[0] ?? ''))
    expect(JSON.parse(op?.body ?? '{}')).toMatchObject({ external_id: ids[0] })
  })

  it('is refused when a waiting create or an item known here has it, until that item is gone', async () => {
    const bench = await makeSyncBench()
    const again = (external_id: string) => () => createItem(bench.station, { body: { ...COAT, external_id } })
    const exists = expect.objectContaining({ code: 'item_exists', fields: { external_id: 'taken' } })
    const { rows } = await readItems(bench.station)
    const listed = rows.find(({ externalId }) => externalId !== null)
    expect(again(listed?.externalId ?? '')).toThrow(exists)
    const { seq } = again('COAT-1')()
    expect(again('COAT-1')).toThrow(exists)
    bench.station.engine.start()
    await bench.until(seq, 'confirmed')
    expect(again('COAT-1')).toThrow(exists)
    await bench.station.titles.fill()
    expect(again('COAT-1')).toThrow(exists)
    const { serverRef } = findOp(bench.station.db, seq) ?? {}
    await bench.control.changeItem(serverRef ?? '', { state: 'deleted' })
    await readItem(bench.station, serverRef ?? '')
    expect(again('COAT-1')).not.toThrow()
  })
})

it('never replaces a change that was sent before, although it waits again', async () => {
  const bench = await makeSyncBench()
  const { rows } = await readItems(bench.station)
  const itemNumber = rows[0]?.itemNumber ?? ''
  const first = updateItem(bench.station, { itemNumber, priceCents: 1, maxDiscountPercent: null })
  rawDb(bench.station.db).prepare('UPDATE outbox SET attempts = 1 WHERE seq = ?').run(first.seq)
  updateItem(bench.station, { itemNumber, priceCents: 2, maxDiscountPercent: null })
  expect(bench.op(first.seq).state).toBe('ready')
  delistItem(bench.station, { itemNumber })
  expect(opsOfLane(bench.station.db, itemLane(itemNumber)).map(({ state }) => state)).toEqual([
    'ready',
    'ready',
    'ready',
  ])
})
