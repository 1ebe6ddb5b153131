import type { JetStreamClient, JetStreamManager, JsMsg } from '@nats-io/jetstream'
import { openPlace } from './open-place'
import type { OpenHub } from './part'
import { epochOf, streamAtHub, type FinalEntries } from './places'
import { createCompareAndSet, newestOf } from './compare-and-set'
import { isProvenAtHub, openValue, proofAtHub, sealValue } from './seal'
import { HubSilent } from './silence'

/**
 * A NATS stream of sealed entries. One that keeps the newest entry of each subject keeps it forever, and a write names
 * the entry that it replaces, so that of two writers one is first (H3).
 */
export type EntryStream = {
  /** When the stream was created, in the server's words: another one has another time. */
  created: string
  /** No user takes entries back, as far as the server lets none do so. */
  isFinal: boolean
  /**
   * All entries below `place`: none is left out that the hub's leader has. `withBody`: also what is in them.
   * @throws HubSilent when a server answers that stays behind
   */
  list(place: string, withBody: boolean): Promise<Entry[]>
  /** What is in an entry; `null` when it means nothing here. @throws when it is no longer there */
  read(entry: Pick<Entry, 'place' | 'sequence'>): Promise<string | null>
  /**
   * @param replaces the sequence of the entry that is replaced; 0: there is none yet; `null`: none is replaced
   * @returns the sequence, or `null` when somebody else has written there since
   * @throws HubFull when the hub has no space left
   */
  put(entry: NewEntry, replaces: number | null): Promise<number | null>
  /**
   * Empties a place, for the next entry: nothing can be deleted.
   * @returns the sequence, or `null` when somebody else has written there since
   */
  empty(entry: Pick<Entry, 'place' | 'sequence'>): Promise<number | null>
  /** The sequence of the newest entry of a place; `null`: it has none. */
  newest(place: string): Promise<number | null>
  /** The places below `place`, as the hub's leader has them; `null`: it knows no leader now. */
  places(place: string): Promise<ReadonlySet<string> | null>
  /** @throws when the stream that was opened is gone, even if there is another in its place */
  check(): Promise<void>
  /** What is still to be written is not: another one is opened, which looks first at what is there. */
  close(): void
}

/** `note`: a short text that can be read without the body; it is not sealed, but proven. */
export type NewEntry = { place: string; note: string; json: string }
/** `json`: `null` without a body, or when it means nothing here. */
export type Entry = {
  place: string
  note: string
  json: string | null
  /** A station of the group has written the note, with this sequence. */
  isProven: boolean
  /** Nothing is there any more. */
  isEmpty: boolean
  sequence: number
  /** When it was written, milliseconds since the epoch by the hub's clock. */
  writtenMs: number
}

/** The hub has no space left. */
export class HubFull extends Error {}

const NOTE = 'Packbench-Note'
const PROOF = 'Packbench-Proof'
/** The note of an emptied place; stored, never rename. */
const EMPTY = 'empty'
/** So much of a stream's space is for emptying places, which takes space itself until the server has done it. */
const SPARE = 0.1
/** No space at the server, in the account, or in the stream. */
const FULL: ReadonlySet<unknown> = new Set([10_002, 10_023, 10_028, 10_047, 10_077, 10_122])
/** A hub that says nothing for so long is deaf. */
const SILENT_MS = 10_000
/** How soon it is asked whether anything is still to come. */
const LOOK_MS = 1_000
const ACK_MS = 5_000
/** How soon a server that is behind is asked again, and how often: a set-back one needs some seconds. */
const BEHIND_MS = 250
const BEHIND_TRIES = 40
const NANOS_PER_MS = 1_000_000

/**
 * Opens the stream.
 * @param final without it, the newest entry of each subject is kept
 * @throws HubUnprepared
 */
export async function openStream(
  hub: OpenHub,
  use: string,
  final: FinalEntries | null = null,
): Promise<EntryStream> {
  const { connection, group, replicas, onIgnored } = hub
  const { DeliverPolicy, jetstream, jetstreamManager } = await import('@nats-io/jetstream')
  const { headers } = await import('@nats-io/transport-node')
  const name = `packbench_${group.name}_${use}`
  const root = `packbench.${group.name}.${use}.`
  const js: JetStreamClient = jetstream(connection, { timeout: ACK_MS })
  const manager: JetStreamManager = await jetstreamManager(connection, { checkAPI: false, timeout: ACK_MS })
  const { created, config, state } = await openPlace(
    manager,
    streamAtHub(group.name, use, { final, replicas }),
  )
  let bytes = state.bytes
  const isNearlyFull = (): boolean =>
    final === null && config.max_bytes > 0 && bytes > config.max_bytes * (1 - SPARE)

  const compareAndSet = createCompareAndSet(config.num_replicas, { js, manager }, name)
  compareAndSet.heard(state.last_seq)
  const positionOf = (key: string, sequence: number) => ({ use, epoch: epochOf(config), key, sequence })
  const open = (place: string, sequence: number, sealed: Uint8Array): string | null => {
    const opened = openValue(group, positionOf(place, sequence), sealed)
    if (!opened.ok) onIgnored(opened.problem)
    return opened.ok ? opened.json : null
  }
  const noted = (place: string, sequence: number, note: string) => {
    const head = headers()
    head.set(NOTE, note)
    head.set(PROOF, proofAtHub(group, positionOf(place, sequence), note))
    return head
  }
  const entryOf = (message: JsMsg, withBody: boolean): Entry => {
    const { seq: sequence } = message
    const place = message.subject.slice(root.length)
    const note = message.headers?.get(NOTE) ?? ''
    const proof = message.headers?.get(PROOF) ?? ''
    const writtenMs = Math.floor(message.info.timestampNanos / NANOS_PER_MS)
    const isProven = isProvenAtHub(group, positionOf(place, sequence), note, proof)
    const isEmpty = isProven && note === EMPTY
    const json = withBody && !isEmpty ? open(place, sequence, message.data) : null
    return { place, note, json, isProven, isEmpty, sequence, writtenMs }
  }

  /**
   * The subjects that the leader has; none for a hub of one server, which is never behind.
   * @returns `null`: a server has answered that knows no leader, as one does that has just been set back
   */
  const subjectsBelow = async (place: string): Promise<Set<string> | null> => {
    if (config.num_replicas === 1) return new Set()
    const { state, cluster } = await manager.streams.info(name, { subjects_filter: `${root}${place}.>` })
    return (cluster?.leader ?? '') === '' ? null : new Set(Object.keys(state.subjects ?? {}))
  }
  /** By any of the servers, of which one may be behind: it was away, or was set back. */
  const listOnce = async (place: string, withBody: boolean): Promise<Entry[]> => {
    const consumer = await js.consumers.getPushConsumer(name, {
      filter_subjects: `${root}${place}.>`,
      deliver_policy: DeliverPolicy.All,
      headers_only: !withBody,
    })
    const { num_pending: pending } = await consumer.info(true)
    if (pending === 0) {
      await consumer.delete()
      return []
    }
    const entries: Entry[] = []
    const messages = await consumer.consume()
    let timer: NodeJS.Timeout | undefined
    let silent = false
    let heard = 0
    const wait = (silentMs = 0): void => {
      clearTimeout(timer)
      timer = setTimeout(() => void look(silentMs + LOOK_MS, heard), LOOK_MS)
    }
    // What was still to come may have been removed meanwhile: then nothing comes, and nothing is to come.
    const look = async (silentMs: number, before: number): Promise<void> => {
      const isAll = (await consumer.info().catch(() => null))?.num_pending === 0
      if (heard !== before) return
      silent = !isAll && silentMs >= SILENT_MS
      if (isAll || silent) messages.stop()
      else wait(silentMs)
    }
    wait()
    try {
      for await (const message of messages) {
        heard += 1
        wait()
        entries.push(entryOf(message, withBody))
        if (message.info.pending === 0) break
      }
    } finally {
      heard += 1
      clearTimeout(timer)
      messages.stop()
    }
    if (silent) throw new HubSilent(`nothing is heard of ${use} any more`)
    return final === null ? newestOfPlaces(entries) : entries
  }

  return {
    created,
    isFinal: config.deny_delete && config.deny_purge && config.discard_new_per_subject,
    async list(place, withBody) {
      for (let tried = 0; tried < BEHIND_TRIES; tried += 1) {
        const expected = await subjectsBelow(place)
        if (expected !== null) {
          const entries = await listOnce(place, withBody)
          for (const entry of entries) expected.delete(`${root}${entry.place}`)
          if (expected.size === 0) return entries
          // What is missing may have been removed meanwhile.
          const still = await subjectsBelow(place)
          if (still !== null && ![...expected].some((subject) => still.has(subject))) return entries
        }
        await new Promise((resolve) => setTimeout(resolve, BEHIND_MS))
      }
      throw new HubSilent(`a server of the hub is behind with ${use}`)
    },
    async read({ place, sequence }) {
      const message = await manager.streams.getMessage(name, { seq: sequence })
      if (message === null) throw new Error(`an entry of ${use} is gone`)
      return open(place, sequence, message.data)
    },
    async put({ place, note, json }, replaces) {
      if (isNearlyFull()) throw new HubFull(`${use} is nearly full`)
      const make = (sequence: number) => {
        const data = sealValue(group, positionOf(place, sequence), json)
        if (data === null) throw new RangeError(`an entry of ${use} is too long for the hub`)
        return { data, headers: noted(place, sequence, note) }
      }
      bytes += Buffer.byteLength(json)
      try {
        return await compareAndSet.write({ subject: `${root}${place}`, replaces, make })
      } catch (error) {
        if (FULL.has(codeOf(error))) throw new HubFull((error as Error).message, { cause: error })
        throw error
      }
    },
    async empty({ place, sequence: replaces }) {
      const make = (sequence: number) => ({
        data: new Uint8Array(),
        headers: noted(place, sequence, EMPTY),
      })
      return compareAndSet.write({ subject: `${root}${place}`, replaces, make })
    },
    async newest(place) {
      return (await newestOf(manager, name, `${root}${place}`))?.seq ?? null
    },
    async places(place) {
      const { state: now, cluster } = await manager.streams.info(name, {
        subjects_filter: `${root}${place}.>`,
      })
      if (config.num_replicas > 1 && (cluster?.leader ?? '') === '') return null
      return new Set(Object.keys(now.subjects ?? {}).map((subject) => subject.slice(root.length)))
    },
    async check() {
      const now = await manager.streams.info(name)
      if (now.created !== created) throw new Error(`the hub has lost ${use}`)
      bytes = now.state.bytes
    },
    close: () => compareAndSet.close(),
  }
}

/** One may be written again while they are listed. */
function newestOfPlaces(entries: readonly Entry[]): Entry[] {
  const newest = new Map<string, Entry>()
  for (const entry of entries) newest.set(entry.place, entry)
  return [...newest.values()]
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null
}
