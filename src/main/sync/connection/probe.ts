import type { Clock } from '../../base/clock'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import { backoffMs } from './backoff'
import type { Gate } from './gate'

/**
 * Sends the marketplace a small request when nothing was received for a while, or when a request failed and it is
 * unknown whether all would: within 10 s people see that a login portal answers instead, or that nothing does. While the
 * token is refused, it alone asks whether that is over.
 */
export type Probe = {
  start(): void
  stop(): Promise<void>
  /** Resolves when nothing is asked. */
  settled(): Promise<void>
  /** Asks soon, even after a recent answer. */
  now(): void
}

export type ProbeDeps = {
  /** Not the gated one: a probe's outcome counts for the whole account. */
  client: Pick<PartnerClient, 'listOrders'>
  gate: Gate
  clock: Clock
  /** The marketplace's present time, milliseconds since the epoch: makes the answer short. */
  serverNowMs: () => number
  random: () => number
  onFault: (error: unknown) => void
  /** Whether another station listens for all. */
  rests?: () => boolean
}

/** Together with the gate's patience for an answer it stays under 10 s. */
const QUIET_MS = 4_000
/** Doubts from many lanes count as one. */
const DOUBT_MS = 1_000
const TROUBLED = { firstMs: QUIET_MS, longestMs: 20_000 }

export function createProbe(deps: ProbeDeps): Probe {
  const { client, gate, clock, random, onFault } = deps
  let running = false
  let failures = 0
  let askedMs = Number.NEGATIVE_INFINITY
  let asking: Promise<void> | null = null
  let cancelTimer: (() => void) | null = null

  const ask = async (): Promise<void> => {
    askedMs = clock.monotonicMs()
    const ended = gate.ask({ channel: 'order_list', resource: 'probe', decisive: true })
    try {
      const updated_after = new Date(deps.serverNowMs()).toISOString()
      await client.listOrders({ updated_after, page_size: 1 })
      failures = 0
      ended('answered')
    } catch (error) {
      failures += 1
      ended(error instanceof PartnerError ? error : 'nothing')
      if (!(error instanceof PartnerError)) onFault(error)
    }
  }

  const beat = (): void => {
    if (!running || asking !== null) return
    // A refused token: nobody else asks, here or at another station.
    const isAlone = gate.waitMs('order_list') === null
    if (!isAlone && failures === 0 && deps.rests?.() === true) return schedule(QUIET_MS)
    if (!isAlone && failures === 0 && gate.quietMs() < QUIET_MS) return schedule(QUIET_MS - gate.quietMs())
    // While closed, the cause is checked by its own trial.
    if (!gate.admit('probe')) return schedule(gate.waitMs('probe') ?? QUIET_MS)
    begin()
  }
  const begin = (): void => {
    asking ??= ask().finally(() => {
      asking = null
      schedule(failures === 0 ? QUIET_MS : backoffMs(failures, random(), TROUBLED))
    })
  }
  const schedule = (ms: number): void => {
    cancelTimer?.()
    cancelTimer = null
    if (running) cancelTimer = clock.after(Math.max(1, ms), beat)
  }

  return {
    start() {
      running = true
      schedule(QUIET_MS)
    },
    async stop() {
      running = false
      cancelTimer?.()
      cancelTimer = null
      await asking
    },
    async settled() {
      await asking
    },
    now() {
      if (!running || asking !== null || clock.monotonicMs() - askedMs < DOUBT_MS) return
      if (gate.allows('order_list')) begin()
    },
  }
}
