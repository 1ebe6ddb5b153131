import { describe, expect, test } from 'vitest'
import { at, itemBody, listAll, nextUrl, SECOND_TOKEN, startBench, type Bench } from './harness'

type ItemBody = {
  item_number: string
  state: string
  price: number
  updated_at: string
  discount: { max_discount: { percentage: number } } | null
  external_id: string | null
}

async function create(bench: Bench, more: object = {}): Promise<string> {
  const created = await bench.call<{ item_number: string }>('POST', '/items', { body: itemBody(more) })
  expect(created.status).toBe(201)
  return created.body.item_number
}

async function read(bench: Bench, itemNumber: string): Promise<ItemBody> {
  return (await bench.call<ItemBody>('GET', `/items/${itemNumber}`)).body
}

const EVERY_STATE = 'processing,listed,ready_to_delete,deleted'

describe('create an item', () => {
  test('answers with the number alone and lists the item later', async () => {
    const bench = await startBench()
    const created = await bench.call<object>('POST', '/items', { body: itemBody() })
    expect(created.status).toBe(201)
    expect(Object.keys(created.body)).toEqual(['item_number'])
    const { item_number: itemNumber } = created.body as ItemBody

    expect((await read(bench, itemNumber)).state).toBe('processing')
    await bench.control.runJobs()
    expect((await read(bench, itemNumber)).state, 'not due yet').toBe('processing')
    bench.clock.ms += 5_000
    expect(await bench.control.runJobs()).toMatchObject({ listed: 1 })
    expect((await read(bench, itemNumber)).state).toBe('listed')
  })

  test('reads back every field but the photos', async () => {
    const bench = await startBench()
    const body = itemBody({
      description: 'Roomy tote.',
      external_id: 'SKU1',
      mpn: 'CV1000-IVR',
      discount: { max_discount: { percentage: 15 } },
      condition_description: 'Faint mark inside.',
      with_tag: true,
      authentication_type: 'none',
      attributes: { color: ['ivory'], material: [{ value: 'cotton', percentage: 100 }], waist: 'high' },
    })
    const { body: item } = await bench.call('GET', `/items/${await create(bench, body)}`)
    const { photos: _photos, authentication_type: _type, ...echoed } = body as Record<string, unknown>
    expect(item).toEqual({
      ...echoed,
      item_number: expect.stringMatching(/^M\d+$/),
      state: 'processing',
      listed_price: 12_900,
      created_at: at(bench),
      updated_at: at(bench),
      fulfillment_delay_days: 2,
      size: null,
      listing_error_messages: [],
    })
  })

  test.each([
    ['no title', { title: undefined }],
    ['an empty title', { title: ' ' }],
    ['a price that is not whole cents', { price: 12.5 }],
    ['a negative price', { price: -1 }],
    ['a price as text', { price: '100' }],
    ['no msrp', { msrp: undefined }],
    ['no brand', { brand_id: undefined }],
    ['no warehouse', { warehouse_id: undefined }],
    ['no quality', { quality: undefined }],
    ['no photos field', { photos: undefined }],
    ['a photo without a URL', { photos: [{ url: 'front', subtype: 'front' }] }],
    ['a discount above 100', { discount: { max_discount: { percentage: 101 } } }],
    ['no category', { category_id: undefined }],
    ['an unknown category', { category_id: 77 }],
    ['a category that is not a leaf', { category_id: 5100 }],
  ])('refuses %s', async (_what, more) => {
    const bench = await startBench()
    const refused = await bench.call('POST', '/items', { body: itemBody(more) })
    expect([refused.status, refused.text]).toEqual([422, ''])
    expect(await listAll(bench, `/items?status=${EVERY_STATE}`)).toEqual([])
  })

  const DRESS = 1101
  const SCARF = 6101
  test.each([
    ['a size where none is allowed', 5101, { scale: 'US', name: '8' }, 'size: not allowed for this category'],
    [
      'a name outside the scale',
      DRESS,
      { scale: 'US', name: '99', type: 'womens_clothing' },
      'size: not allowed for this category',
    ],
    [
      'a scale outside the category',
      DRESS,
      { scale: 'EU', name: '36', type: 'womens_clothing' },
      'size: not allowed for this category',
    ],
    ['no size where one is demanded', DRESS, undefined, 'size: cannot be empty for this category'],
    [
      'no type where one is demanded',
      DRESS,
      { scale: 'LETTER', name: 'M' },
      'size.type: cannot be empty for this category',
    ],
  ])('refuses %s', async (_what, categoryId, size, message) => {
    const bench = await startBench()
    const refused = await bench.call('POST', '/items', { body: itemBody({ category_id: categoryId, size }) })
    expect([refused.status, refused.text]).toEqual([422, ''])
    expect((await bench.control.requestLog()).at(-1)).toMatchObject({ outcome: 422, reason: message })
  })

  test('accepts sizes that the category allows', async () => {
    const bench = await startBench()
    await create(bench, { category_id: DRESS, size: { scale: 'LETTER', name: 'M', type: 'womens_clothing' } })
    await create(bench, {
      category_id: SCARF,
      size: { scale: 'ONE_SIZE', name: 'OS', sizing_id: 3, type: 'accessories' },
    })
  })

  test('external_id prevents a duplicate until the first one is deleted', async () => {
    const bench = await startBench()
    const first = await create(bench, { external_id: 'SKU1' })
    const body = itemBody({ external_id: 'SKU1' })
    expect((await bench.call('POST', '/items', { body })).status).toBe(422)
    expect((await bench.call('POST', '/items', { body, token: SECOND_TOKEN })).status).toBe(201)

    await bench.control.changeSettings({ duplicateExternalId: 'return_existing' })
    expect(await create(bench, { external_id: 'SKU1' })).toBe(first)

    await bench.control.changeSettings({ duplicateExternalId: 'refuse' })
    await bench.control.runJobs(true)
    await bench.call('DELETE', `/items/${first}`)
    expect((await bench.call('POST', '/items', { body })).status, 'not deleted yet').toBe(422)
    await bench.control.runJobs(true)
    expect(await create(bench, { external_id: 'SKU1' })).not.toBe(first)
  })
})

describe('update an item', () => {
  test('price at once, discount after its delay, state untouched', async () => {
    const bench = await startBench()
    const itemNumber = await create(bench)
    await bench.control.runJobs(true)
    const body = { price: 9_900, discount: { max_discount: { percentage: 20 } } }
    const updated = await bench.call('PUT', `/items/${itemNumber}`, { body })
    expect([updated.status, updated.text]).toEqual([202, ''])
    expect(await read(bench, itemNumber)).toMatchObject({ state: 'listed', price: 9_900, discount: null })

    bench.clock.ms += 15 * 60_000 - 1
    await bench.control.runJobs()
    expect((await read(bench, itemNumber)).discount).toBeNull()
    bench.clock.ms += 1
    await bench.control.runJobs()
    expect(await read(bench, itemNumber)).toMatchObject({
      discount: body.discount,
      updated_at: at(bench),
      state: 'listed',
    })
  })

  test('changes nothing else', async () => {
    const bench = await startBench()
    const itemNumber = await create(bench)
    await bench.call('PUT', `/items/${itemNumber}`, { body: { price: 100, title: 'Another' } })
    expect(await read(bench, itemNumber)).toMatchObject({ title: itemBody().title, price: 100 })
    await bench.control.changeSettings({ unknownFields: 'refuse' })
    expect((await bench.call('PUT', `/items/${itemNumber}`, { body: { title: 'Another' } })).status).toBe(422)
  })

  test('unknown and foreign items are not found', async () => {
    const bench = await startBench()
    const itemNumber = await create(bench)
    const foreign = { body: { price: 1 }, token: SECOND_TOKEN }
    expect((await bench.call('PUT', `/items/${itemNumber}`, foreign)).status).toBe(404)
    expect((await bench.call('PUT', '/items/M1', { body: { price: 1 } })).status).toBe(404)
    expect((await read(bench, itemNumber)).price).toBe(12_900)
  })
})

describe('delist an item', () => {
  test('listed -> ready_to_delete -> deleted', async () => {
    const bench = await startBench()
    const itemNumber = await create(bench)
    expect((await bench.call('DELETE', `/items/${itemNumber}`)).status, 'still processing').toBe(422)
    await bench.control.runJobs(true)
    const accepted = await bench.call('DELETE', `/items/${itemNumber}`)
    expect([accepted.status, accepted.text]).toEqual([202, ''])
    expect((await read(bench, itemNumber)).state).toBe('ready_to_delete')
    expect((await bench.call('DELETE', `/items/${itemNumber}`)).status, 'only listed items').toBe(422)
    bench.clock.ms += 5_000
    expect(await bench.control.runJobs()).toMatchObject({ deleted: 1 })
    expect((await read(bench, itemNumber)).state).toBe('deleted')
    await bench.control.changeSettings({ deletedItems: 'gone' })
    expect((await bench.call('GET', `/items/${itemNumber}`)).status).toBe(404)
  })
})

describe('list items', () => {
  test('page_size: 20 by default, 200 at most', async () => {
    const bench = await startBench({ items: 260 })
    const size = async (query: string) =>
      (await bench.call<unknown[]>('GET', `/items?status=${EVERY_STATE}${query}`)).body.length
    expect(await size('')).toBe(20)
    expect(await size('&page_size=3')).toBe(3)
    expect(await size('&page_size=200')).toBe(200)
    expect(await size('&page_size=201')).toBe(200)
    await bench.control.changeSettings({ pageSizeAboveMaximum: 'refuse' })
    const refused = await bench.call('GET', '/items?page_size=201')
    expect([refused.status, refused.text]).toEqual([422, ''])
    for (const wrong of ['0', '-1', 'many', '1.5'])
      expect((await bench.call('GET', `/items?page_size=${wrong}`)).status).toBe(422)
  })

  test('pages keep their filters and show every item once', async () => {
    const bench = await startBench({ items: 100 })
    const all = await listAll<ItemBody>(bench, `/items?status=${EVERY_STATE}&page_size=7`)
    expect(new Set(all.map((item) => item.item_number)).size).toBe(100)
    expect(all).toHaveLength(100)

    const listed = await listAll<ItemBody>(bench, '/items?page_size=9')
    expect(new Set(listed.map((item) => item.state)), 'the default status filter').toEqual(
      new Set(['listed']),
    )
    expect(listed).toHaveLength(all.filter((item) => item.state === 'listed').length)
  })

  test('status, external_id and mpn filter', async () => {
    const bench = await startBench()
    const first = await create(bench, { external_id: 'A', mpn: 'SHARED' })
    await bench.control.runJobs(true)
    const second = await create(bench, { external_id: 'B', mpn: 'SHARED' })
    const numbers = async (query: string) =>
      (await listAll<ItemBody>(bench, `/items?${query}`)).map((item) => item.item_number)
    expect(await numbers('mpn=SHARED')).toEqual([first])
    expect(await numbers('mpn=SHARED&status=listed,processing')).toEqual([first, second])
    expect(await numbers('mpn=SHARED&status=listed&status=processing')).toEqual([first, second])
    expect(await numbers('status=processing')).toEqual([second])
    expect(await numbers('status=processing&external_id=A')).toEqual([])
    expect(await numbers('status=processing&external_id=B')).toEqual([second])
    expect(await numbers('status=no_such_state')).toEqual([])
  })

  test('updated_before includes its moment, updated_after does not', async () => {
    const bench = await startBench()
    const itemNumber = await create(bench)
    const count = async (query: string) =>
      (await bench.call<unknown[]>('GET', `/items?status=processing&${query}`)).body.length
    expect((await read(bench, itemNumber)).updated_at).toBe(at(bench))
    expect(await count(`updated_before=${at(bench)}`)).toBe(1)
    expect(await count(`updated_before=${at(bench, -1)}`)).toBe(0)
    expect(await count(`updated_after=${at(bench)}`)).toBe(0)
    expect(await count(`updated_after=${at(bench, -1)}`)).toBe(1)
    expect((await bench.call('GET', '/items?updated_after=yesterday')).status).toBe(422)
  })

  test('in seconds, items are compared as they are shown', async () => {
    const bench = await startBench({ settings: { timestampPrecision: 'seconds' } })
    const itemNumber = await create(bench)
    await bench.call('PUT', `/items/${itemNumber}`, { body: { price: 1 } })
    const shown = (await read(bench, itemNumber)).updated_at
    expect(shown).toBe('2026-11-20T10:00:00Z')
    const count = async (query: string) =>
      (await bench.call<unknown[]>('GET', `/items?status=processing&${query}`)).body.length
    expect([await count(`updated_before=${shown}`), await count(`updated_after=${shown}`)]).toEqual([1, 0])
  })

  test('the last page has no Link', async () => {
    const bench = await startBench({ items: 25 })
    const page = await bench.call('GET', `/items?status=${EVERY_STATE}&page_size=25`)
    expect(nextUrl(page.headers)).toBeNull()
  })
})
