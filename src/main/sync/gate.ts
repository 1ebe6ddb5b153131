import type { SyncGate } from '../../shared/contract/views'
import type { Clock } from '../base/clock'
import type { PartnerError } from '../partner/errors'
import { createBreaker, type Breaker } from './breaker'
import { createSilence } from './silence'
import { createTrouble } from './trouble'

/**
 * Whether the account may talk to the marketplace now, and about what. It hears how every request ended (the gated
 * client tells it) and follows the last answer. No network and a refused token close everything; being told to wait closes
 * one group of the document's; trouble with several things in a row closes their channel. What concerns one order or item
 * alone closes nothing (I7).
 */
export type Gate = {
  state(): SyncGate
  /** ISO 8601 UTC while what `state` says ends at a known time, else `null`. */
  throttledUntil(): string | null
  /** True when a request may be tried now. */
  allows(channel: Channel): boolean
  /** The same, and takes the turn of the one request that finds out whether what was closed is open again. */
  admit(channel: Channel): boolean
  /** True while it is closed, so that the next request only finds out whether it still should be. */
  trying(channel: Channel): boolean
  /** How long until it may allow one; `null` when only `reopen` opens it. */
  waitMs(channel: Channel): number | null
  /** A request goes out. @returns what to tell how it ended */
  ask(asked: Asked): (outcome: Outcome) => void
  /** Whether this failure, of which the gate has heard, concerns more than what was asked about. */
  closedBy(error: PartnerError): boolean
  /** The head of any answer arrived. */
  alive(): void
  /** How long it is since anything was heard, in milliseconds. */
  quietMs(): number
  /** Try again at once: the network is back, the token was replaced, a person asked. */
  reopen(): void
}

/** What a request is about; trouble in one says nothing of the others. */
export type Channel = 'order_list' | 'order_reads' | 'order_writes' | 'item_reads' | 'item_writes'

/** What the op of a lane writes to. */
export function writesOf({ orderId }: { orderId: number | null }): Channel {
  return orderId === null ? 'item_writes' : 'order_writes'
}

/** What the op of a lane looks at. */
export function readsOf({ orderId }: { orderId: number | null }): Channel {
  return orderId === null ? 'item_reads' : 'order_reads'
}

export type Asked = {
  channel: Channel
  /** The order or item it is about, or the list. */
  resource: string
  /** A background request: its refusal says nothing about the rights of people. */
  background?: boolean
  /** Asked only to learn whether the marketplace answers at all: what comes back holds for the account. */
  decisive?: boolean
}

/** `nothing`: it never went out, or its failure says nothing. */
export type Outcome = PartnerError | 'answered' | 'nothing'

export type GateDeps = {
  clock: Clock
  random: () => number
  onChange: () => void
  /** Something that was closed is open again. */
  onOpen?: () => void
  /** A request went wrong, and whether the reason is wider is not known. */
  onDoubt?: () => void
}

/** Only what the document limits is limited by itself; shipments never wait for items. @see partner-api "Errors" */
type Group = 'orders' | 'item_reads' | 'item_writes'
const GROUP_OF: Readonly<Record<Channel, Group>> = {
  order_list: 'orders',
  order_reads: 'orders',
  order_writes: 'orders',
  item_reads: 'item_reads',
  item_writes: 'item_writes',
}
const GROUPS: readonly Group[] = ['orders', 'item_reads', 'item_writes']
const CHANNELS = Object.keys(GROUP_OF) as Channel[]

/** Refused without a word of another accepted in between, it is the token and no longer the one thing. */
const REFUSED_RESOURCES = 2

/** A gate that is open. */
export function createGate(deps: GateDeps): Gate {
  const { clock, random } = deps
  const breaker = (): Breaker => createBreaker({ clock, random })
  const network = breaker()
  const waits = byName(GROUPS, breaker)
  const trouble = byName(CHANNELS, () => createTrouble({ clock, random }))
  const refused = byName(CHANNELS, () => new Set<string>())
  /** What went wrong with several things in a row, or with the decisive one, since something went right. */
  const wrong = new Map<string, Wrong>()
  let unauthorized = false
  let down: Wrong | null = null
  let told: SyncGate = 'online'
  let cancelTimer: (() => void) | null = null

  const state = (): SyncGate => {
    if (unauthorized) return 'unauthorized'
    if (network.closed()) return 'offline'
    if (silence.silent()) return 'silent'
    if (down !== null) return down
    if (waits.orders.waitMs() > 0) return 'throttled'
    return waits.item_writes.waitMs() > 0 || waits.item_reads.waitMs() > 0 ? 'items_throttled' : 'online'
  }
  const tell = (): void => {
    const now = state()
    if (now === told) return
    told = now
    deps.onChange()
  }
  const silence = createSilence({ clock, onChange: tell })

  const parts = (channel: Channel): readonly Omit<Breaker, 'close'>[] => [
    network,
    waits[GROUP_OF[channel]],
    trouble[channel],
  ]
  const waitMs = (channel: Channel): number | null =>
    unauthorized ? null : Math.max(...parts(channel).map((part) => part.waitMs()))

  /** A demanded wait ends by itself, without a trial request. */
  const endWaits = (): void => {
    cancelTimer?.()
    cancelTimer = null
    const left = GROUPS.map((group) => waits[group].waitMs()).filter((ms) => ms > 0)
    if (left.length > 0) cancelTimer = clock.after(Math.min(...left), endWaits)
    tell()
  }

  const refuse = ({ channel, resource, background }: Asked): void => {
    if (background === true) return
    refused[channel].add(resource)
    // The list of orders is what every account has.
    if (channel === 'order_list' || refused[channel].size >= REFUSED_RESOURCES) unauthorized = true
  }

  /** The marketplace has looked at the token and accepted it. */
  const accept = ({ channel }: Asked): boolean => {
    refused[channel].clear()
    const wait = waits[GROUP_OF[channel]]
    // An answer to an older request must not reopen what a newer refusal closed.
    return wait.waitMs() === 0 && wait.open()
  }

  const goWrong = ({ channel, resource, decisive }: Asked, what: Wrong): void => {
    trouble[channel].note(resource)
    wrong.set(resource, what)
    if (decisive === true || wrong.size > 1) down = what
  }
  const goRight = (asked: Asked): boolean => {
    wrong.clear()
    down = null
    return trouble[asked.channel].over(asked.resource)
  }

  /** @returns true when something was opened */
  const hear = (asked: Asked, error: PartnerError | null): boolean => {
    if (error?.code === 'invalid_request') return false
    if (error?.code === 'unreachable') {
      network.close()
      return false
    }
    // There is no token that could be sent.
    if (error?.code === 'unauthorized' && error.status === null) {
      unauthorized ||= !error.tokenReplaced
      return false
    }
    // Whatever came of it, there is a network.
    const reached = network.open()
    if (error === null || error.status !== null) silence.heard()
    switch (error?.code) {
      case 'unauthorized':
        if (!error.tokenReplaced) refuse(asked)
        return reached
      case 'rate_limited':
        waits[GROUP_OF[asked.channel]].close(error.retryAfterMs)
        endWaits()
        wrong.clear()
        down = null
        return reached
      case 'server_error':
      case 'unclear':
      case 'unexpected_answer':
        goWrong(asked, WRONG[error.code])
        return reached
      default: {
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
    trying: (channel) => parts(channel).some((part) => part.closed()),
    allows: (channel) => waitMs(channel) === 0,
    admit(channel) {
      if (waitMs(channel) !== 0) return false
      for (const part of parts(channel)) part.admit()
      return true
    },
    ask(asked) {
      const done = silence.began()
      return (outcome) => {
        done()
        for (const part of parts(asked.channel)) part.tried()
        if (outcome === 'nothing') return
        const error = outcome === 'answered' ? null : outcome
        const opened = hear(asked, error)
        tell()
        if (error !== null && DOUBTFUL.has(error.code) && asked.decisive !== true) deps.onDoubt?.()
        if (opened) deps.onOpen?.()
      }
    },
    closedBy: ({ code, tokenReplaced }) =>
      code === 'unreachable' ||
      code === 'rate_limited' ||
      (code === 'unauthorized' && (tokenReplaced || unauthorized)),
    alive: () => silence.heard(),
    quietMs: () => silence.quietMs(),
    reopen() {
      unauthorized = false
      network.retry()
      for (const group of GROUPS) waits[group].open()
      for (const channel of CHANNELS) {
        trouble[channel].retry()
        refused[channel].clear()
      }
      tell()
    },
  }
}

type Wrong = Extract<SyncGate, 'offline' | 'failing' | 'foreign'>
const WRONG = { server_error: 'failing', unclear: 'offline', unexpected_answer: 'foreign' } as const
const DOUBTFUL: ReadonlySet<string> = new Set(['unauthorized', ...Object.keys(WRONG)])

function byName<Name extends string, Value>(
  names: readonly Name[],
  make: () => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, make()])) as Record<Name, Value>
}
