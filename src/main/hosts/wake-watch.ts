import { networkInterfaces } from 'node:os'
import { type Clock, systemClock } from '../base/clock'
import type { Host, WakeReason } from './host'

const LOOK_EVERY_MS = 5_000
/** A check this late means that the computer slept, not that it was busy. */
const SLEPT_MS = 30_000

/**
 * Detects that the computer slept or its network changed by checking every 5 s while anyone listens: Node has no
 * event for either.
 */
export function createWakeWatch(
  clock: Clock = systemClock,
  readAddresses: () => string = currentAddresses,
): Host['onWake'] {
  const listeners = new Set<(reason: WakeReason) => void>()
  let stop: (() => void) | null = null

  const watch = (lastLookMs: number, lastAddresses: string) => {
    stop = clock.after(LOOK_EVERY_MS, () => {
      const nowMs = clock.wallMs()
      const addresses = readAddresses()
      watch(nowMs, addresses)
      if (nowMs - lastLookMs > SLEPT_MS) tell('resume')
      else if (addresses !== lastAddresses) tell('network')
    })
  }
  const tell = (reason: WakeReason) => {
    for (const listener of listeners) listener(reason)
  }

  return (listener) => {
    listeners.add(listener)
    if (stop === null) watch(clock.wallMs(), readAddresses())
    return () => {
      listeners.delete(listener)
      if (listeners.size > 0) return
      stop?.()
      stop = null
    }
  }
}

function currentAddresses(): string {
  const all = Object.values(networkInterfaces()).flatMap((entries) => entries ?? [])
  const outward = all.filter((entry) => !entry.internal).map((entry) => entry.address)
  return outward.sort().join(' ')
}
