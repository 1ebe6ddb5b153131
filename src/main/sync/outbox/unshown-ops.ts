import type { Clock } from '../../base/clock'
import type { Db } from '../../store/db/database'
import { endOfOutbox, unshownBetween } from '../../store/tables/confirmed'
import { takeUnshown } from '../../store/tables/unshown-notes'

/**
 * The confirmed ops that the marketplace has never shown, and when to look for each. Only so many are kept in memory;
 * the others stay in the outbox and take their turn: an op that was looked for in vain then goes back there, so that
 * those that can never be read do not keep out the others.
 */
export type UnshownOps = {
  /** Adds the ops confirmed since the last call, and the next ones of the outbox if there is room for them. */
  gather(): void
  /** Whether the outbox holds more ops, and there is room for them. */
  readsOn(): boolean
  /** Due ops, longest overdue first. */
  due(): number[]
  /** It was looked for in vain. */
  inVain(seq: number, pauseMs: number): void
  /** It could not be looked for. @param pauseMs by the number of failures in a row */
  failed(seq: number, pauseMs: (failures: number) => number): void
  shown(seq: number): void
  /** Every op before this seq was shown, or is open. */
  firstSeq(): number
}

type UnshownOpsDeps = {
  db: Db
  clock: Pick<Clock, 'monotonicMs'>
  /** How many are kept in memory. */
  most: number
  /** From which op on the outbox is read first: those before it were shown. */
  from: number
  /** Until the first look at an op that was looked for so often by an earlier process. */
  pauseMs: (looks: number) => number
}

/** Rows of the outbox read in one turn of the event loop. */
const CHUNK = 2_000

export function createUnshownOps({ db, clock, most, from, pauseMs }: UnshownOpsDeps): UnshownOps {
  const waiting = new Map<number, { dueMs: number; failures: number }>()
  /** Ops from here on may be missing in `waiting`; `null` if none is. */
  let readFrom: number | null = from
  /** The first op before `readFrom` that is missing in `waiting`. */
  let missed: number | null = null

  const leaveToOutbox = (seq: number): void => {
    if (readFrom === null) readFrom = seq
    else if (seq < readFrom) missed = Math.min(missed ?? seq, seq)
  }

  const add = (seq: number, looks: number): void => {
    if (waiting.has(seq)) return
    if (waiting.size < most) waiting.set(seq, { dueMs: clock.monotonicMs() + pauseMs(looks), failures: 0 })
    else leaveToOutbox(seq)
  }

  const addNoted = (): void => {
    const { seqs, othersFrom } = takeUnshown(db)
    for (const seq of seqs) add(seq, 0)
    if (othersFrom !== null) leaveToOutbox(othersFrom)
  }

  const readsOn = (): boolean => readFrom !== null && waiting.size <= most / 2

  const readNext = (begin: number): void => {
    const end = begin + CHUNK
    // Those that wait already count, too: the others are read from where this part ends.
    const room = most - waiting.size
    const found = unshownBetween(db, begin, end, room)
    for (const { seq, looks } of found) add(seq, looks)
    const next = found.length < room ? end : (found.at(-1)?.seq ?? begin) + 1
    readFrom = next < endOfOutbox(db) ? next : null
    if (readFrom !== null) return
    readFrom = missed
    missed = null
  }

  const again = (seq: number, dueMs: number, failures: number): void => {
    if (readFrom === null) return void waiting.set(seq, { dueMs, failures })
    waiting.delete(seq)
    leaveToOutbox(seq)
  }

  return {
    gather() {
      addNoted()
      if (readFrom !== null && readsOn()) readNext(readFrom)
    },
    readsOn,
    due() {
      const nowMs = clock.monotonicMs()
      return [...waiting]
        .filter(([, { dueMs }]) => dueMs <= nowMs)
        .sort(([, left], [, right]) => left.dueMs - right.dueMs)
        .map(([seq]) => seq)
    },
    inVain(seq, pauseMs) {
      again(seq, clock.monotonicMs() + pauseMs, 0)
    },
    failed(seq, pauseMs) {
      const failures = (waiting.get(seq)?.failures ?? 0) + 1
      again(seq, clock.monotonicMs() + pauseMs(failures), failures)
    },
    shown(seq) {
      waiting.delete(seq)
    },
    firstSeq() {
      addNoted()
      let first = Math.min(readFrom ?? Infinity, missed ?? Infinity)
      for (const seq of waiting.keys()) first = Math.min(first, seq)
      return first
    },
  }
}
