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
import { FoundSince } from './found-since'
import { createOpFailures } from './op-failures'
import { readsOf, writesOf, type Channel, type Gate } from '../connection/gate'
import { PLAYBOOKS } from './playbooks/all'
import { workOn } from './send'
import type { SendDeps } from './send-deps'
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
  /** Called after each attempt at an op, whether it changed or not, with the op as it was before. */
  onWorkedOn: (op: Op) => void
  /** Raises a notice once its cause is durable. */
  onNotice: () => void
  /** Reports an unexpected error; the lane backs off and is tried again. */
  onFault: (error: unknown) => void
  lanes?: number
  settleMs?: number
  recheckMs?: number
}

/** Lanes that share a search, channels of the gate and a limit. */
type LaneGroup = {
  /** What its ops change. `jobs`: items, by a bulk job. */
  about: 'orders' | 'items' | 'jobs'
  /** The channel of the gate for the looks of its ops. */
  reads: Channel
  /** The channel of the gate for their sends. */
  writes: Channel
  /** How many of its ops may be in flight; items and jobs share this number. */
  most: number
  /** The op in flight of each lane that has one. */
  busy: Map<string, number>
  /**
   * Every open op of this group before this seq is in flight, or its lane is held or resting, so the search need not
   * pass everything that waits. Only the end of an op keeps it; any other event may free a lane, and resets it.
   */
  searchFrom: number
}

function createLaneGroup(about: LaneGroup['about'], most: number): LaneGroup {
  const op = { orderId: about === 'orders' ? 0 : null }
  return { about, reads: readsOf(op), writes: writesOf(op), most, busy: new Map(), searchFrom: 0 }
}

/** How many heads are compared to find the one that failed least. */
const MOST_COMPARED = 500

type Rest = { untilMs: number; failures: number }

export function createEngine(deps: EngineDeps): Engine {
  return new OutboxEngine(deps)
}

class OutboxEngine implements Engine {
  private readonly sendDeps: SendDeps
  /** How many operations may be in flight. */
  private readonly lanes: number
  private readonly orders: LaneGroup
  /** What a person changes by hand goes out before what a bulk job still has. */
  private readonly items: LaneGroup
  private readonly jobs: LaneGroup
  /** Lanes that failed, until when they wait, and how often that was. */
  private readonly resting = new Map<string, Rest>()
  /** Those who wait until no operation is in flight. */
  private readonly waiters: (() => void)[] = []
  private readonly nextLook: Timer
  private running = false
  /** Whether an earlier process may have left operations that were being sent. */
  private mayHaveSent = false

  constructor(private readonly deps: EngineDeps) {
    const { db, clock, lanes = 8 } = deps
    this.sendDeps = {
      ...deps,
      settleMs: deps.settleMs ?? 120_000,
      recheckMs: deps.recheckMs ?? 30_000,
      commits: createGroupCommit(db),
      playbooks: PLAYBOOKS,
      opFailures: createOpFailures(deps),
      lagSince: createLagWindow(clock),
      foundSince: new FoundSince(clock),
      earlierSeq: lastSeq(db),
    }
    this.lanes = lanes
    this.nextLook = new Timer(clock)
    // Items may be slow or throttled: they never get all lanes, so that a shipment finds a free one.
    const itemLanes = Math.max(1, Math.floor(lanes / 2))
    this.orders = createLaneGroup('orders', lanes)
    this.items = createLaneGroup('items', itemLanes)
    this.jobs = createLaneGroup('jobs', itemLanes)
  }

  start(delayMs = 0): void {
    if (this.running) return
    this.running = true
    this.mayHaveSent = true
    if (delayMs === 0) this.pumpAnew()
    else this.nextLook.set(delayMs, () => this.pumpAnew())
  }

  async stop(): Promise<void> {
    this.running = false
    this.nextLook.cancel()
    await this.settled()
  }

  wake(rested = false): void {
    if (rested) this.resting.clear()
    this.pumpAnew()
  }

  settled(): Promise<void> {
    return this.busyLanes() === 0 ? Promise.resolve() : new Promise((resolve) => this.waiters.push(resolve))
  }

  private pumpAnew(): void {
    this.orders.searchFrom = 0
    this.items.searchFrom = 0
    this.jobs.searchFrom = 0
    this.pump()
  }

  private pump(): void {
    this.nextLook.cancel()
    // One clock reading for all: a wait that ended between two readings would be passed over by the first and not be
    // waited for by the second, and nothing would wake the engine again.
    const nowMs = this.deps.clock.monotonicMs()
    const gateMs = this.gateWaits()
    if (this.running && !isFull(this.deps.db)) {
      try {
        this.forgetEarlierSends()
        this.launchWorkable(this.orders, nowMs)
        this.launchWorkable(this.items, nowMs)
        this.launchWorkable(this.jobs, nowMs)
      } catch (error) {
        this.deps.onFault(error)
      }
    }
    if (this.running) this.scheduleNext(nowMs, gateMs)
    if (this.busyLanes() === 0) for (const resolve of this.waiters.splice(0)) resolve()
  }

  /** Wakes when something may next be possible by time alone; other events call `wake`. */
  private scheduleNext(nowMs: number, gateMs: readonly number[]): void {
    const rests = [...this.resting.values()].map(({ untilMs }) => untilMs - nowMs)
    const delays = [...gateMs, ...rests].filter((ms) => ms > 0)
    if (delays.length > 0) this.nextLook.set(Math.min(...delays), () => this.pumpAnew())
  }

  /** Without those that something else opens: it wakes the engine then. */
  private gateWaits(): number[] {
    const { gate } = this.deps
    return [this.orders, this.items].flatMap(({ reads, writes }) =>
      [gate.waitMs(reads), gate.waitMs(writes)].filter((ms) => ms !== null),
    )
  }

  /** Runs before the first search rather than at the start, which must not be delayed. */
  private forgetEarlierSends(): void {
    if (!this.mayHaveSent) return
    inTransaction(this.deps.db, forgetSending)
    this.mayHaveSent = false
  }

  private launchWorkable(group: LaneGroup, nowMs: number): void {
    const { db, gate } = this.deps
    const room = this.roomOf(group)
    if (room <= 0 || !gate.allows(group.reads)) return
    const search = { from: group.searchFrom, about: group.about, readBackOnly: !gate.allows(group.writes) }
    const heads = workableHeads(db, this.unavailable(nowMs), room, search)
    let passedBy = false
    for (const op of gate.trying(group.reads) ? this.leastTried(group, nowMs, heads) : heads) {
      passedBy ||= !gate.admit(group.reads)
      if (!passedBy) this.launch(group, op)
    }
    // Heads that were passed over are found again from the start.
    const known = !passedBy && !search.readBackOnly && !gate.trying(group.reads) && group.busy.size > 0
    group.searchFrom = known ? Math.min(...group.busy.values()) : 0
  }

  /** The trial request must not always be for the same op: one order that always fails would stop everything. */
  private leastTried(group: LaneGroup, nowMs: number, oldest: readonly Op[]): readonly Op[] {
    const { db, gate } = this.deps
    const search = { about: group.about, readBackOnly: !gate.allows(group.writes) }
    const tried = new Set([...this.unavailable(nowMs), ...this.resting.keys()])
    const [fresh] = workableHeads(db, tried, 1, search)
    if (fresh !== undefined) return [fresh]
    const failures = (op: Op): number => this.resting.get(op.lane)?.failures ?? 0
    const heads = workableHeads(db, this.unavailable(nowMs), MOST_COMPARED, search)
    return (heads.length > 0 ? heads : oldest).toSorted((a, b) => failures(a) - failures(b)).slice(0, 1)
  }

  private busyLanes(): number {
    return this.orders.busy.size + this.items.busy.size + this.jobs.busy.size
  }

  private roomOf(group: LaneGroup): number {
    const { orders, items, jobs } = this
    const busy = group === orders ? orders.busy.size : items.busy.size + jobs.busy.size
    return Math.min(group.most - busy, this.lanes - this.busyLanes())
  }

  private unavailable(nowMs: number): ReadonlySet<string> {
    const { orders, items, jobs, resting } = this
    const asleep = [...resting].filter(([, rest]) => rest.untilMs > nowMs).map(([lane]) => lane)
    return new Set([...orders.busy.keys(), ...items.busy.keys(), ...jobs.busy.keys(), ...asleep])
  }

  private launch(group: LaneGroup, op: Op): void {
    group.busy.set(op.lane, op.seq)
    void this.work(op).finally(() => {
      group.busy.delete(op.lane)
      try {
        this.deps.onWorkedOn(op)
      } catch (error) {
        // A listener also reads the database; an error there must not stop the other lanes.
        this.deps.onFault(error)
      }
      this.pump()
    })
  }

  private async work(op: Op): Promise<void> {
    try {
      const step = await workOn(this.sendDeps, op)
      if (step.kind === 'next') this.resting.delete(op.lane)
      if (step.kind === 'rest') this.rest(op.lane, step.ms)
    } catch (error) {
      this.deps.onFault(error)
      this.rest(op.lane, null)
    }
  }

  private rest(lane: string, ms: number | null): void {
    const { clock, random } = this.deps
    const failures = (this.resting.get(lane)?.failures ?? 0) + 1
    this.resting.set(lane, {
      untilMs: clock.monotonicMs() + (ms ?? backoffMs(failures, random())),
      failures,
    })
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
