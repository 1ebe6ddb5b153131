import { z } from 'zod'
import type { ClockView } from '../../shared/contract/views'
import { isTimed } from '../../shared/domain/outbox/operation'
import type { Clock } from '../base/clock'
import { inTransaction, type Db, type Tx } from '../store/db/database'
import type { Op } from '../store/tables/outbox'
import { readSetting, writeSetting } from '../store/tables/settings'
import { createCaptureClock } from './capture-clock'
import { middleOf, type DateSample, type OffsetBounds, type ServerTime } from './server-time'

/**
 * Whether the PC's clock may stamp times. Only what this process measured counts, also while offline: an offset from
 * before a restart, before the clock was set or before the computer slept says nothing of the clock as it is now.
 */
export type ClockWatch = {
  view(): ClockView
  /** Learns from an answer of the marketplace. Never throws. */
  note(sample: DateSample): void
  /**
   * A person has looked at the clock and says that it is right. Holds as long as the offset stays what it is now, over
   * restarts too; without a difference there is nothing to confirm.
   * @throws StationError `disk_full`, `database_error`
   */
  confirm(by: string): void
  /** To be called with every capture. */
  captured(tx: Tx): void
  /**
   * What the PC's clock was surely wrong by when the op was captured, in milliseconds, as far as that was not known then
   * and no person has said that the clock is right; `null` where its time may go out.
   */
  wrongBy(op: Op): number | null
  /** Whether more than one answer says so; an op is held for a person on nothing less. */
  sure(): boolean
  /** The moment that a person's entry is compared with, in milliseconds since the epoch. */
  nowMs(): number
}

export type ClockWatchDeps = {
  db: Db
  clock: Pick<Clock, 'wallMs' | 'monotonicMs' | 'uptime'>
  serverTime: ServerTime
  /** Called when people should see something else. */
  onChange: () => void
  onFault: (error: unknown) => void
}

/** From this offset on people are warned, in milliseconds. */
export const WARN_FROM_MS = 30_000
/** From this offset on no time is stamped until a person confirms, in milliseconds. */
export const REFUSE_FROM_MS = 300_000
/** How far the offset may move from the one that was confirmed, in milliseconds. */
export const CONFIRMED_WITHIN_MS = 60_000
/** A shown offset that moved less than this is not reported again, in milliseconds. */
const TOLD_AGAIN_FROM_MS = 5_000

const KEY = 'clock.confirmed'

/** Stored as JSON under `clock.confirmed`; never rename a field. */
const confirmationSchema = z.object({ offsetMs: z.number(), at: z.string(), by: z.string() })
type Confirmation = z.infer<typeof confirmationSchema>

/** Reads what was confirmed before. */
export function createClockWatch(deps: ClockWatchDeps): ClockWatch {
  const { db, clock, serverTime } = deps
  const captures = createCaptureClock(deps)
  let confirmation = readConfirmation(db)
  let told: ClockView = { state: 'unknown', offsetMs: null }

  const view = (): ClockView => {
    const bounds = serverTime.offset()
    if (bounds === null) return { state: 'unknown', offsetMs: null }
    const offsetMs = Math.round(middleOf(bounds))
    if (!surelyBeyond(bounds, WARN_FROM_MS)) return { state: 'right', offsetMs }
    if (confirmation !== null) return { state: 'confirmed', offsetMs }
    return { state: surelyBeyond(bounds, REFUSE_FROM_MS) ? 'refused' : 'differs', offsetMs }
  }
  const tell = (): void => {
    const now = view()
    const moved = Math.abs((now.offsetMs ?? 0) - (told.offsetMs ?? 0)) >= TOLD_AGAIN_FROM_MS
    if (now.state === told.state && !moved) return
    told = now
    deps.onChange()
  }
  /** A clock that was set since is to be looked at again, should it ever be off by the same once more. */
  const dropOutlived = (): void => {
    const bounds = serverTime.offset()
    if (confirmation === null || bounds === null || fits(bounds, confirmation)) return
    confirmation = null
    inTransaction(db, (tx) => writeSetting(tx, KEY, null))
  }

  return {
    view,
    note(sample) {
      serverTime.note(sample)
      try {
        if (db.open) dropOutlived()
      } catch (error) {
        deps.onFault(error)
      }
      tell()
    },
    confirm(by) {
      const { state, offsetMs } = view()
      if (offsetMs === null || (state !== 'differs' && state !== 'refused')) return
      const next: Confirmation = { offsetMs, at: new Date(clock.wallMs()).toISOString(), by }
      inTransaction(db, (tx) => writeSetting(tx, KEY, JSON.stringify(next)))
      confirmation = next
      tell()
    },
    captured(tx) {
      if (serverTime.offset() === null) captures.mark(tx)
    },
    wrongBy(op) {
      // What was sent before stays as it went out.
      if (op.clockOffsetMs !== null || op.attempts > 0 || !isTimed(op.kind)) return null
      const offsets = captures.offsetsAt(op)
      const [likeliest] = offsets ?? []
      if (offsets === null || likeliest === undefined) return null
      const said = confirmation
      const wrong = offsets.every(
        (bounds) => surelyBeyond(bounds, REFUSE_FROM_MS) && (said === null || !fits(bounds, said)),
      )
      return wrong ? Math.round(middleOf(likeliest)) : null
    },
    sure: () => serverTime.agreed(),
    nowMs() {
      const { state, offsetMs } = view()
      return clock.wallMs() + (state === 'differs' || state === 'refused' ? (offsetMs ?? 0) : 0)
    },
  }
}

function surelyBeyond({ lowMs, highMs }: OffsetBounds, limitMs: number): boolean {
  return lowMs >= limitMs || highMs <= -limitMs
}

function fits({ lowMs, highMs }: OffsetBounds, { offsetMs }: Confirmation): boolean {
  return lowMs <= offsetMs + CONFIRMED_WITHIN_MS && highMs >= offsetMs - CONFIRMED_WITHIN_MS
}

function readConfirmation(db: Db): Confirmation | null {
  const saved = readSetting(db, KEY)
  if (saved === null) return null
  try {
    return confirmationSchema.parse(JSON.parse(saved))
  } catch {
    // What cannot be read is asked again.
    return null
  }
}
