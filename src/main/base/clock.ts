import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime as osUptime } from 'node:os'

/**
 * Time as the station sees it. Stamps use the wall clock, waits use the monotonic one: a PC's wall clock may jump.
 */
export type Clock = {
  /** Milliseconds since the epoch, UTC. */
  wallMs(): number
  /** Milliseconds that only grow; its zero means nothing. */
  monotonicMs(): number
  /** Which start of the computer this is, and how long ago it was, sleep included; missing where nobody can tell. */
  uptime?(): Uptime
  /** Calls back once after `delayMs`; returns the function that calls it off. */
  after(delayMs: number, callback: () => void): () => void
}

export type Uptime = { bootId: string; ms: number }

export const systemClock: Clock = {
  wallMs: () => Date.now(),
  monotonicMs: () => performance.now(),
  uptime: () => ({ bootId: bootId(), ms: osUptime() * 1_000 }),
  after: (delayMs, callback) => {
    const timer = setTimeout(callback, delayMs)
    return () => clearTimeout(timer)
  },
}

let knownBootId: string | null = null

/** Only Linux names its starts; elsewhere one process knows only of itself. */
function bootId(): string {
  knownBootId ??= readBootId() ?? randomUUID()
  return knownBootId
}

function readBootId(): string | null {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  } catch {
    return null
  }
}
