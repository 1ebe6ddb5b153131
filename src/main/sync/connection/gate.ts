import type { SyncGate } from '../../../shared/contract/views'
import type { Clock } from '../../base/clock'
import { LIMIT_GROUPS, type LimitGroup } from '../../base/limit-groups'
import { Timer } from '../../base/timer'
import type { PartnerError } from '../../partner/errors'
import { askAgainMs, backoffMs } from './backoff'
import { createBreaker, type Breaker } from './breaker'
import { createSilence, type Silence } from './silence'
import { createSharedBackoff, type SharedBackoff } from './shared-backoff'
import { createFailureStreak, type FailureStreak } from './failure-streak'
import { createWritePace, type WritePace } from './write-pace'

/**
 * Decides whether the account may talk to the marketplace now, and about what. The gated client reports the outcome of
 * every request, and the latest answer counts. No network or a refused token closes everything; a demanded wait closes
 * one rate-limit group; trouble with several resources in a row closes their channel. Trouble with a single order or
 * item closes nothing (I7). README.md lists what ends each of them; none needs a person.
 */
export type Gate = {
  state(): SyncGate
  /** ISO 8601 UTC when the `state` ends at a known time, else `null`. */
  throttledUntil(): string | null
  /** True when a request may be tried now. */
  allows(channel: Channel): boolean
  /** Like `allows`, but also claims the single trial request while the channel is closed. */
  admit(channel: Channel | 'probe'): boolean
  /** True while it is closed, so that the next request only tests whether it still should be. */
  trying(channel: Channel): boolean
  /** How long until it may allow a request; `null` when something else than this channel's next request opens it. */
  waitMs(channel: Channel | 'probe'): number | null
  /** About how many writes to items a minute the marketplace lets through; `null` while that is not known. */
  itemWritesPerMinute(): number | null
  /** Call it when a request goes out. @returns the function to report the outcome with */
  ask(asked: GatedRequest): (outcome: Outcome) => void
  /** Whether this failure, already reported to the gate, concerns more than the requested resource. */
  closedBy(error: PartnerError): boolean
  /** Another station of the account was told to wait: that holds here, too, for a minute at most. */
  heed(group: LimitGroup, forMs: number): void
  /** The headers of any answer arrived. */
  alive(): void
  /** Milliseconds since anything was received. */
  quietMs(): number
  /** Try again at once: the network is back, the token was replaced, a person requested it. */
  reopen(): void
}

/**
 * The subject of a request; trouble in one says nothing about the others. A probe reads the list of orders like others, but it
 * alone may ask whether a refused token is accepted again.
 */
export type Channel = 'order_list' | 'order_reads' | 'order_writes' | 'item_reads' | 'item_writes'

/** The channel that a lane's op writes to. */
export function writesOf({ orderId }: { orderId: number | null }): Channel {
  return orderId === null ? 'item_writes' : 'order_writes'
}

/** The channel that a lane's op reads from. */
export function readsOf({ orderId }: { orderId: number | null }): Channel {
  return orderId === null ? 'item_reads' : 'order_reads'
}

export type GatedRequest = {
  channel: Channel
  /** The order or item it is about, or the list. */
  resource: string
  /** A background request: its refusal says nothing about a person's permissions. */
  background?: boolean
  /** Sent only to learn whether the marketplace answers at all: its outcome counts for the whole account. */
  decisive?: boolean
}

/** `nothing`: it was never sent, or its failure says nothing. */
export type Outcome = PartnerError | 'answered' | 'nothing'

export type GateDeps = {
  clock: Clock
  random: () => number
  onChange: () => void
  /** Called with every outcome, before it counts. */
  onOutcome?: (outcome: Outcome) => void
  /** Called when something that was closed is open again. */
  onOpen?: () => void
  /** Called when a refused token is accepted again: nothing waits for a time until then. */
  onAccepted?: () => void
  /** Called when the marketplace demands a longer wait than before, and says how long. */
  onLimited?: (group: LimitGroup, waitMs: number) => void
  /** Called when a request failed and it is unknown whether others would. */
  onDoubt?: () => void
}

const GROUP_OF: Readonly<Record<Channel, LimitGroup>> = {
  order_list: 'orders',
  order_reads: 'orders',
  order_writes: 'orders',
  item_reads: 'item_reads',
  item_writes: 'item_writes',
}
const CHANNELS = Object.keys(GROUP_OF) as Channel[]

/** Nobody should wait a minute after plugging a cable in again. */
const CUT = { firstMs: 1_000, longestMs: 15_000 }

/** When this many resources in a row are refused, the token is at fault and not one resource. */
const REFUSED_RESOURCES = 2

/** Whether the marketplace refuses the token, and where that showed. */
class TokenRefusals {
  /** Tripped while the token is refused. */
  readonly breaker: Breaker
  /** Resources refused in a row, by channel. */
  private readonly refused = byName(CHANNELS, () => new Set<string>())
  /** The channel refused last; an answer in it shows that all is well again. `null`: any does. */
  private refusedIn: Channel | null = null
  private count = 0

  constructor({ clock, random }: GateDeps) {
    this.breaker = createBreaker({ clock, random, pauseMs: askAgainMs })
  }

  /** The number of the refusal in force; `null` while the token is accepted. */
  current(): number | null {
    return this.breaker.isTripped() ? this.count : null
  }

  refuse({ channel, resource, background }: GatedRequest): void {
    if (background === true) return
    this.refused[channel].add(resource)
    // Every account may read the list of orders.
    if (channel === 'order_list' || this.refused[channel].size >= REFUSED_RESOURCES) this.refuseAll(channel)
  }

  refuseAll(channel: Channel | null): void {
    if (!this.breaker.isTripped()) {
      this.count += 1
      this.refusedIn = channel
    }
    this.breaker.trip()
  }

  /** The marketplace has accepted the token for a request in this channel. */
  accept(channel: Channel): void {
    this.refused[channel].clear()
  }

  /**
   * A request was answered. Each probe of a token that may read but not write is: what is refused is then tried again, but ever
   * more seldom.
   * @param refusal the number of the refusal during which it was sent; `null`: before or after
   * @returns true when that refusal is over
   */
  acceptAll({ channel, decisive }: GatedRequest, refusal: number | null): boolean {
    const isCause = this.refusedIn === null || channel === this.refusedIn
    if (!this.breaker.isTripped()) {
      if (isCause) this.breaker.reset()
      return false
    }
    // A late answer says nothing about now.
    if (refusal !== this.count || !(isCause || decisive === true)) return false
    if (isCause) this.breaker.reset()
    else this.breaker.pass()
    return true
  }

  forget(): void {
    this.breaker.reset()
    for (const channel of CHANNELS) this.refused[channel].clear()
  }
}

/** How long the marketplace wants no requests of each rate-limit group. */
class DemandedWaits {
  private readonly breakers: Readonly<Record<LimitGroup, Breaker>>
  /** How much of what other stations were told counts here. */
  private readonly backoffs: Readonly<Record<LimitGroup, SharedBackoff>>
  private readonly nextEnd: Timer

  /** @param onChange called when a wait begins or ends */
  constructor(
    private readonly deps: GateDeps,
    private readonly onChange: () => void,
  ) {
    this.breakers = byName(LIMIT_GROUPS, () => createBreaker(deps))
    this.backoffs = byName(LIMIT_GROUPS, () => createSharedBackoff(deps))
    this.nextEnd = new Timer(deps.clock)
  }

  of(channel: Channel): Breaker {
    return this.breakers[GROUP_OF[channel]]
  }

  /** How long until requests of one of these groups may go out, whichever waits longest. */
  longestMs(...groups: readonly LimitGroup[]): number {
    return Math.max(...groups.map((group) => this.breakers[group].waitMs()))
  }

  /** The marketplace has refused a request as one too many. @param waitMs what it demands, if it says so */
  demand(group: LimitGroup, waitMs: number | null): void {
    const beforeMs = this.breakers[group].waitMs()
    this.breakers[group].trip(waitMs)
    this.backoffs[group].borneOut()
    if (waitMs !== null && this.breakers[group].waitMs() > beforeMs) this.deps.onLimited?.(group, waitMs)
    this.watchEnd()
  }

  heed(group: LimitGroup, forMs: number): void {
    const ms = this.backoffs[group].counts(forMs)
    if (ms === 0) return
    this.breakers[group].trip(ms)
    this.watchEnd()
  }

  forget(): void {
    for (const group of LIMIT_GROUPS) this.breakers[group].reset()
  }

  /** A wait ends by itself, without a trial request. */
  private watchEnd(): void {
    this.nextEnd.cancel()
    const left = LIMIT_GROUPS.map((group) => this.breakers[group].waitMs()).filter((ms) => ms > 0)
    if (left.length > 0) this.nextEnd.set(Math.min(...left), () => this.watchEnd())
    this.onChange()
  }
}

export function createGate(deps: GateDeps): Gate {
  return new AccountGate(deps)
}

/** Guards copy a gate and close some of its methods (`token-trust.ts`), so its door is made of fields. */
class AccountGate implements Gate {
  private readonly network: Breaker
  /** The network's last failure reached nobody, so trying often costs the marketplace nothing. */
  private isCut = false
  private readonly token: TokenRefusals
  private readonly waits: DemandedWaits
  private readonly streaks: Readonly<Record<Channel, FailureStreak>>
  private readonly writePace: WritePace
  private readonly silence: Silence
  /** Failures of several resources in a row, or of the decisive request, since the last success. */
  private readonly wrong = new Map<string, Wrong>()
  /** What is wrong with the whole marketplace, by those failures. */
  private down: Wrong | null = null
  /** The state that was announced last. */
  private shown: SyncGate = 'online'

  constructor(private readonly deps: GateDeps) {
    const { clock, random } = deps
    const announce = (): void => this.announce()
    this.network = createBreaker({
      clock,
      random,
      pauseMs: (failures, chance) => backoffMs(failures, chance, this.isCut ? CUT : undefined),
    })
    this.token = new TokenRefusals(deps)
    this.waits = new DemandedWaits(deps, announce)
    this.streaks = byName(CHANNELS, () => createFailureStreak({ clock, random }))
    this.writePace = createWritePace({ clock })
    this.silence = createSilence({ clock, onChange: announce })
  }

  readonly state = (): SyncGate => {
    if (this.token.breaker.isTripped()) return 'unauthorized'
    if (this.network.isTripped()) return 'offline'
    if (this.silence.silent()) return 'silent'
    if (this.down !== null) return this.down
    if (this.waits.longestMs('orders') > 0) return 'throttled'
    return this.waits.longestMs('item_writes', 'item_reads') > 0 ? 'items_throttled' : 'online'
  }

  readonly throttledUntil = (): string | null => {
    const now = this.state()
    if (now !== 'throttled' && now !== 'items_throttled') return null
    const ms =
      now === 'throttled' ? this.waits.longestMs('orders') : this.waits.longestMs('item_reads', 'item_writes')
    return new Date(this.deps.clock.wallMs() + ms).toISOString()
  }

  readonly waitMs = (channel: Channel | 'probe'): number | null => {
    const ms = this.closedMs(channel)
    return ms === null || channel !== 'item_writes' ? ms : Math.max(ms, this.writePace.waitMs())
  }

  readonly trying = (channel: Channel): boolean => this.parts(channel).some((part) => part.isTripped())

  readonly allows = (channel: Channel): boolean => this.waitMs(channel) === 0

  readonly admit = (channel: Channel | 'probe'): boolean => {
    // A lane that has read its item goes on: the pace makes the next one wait the longer.
    if (this.closedMs(channel) !== 0) return false
    for (const part of this.parts(channel)) part.admit()
    return true
  }

  readonly itemWritesPerMinute = (): number | null => this.writePace.perMinute()

  readonly ask = (asked: GatedRequest): ((outcome: Outcome) => void) => {
    const done = this.silence.began()
    const refusal = this.token.current()
    if (asked.channel === 'item_writes') this.writePace.began()
    return (outcome) => {
      done()
      this.answered(asked, outcome, refusal)
    }
  }

  readonly closedBy = (error: PartnerError): boolean =>
    error.code === 'unreachable' ||
    error.code === 'rate_limited' ||
    (error.code === 'unauthorized' && (error.tokenReplaced || this.token.breaker.isTripped())) ||
    (isFirewall(error) && this.network.isTripped())

  readonly heed = (group: LimitGroup, forMs: number): void => this.waits.heed(group, forMs)

  readonly alive = (): void => this.silence.heard()

  readonly quietMs = (): number => this.silence.quietMs()

  readonly reopen = (): void => {
    this.token.forget()
    this.network.retry()
    this.waits.forget()
    for (const channel of CHANNELS) this.streaks[channel].retry()
    this.announce()
  }

  private announce(): void {
    const now = this.state()
    if (now === this.shown) return
    this.shown = now
    this.deps.onChange()
  }

  /** What may keep a request of this channel waiting. */
  private parts(channel: Channel | 'probe'): readonly Omit<Breaker, 'trip' | 'pass'>[] {
    return channel === 'probe'
      ? [this.token.breaker, ...this.parts('order_list')]
      : [this.network, this.waits.of(channel), this.streaks[channel]]
  }

  private closedMs(channel: Channel | 'probe'): number | null {
    if (channel !== 'probe' && this.token.breaker.isTripped()) return null
    return Math.max(...this.parts(channel).map((part) => part.waitMs()))
  }

  private answered(asked: GatedRequest, outcome: Outcome, refusal: number | null): void {
    const { deps } = this
    for (const part of this.parts(asked.decisive === true ? 'probe' : asked.channel)) part.tried()
    deps.onOutcome?.(outcome)
    if (outcome === 'nothing') return
    const error = outcome === 'answered' ? null : outcome
    const opened = this.judge(asked, error)
    const accepted = error === null && this.token.acceptAll(asked, refusal)
    this.announce()
    if (error !== null && DOUBTFUL.has(error.code) && asked.decisive !== true) deps.onDoubt?.()
    if (opened) deps.onOpen?.()
    if (accepted) deps.onAccepted?.()
  }

  /** @returns true when something was opened */
  private judge(asked: GatedRequest, error: PartnerError | null): boolean {
    if (error?.code === 'invalid_request') return false
    if (error?.code === 'unreachable') {
      this.isCut = true
      this.network.trip()
      return false
    }
    // There is no token to send.
    if (error?.code === 'unauthorized' && error.status === null) {
      if (!error.tokenReplaced) this.token.refuseAll(null)
      return false
    }
    if (error === null || error.status !== null) this.silence.heard()
    if (isFirewall(error) && (asked.channel === 'order_list' || this.network.isTripped())) {
      this.isCut = false
      this.network.trip()
      return false
    }
    // Whatever the outcome, there is a network.
    const reached = this.network.reset()
    switch (error?.code) {
      case 'unauthorized':
        if (!error.tokenReplaced && !isFirewall(error)) this.token.refuse(asked)
        return reached
      case 'rate_limited':
        this.limit(asked.channel, error.retryAfterMs)
        return reached
      case 'server_error':
      case 'busy':
      case 'unclear':
      case 'unexpected_answer':
        this.goWrong(asked, WRONG[error.code])
        return reached
      default:
        return this.goRight(asked) || reached
    }
  }

  private limit(channel: Channel, waitMs: number | null): void {
    this.waits.demand(GROUP_OF[channel], waitMs)
    if (channel === 'item_writes') this.writePace.refused(this.waits.longestMs('item_writes'))
    this.nothingWrong()
  }

  private goWrong({ channel, resource, decisive }: GatedRequest, what: Wrong): void {
    this.streaks[channel].note(resource)
    this.wrong.set(resource, what)
    if (decisive === true || this.wrong.size > 1) this.down = what
  }

  /** The marketplace has checked the token, accepted it, and answered. @returns true when something was opened */
  private goRight({ channel, resource }: GatedRequest): boolean {
    if (channel === 'item_writes') this.writePace.taken()
    this.token.accept(channel)
    const wait = this.waits.of(channel)
    // An answer to an older request must not reopen what a newer refusal closed.
    const waited = wait.waitMs() === 0 && wait.reset()
    this.nothingWrong()
    return this.streaks[channel].over(resource) || waited
  }

  private nothingWrong(): void {
    this.wrong.clear()
    this.down = null
  }
}

/**
 * A page that refuses in place of the marketplace says nothing about the token. If it refuses the list as well, it is
 * tried again as without a network.
 */
function isFirewall(error: PartnerError | null): boolean {
  return error?.code === 'unauthorized' && error.diagnosis?.reason === 'firewall'
}

type Wrong = Extract<SyncGate, 'offline' | 'failing' | 'foreign'>
const WRONG = {
  server_error: 'failing',
  busy: 'failing',
  unclear: 'offline',
  unexpected_answer: 'foreign',
} as const
const DOUBTFUL: ReadonlySet<string> = new Set(['unauthorized', ...Object.keys(WRONG)])

function byName<Name extends string, Value>(
  names: readonly Name[],
  make: () => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Value>
}
