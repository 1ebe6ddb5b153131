/**
 * Time as the station sees it. Stamps use the wall clock, waits use the monotonic one: a PC's wall clock may jump.
 */
export type Clock = {
  /** Milliseconds since the epoch, UTC. */
  wallMs(): number
  /** Milliseconds that only grow; its zero means nothing. */
  monotonicMs(): number
  /** Calls back once after `delayMs`; returns the function that calls it off. */
  after(delayMs: number, callback: () => void): () => void
}

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}
