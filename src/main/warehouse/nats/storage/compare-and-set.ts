import type {
  JetStreamClient,
  JetStreamManager,
  JetStreamPublishOptions,
  StoredMsg,
} from '@nats-io/jetstream'
import { HubSilent } from '../server/silence'

/**
 * Writes that name what they replace, so that of two writers one is first (H3), and that know their own sequence before
 * they are stored: what is sealed for it opens nowhere else. So each write names the last entry of the whole stream, and
 * is refused when somebody else has written to it meanwhile; then it is made again. One server gets many at once, each
 * naming the one before.
 *
 * Of several servers, the leader compares what is on its way with what it has stored so far: two writes of the same
 * moment that name the same entry of a subject are both accepted (NATS before 2.9.21, nats-server issue 4320; later ones
 * forget what is on its way when another server becomes the leader). What it does count is how many entries the stream
 * has, with those on their way.
 */
export type CompareAndSet = {
  /** @returns the sequence, or `null` when somebody else has written there since */
  write(write: Replacing): Promise<number | null>
  /** The stream has had this entry, so the next one comes after it. */
  heard(sequence: number): void
  /** Nothing more is written: what waits for its turn, or for an answer, must not follow what begins after this. */
  close(): void
}

export type Replacing = {
  subject: string
  /** The sequence of the subject's entry that is replaced; 0: there is none yet; `null`: whatever is there. */
  replaces: number | null
  /** What is stored with this sequence. */
  make: (sequence: number) => { data: Uint8Array; headers?: JetStreamPublishOptions['headers'] }
}

/** Each takes about as long as two requests; another one is needed only if somebody writes to the stream meanwhile. */
const TRIES = 200
/** So many are on their way to one server together. */
const TOGETHER = 200
/** Of many stations that write at the same moment, each waits for a moment of its own. */
const LONGEST_PAUSE_MS = 40
/**
 * After so many answers without the entry that is replaced, it was removed; before, a server that has just become the
 * leader may only be behind.
 */
const BEHIND = 5
/** Wrong last sequence, in the words of several versions. */
const REPLACED: ReadonlySet<unknown> = new Set([10_071, 10_164])

type Waiting = {
  write: Replacing
  resolve: (sequence: number | null) => void
  reject: (error: unknown) => void
}

/**
 * @param replicas how many servers keep the stream, whatever this station knows of them
 * @param stream its name
 * @param pause a test's takes no time
 */
export function createCompareAndSet(
  replicas: number,
  { js, manager }: { js: JetStreamClient; manager: JetStreamManager },
  stream: string,
  pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms)),
): CompareAndSet {
  let last = 0
  let closed = false
  const queue: Waiting[] = []
  let isWorking = false

  const publish = async (
    { subject, replaces, make }: Replacing,
    lastSequence: number,
  ): Promise<number | null> => {
    if (closed) throw new HubSilent(`${stream} was left before it was written to`)
    const { data, headers } = make(lastSequence + 1)
    const expect = { lastSequence, ...(replaces === null ? {} : { lastSubjectSequence: replaces }) }
    try {
      return (await js.publish(subject, data, { ...(headers === undefined ? {} : { headers }), expect })).seq
    } catch (error) {
      if (isReplaced(error)) return null
      throw error
    }
  }
  const inTurn = async (asked: Replacing): Promise<number | null> => {
    let write = asked
    let behind = 0
    for (let tries = 0; tries < TRIES; tries += 1) {
      // What was heard may be out of date, and a hub that was set back has less.
      const isAsked = tries > 0 || last === 0
      const lastSequence = isAsked ? (await manager.streams.info(stream)).state.last_seq : last
      const sequence = await publish(write, lastSequence)
      if (sequence !== null) last = sequence
      if (sequence === lastSequence + 1) return sequence
      if (sequence !== null) {
        // NATS 2.9 does not compare with an empty stream: what is stored opens nowhere, and is replaced.
        if (write.replaces !== null) write = { ...write, replaces: sequence }
        continue
      }
      if (!isAsked) continue
      if (write.replaces !== null) {
        const newest = (await newestOf(manager, stream, write.subject))?.seq ?? 0
        if (newest < write.replaces) behind += 1
        // Replaced, or removed.
        if (newest > write.replaces || behind === BEHIND) return null
      }
      await pause(Math.random() * Math.min(2 ** tries, LONGEST_PAUSE_MS))
    }
    throw new HubSilent(`others keep writing to ${stream}`)
  }
  /** @returns those before which somebody else has written */
  const together = async (some: readonly Waiting[]): Promise<Waiting[]> => {
    const base = last
    const answers = await Promise.allSettled(some.map(({ write }, index) => publish(write, base + index)))
    return some.filter(({ resolve, reject }, index) => {
      const answer = answers[index]
      if (answer?.status !== 'fulfilled') reject(answer?.reason)
      else if (answer.value === null) return true
      else {
        last = Math.max(last, answer.value)
        resolve(answer.value)
      }
      return false
    })
  }
  const work = async (): Promise<void> => {
    isWorking = true
    for (let some = queue.splice(0, TOGETHER); some.length > 0; some = queue.splice(0, TOGETHER)) {
      const isTogether = replicas === 1 && some.length > 1 && last > 0
      const [first, ...others] = isTogether ? await together(some) : some
      queue.unshift(...others)
      // It finds out where the stream ends, for those after it.
      if (first !== undefined) await inTurn(first.write).then(first.resolve, first.reject)
    }
    isWorking = false
  }
  return {
    write: (write) =>
      new Promise((resolve, reject) => {
        queue.push({ write, resolve, reject })
        if (!isWorking) void work()
      }),
    heard(sequence) {
      last = Math.max(last, sequence)
    },
    close() {
      closed = true
    },
  }
}

/**
 * The newest entry of a subject, by the leader alone: a direct read is answered by any server, and a busy one may be
 * behind for a second, so that two stations would both find a key taken that has just been given up.
 */
export function newestOf(
  manager: JetStreamManager,
  stream: string,
  subject: string,
): Promise<StoredMsg | null> {
  return manager.streams.getMessage(stream, { last_by_subj: subject })
}

export function isReplaced(error: unknown): boolean {
  return error instanceof Error && 'code' in error && REPLACED.has(error.code)
}
