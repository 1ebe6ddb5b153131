import type { Clock } from '../clock'
import type { PartnerClient } from '../partner/client'
import type { BuyerSeal } from '../store/buyer-seal'
import type { Database } from '../store/database'
import { createGroupCommit } from '../store/group-commit'
import { forgetSending, workableHeads, type Op } from '../store/outbox'
import { backoffMs } from './backoff'
import type { Freshness } from './freshness'
import type { Gate } from './gate'
import { PLAYBOOKS } from './playbooks/all'
import { workOn } from './send'

/** Drains the outbox: one op in flight per lane, lanes side by side. Its invariants are in README.md. */
export type Engine = {
  /** @param delayMs until it looks for work by itself; default 0. `wake` does not wait for that. */
  start(delayMs?: number): void
  /** Lets what is in flight finish, then does nothing more. */
  stop(): Promise<void>
  /** Looks for work now; `rested` also ends the lanes' pauses (network back, laptop woke, a person asked). */
  wake(rested?: boolean): void
  /** Resolves when no op is in flight and none can be worked on now. */
  settled(): Promise<void>
}

export type EngineDeps = {
  db: Database
  client: PartnerClient
  gate: Gate
  clock: Clock
  seal: BuyerSeal
  freshness: Freshness
  random: () => number
  /** Called after an op changed; `null` when it is one on an item. */
  onOpChanged: (orderId: number | null) => void
  /** People must be told of something, once what raised it is durable. */
  onNotice: () => void
  /** An error that no rule foresaw; the lane rests and is tried again. */
  onFault: (error: unknown) => void
  lanes?: number
  settleMs?: number
  recheckMs?: number
}

type Rest = { untilMs: number; failures: number }

/** An engine that is not started yet. */
export function createEngine(deps: EngineDeps): Engine {
  const { db, gate, clock, random, lanes = 8 } = deps
  const send = {
    ...deps,
    settleMs: deps.settleMs ?? 120_000,
    recheckMs: deps.recheckMs ?? 30_000,
    commits: createGroupCommit(db),
    playbooks: PLAYBOOKS,
    absentSince: new Map<number, number>(),
  }
  /** The op in flight of each lane that has one. */
  const busy = new Map<string, number>()
  /**
   * Every open op before this place is in flight, or its lane is held or rests, so that finding the next one need not
   * pass by all that waits for something. Anything but an op's end may free a lane, and sets it back.
   */
  let searchFrom = 0
  const resting = new Map<string, Rest>()
  const waiters: (() => void)[] = []
  let running = false
  let mayHaveSent = false
  let cancelTimer: (() => void) | null = null

  const unavailable = (nowMs: number): ReadonlySet<string> => {
    const asleep = [...resting].filter(([, rest]) => rest.untilMs > nowMs).map(([lane]) => lane)
    return new Set([...busy.keys(), ...asleep])
  }

  /** Before the first look, not at the start, which waits for nothing that can wait. */
  const forgetEarlierSends = (): void => {
    if (!mayHaveSent) return
    forgetSending(db)
    mayHaveSent = false
  }

  const launchWorkable = (nowMs: number): void => {
    for (const op of workableHeads(db, unavailable(nowMs), lanes - busy.size, searchFrom)) launch(op)
    searchFrom = busy.size === 0 ? 0 : Math.min(...busy.values())
  }

  const pump = (): void => {
    cancelTimer?.()
    cancelTimer = null
    // One look at the clock for all: a wait that ended between two would be passed by at the first and not be waited for
    // at the second, and nothing would wake the engine any more.
    const nowMs = clock.monotonicMs()
    const gateMs = gate.waitMs()
    if (running) {
      try {
        forgetEarlierSends()
        if (gateMs === 0 && busy.size < lanes) launchWorkable(nowMs)
      } catch (error) {
        deps.onFault(error)
      }
    }
    if (running) scheduleNext(nowMs, gateMs)
    if (busy.size === 0) for (const resolve of waiters.splice(0)) resolve()
  }

  const pumpAnew = (): void => {
    searchFrom = 0
    pump()
  }

  const launch = (op: Op): void => {
    busy.set(op.lane, op.seq)
    void work(op).finally(() => {
      busy.delete(op.lane)
      deps.onOpChanged(op.orderId)
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

  /** Wakes at the next moment something may be possible again; anything else calls `wake`. */
  const scheduleNext = (nowMs: number, gateMs: number | null): void => {
    if (gateMs === null) return
    const rests = [...resting.values()].map(({ untilMs }) => untilMs - nowMs).filter((ms) => ms > 0)
    const delays = gateMs > 0 ? [gateMs] : rests
    if (delays.length > 0) cancelTimer = clock.after(Math.min(...delays), pumpAnew)
  }

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
      return busy.size === 0 ? Promise.resolve() : new Promise((resolve) => waiters.push(resolve))
    },
  }
}
