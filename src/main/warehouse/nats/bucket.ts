import type { KV, KvWatchEntry } from '@nats-io/kv'
import type { QueuedIterator } from '@nats-io/transport-node'
import type { z } from 'zod'
import type { OpenHub } from './part'
import { openPlace } from './open-place'
import { bucketAtHub, epochOf } from './places'
import { createCompareAndSet, newestOf } from './compare-and-set'
import { openValue, sealValue, type Ignored } from './seal'
import { HubSilent } from './silence'

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
  const stream = `KV_${name}`
  await openPlace(manager, bucketAtHub(group.name, plan.name, { ttlMs: plan.ttlMs, replicas }))
  const kv: KV = await new Kvm(connection).open(name)
  const subjectOf = (key: string): string => `$KV.${name}.${key}`
  const keyOf = (subject: string): string => subject.slice(subjectOf('').length)
  const look = async () => {
    const { created, state, config } = (await kv.status()).streamInfo
    return {
      created,
      last: state.last_seq,
      count: state.messages,
      replicas: config.num_replicas,
      epoch: epochOf(config),
    }
  }
  const opened = await look()
  const compareAndSet = createCompareAndSet(opened.replicas, { js, manager }, stream)
  compareAndSet.heard(opened.last)
  let heard = opened.last
  let owed = heard
  let heardBefore = -1

  const positionOf = (key: string, sequence: number) => ({
    use: plan.name,
    epoch: opened.epoch,
    key,
    sequence,
  })
  const seal = (key: string, sequence: number, json: string): Buffer => {
    const sealed = sealValue(group, positionOf(key, sequence), json)
    if (sealed === null) throw new RangeError(`a value of ${plan.name} is too long for the hub`)
    return sealed
  }
  /** `removed`: SECURITY: a station of the group has removed it; anybody at the hub can write that it is gone. */
  const open = (
    key: string,
    sequence: number,
    { bytes, isMark }: { bytes: Uint8Array; isMark: boolean },
  ): { value: T } | { problem: Ignored } | { removed: true } => {
    const opened = openValue(group, positionOf(key, sequence), bytes)
    if (!opened.ok) return { problem: opened.problem }
    if (isMark) return { removed: true }
    const read = plan.schema.safeParse(readJson(opened.json))
    return read.success ? { value: read.data } : { problem: 'unreadable' }
  }
  /** H7: what means nothing here is counted. */
  const valueOf = (read: ReturnType<typeof open>): T | null => {
    if ('problem' in read) hub.onIgnored(read.problem)
    return 'value' in read ? read.value : null
  }
  const write = (key: string, value: T, replaces: number | null): Promise<number | null> => {
    const json = JSON.stringify(value)
    const make = (sequence: number) => ({ data: seal(key, sequence, json) })
    return compareAndSet.write({ subject: subjectOf(key), replaces, make })
  }

  return {
    created: opened.created,
    async create(key, value) {
      const first = await write(key, value, 0)
      if (first !== null) return first
      // What was removed has left a mark.
      const there = await newestOf(manager, stream, subjectOf(key))
      if (there === null || there.header.get(OPERATION) === '') return null
      const read = open(key, there.seq, { bytes: there.data, isMark: true })
      return 'removed' in read ? write(key, value, there.seq) : null
    },
    update: (key, value, revision) => write(key, value, revision),
    async get(key) {
      const entry = await kv.get(key)
      if (entry === null) return null
      const { revision } = entry
      const read = open(key, revision, { bytes: entry.value, isMark: entry.operation !== 'PUT' })
      const problem = 'problem' in read ? read.problem : null
      return {
        revision,
        value: valueOf(read),
        isForeign: problem === 'foreign' || problem === 'oversized',
        version: problem === 'older' || problem === 'newer' ? problem : null,
      }
    },
    async put(key, value) {
      const revision = await write(key, value, null)
      if (revision === null) throw new RangeError(`${plan.name} has not taken what replaces anything`)
      return revision
    },
    async remove(key, revision) {
      const marked = headers()
      marked.set(OPERATION, 'DEL')
      const make = (sequence: number) => ({
        data: seal(key, sequence, JSON.stringify(REMOVED)),
        headers: marked,
      })
      return (await compareAndSet.write({ subject: subjectOf(key), replaces: revision, make })) !== null
    },
    last: async () => (await look()).last,
    async check() {
      const { created, last } = await look()
      if (created !== opened.created) throw new Error(`the hub has lost ${plan.name}`)
      // A station that is slow to take in what it hears is not deaf.
      if (heard < owed && heard === heardBefore)
        throw new HubSilent(`nothing is heard of ${plan.name} any more`)
      owed = last
      heardBefore = heard
    },
    async watch(onEntry, onEnd, onOther) {
      let stopped = false
      const entries: QueuedIterator<KvWatchEntry> = await kv.watch()
      const follow = async (): Promise<void> => {
        for await (const entry of entries) {
          if (stopped) return
          const { key, revision, operation } = entry
          heard = Math.max(heard, revision)
          compareAndSet.heard(revision)
          const about = { key, revision, atMs: entry.created.getTime(), isNews: revision > opened.last }
          const read = open(key, revision, { bytes: entry.value, isMark: operation !== 'PUT' })
          // H7: what means nothing here changes nothing.
          if ('problem' in read) {
            valueOf(read)
            onOther?.(key, read.problem)
          } else onEntry({ ...about, value: valueOf(read) })
        }
      }
      const end = (error: unknown): void => {
        if (!stopped) onEnd(error)
      }
      void follow().then(() => end(new Error(`the watch of ${plan.name} has ended`)), end)
      return {
        stop() {
          stopped = true
          entries.stop()
        },
      }
    },
    async follow(from, onEntry, onEnd) {
      const { last, count } = await look()
      // The server sends on only once what it has sent is taken in: this consumer has flow control.
      const consumer = await js.consumers.getPushConsumer(
        stream,
        from > 0
          ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: from }
          : { deliver_policy: DeliverPolicy.All },
      )
      const messages = await consumer.consume()
      let stopped = false
      const follow = async (): Promise<void> => {
        for await (const { subject, data, seq, info, headers } of messages) {
          if (stopped) return
          const key = keyOf(subject)
          const isMark = headers?.has(OPERATION) === true
          const value = isMark ? null : valueOf(open(key, seq, { bytes: data, isMark }))
          heard = Math.max(heard, seq)
          compareAndSet.heard(seq)
          const sentMs = info.timestampNanos / NANOS_PER_MS
          await onEntry({ key, revision: seq, value, waiting: info.pending, sentMs })
        }
      }
      const end = (error: unknown): void => {
        if (!stopped) onEnd(error)
      }
      void follow().then(() => end(new Error(`${plan.name} can no longer be followed`)), end)
      return {
        last,
        isEmpty: count === 0,
        stop() {
          stopped = true
          messages.stop()
        },
      }
    },
  }
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
