import type { Clock } from '../../base/clock'
import { backoffMs } from '../connection/backoff'

/**
 * When a resource is read: orders and items are each read in rounds, one at a time. This is the only place that decides
 * when the next one comes; what a round reads is the resource's own.
 */
export type Feed = {
  /** @param delayMs how long the first round may wait; whatever asks for one meanwhile starts it sooner */
  start: (delayMs?: number) => void
  stop: () => Promise<void>
  /** Between `start` and `stop`. */
  isRunning: () => boolean
  /** Begins a round, unless one is in progress; resolves when that is over, whatever its outcome. */
  now: () => Promise<void>
  /** Requests a round that begins after this call; resolves when it is over. */
  restart: () => Promise<void>
  /** The next round comes within this time: something has changed on the marketplace. */
  within: (ms: number) => void
  /** Whether `within` still waits for its round. */
  isDueSoon: () => boolean
  /** Calls back, and lets those go on who wait for progress: something was stored. */
  stored: (announce: () => void) => void
  /** Resolves when the present round has stored its next page, or is over. */
  progressed: () => Promise<void>
  /** Resolves when no round is in progress. */
  settled: () => Promise<void>
  isReading: () => boolean
  /** How many rounds failed in a row. */
  failures: () => number
  /** Whether the last round only ended an earlier one: what changed since that one began is not known. */
  isBehind: () => boolean
}

/** How a round ended. `behind`: it went on from an earlier one, or was stopped; `kept_out`: nothing may be requested now. */
export type RoundOutcome = 'caught_up' | 'behind' | 'kept_out'

export type FeedDeps = {
  clock: Clock
  random: () => number
  intervalMs: number
  /** One round, from its beginning or from where an earlier one was left. */
  read: () => Promise<RoundOutcome>
  /** A round failed. */
  recover: (error: unknown) => Promise<void> | void
  /** `new`: nothing was read in yet; `midway`: a round was left; `whole`: all was read in once. */
  place: () => 'new' | 'midway' | 'whole'
  /** How long the gate keeps this resource out; `null`: until it opens. */
  gateMs: () => number | null
  /** How long another station still reads for all; 0 if none does. */
  restMs: () => number
  /** A round is over. */
  onOver: () => void
  onFault: (error: unknown) => void
}

/** How long a feed waits after a round, in milliseconds, unless something asks for the next one sooner. */
export function pauseMs(
  outcome: RoundOutcome | 'failed',
  { failures, intervalMs, random }: { failures: number; intervalMs: number; random: number },
): number {
  if (failures > 0) return Math.min(intervalMs, backoffMs(failures, random))
  return outcome === 'behind' ? 0 : intervalMs
}

export function createFeed(deps: FeedDeps): Feed {
  const { clock, intervalMs } = deps
  let running = false
  let failures = 0
  let outcome: RoundOutcome | 'failed' = 'caught_up'
  let isBehind = false
  let round: Promise<void> | null = null
  let nextRound: Promise<void> | null = null
  /** By the monotonic clock: what `within` and `start` have promised. */
  let soonAtMs = Number.POSITIVE_INFINITY
  let firstAtMs = Number.POSITIVE_INFINITY
  let cancelTimer: (() => void) | null = null
  const waiters: (() => void)[] = []

  const wait = (ms: number): void => {
    cancelTimer?.()
    cancelTimer = clock.after(ms, tick)
  }

  const schedule = (): void => {
    cancelTimer?.()
    cancelTimer = null
    const gateMs = running ? deps.gateMs() : null
    if (gateMs === null) return
    const ms = pauseMs(outcome, { failures, intervalMs, random: deps.random() })
    // What asks for a round does not shorten the pause after a failure.
    const soonMs = failures > 0 ? ms : Math.max(0, Math.min(soonAtMs, firstAtMs) - clock.monotonicMs())
    wait(Math.max(Math.min(ms, soonMs), gateMs))
  }

  const mayRest = (): boolean => {
    const place = deps.place()
    if (place === 'new') return true
    return place === 'whole' && soonAtMs === Number.POSITIVE_INFINITY && failures === 0 && !isBehind
  }
  const tick = (): void => {
    const restMs = mayRest() ? deps.restMs() : 0
    // Should the station that reads for all fall silent, the next round is not far.
    if (restMs > 0) wait(Math.min(restMs, intervalMs))
    else void now()
  }

  const attempt = async (): Promise<void> => {
    try {
      outcome = await deps.read()
      if (outcome === 'kept_out') return
      failures = 0
      isBehind = outcome === 'behind'
    } catch (error) {
      outcome = 'failed'
      failures += 1
      await deps.recover(error)
    }
  }

  const stored = (announce: () => void): void => {
    try {
      announce()
    } catch (error) {
      // A listener also reads the database; an error there must not end the rounds.
      deps.onFault(error)
    }
    for (const resolve of waiters.splice(0)) resolve()
  }

  const now = (): Promise<void> => {
    if (round !== null) return round
    soonAtMs = Number.POSITIVE_INFINITY
    firstAtMs = Number.POSITIVE_INFINITY
    round = attempt()
      .catch(deps.onFault)
      .finally(() => {
        round = null
        stored(deps.onOver)
        schedule()
      })
    return round
  }

  return {
    start(delayMs = 0) {
      running = true
      if (delayMs === 0) return tick()
      firstAtMs = clock.monotonicMs() + delayMs
      wait(delayMs)
    },
    async stop() {
      running = false
      cancelTimer?.()
      cancelTimer = null
      await (nextRound ?? round)
    },
    isRunning: () => running,
    now,
    restart() {
      if (round === null) return running ? now() : Promise.resolve()
      // The part that the round has already read may lack what the person knows about.
      nextRound ??= round.then(() => {
        nextRound = null
        return running ? now() : undefined
      })
      return nextRound
    },
    within(ms) {
      soonAtMs = Math.min(soonAtMs, clock.monotonicMs() + ms)
      if (round === null) schedule()
    },
    isDueSoon: () => soonAtMs < Number.POSITIVE_INFINITY,
    stored,
    progressed: () => (round === null ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))),
    async settled() {
      await round
    },
    isReading: () => round !== null,
    failures: () => failures,
    isBehind: () => isBehind,
  }
}
