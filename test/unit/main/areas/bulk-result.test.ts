import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { expect, it } from 'vitest'
import { leaveRowsOut } from '../../../../src/main/areas/bulk/change-draft'
import { saveResult } from '../../../../src/main/areas/bulk/save-result'
import { updateItem } from '../../../../src/main/areas/items/change-item'
import { makeStation, type TestStation } from '../../../support/account'
import { putItems, someItems, withBulk } from '../../../support/bulk'

/** The file that says what became of each row. */

const FLOOR = { ofPresentPercent: 0, ofMsrpPercent: 0 }
const LESS = {
  change: { by: 'percent', hundredths: -1_000 },
  rounding: 'cent',
  neverBelowCents: null,
} as const

async function resultOf(station: TestStation, jobId: number): Promise<Record<string, string>[]> {
  const { path, rows } = await saveResult(station, jobId, { separator: ',', decimal: '.' })
  const table = parse<Record<string, string>>(readFileSync(path, 'utf8'), { bom: true, columns: true })
  expect(table).toHaveLength(rows)
  return table
}

it('has every row with its values, its result and the reason, also after an undo', async () => {
  const station = makeStation()
  putItems(station, someItems(250))
  const bench = withBulk(station)
  const jobId = await bench.fromFilter('price')
  await bench.setUp(jobId, { price: LESS })
  expect((await resultOf(station, jobId)).map(({ result }) => result)).toEqual(Array(250).fill('draft'))
  leaveRowsOut(station.db, { jobId, rows: [2], leftOut: true }, FLOOR)
  updateItem(station, { itemNumber: 'I-0003', priceCents: 777, maxDiscountPercent: null })
  bench.confirm(jobId)
  await bench.until(jobId, 'running')
  const running = await resultOf(station, jobId)
  expect(running.slice(0, 3)).toMatchObject([
    {
      row: '1',
      item: 'I-0001',
      title: 'Coat 1',
      price_before_cents: '1000',
      price_after_cents: '900',
      result: 'ready',
      reason: '',
      item_number: 'I-0001',
      finished_at: '',
    },
    { row: '2', result: 'left_out', reason: '' },
    { row: '3', result: 'not_queued', reason: 'changed_since' },
  ])
  expect(running.at(-1)).toMatchObject({ row: '250', item: 'I-0250', result: 'ready' })
  bench.undo(jobId)
  await bench.until(jobId, 'undone')
  const undone = await resultOf(station, jobId)
  expect(undone.filter(({ result, reason }) => result === 'discarded' && reason === 'undone')).toHaveLength(
    248,
  )
  expect(undone[0]?.['finished_at']).toMatch(/^\d{4}-\d\d-\d\dT/)
})

it('names the problems of a file, and keeps a title from becoming a formula', async () => {
  const station = makeStation()
  putItems(station, someItems(1, { title: '=1+1' }))
  const bench = withBulk(station)
  const jobId = await bench.fromFile('price', 'sku,price\nSKU-1,5\nSKU-9,7\nSKU-1,x\n')
  await bench.draft(jobId)
  const rows = await resultOf(station, jobId)
  expect(rows.map(({ result, reason }) => [result, reason])).toEqual([
    ['draft', ''],
    ['problem', 'external_id: item_not_found'],
    ['problem', 'price: not_money; repeated'],
  ])
  expect(rows[0]?.['title']).not.toMatch(/^=/)
})
