import type { Clock } from '../../base/clock'
import type { PartnerClient } from '../../partner/client'
import { PartnerError } from '../../partner/errors'
import { findUnshown, firstOpenSeq, type ConfirmedOp } from '../../store/tables/confirmed'
import { countLook } from '../../store/tables/op-notes'
import { inTransaction, type Tx } from '../../store/db/database'
import { readSetting, writeSetting } from '../../store/tables/settings'
import { backoffMs } from '../connection/backoff'
import { vanish } from '../copies/check-confirmed'
import type { Freshness } from '../copies/freshness'
import type { Gate } from '../connection/gate'
import type { Pace } from '../connection/pace'
import { applyCopy, type ApplyCopyDeps } from '../copies/apply-copy'
import { createUnshownOps, type UnshownOps } from './unshown-ops'
import { lookAtItem } from '../copies/verify-item'

/**
 * Looks again for confirmed effects until the marketplace has shown each once, however late (I13). Most are shown by
 * the next pull; the rest are read one by one, at the background's pace and with growing pauses. After enough looks in
 * vain, an op is reopened for a person.
 */
export type Verify = {
  /** @param delayMs until it looks for ops left by an earlier process */
  start(delayMs?: number): void
  stop(): Promise<void>
  /** Resolves when no look is in progress. */
  settled(): Promise<void>
}

export type VerifyDeps = ApplyCopyDeps & {
  client: PartnerClient
  gate: Gate
  pace: Pace
  clock: Clock
  freshness: Freshness
  random: () => number
  /** Called when a confirmed op was reopened, or an order read; `null` for an item. */
  onLooked: (orderId: number | null) => void
  onFault: (error: unknown) => void
  /** How many ops wait in memory for their looks, of millions that a marketplace may never show. Default 5,000. */
  mostWaiting?: number
}

/**
 * Pauses before each look. The first is longer than a pull takes; together they are longer than any replica lag
 * observed, and than the 15 minutes that a discount may take to show.
 */
const LOOK_PAUSES_MS = [45_000, 60_000, 120_000, 240_000, 300_000, 360_000] as const
/** Looks in vain after which a person must decide. */
const MOST_LOOKS = LOOK_PAUSES_MS.length
/** Every op before this seq was shown. Not carried into a new file. */
const SHOWN_BEFORE = 'shown.before'
const SAVE_EVERY_MS = 600_000
const TICK_MS = 5_000
/** Pause between two parts of the outbox, so that the bench comes first. */
const READ_ON_MS = 20
/** How many ops one round looks at. */
const MOST_AT_ONCE = 500

export function createVerify(deps: VerifyDeps): Verify {
  const { db, clock, gate, mostWaiting = 5_000 } = deps
  let ops: UnshownOps | null = null
  let savedMs = 0
  let running = false
  let cancelTimer: (() => void) | null = null
  let round: Promise<void> | null = null

  const pauseFor = (looks: number): number => LOOK_PAUSES_MS[Math.min(looks, MOST_LOOKS - 1)] ?? 0

  const lookFor = async (unshown: UnshownOps, seq: number): Promise<void> => {
    const op = findUnshown(db, seq)
    if (op === null) return
    try {
      if (op.orderId === null) await lookAtItem(deps, op, giveUp)
      else await lookAtOrder(op, op.orderId)
      const after = findUnshown(db, op.seq)
      if (after === null) unshown.shown(op.seq)
      else unshown.inVain(op.seq, pauseFor(after.looks))
      deps.onLooked(op.orderId)
    } catch (error) {
      unshown.failed(op.seq, (failures) => pauseFor(0) + backoffMs(failures, deps.random()))
      if (!(error instanceof PartnerError)) throw error
    }
  }

  const lookAtOrder = async (op: ConfirmedOp, orderId: number): Promise<void> => {
    const mark = deps.freshness.mark()
    const order = await deps.client.readOrder(orderId).catch((error: unknown) => {
      if (error instanceof PartnerError && error.code === 'not_found') return null
      throw error
    })
    if (!db.open || deps.freshness.outdated(orderId, mark)) return
    const at = new Date(clock.wallMs()).toISOString()
    inTransaction(db, (tx) => {
      // A copy older than what is known proves nothing.
      if (order !== null && !applyCopy(tx, deps, order, at)) return
      const unshown = findUnshown(tx, op.seq)
      if (unshown !== null) giveUp(tx, unshown, () => vanish(tx, deps, unshown, order, at))
    })
    if (order !== null) deps.freshness.renewed(orderId)
  }

  /** Counts a look in vain; after the last one `reopen` is called. */
  const giveUp = (tx: Tx, { seq }: ConfirmedOp, reopen: () => void): void => {
    if (countLook(tx, seq) >= MOST_LOOKS) reopen()
  }

  const savedPlace = (): number => {
    const place = Number(readSetting(db, SHOWN_BEFORE) ?? 1)
    return Number.isSafeInteger(place) && place > 0 ? place : 1
  }

  const savePlace = (unshown: UnshownOps): void => {
    const place = Math.min(firstOpenSeq(db), unshown.firstSeq())
    const saved = savedPlace()
    // Saved forward now and then; backward at once, or a restart would skip a reopened op.
    if (place === saved || (place > saved && clock.monotonicMs() - savedMs < SAVE_EVERY_MS)) return
    savedMs = clock.monotonicMs()
    inTransaction(db, (tx) => writeSetting(tx, SHOWN_BEFORE, String(place)))
  }

  const runRound = async (unshown: UnshownOps): Promise<void> => {
    unshown.gather()
    for (const seq of unshown.readsOn() ? [] : unshown.due().slice(0, MOST_AT_ONCE)) {
      // Ops shown meanwhile leave the list without a read.
      if (findUnshown(db, seq) === null) unshown.shown(seq)
      else if (!gate.allows('order_reads') || !(await deps.pace.turn())) break
      else if (running) await lookFor(unshown, seq)
      if (!running) return
    }
    savePlace(unshown)
  }

  const tick = (): void => {
    cancelTimer = null
    if (ops === null) return
    round ??= runRound(ops)
      .catch(deps.onFault)
      .finally(() => {
        round = null
        schedule()
      })
  }

  /** New ops are noticed at the next look at the list, so that confirming one need not wake anything. */
  const schedule = (): void => {
    cancelTimer?.()
    cancelTimer = running ? clock.after(ops?.readsOn() === true ? READ_ON_MS : TICK_MS, tick) : null
  }

  return {
    start(delayMs = 0) {
      running = true
      ops = createUnshownOps({ db, clock, most: mostWaiting, from: savedPlace(), pauseMs: pauseFor })
      cancelTimer = clock.after(delayMs, tick)
    },
    async stop() {
      running = false
      cancelTimer?.()
      cancelTimer = null
      await round
    },
    async settled() {
      await round
    },
  }
}
