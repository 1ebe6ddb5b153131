import { describe, expect, it } from 'vitest'
import { createReads } from '../../../../src/renderer/src/data/reads'
import { createRows } from '../../../../src/renderer/src/data/rows'
import type { OutboxRow } from '../../../../src/shared/contract/op-views'
import type { Result } from '../../../../src/shared/contract/result'
import { PAGE_ROWS } from '../../../../src/shared/domain/station/first-screen'
import { eventually } from '../../../support/eventually'
import { fakeStation, good, refused } from '../fake-station'

const TOTAL = 100_000
const OPEN = { view: 'open', sort: { by: 'captured', descending: false } } as const

type Part = { total: number; rows: readonly OutboxRow[] }
const partFrom = (offset: number, total = TOTAL, limit = PAGE_ROWS): Part => ({
  total,
  rows: Array.from(
    { length: Math.min(limit, total - offset) },
    (_, index) => ({ seq: offset + index }) as OutboxRow,
  ),
})

/** A list of operations whose answers come when the test says so. */
function aList() {
  const waiting: { offset: number; answer: (given?: Result<Part>) => void }[] = []
  const station = fakeStation({
    'outbox:list': ({ offset }) =>
      new Promise<Result<Part>>((resolve) => {
        waiting.push({ offset, answer: (given = good(partFrom(offset))) => resolve(given) })
      }),
  })
  const reads = createReads(station.bridge)
  const rows = createRows(reads, 'outbox:list', OPEN)
  rows.subscribe(() => undefined)
  const offsets = () => waiting.map(({ offset }) => offset)
  const answerAll = async (given?: Result<Part>) => {
    for (const { answer } of waiting.splice(0)) answer(given)
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { station, reads, rows, offsets, answerAll }
}

describe('rows', () => {
  it('reads only the pages in sight, once', async () => {
    const { rows, offsets, answerAll } = aList()
    void rows.open()
    rows.show(0, 20)
    rows.show(0, 20)
    expect(offsets()).toEqual([0])
    expect(rows.held().total).toBeNull()
    await answerAll()
    expect(rows.held().total).toBe(TOTAL)
    expect(rows.held().at(20)).toEqual({ seq: 20 })
    expect(rows.held().at(PAGE_ROWS)).toBeUndefined()
    rows.show(99_980, 99_999)
    expect(offsets()).toEqual([99_900])
    await answerAll()
    expect(rows.held().at(99_999)).toEqual({ seq: 99_999 })
  })

  it('is the same object until something changes', async () => {
    const { rows, answerAll } = aList()
    void rows.open()
    await answerAll()
    const before = rows.held()
    expect(rows.held()).toBe(before)
    let told = 0
    rows.subscribe(() => (told += 1))
    void rows.reload()
    expect([rows.held(), told]).toEqual([before, 0])
    await answerAll()
    expect(rows.held()).not.toBe(before)
    expect(told).toBe(1)
  })

  it('reads once more, not ten times, when ten changes arrive during a read', async () => {
    const { rows, offsets, answerAll } = aList()
    void rows.open()
    for (let change = 0; change < 10; change += 1) void rows.reload()
    expect(offsets()).toEqual([0])
    await answerAll()
    expect(offsets()).toEqual([0])
    await answerAll()
    expect(offsets()).toEqual([])
  })

  it('says how long the list is by what is in sight, and keeps it with the reason while main cannot answer', async () => {
    const { rows, answerAll } = aList()
    void rows.open()
    rows.show(500, 520)
    await answerAll()
    void rows.reload()
    await answerAll(good(partFrom(500, 510)))
    expect(rows.held().total).toBe(510)
    void rows.reload()
    await answerAll(refused('internal'))
    expect(rows.held()).toMatchObject({ total: 510, error: { code: 'internal' } })
  })

  it('reads all pages in sight again when the list is opened again', async () => {
    const { rows, offsets, answerAll } = aList()
    void rows.open()
    rows.show(PAGE_ROWS - 10, 2 * PAGE_ROWS + 5)
    await answerAll()
    void rows.open()
    expect(offsets()).toEqual([0, PAGE_ROWS, 2 * PAGE_ROWS])
  })

  it('does not take a page that stays in sight for one that was left', async () => {
    const { rows, offsets, answerAll } = aList()
    void rows.open()
    rows.show(500, 520)
    void rows.open()
    await answerAll()
    expect(offsets()).toEqual([])
  })

  it('does not say how long the list was when rows were read that come into sight again', async () => {
    const { rows, answerAll } = aList()
    void rows.open()
    rows.show(500, 520)
    await answerAll()
    rows.show(0, 20)
    void rows.reload()
    await answerAll(good(partFrom(0, 900)))
    rows.show(500, 520)
    expect(rows.held()).toMatchObject({ total: 900 })
    await answerAll(good(partFrom(500, 800)))
    expect(rows.held().total).toBe(800)
  })

  it('holds a bounded number of pages while the whole list is scrolled through', async () => {
    const { rows, reads, station, answerAll } = aList()
    const shown = new Set<number>()
    for (let first = 0; first < TOTAL; first += 500) {
      rows.show(first, first + 20)
      await answerAll()
      shown.add(first)
    }
    await eventually(() => expect(station.asked.length).toBeGreaterThan(190))
    const held = [...shown].filter(
      (offset) => reads.read('outbox:list', { ...OPEN, offset, limit: PAGE_ROWS }).value !== null,
    )
    expect(held.length).toBeLessThanOrEqual(101)
  })

  it('shows nothing of the account before', async () => {
    const { rows, station, answerAll } = aList()
    void rows.open()
    await answerAll()
    station.emit({ kind: 'station_replaced' })
    expect(rows.held().total).toBeNull()
  })
})
