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
  act<C extends RequestChannel>(channel: C): Act<C>
  /** Does it, unless the same call is under way. @returns main's answer, or `null` */
  perform<C extends RequestChannel>(channel: C, request: RequestOf<C>): Promise<Result<ValueOf[C]> | null>
  /** Forgets how the last one went. */
  clear(channel: RequestChannel): void
  /** What a page keeps for the next time that it is opened, such as a filter. */
  kept<T>(name: string, first: T): T
  keep(name: string, value: unknown): void
  /** @param key of a read, an act or what is kept; see `keyOf` */
  subscribe(key: string, listener: () => void): () => void
  onEvent(listener: (event: StationEvent) => void): () => void
}

type Entry = {
  state: Read<RequestChannel> | Act<RequestChannel>
  revision: number
  reload: () => Promise<void>
}

const NOT_READ: Read<RequestChannel> = { value: null, error: null, isReading: false }
const NOT_DONE: Act<RequestChannel> = { asked: null, done: null, error: null }
/** A search may be another one each time; what no page shows goes first. */
const MOST_ENTRIES = 100
const nothing = (_entry: Entry): Promise<void> => Promise.resolve()

export function keyOf(channel: RequestChannel, request: unknown = null): string {
  return request === null ? channel : `${channel} ${JSON.stringify(request)}`
}
/** @param key `keyOf` made it */
export function requestOf(key: string): unknown {
  const { length } = key.split(' ', 1)[0] ?? ''
  return JSON.parse(key.slice(length + 1))
}
export function keyOfKept(name: string): string {
  return `kept ${name}`
}

function isUnderWay(state: Entry['state'] | undefined): boolean {
  return state !== undefined && ('asked' in state ? state.asked !== null : state.isReading)
}

export function createReads({ requests, onEvent }: StationBridge): Reads {
  const entries = new Map<string, Entry>()
  const kept = new Map<string, unknown>()
  const listeners = new Map<string, Set<() => void>>()
  /** Counts accounts. */
  let account = 0

  const entryOf = (key: string, first: Entry['state'], read = nothing): Entry => {
    const known = entries.get(key)
    if (known !== undefined) return known
    const entry: Entry = { state: first, revision: 0, reload: oneAtATime(() => read(entry)) }
    entries.set(key, entry)
    if (entries.size > MOST_ENTRIES) forgetOldest()
    return entry
  }
  /** A page that is opened again does not say what went wrong the last time that somebody was here. */
  const forgetError = (key: string): void => {
    const entry = entries.get(key)
    if (entry !== undefined && entry.state.error !== null) entry.state = { ...entry.state, error: null }
  }
  const forgetOldest = (): void => {
    const unseen = [...entries.keys()].find(
      (key) => !listeners.has(key) && !isUnderWay(entries.get(key)?.state),
    )
    if (unseen !== undefined) entries.delete(unseen)
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
      set(key, entry, { isReading: true })
      takeAnswer(key, entry, await ask[channel](request))
    })
  }

  return {
    read: (channel, request) => entryOfRead(channel, request).state as never,
    async load(channel, request) {
      const entry = entryOfRead(channel, request)
      if (!(entry.state as Read<RequestChannel>).isReading) await entry.reload()
    },
    reload: (channel, request) => entryOfRead(channel, request).reload(),
    forget(channel) {
      for (const [key, entry] of entries) {
        if (!key.startsWith(`${channel} `)) continue
        if (!listeners.has(key)) entries.delete(key)
        else if (entry.revision > 0) void entry.reload()
      }
    },
    take(channel, request, answer) {
      const key = keyOf(channel, request)
      takeAnswer(key, entryOfRead(channel, request), answer)
    },
    act: (channel) => entryOf(keyOf(channel), NOT_DONE).state as never,
    async perform(channel, request) {
      const entry = entryOf(keyOf(channel), NOT_DONE)
      if ((entry.state as Act<RequestChannel>).asked !== null) return null
      const of = account
      set(channel, entry, { asked: request, done: null, error: null })
      const answer = await ask[channel](request)
      if (of !== account) return null
      set(channel, entry, {
        asked: null,
        ...(answer.ok ? { done: answer.value } : { error: answer.error }),
      })
      return answer
    },
    clear(channel) {
      const entry = entryOf(keyOf(channel), NOT_DONE)
      set(channel, entry, { done: null, error: null })
    },
    kept: (name, first) => (kept.has(name) ? (kept.get(name) as typeof first) : first),
    keep(name, value) {
      kept.set(name, value)
      notify(keyOfKept(name))
    },
    subscribe(key, listener) {
      const those = listeners.get(key) ?? new Set()
      listeners.set(key, those.add(listener))
      return () => {
        those.delete(listener)
        if (those.size > 0) return
        listeners.delete(key)
        forgetError(key)
      }
    },
    onEvent,
  }
}
