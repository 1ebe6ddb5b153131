import type { SyncGate } from '../../../shared/contract/views'
import type { Clock } from '../../base/clock'
import { LIMIT_GROUPS, type LimitGroup } from '../../base/limit-groups'
import type { PartnerError } from '../../partner/errors'
import { askAgainMs, backoffMs } from './backoff'
import { createBreaker, type Breaker } from './breaker'
import { createSilence } from './silence'
import { createSharedBackoff } from './shared-backoff'
import { createFailureStreak } from './failure-streak'
import { createWritePace } from './write-pace'

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

export function createGate(deps: GateDeps): Gate {
  const { clock, random } = deps
  const breaker = (): Breaker => createBreaker({ clock, random })
  /** The last failure reached nobody, so trying often costs the marketplace nothing. */
  let isCut = false
  const network = createBreaker({
    clock,
    random,
    pauseMs: (failures, chance) => backoffMs(failures, chance, isCut ? CUT : undefined),
  })
  const waits = byName(LIMIT_GROUPS, breaker)
  const backoffs = byName(LIMIT_GROUPS, () => createSharedBackoff({ clock }))
  const streaks = byName(CHANNELS, () => createFailureStreak({ clock, random }))
  const refused = byName(CHANNELS, () => new Set<string>())
  const writePace = createWritePace({ clock })
  /** Failures of several resources in a row, or of the decisive request, since the last success. */
  const wrong = new Map<string, Wrong>()
  /** Closed while the token is refused. */
  const token = createBreaker({ clock, random, pauseMs: askAgainMs })
  /** What was refused when it closed last; an answer in it shows that all is well again. `null`: any does. */
  let refusedIn: Channel | null = null
  let refusals = 0
  let down: Wrong | null = null
  let shown: SyncGate = 'online'
  let cancelTimer: (() => void) | null = null

  const state = (): SyncGate => {
    if (token.isTripped()) return 'unauthorized'
    if (network.isTripped()) return 'offline'
    if (silence.silent()) return 'silent'
    if (down !== null) return down
    if (waits.orders.waitMs() > 0) return 'throttled'
    return waits.item_writes.waitMs() > 0 || waits.item_reads.waitMs() > 0 ? 'items_throttled' : 'online'
  }
  const tell = (): void => {
    const now = state()
    if (now === shown) return
    shown = now
    deps.onChange()
  }
  const silence = createSilence({ clock, onChange: tell })

  const parts = (channel: Channel | 'probe'): readonly Omit<Breaker, 'trip' | 'pass'>[] =>
    channel === 'probe'
      ? [token, ...parts('order_list')]
      : [network, waits[GROUP_OF[channel]], streaks[channel]]
  const closedMs = (channel: Channel | 'probe'): number | null =>
    token.isTripped() && channel !== 'probe' ? null : Math.max(...parts(channel).map((part) => part.waitMs()))
  const waitMs = (channel: Channel | 'probe'): number | null => {
    const ms = closedMs(channel)
    return ms === null || channel !== 'item_writes' ? ms : Math.max(ms, writePace.waitMs())
  }

  /** A demanded wait ends by itself, without a trial request. */
  const endWaits = (): void => {
    cancelTimer?.()
    cancelTimer = null
    const left = LIMIT_GROUPS.map((group) => waits[group].waitMs()).filter((ms) => ms > 0)
    if (left.length > 0) cancelTimer = clock.after(Math.min(...left), endWaits)
    tell()
  }

  const refuse = ({ channel, resource, background }: GatedRequest): void => {
    if (background === true) return
    refused[channel].add(resource)
    // Every account may read the list of orders.
    if (channel === 'order_list' || refused[channel].size >= REFUSED_RESOURCES) refuseAll(channel)
  }
  const refuseAll = (channel: Channel | null): void => {
    if (!token.isTripped()) {
      refusals += 1
      refusedIn = channel
    }
    token.trip()
  }

  /**
   * A request was answered. Each probe of a token that may read but not write is: what is refused is then tried again, but ever
   * more seldom.
   * @param refusal the number of the refusal during which it was sent; `null`: before or after
   * @returns true when that refusal is over
   */
  const acceptAll = ({ channel, decisive }: GatedRequest, refusal: number | null): boolean => {
    const isCause = refusedIn === null || channel === refusedIn
    if (!token.isTripped()) {
      if (isCause) token.reset()
      return false
    }
    // A late answer says nothing about now.
    if (refusal !== refusals || !(isCause || decisive === true)) return false
    if (isCause) token.reset()
    else token.pass()
    return true
  }

  /** The marketplace has checked the token and accepted it. */
  const accept = ({ channel }: GatedRequest): boolean => {
    refused[channel].clear()
    const wait = waits[GROUP_OF[channel]]
    // An answer to an older request must not reopen what a newer refusal closed.
    return wait.waitMs() === 0 && wait.reset()
  }

  const goWrong = ({ channel, resource, decisive }: GatedRequest, what: Wrong): void => {
    streaks[channel].note(resource)
    wrong.set(resource, what)
    if (decisive === true || wrong.size > 1) down = what
  }
  const goRight = (asked: GatedRequest): boolean => {
    wrong.clear()
    down = null
    return streaks[asked.channel].over(asked.resource)
  }

  const limit = (group: LimitGroup, waitMs: number | null): void => {
    const beforeMs = waits[group].waitMs()
    waits[group].trip(waitMs)
    backoffs[group].borneOut()
    if (waitMs !== null && waits[group].waitMs() > beforeMs) deps.onLimited?.(group, waitMs)
  }

  /** @returns true when something was opened */
  const hear = (asked: GatedRequest, error: PartnerError | null): boolean => {
    if (error?.code === 'invalid_request') return false
    if (error?.code === 'unreachable') {
      isCut = true
      network.trip()
      return false
    }
    // There is no token to send.
    if (error?.code === 'unauthorized' && error.status === null) {
      if (!error.tokenReplaced) refuseAll(null)
      return false
    }
    if (error === null || error.status !== null) silence.heard()
    if (isFirewall(error) && (asked.channel === 'order_list' || network.isTripped())) {
      isCut = false
      network.trip()
      return false
    }
    // Whatever the outcome, there is a network.
    const reached = network.reset()
    switch (error?.code) {
      case 'unauthorized':
        if (!error.tokenReplaced && !isFirewall(error)) refuse(asked)
        return reached
      case 'rate_limited':
        limit(GROUP_OF[asked.channel], error.retryAfterMs)
        if (asked.channel === 'item_writes') writePace.refused(waits.item_writes.waitMs())
        endWaits()
        wrong.clear()
        down = null
        return reached
      case 'server_error':
      case 'busy':
      case 'unclear':
      case 'unexpected_answer':
        goWrong(asked, WRONG[error.code])
        return reached
      default: {
        if (asked.channel === 'item_writes') writePace.taken()
        const accepted = accept(asked)
        return goRight(asked) || accepted || reached
      }
    }
  }

  return {
    state,
    throttledUntil() {
      const now = state()
      if (now !== 'throttled' && now !== 'items_throttled') return null
      const groups = now === 'throttled' ? [waits.orders] : [waits.item_reads, waits.item_writes]
      const ms = Math.max(...groups.map((group) => group.waitMs()))
      return new Date(clock.wallMs() + ms).toISOString()
    },
    waitMs,
    trying: (channel) => parts(channel).some((part) => part.isTripped()),
    allows: (channel) => waitMs(channel) === 0,
    admit(channel) {
      // A lane that has read its item goes on: the pace makes the next one wait the longer.
      if (closedMs(channel) !== 0) return false
      for (const part of parts(channel)) part.admit()
      return true
    },
    itemWritesPerMinute: () => writePace.perMinute(),
    ask(asked) {
      const done = silence.began()
      const refusal = token.isTripped() ? refusals : null
      if (asked.channel === 'item_writes') writePace.began()
      return (outcome) => {
        done()
        for (const part of parts(asked.decisive === true ? 'probe' : asked.channel)) part.tried()
        deps.onOutcome?.(outcome)
        if (outcome === 'nothing') return
        const error = outcome === 'answered' ? null : outcome
        const opened = hear(asked, error)
        const accepted = error === null && acceptAll(asked, refusal)
        tell()
        if (error !== null && DOUBTFUL.has(error.code) && asked.decisive !== true) deps.onDoubt?.()
        if (opened) deps.onOpen?.()
        if (accepted) deps.onAccepted?.()
      }
    },
    closedBy: (error) =>
      error.code === 'unreachable' ||
      error.code === 'rate_limited' ||
      (error.code === 'unauthorized' && (error.tokenReplaced || token.isTripped())) ||
      (isFirewall(error) && network.isTripped()),
    heed(group, forMs) {
      const ms = backoffs[group].counts(forMs)
      if (ms === 0) return
      waits[group].trip(ms)
      endWaits()
    },
    alive: () => silence.heard(),
    quietMs: () => silence.quietMs(),
    reopen() {
      token.reset()
      network.retry()
      for (const group of LIMIT_GROUPS) waits[group].reset()
      for (const channel of CHANNELS) {
        streaks[channel].retry()
        refused[channel].clear()
      }
      tell()
    },
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
