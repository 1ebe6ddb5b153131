import { describe, expect, it } from 'vitest'
import { editCell, leaveRowsOut, setUpDraft } from '../../../../src/main/areas/bulk/change-draft'
import { updateItem } from '../../../../src/main/areas/items/change-item'
import { inTransaction } from '../../../../src/main/store/db/database'
import { saveCategories } from '../../../../src/main/store/tables/categories'
import { saveUnknownItem } from '../../../../src/main/store/tables/items'
import { countOpen } from '../../../../src/main/store/views/outbox-list'
import type { PriceRule } from '../../../../src/shared/domain/items/price-rule'
import { LOCALES } from '../../../../src/shared/domain/station/locale'
import { csvOf, tableStyleOf } from '../../../../src/shared/domain/statistics/csv'
import type { Item } from '../../../../src/shared/partner-api/item'
import { makeStation } from '../../../support/account'
import { putItems, someItems, withBulk } from '../../../support/bulk'
import { rawDb } from '../../../support/raw-db'

const FLOOR = { ofPresentPercent: 70, ofMsrpPercent: 0 }
const less = (percent: number): PriceRule => ({
  change: { by: 'percent', hundredths: -percent * 100 },
  rounding: 'cent',
  neverBelowCents: null,
})

describe('a draft with the items of a filter', () => {
  it('shows the price before and after, and changes nothing', async () => {
    const station = makeStation()
    putItems(station, someItems(250))
    const bench = withBulk(station)
    const jobId = await bench.fromFilter('price')
    expect(await bench.setUp(jobId, { price: less(10) })).toMatchObject({ rows: 250, wrong: 0, low: 0 })
    expect(bench.rows(jobId).slice(0, 2)).toMatchObject([
      { itemKey: 'I-0001', title: 'Coat 1', beforeCents: 1_000, afterCents: 900, problems: [] },
      { itemKey: 'I-0002', beforeCents: 1_001, afterCents: 901 },
    ])
    expect(countOpen(station.db)).toEqual({ waiting: 0, held: 0 })
  })

  it('goes by a price that waits to be sent', async () => {
    const station = makeStation()
    putItems(station, someItems(1))
    updateItem(station, { itemNumber: 'I-0001', priceCents: 5_000, maxDiscountPercent: null })
    const bench = withBulk(station)
    const jobId = await bench.fromFilter('price')
    await bench.setUp(jobId, { price: less(10) })
    expect(bench.rows(jobId)).toMatchObject([{ beforeCents: 5_000, afterCents: 4_500 }])
  })

  it('asks before it sells below the floor, and refuses another number of rows than was seen', async () => {
    const station = makeStation()
    putItems(station, someItems(3))
    const bench = withBulk(station, FLOOR)
    const jobId = await bench.fromFilter('price')
    expect(await bench.setUp(jobId, { price: less(31) })).toMatchObject({ low: 3 })
    expect(() => bench.confirm(jobId)).toThrow(
      expect.objectContaining({ code: 'confirmation_needed', fields: { belowFloor: '3' } }),
    )
    expect(await bench.setUp(jobId, { price: less(30) })).toMatchObject({ low: 0 })
    leaveRowsOut(station.db, { jobId, rows: [1, 2, 3], leftOut: true }, FLOOR)
    expect(() => bench.confirm(jobId)).toThrow(expect.objectContaining({ code: 'nothing_selected' }))
  })

  const inStates = (...states: string[]) =>
    someItems(states.length).map((item, index) => ({ ...item, state: states[index] ?? '' }))

  it.each([
    ['price', [], ['I-0001', 'I-0002']],
    ['discount', [], ['I-0001', 'I-0002']],
    ['delist', [], ['I-0001']],
    ['price', ['deleted', 'listed'], ['I-0001', 'I-0005']],
    ['price', ['sold'], ['I-0003']],
    ['delist', ['processing'], ['I-0002']],
  ] as const)('to change the %s of items in the states %j has %j', async (kind, states, found) => {
    const station = makeStation()
    putItems(station, inStates('listed', 'processing', 'sold', 'ready_to_delete', 'deleted'))
    const bench = withBulk(station)
    const jobId = await bench.fromFilter(kind, { states })
    await bench.draft(jobId)
    expect(bench.rows(jobId).map(({ itemKey }) => itemKey)).toEqual(found)
  })

  it('has items whose listing failed, in whatever state, if somebody looks for them', async () => {
    const station = makeStation()
    const [failed, ...others] = inStates('rejected', 'listed')
    putItems(station, [{ ...failed, listing_error_messages: ['photos: too small'] } as Item, ...others])
    const bench = withBulk(station)
    const jobId = await bench.fromFilter('price', { only: 'errors' })
    await bench.draft(jobId)
    expect(bench.rows(jobId).map(({ itemKey }) => itemKey)).toEqual(['I-0001'])
  })

  it.each(['price', 'delist'] as const)('marks an item that is gone (%s)', async (kind) => {
    const station = makeStation()
    putItems(station, someItems(2))
    const bench = withBulk(station)
    const jobId = await bench.fromFilter(kind)
    inTransaction(station.db, (tx) => saveUnknownItem(tx, 'I-0002', '2026-11-24T08:00:00.000Z'))
    expect(await bench.setUp(jobId, { price: less(10) })).toMatchObject({ wrong: 1 })
    expect(bench.rows(jobId)).toMatchObject([
      { itemKey: 'I-0001', problems: [] },
      { itemKey: 'I-0002', title: 'Coat 2', problems: [{ field: '', code: 'item_gone' }] },
    ])
  })

  it('finds nothing to change', async () => {
    const bench = withBulk(makeStation())
    await expect(bench.fromFilter('price')).rejects.toMatchObject({ code: 'nothing_selected' })
  })

  it('survives a restart, also in the middle of being worked out', async () => {
    const station = makeStation()
    putItems(station, someItems(300))
    const first = withBulk(station)
    const jobId = await first.fromFilter('price')
    await first.draft(jobId)
    setUpDraft(station.db, { jobId, price: less(20) })
    first.bulk.stop()
    expect(first.job(jobId).state).toBe('checking')
    const second = withBulk(station)
    await second.draft(jobId)
    expect(second.rows(jobId).at(-1)).toMatchObject({ row: 200, afterCents: 959 })
    expect(second.job(jobId)).toMatchObject({ wrong: 0, rows: 300 })
  })
})

const HEAD =
  'sku,title,price,msrp,category_id,brand_id,warehouse_id,quality,photos,size.scale,size.name,size.type'

describe('a draft with the rows of a file', () => {
  const row = (sku: string, more = 'US,M,regular') =>
    `${sku},Coat,12.34,20.00,5,7,3,new,front=https://x.test/1.jpg,${more}`

  async function fromRows(rows: readonly string[]) {
    const station = makeStation()
    const sizes = { sizing_type: 'regular', allowed_sizes: { US: ['M', 'L'] } }
    inTransaction(station.db, (tx) =>
      saveCategories(
        tx,
        [{ id: 1, name: 'Women', ...sizes, children: [{ id: 5, name: 'Coats' }] }],
        '2026-11-20T09:00:00.000Z',
      ),
    )
    const bench = withBulk(station)
    const jobId = await bench.fromFile('create', [HEAD, ...rows].join('\n'))
    await bench.draft(jobId)
    return { station, bench, jobId }
  }

  it('says what is wrong, cell by cell, by the three rules of sizes too', async () => {
    const { bench, jobId } = await fromRows([
      row('A'),
      row('B', 'US,XXXL,regular'),
      row('C', ',,'),
      row('D', 'US,M,'),
      row('A'),
      row('E').replace('12.34', '12,34').replace(',5,', ',1,'),
      row('F').replace('Coat', '').replace('https://x.test/1.jpg', 'nowhere'),
    ])
    expect(bench.rows(jobId).map(({ problems }) => problems)).toEqual([
      [],
      [{ field: 'size', code: 'not_allowed' }],
      [{ field: 'size', code: 'missing' }],
      [{ field: 'size.type', code: 'missing' }],
      [{ field: '', code: 'repeated' }],
      // The comma has moved every later cell by one.
      expect.arrayContaining([{ field: 'category_id', code: 'not_whole' }]),
      [
        { field: 'title', code: 'missing' },
        { field: 'photos', code: 'not_a_url' },
      ],
    ])
    expect(() => bench.confirm(jobId)).toThrow(expect.objectContaining({ code: 'rows_wrong' }))
  })

  it('is corrected on the screen, and what cannot be is left out knowingly', async () => {
    const { station, bench, jobId } = await fromRows([row('A'), row('A'), row('C', ',,')])
    editCell(station.db, { jobId, row: 1, column: 0, text: 'B' }, FLOOR)
    expect(bench.job(jobId)).toMatchObject({ wrong: 1, leftOut: 0 })
    leaveRowsOut(station.db, { jobId, rows: 'wrong', leftOut: true }, FLOOR)
    expect(bench.job(jobId)).toMatchObject({ wrong: 0, leftOut: 1 })
    bench.confirm(jobId)
    await bench.until(jobId, 'running')
    expect(bench.job(jobId).ops.ready).toBe(2)
  })

  it('names an external ID that is used here already', async () => {
    const first = await fromRows([row('A')])
    first.bench.confirm(first.jobId)
    await first.bench.until(first.jobId, 'running')
    const again = await first.bench.fromFile('create', [HEAD, row('A')].join('\n'))
    await first.bench.draft(again)
    expect(first.bench.rows(again)[0]?.problems).toEqual([{ field: 'external_id', code: 'taken' }])
  })

  it.each([
    ['A–1', 'A-1', { code: 'taken_alike', detail: 'I-0001' }],
    ['A-1', 'A–1', { code: 'taken_alike', detail: 'I-0001' }],
    ['17', '0017', { code: 'zeros_lost', detail: '0017' }],
    ['0017', '17', null],
    ['A-2', 'A-1', null],
  ])('lists %o beside %o only if it is another item', async (sku, stored, problem) => {
    const { station, bench } = await fromRows([row('Z')])
    putItems(station, [{ ...someItems(1)[0], external_id: stored } as Item])
    const jobId = await bench.fromFile('create', [HEAD, row(sku)].join('\n'))
    await bench.draft(jobId)
    expect(bench.rows(jobId)[0]?.problems).toEqual(
      problem === null ? [] : [{ field: 'external_id', ...problem }],
    )
  })

  it('gives each row without an external ID one of its own', async () => {
    const { bench, jobId, station } = await fromRows([row(''), row('')])
    bench.confirm(jobId)
    await bench.until(jobId, 'running')
    expect(bench.job(jobId)).toMatchObject({ refused: 0, ops: { ready: 2 } })
    expect(station.faults).toEqual([])
  })

  it.each([
    [
      'semicolons, a byte order mark and commas as decimal signs',
      '\uFEFFSKU;Preis\nSKU-1;"1.234,50"\n',
      'utf8',
    ],
    ['Windows-1252', 'SKU;Preis für Händler\nSKU-1;1234,5\n', 'latin1'],
  ] as const)('reads %s', async (_name, text, encoding) => {
    const station = makeStation()
    putItems(station, someItems(2))
    const bench = withBulk(station)
    const jobId = await bench.fromFile('price', Buffer.from(text, encoding), 'comma')
    const { source } = await bench.setUp(jobId, { columns: ['external_id', 'price'] })
    if (encoding === 'latin1') expect(source).toMatchObject({ headings: ['SKU', 'Preis für Händler'] })
    expect(bench.rows(jobId)).toMatchObject([{ itemKey: 'I-0001', afterCents: 123_450, problems: [] }])
  })

  it('finds items by any of their codes, and names those it cannot', async () => {
    const station = makeStation()
    putItems(station, someItems(4))
    const bench = withBulk(station)
    const text = 'item_number,external_id,mpn\nI-0001,,\n,SKU-2,\n,,M-1\n,NONE,\n,,\n,SKU-2,\n'
    const jobId = await bench.fromFile('delist', text)
    await bench.draft(jobId)
    expect(bench.rows(jobId).map(({ itemKey, problems }) => [itemKey, problems[0]?.code ?? null])).toEqual([
      ['I-0001', null],
      ['I-0002', null],
      [null, 'several'],
      [null, 'item_not_found'],
      ['I-0002', 'repeated'],
    ])
  })

  it('lists each variant of a Shopify export with what its product says', async () => {
    const station = makeStation()
    const bench = withBulk(station)
    const text = [
      'Handle,Title,Option1 Name,Option1 Value,Variant SKU,Variant Price,Variant Compare At Price,Image Src',
      'coat,Coat,Size,M,C-M,50.00,80.00,https://x.test/1.jpg',
      'coat,,,L,C-L,55.00,80.00,https://x.test/2.jpg',
      'coat,,,,,,,https://x.test/3.jpg',
    ].join('\n')
    const jobId = await bench.fromFile('create', text)
    const { spec } = await bench.draft(jobId)
    expect(spec.columns).toEqual([
      ...[null, 'title', null, 'size.name', 'external_id', 'price', 'msrp', 'photos'],
    ])
    expect(bench.rows(jobId)).toMatchObject([
      { itemKey: 'C-M', title: 'Coat' },
      { itemKey: 'C-L', title: 'Coat' },
    ])
  })

  it.each(LOCALES)('reads back the list of items that was saved in %s', async (locale) => {
    const station = makeStation()
    const listed = someItems(2).map((item, at) => ({ ...item, external_id: ['=1+1', '-0017'][at] ?? '' }))
    putItems(station, listed)
    const rows = listed.map(({ external_id, title, price }) => [
      external_id,
      title ?? '',
      (price ?? 0) / 100 + 0.5,
    ])
    const words = { en: 'Your SKU', de: 'Eigene Nummer', fr: 'Référence', es: 'Referencia' }[locale]
    const price = { en: 'Price (USD)', de: 'Preis (USD)', fr: 'Prix (USD)', es: 'Precio (USD)' }[locale]
    const bench = withBulk(station)
    const file = csvOf([[words, 'X', price], ...rows], tableStyleOf(locale))
    const jobId = await bench.fromFile('price', file)
    await bench.draft(jobId)
    expect(bench.rows(jobId)).toMatchObject([
      { itemKey: 'I-0001', afterCents: 1_050, problems: [] },
      { itemKey: 'I-0002', afterCents: 1_051, problems: [] },
    ])
  })

  /** What the station makes of each code of a file, against items with these. */
  async function codesFound(stored: readonly string[], codes: readonly string[]) {
    const station = makeStation()
    const items = someItems(stored.length).map((item, at) => ({ ...item, external_id: stored[at] ?? '' }))
    putItems(station, items)
    const bench = withBulk(station)
    const jobId = await bench.fromFile('delist', ['sku', ...codes].join('\n'))
    await bench.draft(jobId)
    return bench.rows(jobId).map(({ itemKey, problems: [problem] }) => {
      if (problem === undefined) return itemKey
      return problem.detail === undefined ? problem.code : `${problem.code} ${problem.detail}`
    })
  }

  it.each([
    ['="0017"', '0017'],
    ["'-5", '-5'],
    ['1101.0', '1101'],
    ['A\u200b-1', 'A-1'],
    ['A–1', 'A-1'],
    ['A-1', 'A–1'],
    ['A\u00a01', 'A 1'],
    ['A-1', 'A-\u200b1'],
    ['Café', 'Cafe\u0301'],
    ['Cafe\u0301', 'Café'],
    ['Ａ１', 'A1'],
  ])('finds by %o the item %o', async (code, stored) => {
    expect(await codesFound(['B-2', stored], [code])).toEqual(['I-0002'])
  })

  it.each([
    ['17', '0017', 'zeros_lost 0017'],
    ['3.65275E+11', '365275123456', 'shortened_number'],
    ['"3,65275E+11"', '365275123456', 'shortened_number'],
    ['1234567890123450', '1234567890123456', 'shortened_number'],
    ['01-Mar', 'MAR-1', 'month_date'],
    ['#REF!', 'A-1', 'sheet_error'],
    ['\u0410-1', 'A-1', 'odd_character U+0410'],
    ['A-2', 'A-1', 'item_not_found'],
    ['a-1', 'A-1', 'item_not_found'],
  ])('says why %o does not find %o: %s', async (code, stored, why) => {
    expect(await codesFound([stored], [code])).toEqual([why])
  })

  it('finds the very code first, and guesses at none of two that look alike', async () => {
    const stored = ['A-1', 'A–1', 'B–1', 'B—1', '1.5E+10', '01-Mar']
    expect(await codesFound(stored, ['A-1', 'A–1', 'B-1', '1.5E+10', '01-Mar'])).toEqual([
      'I-0001',
      'I-0002',
      'several',
      'I-0005',
      'I-0006',
    ])
  })

  it('leaves out totals, titles, repeated headings and rows without text', async () => {
    const station = makeStation()
    putItems(station, someItems(2))
    const bench = withBulk(station)
    const text = [
      ...['Price list;;', ';;', 'SKU;Title;Price', 'SKU-1;Coat;12,34', ';\u00a0;', 'Total;;12,34'],
      ...['SKU;Title;Price', 'SKU-2;Coat;5', 'Summe:;;17,34'],
    ].join('\r\n')
    const jobId = await bench.fromFile('price', text)
    expect(await bench.draft(jobId)).toMatchObject({
      ...{
        rows: 4,
        wrong: 0,
        leftOut: 2,
        spec: { columns: ['external_id', null, 'price'], decimal: 'comma' },
      },
      source: { headings: ['SKU', 'Title', 'Price'] },
    })
    const total = { leftOut: true, problems: [{ field: '', code: 'total_row' }] }
    expect(bench.rows(jobId)).toMatchObject([{ afterCents: 1_234 }, total, { afterCents: 500 }, total])
    leaveRowsOut(station.db, { jobId, rows: [2], leftOut: false }, FLOOR)
    expect(bench.job(jobId)).toMatchObject({ wrong: 1, leftOut: 1 })
  })

  it('keeps a first row whose headings it does not know, and the item that is called Total', async () => {
    const station = makeStation()
    putItems(station, [{ ...someItems(1)[0], external_id: 'Total' } as Item])
    const bench = withBulk(station)
    const jobId = await bench.fromFile('price', 'Mystery,Riddle\nsku,price\nTotal,5\n')
    const { source } = await bench.setUp(jobId, { columns: ['external_id', 'price'] })
    expect(source).toMatchObject({ headings: ['sku', 'price'] })
    expect(bench.rows(jobId)).toMatchObject([{ itemKey: 'I-0001', leftOut: true, problems: [] }])
    const named = await bench.fromFile('create', 'sku,first,second\nA,Color,Size\n')
    expect(await bench.draft(named)).toMatchObject({
      source: { headings: ['sku', 'first', 'second'] },
      rows: 1,
    })
    const other = await bench.fromFile('price', 'Mystery,Riddle\nsku,note\nA,5\n')
    expect(await bench.draft(other)).toMatchObject({ source: { headings: ['Mystery', 'Riddle'] }, rows: 2 })
  })

  it('refuses amounts in another currency than the account has', async () => {
    const station = makeStation()
    putItems(station, someItems(2))
    const bench = withBulk(station)
    const jobId = await bench.fromFile('price', 'SKU,Price (USD)\nSKU-1,$5\nSKU-2,5 €\n')
    await bench.draft(jobId)
    expect(bench.rows(jobId)).toMatchObject([
      { afterCents: 500, problems: [] },
      { problems: [{ field: 'price', code: 'other_currency' }] },
    ])
  })

  it('reads lines that end in different ways, and characters of four bytes wherever it cuts', async () => {
    const station = makeStation()
    const bench = withBulk(station)
    const rows = Array.from({ length: 9_000 }, (_, at) => `${at}👗,5${['\r\n', '\n', '\r'][at % 3]}`)
    const jobId = await bench.fromFile('price', `sku,price\n${rows.join('')}`)
    expect(bench.job(jobId)).toMatchObject({ rows: 9_000 })
    const found = rawDb(station.db).prepare("SELECT count(*) FROM bulk_rows WHERE cells LIKE '%👗%'")
    expect(found.pluck().get()).toBe(9_000)
  })

  it.each([
    ['no rows', 'sku,price\n', 'empty'],
    ['headings alone', 'Price list,\nsku,price\n', 'empty'],
    ['a web page in it', '<html><table><tr><td>sku</td></tr></table></html>', 'web_page'],
    ['a workbook in it', Buffer.from([0x50, 0x4b, 3, 4]), 'workbook'],
    ['letters of another part of the world', Buffer.from([0x61, 0xcf, 0xe0, 0xeb, 0xfc]), 'encoding_unknown'],
    ['a picture', Buffer.from([0x89, 0x50, 0, 0, 0, 0]), 'not_text'],
    ['a cell of a hundred pages', `sku\n${'x'.repeat(10_001)}\n`, 'cell_too_long'],
  ])('refuses a file with %s', async (_name, text, why) => {
    const bench = withBulk(makeStation())
    await expect(bench.fromFile('price', text)).rejects.toMatchObject({
      code: 'file_unreadable',
      fields: { file: why },
    })
  })

  it('refuses more rows than it can take', async () => {
    const bench = withBulk(makeStation())
    await expect(bench.fromFile('price', `sku\n${'A\n'.repeat(20_001)}`)).rejects.toMatchObject({
      code: 'too_many_rows',
    })
  })
})
