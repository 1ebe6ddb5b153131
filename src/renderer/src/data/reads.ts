import type { StationBridge, ValueOf } from '../../../shared/contract/bridge'
import type { RequestChannel } from '../../../shared/contract/channels'
import type { RequestOf } from '../../../shared/contract/requests'
import type { BridgeError, Result } from '../../../shared/contract/result'
import type { StationEvent } from '../../../shared/contract/views'
import { oneAtATime } from './one-at-a-time'

/** What is known of one read. */
export type Read<C extends RequestChannel> = {
  /** `null` until main has answered; it stays while main is asked again, or cannot answer. */
  value: ValueOf[C] | null
  /** Why it could not be read last; the value is from before. */
  error: BridgeError | null
  isReading: boolean
}

/** What is known of a call that does something. */
export type Act<C extends RequestChannel> = {
  /** What was asked for and is not answered yet. */
  asked: RequestOf<C> | null
  /** Of the last one; `null` while another one is asked for, or after it was refused. */
  done: ValueOf[C] | null
  error: BridgeError | null
}

/**
 * What main has told the pages of this window: one entry for each call and its request, shared by all who ask. An older answer never
 * replaces a newer one, and nothing outlives the account that it is of.
 */
export type Reads = {
  read<C extends RequestChannel>(channel: C, request: RequestOf<C>): Read<C>
  /** Asks main, unless the same is being asked. */
  load<C extends RequestChannel>(channel: C, request: RequestOf<C>): Promise<void>
  /** Something has changed: the answer is to a request made after this call. */
  reload<C extends RequestChannel>(channel: C, request: RequestOf<C>): Promise<void>
  /** All answers to a call are out of date: what was read for the screen is read again, the rest forgotten. */
  forget(channel: RequestChannel): void
  /** Takes what another call has answered with: the read's new value. */
  take<C extends RequestChannel>(channel: C, request: RequestOf<C>, answer: Result<ValueOf[C]>): void
  /** @param about what it is done to, such as an item: how that went is not said of another one */
  act<C extends RequestChannel>(channel: C, about?: About): Act<C>
  /** Does it, unless the same call about the same is under way. @returns main's answer, or `null` */
  perform<C extends RequestChannel>(
    channel: C,
    request: RequestOf<C>,
    about?: About,
  ): Promise<Result<ValueOf[C]> | null>
  /** Forgets how the last one went. */
  clear(channel: RequestChannel, about?: About): void
  /** Another number after each switch to another account. */
  account(): number
  /** What a page keeps for the next time that it is opened, such as a filter. */
  kept<T>(name: string, first: T): T
  keep(name: string, value: unknown): void
  /**
   * A page that shows it is opened. It does not say what went wrong before its last visitor left.
   * @param fresh nor does it show what was answered before
   * @returns `subscribe` for this key
   */
  enter(key: string, fresh?: boolean): (listener: () => void) => () => void
  /** @param key of a read, an act or what is kept; see `keyOf` */
  subscribe(key: string, listener: () => void): () => void
  onEvent(listener: (event: StationEvent) => void): () => void
}

export type About = string | number

type Entry = {
  state: Read<RequestChannel> | Act<RequestChannel>
  revision: number
  reload: () => Promise<void>
  /** The last listener has left since the read began, or since the act was answered. */
  wasLeft: boolean
}

const NOT_READ: Read<RequestChannel> = { value: null, error: null, isReading: false }
const NOT_DONE: Act<RequestChannel> = { asked: null, done: null, error: null }
/** A search may be another one each time, and a picture is large. */
const MOST_ENTRIES = 60
const nothing = (_entry: Entry): Promise<void> => Promise.resolve()

export function keyOf(channel: RequestChannel, request: unknown): string {
  return `${channel} ${JSON.stringify(request)}`
}
export function keyOfAct(channel: RequestChannel, about: About = ''): string {
  return `${channel}#${about}`
}
/** @param key `keyOf` made it */
export function requestOf(key: string): unknown {
  const { length } = key.split(' ', 1)[0] ?? ''
  return JSON.parse(key.slice(length + 1))
}
export function keyOfKept(name: string): string {
  return `kept ${name}`
}

function isUnderWay(state: Entry['state']): boolean {
  return 'asked' in state ? state.asked !== null : state.isReading
}

export function createReads({ requests, onEvent }: StationBridge): Reads {
  const entries = new Map<string, Entry>()
  const kept = new Map<string, unknown>()
  const listeners = new Map<string, Set<() => void>>()
  /** Counts accounts. */
  let account = 0

  const entryOf = (key: string, first: Entry['state'], read = nothing): Entry => {
    const entry: Entry = entries.get(key) ?? {
      ...{ state: first, revision: 0, wasLeft: false },
      reload: oneAtATime(() => read(entry)),
    }
    // The one used last is the last to be forgotten.
    entries.delete(key)
    forgetUnseen()
    entries.set(key, entry)
    return entry
  }
  const forgetUnseen = (): void => {
    for (const [key, { state }] of entries) {
      if (entries.size < MOST_ENTRIES) return
      if (!listeners.has(key) && !isUnderWay(state)) entries.delete(key)
    }
  }
  const notify = (key: string): void => listeners.get(key)?.forEach((listener) => listener())
  const set = (
    key: string,
    entry: Entry,
    change: Partial<Read<RequestChannel> & Act<RequestChannel>>,
  ): void => {
    entry.state = { ...entry.state, ...change }
    notify(key)
  }
  const ask = requests as Record<RequestChannel, (request: unknown) => Promise<Result<never>>>

  const takeAnswer = (key: string, entry: Entry, answer: Result<unknown>): void => {
    if (!answer.ok) return set(key, entry, { error: answer.error, isReading: false })
    if (answer.revision < entry.revision) return set(key, entry, { isReading: false })
    entry.revision = answer.revision
    set(key, entry, { value: answer.value as never, error: null, isReading: false })
  }

  onEvent((event) => {
    if (event.kind !== 'station_replaced') return
    account += 1
    // Answers to the former one that are still to come go into entries that nobody has any more.
    const keys = [...entries.keys(), ...[...kept.keys()].map(keyOfKept)]
    entries.clear()
    kept.clear()
    keys.forEach(notify)
  })

  const entryOfRead = (channel: RequestChannel, request: unknown): Entry => {
    const key = keyOf(channel, request)
    return entryOf(key, NOT_READ, async (entry: Entry) => {
      entry.wasLeft = false
      set(key, entry, { isReading: true })
      takeAnswer(key, entry, await ask[channel](request))
    })
  }

  const subscribe: Reads['subscribe'] = (key, listener) => {
    const those = listeners.get(key) ?? new Set()
    listeners.set(key, those.add(listener))
    return () => {
      those.delete(listener)
      if (those.size > 0) return
      listeners.delete(key)
      const entry = entries.get(key)
      if (entry !== undefined) entry.wasLeft = true
    }
  }

  return {
    read: (channel, request) => entryOfRead(channel, request).state as never,
    async load(channel, request) {
      const entry = entryOfRead(channel, request)
      // What was asked before the page was left may be older than this visit.
      if (entry.wasLeft || !isUnderWay(entry.state)) await entry.reload()
    },
    reload: (channel, request) => entryOfRead(channel, request).reload(),
    forget(channel) {
      for (const [key, entry] of [...entries]) {
        if (!key.startsWith(`${channel} `)) continue
        if (!listeners.has(key)) entries.delete(key)
        else if (entry.revision > 0) void entry.reload()
      }
    },
    take(channel, request, answer) {
      const key = keyOf(channel, request)
      takeAnswer(key, entryOfRead(channel, request), answer)
    },
    act: (channel, about) => entryOf(keyOfAct(channel, about), NOT_DONE).state as never,
    async perform(channel, request, about) {
      const key = keyOfAct(channel, about)
      const entry = entryOf(key, NOT_DONE)
      if (isUnderWay(entry.state)) return null
      const of = account
      set(key, entry, { asked: request, done: null, error: null })
      const answer = await ask[channel](request)
      if (of !== account) return null
      entry.wasLeft = false
      set(key, entry, {
        asked: null,
        ...(answer.ok ? { done: answer.value } : { error: answer.error }),
      })
      return answer
    },
    clear(channel, about) {
      const key = keyOfAct(channel, about)
      set(key, entryOf(key, NOT_DONE), { done: null, error: null })
    },
    account: () => account,
    kept: (name, first) => (kept.has(name) ? (kept.get(name) as typeof first) : first),
    keep(name, value) {
      kept.set(name, value)
      notify(keyOfKept(name))
    },
    subscribe,
    enter(key, fresh = false) {
      const entry = entries.get(key)
      if (entry !== undefined && !listeners.has(key)) {
        if (fresh) entries.delete(key)
        else if (entry.wasLeft && entry.state.error !== null) entry.state = { ...entry.state, error: null }
      }
      return (listener) => subscribe(key, listener)
    },
    onEvent,
  }
}
