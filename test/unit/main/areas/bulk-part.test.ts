import { expect, it } from 'vitest'
import { checkPart } from '../../../../src/main/areas/bulk/bulk-parts'
import { draftFromFile } from '../../../../src/main/areas/bulk/start-draft'
import { findJob } from '../../../../src/main/store/tables/bulk-jobs'
import { rowsAfter } from '../../../../src/main/store/tables/bulk-rows'
import { LONGEST_CELL, type BulkKind } from '../../../../src/shared/domain/items/bulk-job'
import { makeStation } from '../../../support/account'

/** Working out the rows of a draft, whatever is in them. */

const FLOOR = { ofPresentPercent: 0, ofMsrpPercent: 0 }

async function aDraft(kind: BulkKind, text: string) {
  const station = makeStation()
  const content = Buffer.from(text).toString('base64')
  const { jobId } = await draftFromFile(station, { kind, name: 'x.csv', content, decimal: 'point' })
  const job = () => {
    const found = findJob(station.db, jobId)
    if (found === null) throw new Error('the draft is gone')
    return found
  }
  const codes = () =>
    rowsAfter(station.db, jobId, 0, 100).map(({ problems }) => problems.map(({ code }) => code))
  return { station, job, codes }
}

it('ends a part after a slow row, and goes on with the next one', async () => {
  const { station, job } = await aDraft('price', 'sku,price\nA,1\nB,2\nC,3\n')
  let ms = 0
  // Each look at the clock is 25 ms later.
  const clock = { ...station.clock, monotonicMs: () => (ms += 25) }
  const deps = { db: station.db, clock, floor: () => FLOOR }
  checkPart(deps, job())
  expect(job()).toMatchObject({ state: 'checking', place: 2 })
  checkPart(deps, job())
  expect(job()).toMatchObject({ state: 'draft' })
})

it('marks a row that cannot be worked out, and ends the draft', async () => {
  const file = 'external_id,title,price,msrp\nA,Coat,1.00,2.00\n'
  const { station, job, codes } = await aDraft('create', file)
  checkPart({ ...station, floor: () => FLOOR }, { ...job(), spec: null as never })
  expect(job().state).toBe('draft')
  expect(codes()).toEqual([['not_worked_out']])
})

it.each([
  ['attributes.material', (n: number) => `${' '.repeat(n / 2)}x${' '.repeat(n / 2 - 1)}`],
  ['attributes.material', (n: number) => `a${' : '.repeat(n / 3 - 1)}`],
  ['price', (n: number) => `${'1 '.repeat(n / 2 - 1)}x1`],
  ['discount', (n: number) => `1${' '.repeat(n - 2)}x`],
  ['photos', (n: number) => `a${' '.repeat(n - 2)}x`],
])('works out a %s as long as a cell may be', async (column, cell) => {
  const { station, job, codes } = await aDraft('create', `external_id,${column}\nA,"${cell(LONGEST_CELL)}"\n`)
  checkPart({ ...station, floor: () => FLOOR }, job())
  expect(job().state).toBe('draft')
  expect(codes()).toHaveLength(1)
})
