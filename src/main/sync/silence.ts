import type { Clock } from '../base/clock'

/** Whether the marketplace is silent: requests have been open for a while and no answer at all has arrived. */
export type Silence = {
  /** A request goes out. @returns what to call when it has ended */
  began(): () => void
  /** Any answer arrived. */
  heard(): void
  silent(): boolean
  /** Milliseconds since anything came, or since the start. */
  quietMs(): number
}

export type SilenceDeps = { clock: Clock; onChange: () => void }

/** People hear of a marketplace that does not answer long before its requests are given up. */
export const PATIENCE_MS = 5_000

/** A marketplace of which nothing is known yet. */
export function createSilence({ clock, onChange }: SilenceDeps): Silence {
  const waiting = new Map<number, number>()
  let requests = 0
  let heardMs = clock.monotonicMs()
  let silent = false
  let cancelTimer: (() => void) | null = null

  const become = (next: boolean): void => {
    if (next === silent) return
    silent = next
    onChange()
  }

  const look = (): void => {
    cancelTimer?.()
    cancelTimer = null
    // The first is the oldest.
    const [oldestMs] = waiting.values()
    if (oldestMs === undefined || silent) return
    const leftMs = Math.max(oldestMs, heardMs) + PATIENCE_MS - clock.monotonicMs()
    if (leftMs <= 0) become(true)
    else cancelTimer = clock.after(leftMs, look)
  }

  return {
    began() {
      requests += 1
      const id = requests
      waiting.set(id, clock.monotonicMs())
      if (waiting.size === 1) look()
      return () => {
        waiting.delete(id)
        if (waiting.size === 0) look()
      }
    },
    heard() {
      heardMs = clock.monotonicMs()
      become(false)
    },
    silent: () => silent,
    quietMs: () => clock.monotonicMs() - heardMs,
  }
}
