import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'
import { backoffMs } from '../connection/backoff'

/**
 * When a resource is read: orders and items are each read in rounds, one at a time. This is the only place that decides
 * when the next one comes; what a round reads is the resource's own.
 */
export type Feed = {
  /** @param delayMs how long the first round may wait; whatever asks for one meanwhile starts it sooner */
  start(delayMs?: number): void
  stop(): Promise<void>
  /** Between `start` and `stop`. */
  isRunning(): boolean
  /** Begins a round, unless one is in progress; resolves when that is over, whatever its outcome. */
  now(): Promise<void>
  /** Requests a round that begins after this call; resolves when it is over. */
  restart(): Promise<void>
  /** The next round comes within this time: something has changed on the marketplace. */
  within(ms: number): void
  /** Whether `within` still waits for its round. */
  isDueSoon(): boolean
  /** Calls `tell`, and lets those go on who wait for progress: something was stored, or the round is over. */
  announce(tell: () => void): void
  /** Resolves when the present round has stored its next page, or is over. */
  progressed(): Promise<void>
  /** Resolves when no round is in progress. */
  settled(): Promise<void>
  isReading(): boolean
  /** How many rounds failed in a row. */
  failures(): number
  /** Whether the last round only ended an earlier one: what changed since that one began is not known. */
  isBehind(): boolean
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
  return new ResourceFeed(deps)
}

class ResourceFeed implements Feed {
  private readonly nextLook: Timer
  private running = false
  /** The round in progress, and the one that begins after it. */
  private round: Promise<void> | null = null
  private nextRound: Promise<void> | null = null
  /** How the last round ended. */
  private outcome: RoundOutcome | 'failed' = 'caught_up'
  private failedInARow = 0
  /** The last round went on from an earlier one, so what changed since that one began is not known. A failure keeps this. */
  private behind = false
  /** By the monotonic clock: what `within` and `start` have promised. */
  private soonAtMs = Number.POSITIVE_INFINITY
  private firstAtMs = Number.POSITIVE_INFINITY
  /** Those who wait for progress. */
  private readonly waiters: (() => void)[] = []

  constructor(private readonly deps: FeedDeps) {
    this.nextLook = new Timer(deps.clock)
  }

  start(delayMs = 0): void {
    this.running = true
    if (delayMs === 0) return this.look()
    this.firstAtMs = this.nowMs() + delayMs
    this.lookAfter(delayMs)
  }

  async stop(): Promise<void> {
    this.running = false
    this.nextLook.cancel()
    await (this.nextRound ?? this.round)
  }

  isRunning(): boolean {
    return this.running
  }

  now(): Promise<void> {
    if (this.round !== null) return this.round
    this.soonAtMs = Number.POSITIVE_INFINITY
    this.firstAtMs = Number.POSITIVE_INFINITY
    this.round = this.attempt()
      .catch(this.deps.onFault)
      .finally(() => {
        this.round = null
        this.announce(this.deps.onOver)
        this.schedule()
      })
    return this.round
  }

  restart(): Promise<void> {
    const goOn = (): Promise<void> => (this.running ? this.now() : Promise.resolve())
    if (this.round === null) return goOn()
    // The part that the round has already read may lack what the person knows about.
    this.nextRound ??= this.round.then(() => {
      this.nextRound = null
      return goOn()
    })
    return this.nextRound
  }

  within(ms: number): void {
    this.soonAtMs = Math.min(this.soonAtMs, this.nowMs() + ms)
    if (this.round === null) this.schedule()
  }

  isDueSoon(): boolean {
    return this.soonAtMs < Number.POSITIVE_INFINITY
  }

  announce(tell: () => void): void {
    try {
      tell()
    } catch (error) {
      // A listener also reads the database; an error there must not end the rounds.
      this.deps.onFault(error)
    }
    for (const resolve of this.waiters.splice(0)) resolve()
  }

  progressed(): Promise<void> {
    if (this.round === null) return Promise.resolve()
    return new Promise((resolve) => this.waiters.push(resolve))
  }

  async settled(): Promise<void> {
    await this.round
  }

  isReading(): boolean {
    return this.round !== null
  }

  failures(): number {
    return this.failedInARow
  }

  isBehind(): boolean {
    return this.behind
  }

  private async attempt(): Promise<void> {
    try {
      this.outcome = await this.deps.read()
      if (this.outcome === 'kept_out') return
      this.failedInARow = 0
      this.behind = this.outcome === 'behind'
    } catch (error) {
      this.outcome = 'failed'
      this.failedInARow += 1
      await this.deps.recover(error)
    }
  }

  private schedule(): void {
    this.nextLook.cancel()
    const gateMs = this.running ? this.deps.gateMs() : null
    if (gateMs === null) return
    const { intervalMs, random } = this.deps
    const ms = pauseMs(this.outcome, { failures: this.failedInARow, intervalMs, random: random() })
    // What asks for a round does not shorten the pause after a failure.
    const soonMs =
      this.failedInARow > 0 ? ms : Math.max(0, Math.min(this.soonAtMs, this.firstAtMs) - this.nowMs())
    this.lookAfter(Math.max(Math.min(ms, soonMs), gateMs))
  }

  private lookAfter(ms: number): void {
    this.nextLook.set(ms, () => this.look())
  }

  private look(): void {
    const restMs = this.mayRest() ? this.deps.restMs() : 0
    // Should the station that reads for all fall silent, the next round is not far.
    if (restMs > 0) this.lookAfter(Math.min(restMs, this.deps.intervalMs))
    else void this.now()
  }

  private mayRest(): boolean {
    const place = this.deps.place()
    if (place === 'new') return true
    return place === 'whole' && !this.isDueSoon() && this.failedInARow === 0 && !this.behind
  }

  private nowMs(): number {
    return this.deps.clock.monotonicMs()
  }
}
