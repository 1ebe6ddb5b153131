import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Clock } from './clock'

/**
 * Gives memory back after a burst of work. V8 collects garbage when new garbage comes: after a first import of 50,000
 * orders, a station that then only waits keeps 60 MB for nothing.
 */

/** A station at rest needs half of it. */
const MUCH_BYTES = 64_000_000
const LOOK_MS = 30_000
/**
 * A collection takes some milliseconds of the thread that answers the packer. Not much longer: one in the middle of an
 * import leaves what comes after it.
 */
const REST_MS = 60_000

export type MemoryWatch = {
  clock: Clock
  /** The bytes that the heap takes from the system. */
  heapBytes?: () => number
  collect?: () => void
}

/** Returns the function that stops watching. */
export function watchMemory({
  clock,
  heapBytes = () => getHeapStatistics().total_heap_size,
  collect = collectGarbage,
}: MemoryWatch): () => void {
  const look = (): void => {
    const much = heapBytes() > MUCH_BYTES
    if (much) collect()
    cancel = clock.after(much ? REST_MS : LOOK_MS, look)
  }
  let cancel = clock.after(LOOK_MS, look)
  return () => cancel()
}

/**
 * Without a flag at the start of the process, the function exists only in a new context, and only while the flag
 * is set. The inspector's command for it never returns when a program asks itself.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const gc = runInNewContext('gc') as () => void
  setFlagsFromString('--no-expose-gc')
  gc()
}
