import type {
  DeliverPolicy,
  JetStreamClient,
  JetStreamManager,
  JsMsg,
  PushConsumer,
  StreamConfig,
  StreamInfo,
} from '@nats-io/jetstream'
import type { MsgHdrs } from '@nats-io/transport-node'
import { openPlace } from './open-place'
import type { OpenHub } from '../part'
import { epochOf, streamAtHub, type FinalEntries } from './places'
import { createCompareAndSet, newestOf, type CompareAndSet } from './compare-and-set'
import { isProvenAtHub, openValue, proofAtHub, sealValue, type Position } from './seal'
import { HubSilent } from '../server/silence'

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
  const { connection, group, replicas } = hub
  const { DeliverPolicy, jetstream, jetstreamManager } = await import('@nats-io/jetstream')
  const { headers } = await import('@nats-io/transport-node')
  const js = jetstream(connection, { timeout: ACK_MS })
  const manager = await jetstreamManager(connection, { checkAPI: false, timeout: ACK_MS })
  const place = streamAtHub(group.name, use, { final, replicas })
  const opened = await openPlace(manager, place)
  const entries = new SealedEntries(hub, use, epochOf(opened.config), headers)
  const server: Server = { name: place.name, js, manager, DeliverPolicy }
  return new SealedStream(server, opened, { entries, keepsAll: final !== null })
}

/** The stream in the words of NATS, whose client is loaded only where there is a hub. */
type Server = {
  name: string
  js: JetStreamClient
  manager: JetStreamManager
  DeliverPolicy: typeof DeliverPolicy
}

class SealedStream implements EntryStream {
  readonly created: string
  readonly isFinal: boolean
  private readonly config: StreamConfig
  private readonly entries: SealedEntries
  /** Entries replace none. */
  private readonly keepsAll: boolean
  private readonly compareAndSet: CompareAndSet
  /** How much is in it, as far as this station knows. */
  private bytes: number

  constructor(
    private readonly server: Server,
    { created, config, state }: StreamInfo,
    { entries, keepsAll }: { entries: SealedEntries; keepsAll: boolean },
  ) {
    const { name, js, manager } = server
    this.created = created
    this.isFinal = config.deny_delete && config.deny_purge && config.discard_new_per_subject
    this.config = config
    this.entries = entries
    this.keepsAll = keepsAll
    this.compareAndSet = createCompareAndSet(config.num_replicas, { js, manager }, name)
    this.compareAndSet.heard(state.last_seq)
    this.bytes = state.bytes
  }

  async list(place: string, withBody: boolean): Promise<Entry[]> {
    for (let tried = 0; tried < BEHIND_TRIES; tried += 1) {
      const expected = await this.expectedBelow(place)
      if (expected !== null) {
        const entries = await this.listOnce(place, withBody)
        for (const entry of entries) expected.delete(entry.place)
        if (expected.size === 0) return entries
        // What is missing may have been removed meanwhile.
        const still = await this.expectedBelow(place)
        if (still !== null && ![...expected].some((missing) => still.has(missing))) return entries
      }
      await new Promise((resolve) => setTimeout(resolve, BEHIND_MS))
    }
    throw new HubSilent(`a server of the hub is behind with ${this.entries.use}`)
  }

  async read({ place, sequence }: Pick<Entry, 'place' | 'sequence'>): Promise<string | null> {
    const { manager, name } = this.server
    const message = await manager.streams.getMessage(name, { seq: sequence })
    if (message === null) throw new Error(`an entry of ${this.entries.use} is gone`)
    return this.entries.open(place, sequence, message.data)
  }

  async put({ place, note, json }: NewEntry, replaces: number | null): Promise<number | null> {
    if (this.isNearlyFull()) throw new HubFull(`${this.entries.use} is nearly full`)
    const make = (sequence: number) => this.entries.seal(place, sequence, { note, json })
    this.bytes += Buffer.byteLength(json)
    try {
      return await this.compareAndSet.write({ subject: this.entries.subjectOf(place), replaces, make })
    } catch (error) {
      if (FULL.has(codeOf(error))) throw new HubFull((error as Error).message, { cause: error })
      throw error
    }
  }

  async empty({ place, sequence: replaces }: Pick<Entry, 'place' | 'sequence'>): Promise<number | null> {
    const make = (sequence: number) => this.entries.emptied(place, sequence)
    return this.compareAndSet.write({ subject: this.entries.subjectOf(place), replaces, make })
  }

  async newest(place: string): Promise<number | null> {
    const { manager, name } = this.server
    return (await newestOf(manager, name, this.entries.subjectOf(place)))?.seq ?? null
  }

  async places(place: string): Promise<ReadonlySet<string> | null> {
    const { there, hasLeader } = await this.placesBelow(place)
    return this.config.num_replicas > 1 && !hasLeader ? null : there
  }

  async check(): Promise<void> {
    const { manager, name } = this.server
    const now = await manager.streams.info(name)
    if (now.created !== this.created) throw new Error(`the hub has lost ${this.entries.use}`)
    this.bytes = now.state.bytes
  }

  close(): void {
    this.compareAndSet.close()
  }

  /**
   * The places that the leader has; none for a hub of one server, which is never behind.
   * @returns `null`: a server has answered that knows no leader, as one does that has just been set back
   */
  private async expectedBelow(place: string): Promise<Set<string> | null> {
    if (this.config.num_replicas === 1) return new Set()
    const { there, hasLeader } = await this.placesBelow(place)
    return hasLeader ? there : null
  }

  private async placesBelow(place: string): Promise<{ there: Set<string>; hasLeader: boolean }> {
    const { manager, name } = this.server
    const filter = this.entries.subjectOf(`${place}.>`)
    const { state, cluster } = await manager.streams.info(name, { subjects_filter: filter })
    const there = Object.keys(state.subjects ?? {}).map((subject) => this.entries.placeOf(subject))
    return { there: new Set(there), hasLeader: (cluster?.leader ?? '') !== '' }
  }

  /** By any of the servers, of which one may be behind: it was away, or was set back. */
  private async listOnce(place: string, withBody: boolean): Promise<Entry[]> {
    const { js, name, DeliverPolicy: policy } = this.server
    const consumer = await js.consumers.getPushConsumer(name, {
      filter_subjects: this.entries.subjectOf(`${place}.>`),
      deliver_policy: policy.All,
      headers_only: !withBody,
    })
    const entries: Entry[] = []
    const isAll = await hearAll(consumer, (message) => entries.push(this.entries.read(message, withBody)))
    if (!isAll) throw new HubSilent(`nothing is heard of ${this.entries.use} any more`)
    return this.keepsAll ? entries : newestOfPlaces(entries)
  }

  private isNearlyFull(): boolean {
    const { max_bytes: most } = this.config
    return !this.keepsAll && most > 0 && this.bytes > most * (1 - SPARE)
  }
}

/** The entries of a stream as messages of NATS, sealed and proven for their place and sequence. */
class SealedEntries {
  private readonly root: string

  constructor(
    private readonly hub: OpenHub,
    /** What the stream is for. */
    readonly use: string,
    private readonly epoch: string,
    private readonly headers: () => MsgHdrs,
  ) {
    this.root = `packbench.${hub.group.name}.${use}.`
  }

  subjectOf(place: string): string {
    return `${this.root}${place}`
  }

  placeOf(subject: string): string {
    return subject.slice(this.root.length)
  }

  seal(place: string, sequence: number, { note, json }: Omit<NewEntry, 'place'>) {
    const data = sealValue(this.hub.group, this.positionOf(place, sequence), json)
    if (data === null) throw new RangeError(`an entry of ${this.use} is too long for the hub`)
    return { data, headers: this.noted(place, sequence, note) }
  }

  emptied(place: string, sequence: number) {
    return { data: new Uint8Array(), headers: this.noted(place, sequence, EMPTY) }
  }

  read(message: JsMsg, withBody: boolean): Entry {
    const { seq: sequence } = message
    const place = this.placeOf(message.subject)
    const note = message.headers?.get(NOTE) ?? ''
    const proof = message.headers?.get(PROOF) ?? ''
    const writtenMs = Math.floor(message.info.timestampNanos / NANOS_PER_MS)
    const isProven = isProvenAtHub(this.hub.group, this.positionOf(place, sequence), note, proof)
    const isEmpty = isProven && note === EMPTY
    const json = withBody && !isEmpty ? this.open(place, sequence, message.data) : null
    return { place, note, json, isProven, isEmpty, sequence, writtenMs }
  }

  open(place: string, sequence: number, sealed: Uint8Array): string | null {
    const opened = openValue(this.hub.group, this.positionOf(place, sequence), sealed)
    if (!opened.ok) this.hub.onIgnored(opened.problem)
    return opened.ok ? opened.json : null
  }

  private noted(place: string, sequence: number, note: string): MsgHdrs {
    const head = this.headers()
    head.set(NOTE, note)
    head.set(PROOF, proofAtHub(this.hub.group, this.positionOf(place, sequence), note))
    return head
  }

  private positionOf(key: string, sequence: number): Position {
    return { use: this.use, epoch: this.epoch, key, sequence }
  }
}

/**
 * Hears every message there is for a new consumer.
 * @returns whether that was all; else the server has fallen silent
 */
async function hearAll(consumer: PushConsumer, hear: (message: JsMsg) => void): Promise<boolean> {
  const { num_pending: pending } = await consumer.info(true)
  if (pending === 0) {
    await consumer.delete()
    return true
  }
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
      hear(message)
      if (message.info.pending === 0) break
    }
  } finally {
    heard += 1
    clearTimeout(timer)
    messages.stop()
  }
  return !silent
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
