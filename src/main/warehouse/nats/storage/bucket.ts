import type { DeliverPolicy, JetStreamClient, JetStreamManager } from '@nats-io/jetstream'
import type { KV, KvWatchEntry } from '@nats-io/kv'
import type { MsgHdrs, QueuedIterator } from '@nats-io/transport-node'
import type { z } from 'zod'
import type { OpenHub } from '../part'
import { openPlace } from './open-place'
import { bucketAtHub, epochOf } from './places'
import { createCompareAndSet, newestOf, type CompareAndSet } from './compare-and-set'
import { openValue, sealValue, type Ignored, type Position } from './seal'
import { HubSilent } from '../server/silence'

/**
 * A NATS key-value bucket of sealed values. The hub decides who was first: each write names the revision that it
 * replaces, and is refused when somebody else has written since.
 */
export type Bucket<T> = {
  /** When it was created, in the server's words: another one has another time. */
  created: string
  /** @returns the revision, or `null` when the key is taken */
  create(key: string, value: T): Promise<number | null>
  /** @returns the revision, or `null` when the value is no longer the one of `revision` */
  update(key: string, value: T, revision: number): Promise<number | null>
  /**
   * @returns `null` when there is none; `value`: `null` for one that means nothing here, with its revision to replace it;
   * `isForeign`: no station of the group has written it there; `version`: one of another version has
   */
  get(key: string): Promise<Found<T> | null>
  /** Writes over whatever is there, for a key that has one writer. @returns the revision */
  put(key: string, value: T): Promise<number>
  /** @returns whether it was still the one of `revision` */
  remove(key: string, revision: number): Promise<boolean>
  /** The last revision that there is of any key. */
  last(): Promise<number>
  /**
   * What a watch does not notice by itself.
   * @throws when the bucket that was opened is gone, even if there is another in its place; or when the watch is deaf:
   * it has heard nothing since the check before, although there was more, as after the failure of one server of three
   */
  check(): Promise<void>
  /**
   * Every value there is and every change from now on.
   * @param onEnd the watch has ended by itself, as when the bucket is gone
   * @param onOther a value that means nothing here, which changes nothing (H7)
   */
  watch(
    onEntry: (entry: BucketEntry<T>) => void,
    onEnd: (error: unknown) => void,
    onOther?: (key: string, problem: Ignored) => void,
  ): Promise<{ stop(): void }>
  /**
   * The same for a bucket that is too large to be heard at once: the next value comes when `onEntry` is done with one.
   * @param from the first revision to hear; 0 for every value there is
   * @returns `last`: everything there was at the beginning is heard with this revision or a later one
   */
  follow(
    from: number,
    onEntry: (entry: FollowedEntry<T>) => Promise<void>,
    onEnd: (error: unknown) => void,
  ): Promise<{ last: number; isEmpty: boolean; stop(): void }>
}

export type Found<T> = {
  revision: number
  value: T | null
  isForeign: boolean
  version: 'older' | 'newer' | null
}

export type FollowedEntry<T> = {
  key: string
  revision: number
  /** `null` when it means nothing here. */
  value: T | null
  /** How many more there were when the hub sent it, by its count. */
  waiting: number
  /** When it was written, by the hub's clock. */
  sentMs: number
}

export type BucketEntry<T> = {
  key: string
  revision: number
  /** `null` when the key was removed. */
  value: T | null
  /** When it was written, by the server's clock. */
  atMs: number
  /** Written since the bucket was opened; others were there before. */
  isNews: boolean
}

export type BucketPlan<T> = {
  /** What it is for; its name at the hub also names the group. */
  name: string
  schema: z.ZodType<T>
  /** Values that nobody renews for so long are gone; without it they stay. */
  ttlMs?: number
}

const NANOS_PER_MS = 1_000_000
const OPERATION = 'KV-Operation'
/** Sealed in place of a value: a station of the group has removed it. */
const REMOVED = 'removed'

/** Opens the bucket. @throws HubUnprepared */
export async function openBucket<T>(hub: OpenHub, plan: BucketPlan<T>): Promise<Bucket<T>> {
  const { connection, group, replicas } = hub
  const name = `packbench_${group.name}_${plan.name}`
  const { Kvm } = await import('@nats-io/kv')
  const { DeliverPolicy, jetstream, jetstreamManager } = await import('@nats-io/jetstream')
  const { headers } = await import('@nats-io/transport-node')
  const [js, manager] = [jetstream(connection), await jetstreamManager(connection, { checkAPI: false })]
  await openPlace(manager, bucketAtHub(group.name, plan.name, { ttlMs: plan.ttlMs, replicas }))
  const kv = await new Kvm(connection).open(name)
  const server: Server = { name, stream: `KV_${name}`, js, manager, kv, DeliverPolicy, headers }
  const opened = await look(kv)
  return new SealedBucket(server, new SealedValues(hub, plan, opened.epoch), opened)
}

/** The bucket in the words of NATS, whose client is loaded only where there is a hub. */
type Server = {
  name: string
  stream: string
  js: JetStreamClient
  manager: JetStreamManager
  kv: KV
  DeliverPolicy: typeof DeliverPolicy
  headers: () => MsgHdrs
}

type Look = Awaited<ReturnType<typeof look>>

async function look(kv: KV) {
  const { created, state, config } = (await kv.status()).streamInfo
  return {
    created,
    last: state.last_seq,
    count: state.messages,
    replicas: config.num_replicas,
    epoch: epochOf(config),
  }
}

class SealedBucket<T> implements Bucket<T> {
  readonly created: string
  private readonly compareAndSet: CompareAndSet
  /** The last revision that was heard. */
  private heard: number
  /** What must be heard by the next check, and what was heard by the last one. */
  private owed: number
  private heardBefore = -1

  constructor(
    private readonly server: Server,
    private readonly values: SealedValues<T>,
    private readonly opened: Look,
  ) {
    const { js, manager, stream } = server
    this.created = opened.created
    this.compareAndSet = createCompareAndSet(opened.replicas, { js, manager }, stream)
    this.compareAndSet.heard(opened.last)
    this.heard = opened.last
    this.owed = opened.last
  }

  async create(key: string, value: T): Promise<number | null> {
    const first = await this.write(key, value, 0)
    if (first !== null) return first
    // What was removed has left a mark.
    const { manager, stream } = this.server
    const there = await newestOf(manager, stream, this.subjectOf(key))
    if (there === null || there.header.get(OPERATION) === '') return null
    const read = this.values.open(key, there.seq, { bytes: there.data, isMark: true })
    return 'removed' in read ? this.write(key, value, there.seq) : null
  }

  update(key: string, value: T, revision: number): Promise<number | null> {
    return this.write(key, value, revision)
  }

  async get(key: string): Promise<Found<T> | null> {
    const entry = await this.server.kv.get(key)
    if (entry === null) return null
    const { revision } = entry
    const read = this.values.open(key, revision, { bytes: entry.value, isMark: entry.operation !== 'PUT' })
    const problem = 'problem' in read ? read.problem : null
    return {
      revision,
      value: this.values.valueOf(read),
      isForeign: problem === 'foreign' || problem === 'oversized',
      version: problem === 'older' || problem === 'newer' ? problem : null,
    }
  }

  async put(key: string, value: T): Promise<number> {
    const revision = await this.write(key, value, null)
    if (revision === null) throw new RangeError(`${this.values.use} has not taken what replaces anything`)
    return revision
  }

  async remove(key: string, revision: number): Promise<boolean> {
    const marked = this.server.headers()
    marked.set(OPERATION, 'DEL')
    const make = (sequence: number) => ({
      data: this.values.seal(key, sequence, JSON.stringify(REMOVED)),
      headers: marked,
    })
    const written = await this.compareAndSet.write({
      subject: this.subjectOf(key),
      replaces: revision,
      make,
    })
    return written !== null
  }

  async last(): Promise<number> {
    return (await look(this.server.kv)).last
  }

  async check(): Promise<void> {
    const { created, last } = await look(this.server.kv)
    if (created !== this.created) throw new Error(`the hub has lost ${this.values.use}`)
    // A station that is slow to take in what it hears is not deaf.
    if (this.heard < this.owed && this.heard === this.heardBefore)
      throw new HubSilent(`nothing is heard of ${this.values.use} any more`)
    this.owed = last
    this.heardBefore = this.heard
  }

  async watch(
    onEntry: (entry: BucketEntry<T>) => void,
    onEnd: (error: unknown) => void,
    onOther?: (key: string, problem: Ignored) => void,
  ): Promise<{ stop(): void }> {
    const entries: QueuedIterator<KvWatchEntry> = await this.server.kv.watch()
    const hearing = new Hearing(entries)
    const hear = async (): Promise<void> => {
      for await (const entry of entries) {
        if (hearing.isStopped) return
        const { key, revision, operation } = entry
        this.noteHeard(revision)
        const read = this.values.open(key, revision, { bytes: entry.value, isMark: operation !== 'PUT' })
        const value = this.values.valueOf(read)
        // H7: what means nothing here changes nothing.
        if ('problem' in read) onOther?.(key, read.problem)
        else {
          const atMs = entry.created.getTime()
          onEntry({ key, revision, atMs, isNews: revision > this.opened.last, value })
        }
      }
    }
    hearing.begin(hear, onEnd, `the watch of ${this.values.use} has ended`)
    return hearing
  }

  async follow(
    from: number,
    onEntry: (entry: FollowedEntry<T>) => Promise<void>,
    onEnd: (error: unknown) => void,
  ): Promise<{ last: number; isEmpty: boolean; stop(): void }> {
    const { js, stream, kv, DeliverPolicy: policy } = this.server
    const { last, count } = await look(kv)
    // The server sends on only once what it has sent is taken in: this consumer has flow control.
    const consumer = await js.consumers.getPushConsumer(
      stream,
      from > 0
        ? { deliver_policy: policy.StartSequence, opt_start_seq: from }
        : { deliver_policy: policy.All },
    )
    const messages = await consumer.consume()
    const hearing = new Hearing(messages)
    const hear = async (): Promise<void> => {
      for await (const { subject, data, seq: revision, info, headers } of messages) {
        if (hearing.isStopped) return
        const key = subject.slice(this.subjectOf('').length)
        const isMark = headers?.has(OPERATION) === true
        const value = isMark
          ? null
          : this.values.valueOf(this.values.open(key, revision, { bytes: data, isMark }))
        this.noteHeard(revision)
        const sentMs = info.timestampNanos / NANOS_PER_MS
        await onEntry({ key, revision, value, waiting: info.pending, sentMs })
      }
    }
    hearing.begin(hear, onEnd, `${this.values.use} can no longer be followed`)
    return { last, isEmpty: count === 0, stop: () => hearing.stop() }
  }

  private write(key: string, value: T, replaces: number | null): Promise<number | null> {
    const json = JSON.stringify(value)
    const make = (sequence: number) => ({ data: this.values.seal(key, sequence, json) })
    return this.compareAndSet.write({ subject: this.subjectOf(key), replaces, make })
  }

  private noteHeard(revision: number): void {
    this.heard = Math.max(this.heard, revision)
    this.compareAndSet.heard(revision)
  }

  private subjectOf(key: string): string {
    return `$KV.${this.server.name}.${key}`
  }
}

/** `removed`: SECURITY: a station of the group has removed it; anybody at the hub can write that it is gone. */
type Read<T> = { value: T } | { problem: Ignored } | { removed: true }

/** The values of a bucket, sealed for their key and revision. */
class SealedValues<T> {
  /** What the bucket is for. */
  readonly use: string

  constructor(
    private readonly hub: OpenHub,
    private readonly plan: BucketPlan<T>,
    private readonly epoch: string,
  ) {
    this.use = plan.name
  }

  seal(key: string, sequence: number, json: string): Buffer {
    const sealed = sealValue(this.hub.group, this.positionOf(key, sequence), json)
    if (sealed === null) throw new RangeError(`a value of ${this.use} is too long for the hub`)
    return sealed
  }

  /** @param isMark what the server has there says that the value was removed */
  open(key: string, sequence: number, { bytes, isMark }: { bytes: Uint8Array; isMark: boolean }): Read<T> {
    const opened = openValue(this.hub.group, this.positionOf(key, sequence), bytes)
    if (!opened.ok) return { problem: opened.problem }
    if (isMark) return { removed: true }
    const read = this.plan.schema.safeParse(readJson(opened.json))
    return read.success ? { value: read.data } : { problem: 'unreadable' }
  }

  /** H7: what means nothing here is counted. */
  valueOf(read: Read<T>): T | null {
    if ('problem' in read) this.hub.onIgnored(read.problem)
    return 'value' in read ? read.value : null
  }

  private positionOf(key: string, sequence: number): Position {
    return { use: this.use, epoch: this.epoch, key, sequence }
  }
}

/** Entries that are heard until it is stopped. */
class Hearing {
  isStopped = false

  constructor(private readonly messages: { stop(): void }) {}

  /** @param words what the error says when nothing more comes */
  begin(hear: () => Promise<void>, onEnd: (error: unknown) => void, words: string): void {
    const end = (error: unknown): void => {
      if (!this.isStopped) onEnd(error)
    }
    void hear().then(() => end(new Error(words)), end)
  }

  stop(): void {
    this.isStopped = true
    this.messages.stop()
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
