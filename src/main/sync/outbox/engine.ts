import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'
import type { PartnerClient } from '../../partner/client'
import type { BuyerSeal } from '../../store/db/buyer-seal'
import type { Db } from '../../store/db/database'
import { inTransaction } from '../../store/db/database'
import { createGroupCommit } from '../../store/db/group-commit'
import { isFull } from '../../store/db/room'
import { forgetSending } from '../../store/tables/op-notes'
import { lastSeq, type Op } from '../../store/tables/outbox'
import { workableHeads } from '../../store/tables/workable-heads'
import { backoffMs } from '../connection/backoff'
import { createLagWindow } from '../copies/behind'
import type { ClockWatch } from '../connection/clock-watch'
import type { Freshness } from '../copies/freshness'
import { createOpFailures } from './op-failures'
import { readsOf, writesOf, type Channel, type Gate } from '../connection/gate'
import { PLAYBOOKS } from './playbooks/all'
import { workOn } from './send'
import type { ServerTime } from '../connection/server-time'

/** Drains the outbox: one op in flight per lane, several lanes at a time. Its invariants are in README.md. */
export type Engine = {
  /** @param delayMs until it first looks for work; default 0. `wake` does not wait for that. */
  start(delayMs?: number): void
  /** Lets what is in flight finish, then does nothing more. */
  stop(): Promise<void>
  /** Looks for work now; `rested` also ends the lanes' pauses (network back, laptop woke, a person's request). */
  wake(rested?: boolean): void
  /** Resolves when no op is in flight and none can be worked on now. */
  settled(): Promise<void>
}

export type EngineDeps = {
  db: Db
  client: PartnerClient
  gate: Gate
  clock: Clock
  seal: BuyerSeal
  freshness: Freshness
  serverTime?: Pick<ServerTime, 'offset'>
  clockWatch: Pick<ClockWatch, 'wrongBy' | 'sure'>
  random: () => number
  /** Called once it is durable that an op is being sent. */
  onClaimed?: (seq: number) => void
  /** Called after an op changed, with the op as it was before. */
  onOpChanged: (op: Op) => void
  /** Raises a notice once its cause is durable. */
  onNotice: () => void
  /** Reports an unexpected error; the lane backs off and is tried again. */
  onFault: (error: unknown) => void
  lanes?: number
  settleMs?: number
  recheckMs?: number
}

/** Lanes of one group, and those that have an op in flight. */
type Lanes = {
  about: 'orders' | 'items' | 'jobs'
  reads: Channel
  writes: Channel
  most: number
  /** The op in flight of each lane that has one. */
  busy: Map<string, number>
  /**
   * Every open op of this group before this seq is in flight, or its lane is held or resting, so the search need not
   * pass everything that waits. Only the end of an op keeps it; any other event may free a lane, and resets it.
   */
  searchFrom: number
}

function createLanes(about: Lanes['about'], most: number): Lanes {
  const op = { orderId: about === 'orders' ? 0 : null }
  return { about, reads: readsOf(op), writes: writesOf(op), most, busy: new Map(), searchFrom: 0 }
}

/** How many heads are compared to find the one that failed least. */
const MOST_COMPARED = 500

type Rest = { untilMs: number; failures: number }

export function createEngine(deps: EngineDeps): Engine {
  const { db, gate, clock, random, lanes = 8 } = deps
  const send = {
    ...deps,
    settleMs: deps.settleMs ?? 120_000,
    recheckMs: deps.recheckMs ?? 30_000,
    commits: createGroupCommit(db),
    playbooks: PLAYBOOKS,
    opFailures: createOpFailures(deps),
    lagSince: createLagWindow(clock),
    foundSince: new Map(),
    earlierSeq: lastSeq(db),
  }
  // Items may be slow or throttled: they never get all lanes, so that a shipment finds a free one.
  const orders = createLanes('orders', lanes)
  const itemLanes = Math.max(1, Math.floor(lanes / 2))
  // What a person changes by hand goes out before what a bulk job still has.
  const items = createLanes('items', itemLanes)
  const jobs = createLanes('jobs', itemLanes)
  const busyLanes = (): number => orders.busy.size + items.busy.size + jobs.busy.size
  const roomOf = (group: Lanes): number => {
    const busy = group === orders ? orders.busy.size : items.busy.size + jobs.busy.size
    return Math.min(group.most - busy, lanes - busyLanes())
  }
  const resting = new Map<string, Rest>()
  const waiters: (() => void)[] = []
  let running = false
  let mayHaveSent = false
  let cancelTimer: (() => void) | null = null

  const unavailable = (nowMs: number): ReadonlySet<string> => {
    const asleep = [...resting].filter(([, rest]) => rest.untilMs > nowMs).map(([lane]) => lane)
    return new Set([...orders.busy.keys(), ...items.busy.keys(), ...jobs.busy.keys(), ...asleep])
  }

  /** Runs before the first search rather than at the start, which must not be delayed. */
  const forgetEarlierSends = (): void => {
    if (!mayHaveSent) return
    inTransaction(db, forgetSending)
    mayHaveSent = false
  }

  const launchWorkable = (group: Lanes, nowMs: number): void => {
    const room = roomOf(group)
    if (room <= 0 || !gate.allows(group.reads)) return
    const search = { from: group.searchFrom, about: group.about, readBackOnly: !gate.allows(group.writes) }
    const heads = workableHeads(db, unavailable(nowMs), room, search)
    let passedBy = false
    for (const op of gate.trying(group.reads) ? leastTried(group, nowMs, heads) : heads) {
      passedBy ||= !gate.admit(group.reads)
      if (!passedBy) launch(group, op)
    }
    // Heads that were passed over are found again from the start.
    const known = !passedBy && !search.readBackOnly && !gate.trying(group.reads) && group.busy.size > 0
    group.searchFrom = known ? Math.min(...group.busy.values()) : 0
  }

  /** The trial request must not always be for the same op: one order that always fails would stop everything. */
  const leastTried = (group: Lanes, nowMs: number, oldest: readonly Op[]): readonly Op[] => {
    const search = { about: group.about, readBackOnly: !gate.allows(group.writes) }
    const tried = new Set([...unavailable(nowMs), ...resting.keys()])
    const [fresh] = workableHeads(db, tried, 1, search)
    if (fresh !== undefined) return [fresh]
    const failures = (op: Op): number => resting.get(op.lane)?.failures ?? 0
    const heads = workableHeads(db, unavailable(nowMs), MOST_COMPARED, search)
    return (heads.length > 0 ? heads : oldest).toSorted((a, b) => failures(a) - failures(b)).slice(0, 1)
  }

  const pump = (): void => {
    cancelTimer?.()
    cancelTimer = null
    // One clock reading for all: a wait that ended between two readings would be passed over by the first and not be
    // waited for by the second, and nothing would wake the engine again.
    const nowMs = clock.monotonicMs()
    const gateMs = gateWaits()
    if (running && !isFull(db)) {
      try {
        forgetEarlierSends()
        launchWorkable(orders, nowMs)
        launchWorkable(items, nowMs)
        launchWorkable(jobs, nowMs)
      } catch (error) {
        deps.onFault(error)
      }
    }
    if (running) scheduleNext(nowMs, gateMs)
    if (busyLanes() === 0) for (const resolve of waiters.splice(0)) resolve()
  }

  const pumpAnew = (): void => {
    orders.searchFrom = 0
    items.searchFrom = 0
    jobs.searchFrom = 0
    pump()
  }

  const launch = (group: Lanes, op: Op): void => {
    group.busy.set(op.lane, op.seq)
    void work(op).finally(() => {
      group.busy.delete(op.lane)
      try {
        deps.onOpChanged(op)
      } catch (error) {
        // A listener also reads the database; an error there must not stop the other lanes.
        deps.onFault(error)
      }
      pump()
    })
  }

  const work = async (op: Op): Promise<void> => {
    try {
      const step = await workOn(send, op)
      if (step.kind === 'settled') resting.delete(op.lane)
      if (step.kind === 'rest') rest(op.lane, step.ms)
    } catch (error) {
      deps.onFault(error)
      rest(op.lane, null)
    }
  }

  const rest = (lane: string, ms: number | null): void => {
    const failures = (resting.get(lane)?.failures ?? 0) + 1
    resting.set(lane, { untilMs: clock.monotonicMs() + (ms ?? backoffMs(failures, random())), failures })
  }

  /** Wakes when something may next be possible by time alone; other events call `wake`. */
  const scheduleNext = (nowMs: number, gateMs: readonly number[]): void => {
    const rests = [...resting.values()].map(({ untilMs }) => untilMs - nowMs)
    const delays = [...gateMs, ...rests].filter((ms) => ms > 0)
    if (delays.length > 0) cancelTimer = clock.after(Math.min(...delays), pumpAnew)
  }

  /** Without those that something else opens: it wakes the engine then. */
  const gateWaits = (): number[] =>
    [orders, items].flatMap(({ reads, writes }) =>
      [gate.waitMs(reads), gate.waitMs(writes)].filter((ms) => ms !== null),
    )

  return {
    start(delayMs = 0) {
      if (running) return
      running = true
      mayHaveSent = true
      if (delayMs === 0) pumpAnew()
      else cancelTimer = clock.after(delayMs, pumpAnew)
    },
    async stop() {
      running = false
      cancelTimer?.()
      cancelTimer = null
      await this.settled()
    },
    wake(rested = false) {
      if (rested) resting.clear()
      pumpAnew()
    },
    settled() {
      return busyLanes() === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))
    },
  }
}

/** How long a request in flight may take before its op leaves with an unknown outcome. */
const SETTLING_MS = 2_000

/** Stops the engine of an account that is left; requests in flight get a moment to finish. */
export async function stopSending(
  { clock }: Pick<EngineDeps, 'clock'>,
  { engine }: { engine: Pick<Engine, 'stop'> },
): Promise<void> {
  const grace = new Timer(clock)
  const tooLong = new Promise<void>((resolve) => grace.set(SETTLING_MS, resolve))
  await Promise.race([engine.stop(), tooLong])
  grace.cancel()
}
