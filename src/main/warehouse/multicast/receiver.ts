import type { LanReach } from '../../../shared/contract/neighbors'
import type { Clock } from '../../base/clock'
import { GONE_MS } from './peers'

/** Whether datagrams arrive: a station receives its own multicast unless something blocks it. */
export type Receiver = {
  heardOwn(): void
  /** The network or the settings have changed: earlier observations no longer count. */
  restart(): void
  /** @param present stations heard @param peers configured addresses; `null` while it is too early to say */
  reach(present: number, peers: number): LanReach | null
}

export function createReceiver(clock: Pick<Clock, 'monotonicMs'>): Receiver {
  let sinceMs = clock.monotonicMs()
  let ownMs = Number.NEGATIVE_INFINITY
  return {
    heardOwn: () => void (ownMs = clock.monotonicMs()),
    restart: () => void (sinceMs = clock.monotonicMs()),
    reach(present, peers) {
      if (present > 0) return 'heard'
      const nowMs = clock.monotonicMs()
      if (nowMs - sinceMs <= GONE_MS) return null
      if (nowMs - ownMs > GONE_MS) return 'deaf'
      return peers > 0 ? 'peers_silent' : 'alone'
    },
  }
}
