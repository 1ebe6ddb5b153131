import type { Clock } from '../../base/clock'

/** Detects a silent marketplace: requests have been open for a while and no answer at all has arrived. */
export type Silence = {
  /** Call it when a request goes out. @returns what to call when it has ended */
  began(): () => void
  /** Any answer arrived. */
  heard(): void
  silent(): boolean
  /** Milliseconds since anything was received, or since the start. */
  quietMs(): number
}

export type SilenceDeps = { clock: Clock; onChange: () => void }

/** People are told that the marketplace does not answer long before its requests time out. */
export const PATIENCE_MS = 5_000

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
