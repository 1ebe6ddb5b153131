import { describe, expect, it } from 'vitest'
import {
  createWindowedList,
  emptyRows,
  rowAt,
  type WindowedRows,
} from '../../../../src/renderer/src/stores/windowed-list'
import { PAGE_ROWS } from '../../../../src/shared/domain/station/first-screen'
import { good } from '../fake-station'

const TOTAL = 100_000

/** A list of numbers whose answers come when the test says so. */
function aList() {
  let rows: WindowedRows<number> = emptyRows()
  const waiting: { offset: number; answer: () => void }[] = []
  const list = createWindowedList<number>(
    (offset, limit) =>
      new Promise((resolve) => {
        const page = Array.from({ length: Math.min(limit, TOTAL - offset) }, (_, index) => offset + index)
        waiting.push({ offset, answer: () => resolve(good({ total: TOTAL, rows: page })) })
      }),
    () => rows,
    (next) => {
      rows = next
    },
  )
  const offsets = () => waiting.map(({ offset }) => offset)
  const answerAll = async () => {
    for (const { answer } of waiting.splice(0)) answer()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { list, rows: () => rows, offsets, answerAll }
}

describe('windowed list', () => {
  it('fetches only the pages on screen, once', async () => {
    const { list, rows, offsets, answerAll } = aList()
    list.show(0, 20)
    list.show(0, 20)
    expect(offsets()).toEqual([0])
    await answerAll()
    expect(rows().total).toBe(TOTAL)
    expect(rowAt(rows(), 20)).toBe(20)
    expect(rowAt(rows(), PAGE_ROWS)).toBeUndefined()
    list.show(99_980, 99_999)
    expect(offsets()).toEqual([99_900])
    await answerAll()
    expect(rowAt(rows(), 99_999)).toBe(99_999)
  })

  it('reloads once more, not ten times, when ten changes arrive during a read', async () => {
    const { list, offsets, answerAll } = aList()
    list.show(0, 20)
    for (let change = 0; change < 10; change += 1) list.reload()
    expect(offsets()).toEqual([0])
    await answerAll()
    expect(offsets()).toEqual([0])
    await answerAll()
    expect(offsets()).toEqual([])
  })

  it('drops answers to an earlier request', async () => {
    const { list, rows, answerAll, offsets } = aList()
    list.show(500, 520)
    list.restart()
    expect(offsets()).toEqual([500, 0])
    await answerAll()
    expect([...rows().pages.keys()]).toEqual([0])
  })

  it('keeps a bounded number of pages while the whole list is scrolled through', async () => {
    const { list, rows, answerAll } = aList()
    for (let first = 0; first < TOTAL; first += 2_000) {
      list.show(first, first + 20)
      await answerAll()
    }
    expect(rows().pages.size).toBeLessThanOrEqual(42)
  })
})
