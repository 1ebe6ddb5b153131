import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
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

/** In a process of its own, since files that ran before leave pages in this one that nothing can empty. */
const BURST = `
const { watchMemory } = await import(process.argv[1])
let look = () => {}
watchMemory({ clock: { after: (_ms, then) => ((look = then), () => {}) } })
let burst = Array.from({ length: 1_500_000 }, (_, index) => ({ index }))
const heap = () => process.memoryUsage().heapTotal
const before = burst.length > 0 ? heap() : 0
burst = null
const idle = heap()
// V8 may need more than one collection to empty whole pages, and gives them back on threads that wait for a processor.
for (let looks = 0; looks < 300 && heap() > before - 20e6; looks += 1) {
  look()
  await new Promise((resolve) => setTimeout(resolve, 10))
}
console.log(JSON.stringify({ before, idle, after: heap() }))
`

it('gives the memory of a burst back to the system', () => {
  const memory = pathToFileURL(path.join(process.cwd(), 'src/main/base/memory.ts')).href
  const printed = execFileSync(
    process.execPath,
    ['--disable-warning=MODULE_TYPELESS_PACKAGE_JSON', '--input-type=module', '-e', BURST, memory],
    { encoding: 'utf8' },
  )
  const { before, idle, after } = JSON.parse(printed) as Record<'before' | 'idle' | 'after', number>
  expect(Math.min(before, idle)).toBeGreaterThan(64 * MB)
  expect(after).toBeLessThan(before - 20 * MB)
})
