import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { uptime as osUptime } from 'node:os'

/**
 * The station's time. Stamps use the wall clock, waits use the monotonic one: a PC's wall clock may jump.
 */
export type Clock = {
  /** Milliseconds since the epoch, UTC. */
  wallMs(): number
  /** Milliseconds that only grow; the zero point is arbitrary. */
  monotonicMs(): number
  /** Which boot of the computer this is, and how long ago, sleep included; missing if unknown. */
  uptime?(): Uptime
  /** Calls back once after `delayMs`; returns the function that cancels it. */
  after(delayMs: number, callback: () => void): () => void
}

/** What both clocks showed at once. */
export type Moment = { wallMs: number; monotonicMs: number }

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

/** Only Linux identifies its boots; elsewhere a process knows only itself. */
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
