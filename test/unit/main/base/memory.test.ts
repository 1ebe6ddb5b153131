import { expect, it } from 'vitest'
import { watchMemory } from '../../../../src/main/base/memory'
import { createManualClock } from '../../../support/clock'

const MB = 1_000_000

function aWatch() {
  const clock = createManualClock()
  const heap = { bytes: 30 * MB, collections: 0 }
  const stop = watchMemory({
    clock,
    heapBytes: () => heap.bytes,
    collect: () => (heap.collections += 1),
  })
  return { clock, heap, stop }
}

it('collects once the heap is large, and then leaves the thread alone for a minute', () => {
  const { clock, heap } = aWatch()
  clock.advance(120_000)
  expect(heap.collections).toBe(0)
  heap.bytes = 100 * MB
  clock.advance(30_000)
  expect(heap.collections).toBe(1)
  clock.advance(59_999)
  expect(heap.collections).toBe(1)
  clock.advance(1)
  expect(heap.collections).toBe(2)
})

it('stops', () => {
  const { clock, heap, stop } = aWatch()
  heap.bytes = 100 * MB
  stop()
  clock.advance(3_600_000)
  expect([heap.collections, clock.pending()]).toEqual([0, 0])
})

it('gives the memory of a burst back to the system', async () => {
  const clock = createManualClock()
  const stop = watchMemory({ clock })
  let burst: object[] | null = Array.from({ length: 1_500_000 }, (_, index) => ({ index }))
  const before = process.memoryUsage().heapTotal
  expect([burst.length, before > 64 * MB]).toEqual([1_500_000, true])
  burst = null
  // V8 may need more than one collection to empty whole pages.
  const later = (): number => {
    clock.advance(60_000)
    return process.memoryUsage().heapTotal
  }
  await expect.poll(later).toBeLessThan(before - 20 * MB)
  stop()
})
