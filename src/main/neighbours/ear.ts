import type { LanReach } from '../../shared/contract/neighbours'
import type { Clock } from '../base/clock'
import { GONE_MS } from './roster'

/** What can be known of whether datagrams come in: a station's own multicast comes back to it, unless something holds it. */
export type Ear = {
  heardOwn(): void
  /** The network, or what is said, is another now: what was heard before says nothing. */
  restart(): void
  /** @param present stations heard @param peers addresses that were given; `null` before it can be told */
  reach(present: number, peers: number): LanReach | null
}

export function createEar(clock: Pick<Clock, 'monotonicMs'>): Ear {
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
