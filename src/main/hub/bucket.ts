import type { KV, KvWatchEntry } from '@nats-io/kv'
import type { QueuedIterator } from '@nats-io/transport-node'
import type { z } from 'zod'
import type { OpenHub } from './part'
import { openPlace } from './open-place'
import { bucketAtHub } from './places'
import { createReplace, newestOf } from './replace'
import { openValue, sealValue } from './seal'
import { HubSilent } from './silence'

/**
 * A NATS key-value bucket of sealed values. The hub decides who was first: each write names the revision that it
 * replaces, and is refused when somebody else has written since.
 */
export type Bucket<T> = {
  /** @returns the revision, or `null` when the key is taken */
  create(key: string, value: T): Promise<number | null>
  /** @returns the revision, or `null` when the value is no longer the one of `revision` */
  update(key: string, value: T, revision: number): Promise<number | null>
  /**
   * @returns `null` when there is none; `value`: `null` for one that means nothing here, with its revision to replace it;
   * `isForeign`: no station of the group has written it
   */
  get(key: string): Promise<{ revision: number; value: T | null; isForeign: boolean } | null>
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
   */
  watch(onEntry: (entry: BucketEntry<T>) => void, onEnd: (error: unknown) => void): Promise<{ stop(): void }>
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

/** Opens the bucket. @throws HubUnprepared */
export async function openBucket<T>(hub: OpenHub, plan: BucketPlan<T>): Promise<Bucket<T>> {
  const { connection, group, replicas, onIgnored } = hub
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
    return { created, last: state.last_seq, count: state.messages, replicas: config.num_replicas }
  }
  const opened = await look()
  const replace = createReplace(opened.replicas, { js, manager }, stream)
  let heard = opened.last
  let owed = heard
  let heardBefore = -1

  const seal = (key: string, value: T): Buffer => {
    const sealed = sealValue(group.key, `${plan.name}/${key}`, JSON.stringify(value))
    if (sealed === null) throw new RangeError(`a value of ${plan.name} is too long for the hub`)
    return sealed
  }
  const open = (entry: { key: string; value: Uint8Array }): T | null => {
    const value = openValue(group.key, `${plan.name}/${entry.key}`, entry.value)
    if (!value.ok) {
      onIgnored(value.problem)
      return null
    }
    const read = plan.schema.safeParse(readJson(value.json))
    if (!read.success) onIgnored('unreadable')
    return read.data ?? null
  }

  return {
    async create(key, value) {
      const write = { subject: subjectOf(key), data: seal(key, value) }
      const first = await replace({ ...write, replaces: 0 })
      if (first !== null) return first
      // What was removed has left a mark.
      const there = await newestOf(manager, stream, write.subject)
      return there?.header.has('KV-Operation') === true ? replace({ ...write, replaces: there.seq }) : null
    },
    update: (key, value, revision) =>
      replace({ subject: subjectOf(key), data: seal(key, value), replaces: revision }),
    async get(key) {
      const entry = await kv.get(key)
      if (entry === null) return null
      const { revision } = entry
      if (entry.operation !== 'PUT') return { revision, value: null, isForeign: false }
      const opened = openValue(group.key, `${plan.name}/${key}`, entry.value)
      const isForeign = !opened.ok && opened.problem !== 'newer'
      return { revision, value: open(entry), isForeign }
    },
    put: (key, value) => kv.put(key, seal(key, value)),
    async remove(key, revision) {
      const marked = headers()
      marked.set('KV-Operation', 'DEL')
      const write = { subject: subjectOf(key), data: new Uint8Array(), headers: marked }
      return (await replace({ ...write, replaces: revision })) !== null
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
    async watch(onEntry, onEnd) {
      let stopped = false
      const entries: QueuedIterator<KvWatchEntry> = await kv.watch()
      const follow = async (): Promise<void> => {
        for await (const entry of entries) {
          const { key, revision, operation } = entry
          heard = Math.max(heard, revision)
          const about = { key, revision, atMs: entry.created.getTime(), isNews: revision > opened.last }
          if (operation !== 'PUT') onEntry({ ...about, value: null })
          else {
            const value = open(entry)
            // H7: what means nothing here changes nothing.
            if (value !== null) onEntry({ ...about, value })
          }
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
          const value = headers?.has('KV-Operation') === true ? null : open({ key, value: data })
          heard = Math.max(heard, seq)
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
