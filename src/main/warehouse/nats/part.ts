import type { NatsConnection } from '@nats-io/transport-node'
import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'
import type { HubGroup, Ignored } from './storage/seal'

/** One use that a station makes of the hub, such as its claims. It begins again with each connection. */
export type HubPart = {
  /** A connection begins; `null`: it is lost. @throws whatever the server says; the part tries again */
  use(open: OpenHub | null): Promise<void>
  /** Gives back what it holds at the present hub: the station leaves the group. */
  leave(): Promise<void>
  /** Gives back what it holds, and ends. */
  close(): Promise<void>
}

/** An open connection, and how to use it. */
export type OpenHub = {
  connection: NatsConnection
  group: HubGroup
  /** How many servers keep a copy. */
  replicas: number
  /** A value that means nothing here was left alone (H7). */
  onIgnored: (problem: Ignored) => void
  /** The hub did not have any more what this station had written: it is written again. */
  onMissed?: (what: Missed) => void
}
export type Missed = 'claim' | 'presence' | 'owner' | 'copies'

/** A part at work: what is wrong with one is no reason to end the others. */
export type RunningPart = {
  begin(open: OpenHub | null): void
  leave(): void
  /** The server did not do what the part asked: it begins again in a moment. */
  fail(error: unknown): void
  /** Why it cannot be used although the server answers; `null` while it can. */
  trouble(): string | null
  /** What was begun has come to an end. */
  settled(): Promise<void>
  close(): Promise<void>
}

const RETRY_MS = 3_000

export function runPart(
  part: HubPart,
  deps: { clock: Pick<Clock, 'after'>; onFault: (error: unknown) => void; onTrouble: () => void },
): RunningPart {
  let open: OpenHub | null = null
  let turn: Promise<void> = Promise.resolve()
  let trouble: string | null = null
  const retry = new Timer(deps.clock)
  let closed = false
  /** Beginnings that wait for one that takes long, as where the hub does not answer. */
  let waiting = 0

  const say = (next: string | null): void => {
    if (next === trouble) return
    trouble = next
    deps.onTrouble()
  }
  /** One after the other: a lost connection must not end what the next one began. */
  const beginInTurn = (): void => {
    retry.cancel()
    waiting += 1
    turn = turn
      .then(() => {
        waiting -= 1
        return part.use(open)
      })
      .then(
        () => say(null),
        async (error: unknown) => {
          await part.use(null)
          fail(error)
        },
      )
  }
  /** A cluster that has just been started needs a moment to choose its leader; a bucket may have been deleted. */
  const fail = (error: unknown): void => {
    deps.onFault(error)
    if (open === null || closed) return
    say(error instanceof Error ? error.message : String(error))
    // It begins again anyway: a second beginning would end what has just begun, and a part whose own tries fail more
    // often than this must not put it off for ever.
    if (waiting > 0 || retry.isSet()) return
    retry.set(RETRY_MS, beginInTurn)
  }

  return {
    begin(next) {
      open = next
      beginInTurn()
    },
    leave() {
      turn = turn.then(() => part.leave())
    },
    fail,
    trouble: () => trouble,
    settled: () => turn,
    async close() {
      closed = true
      retry.cancel()
      await turn
      await part.close()
    },
  }
}
