import { expect, it } from 'vitest'
import { readRows } from '../../../../src/renderer/src/data/read-rows'
import { good, refused } from '../fake-station'

/** A log of so many entries, the newest first; one more is recorded with every request. */
function aLog(count: number) {
  let newest = count
  return (offset: number, limit: number) => {
    const total = newest
    newest += 1
    const first = total - offset
    const rows = Array.from({ length: Math.max(0, Math.min(limit, first)) }, (_, index) => first - index)
    return Promise.resolve(good({ total, rows }))
  }
}
const itself = (seq: number) => seq

it('reads every row once, also while others are added', async () => {
  const read = await readRows(aLog(1_200), itself)
  const rows = read.ok ? read.value.rows : []
  expect(new Set(rows).size).toBe(rows.length)
  expect(rows).toEqual(expect.arrayContaining([1_200, 1]))
})

it('reads the first of a list that is too long, and says how many there are', async () => {
  const read = await readRows(aLog(25_000), itself)
  const { total, rows } = read.ok ? read.value : { total: 0, rows: [] }
  expect(rows.length).toBeLessThanOrEqual(10_000)
  expect(rows.length).toBeGreaterThan(9_900)
  expect(rows[0]).toBe(25_000)
  expect(total).toBeGreaterThanOrEqual(25_000)
})

it('reads a list in its order', async () => {
  const all = Array.from({ length: 1_200 }, (_, index) => index + 1)
  const ask = (offset: number, limit: number) =>
    Promise.resolve(good({ total: all.length, rows: all.slice(offset, offset + limit) }))
  expect(await readRows(ask, itself)).toMatchObject({ value: { total: 1_200, rows: all } })
})

it('says why the list could not be read', async () => {
  expect(await readRows(() => Promise.resolve(refused('disk_full')), itself)).toMatchObject({
    ok: false,
    error: { code: 'disk_full' },
  })
})
