import type {
  JetStreamClient,
  JetStreamManager,
  JetStreamPublishOptions,
  StoredMsg,
} from '@nats-io/jetstream'
import { HubSilent } from './silence'

/**
 * Writes that name what they replace, so that of two writers one is first (H3). One server compares when it stores. Of
 * several, the leader compares what is on its way with what it has stored so far: two writes of the same moment that
 * name the same entry are both accepted (NATS before 2.9.21, nats-server issue 4320; later ones forget what is on its
 * way when another server becomes the leader). What it does count is how many entries the stream has, with those on
 * their way. So there a write names the stream's last entry, too.
 */
export type Replace = (write: Replacing) => Promise<number | null>

export type Replacing = {
  subject: string
  data: Uint8Array
  headers?: JetStreamPublishOptions['headers']
  /** The sequence of the subject's entry that is replaced; 0: there is none yet. */
  replaces: number
}

/** Each takes about as long as two requests; another one is needed only if somebody writes to the stream meanwhile. */
const TRIES = 30
/**
 * After so many answers without the entry that is replaced, it was removed; before, a server that has just become the
 * leader may only be behind.
 */
const BEHIND = 5
/** Wrong last sequence, in the words of several versions. */
const REPLACED: ReadonlySet<unknown> = new Set([10_071, 10_164])

/**
 * @param replicas how many servers keep the stream, whatever this station knows of them
 * @param stream its name
 * @returns the sequence, or `null` when somebody else has written there since
 */
export function createReplace(
  replicas: number,
  { js, manager }: { js: JetStreamClient; manager: JetStreamManager },
  stream: string,
): Replace {
  /** As the leader had stored it when it answered. */
  let last: number | null = null
  let turn: Promise<unknown> = Promise.resolve()

  const publish = async (
    { subject, data, headers }: Replacing,
    expect: JetStreamPublishOptions['expect'],
  ): Promise<number | null> => {
    try {
      return (await js.publish(subject, data, { ...(headers === undefined ? {} : { headers }), expect })).seq
    } catch (error) {
      if (isReplaced(error)) return null
      throw error
    }
  }
  const inTurn = async (write: Replacing): Promise<number | null> => {
    let behind = 0
    for (let tries = 0; tries < TRIES; tries += 1) {
      const isRecent = last === null
      const lastSequence: number = last ?? (await manager.streams.info(stream)).state.last_seq
      last = null
      last = await publish(write, { lastSequence, lastSubjectSequence: write.replaces })
      if (last !== null) return last
      if (!isRecent) continue
      const newest = (await newestOf(manager, stream, write.subject))?.seq ?? 0
      if (newest < write.replaces) behind += 1
      // Replaced, or removed.
      if (newest > write.replaces || behind === BEHIND) return null
    }
    throw new HubSilent(`others keep writing to ${stream}`)
  }
  return (write) => {
    // A first entry is compared when it is stored, by each server.
    if (replicas === 1 || write.replaces === 0) return publish(write, { lastSubjectSequence: write.replaces })
    const written = turn.then(() => inTurn(write))
    turn = written.catch(() => undefined)
    return written
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
