import { z } from 'zod'
import type { ClockView } from '../../../shared/contract/views'
import { meaningOfKind } from '../../../shared/domain/outbox/operation'
import type { Clock } from '../../base/clock'
import { inTransaction, type Db, type Tx } from '../../store/db/database'
import type { Op } from '../../store/tables/outbox'
import { readJsonSetting, writeSetting } from '../../store/tables/settings'
import { createCaptureClock } from './capture-clock'
import { middleOf, type DateSample, type OffsetBounds, type ServerTime } from './server-time'

/**
 * Whether the PC's clock may stamp times. Only this process's own measurements count, even offline: an offset from
 * before a restart, a clock change or sleep says nothing about the clock now.
 */
export type ClockWatch = {
  view(): ClockView
  /** Learns from an answer of the marketplace. Never throws. */
  note(sample: DateSample): void
  /**
   * A person has checked the clock and says that it is right. Holds while the offset stays as it is now, even across
   * restarts; without a difference there is nothing to confirm.
   * @throws StationError `disk_full`, `database_error`
   */
  confirm(by: string): void
  /** Call it with every capture. */
  captured(tx: Tx): void
  /**
   * The PC clock's certain offset when the op was captured, in milliseconds, if it was unknown then and no person has
   * said that the clock is right; `null` if the op's time may go out.
   */
  wrongBy(op: Op): number | null
  /** Whether more than one answer says so; nothing less holds an op for a person. */
  sure(): boolean
  /** The present moment that a person's input is compared with, in milliseconds since the epoch. */
  nowMs(): number
}

export type ClockWatchDeps = {
  db: Db
  clock: Pick<Clock, 'wallMs' | 'monotonicMs' | 'uptime'>
  serverTime: ServerTime
  /** Called when people should see a different state. */
  onChange: () => void
  onFault: (error: unknown) => void
}

/** From this offset on people are warned, in milliseconds. */
export const WARN_FROM_MS = 30_000
/** From this offset on no time is stamped until a person confirms, in milliseconds. */
export const REFUSE_FROM_MS = 300_000
/** How far the offset may drift from the confirmed one, in milliseconds. */
export const CONFIRMED_WITHIN_MS = 60_000
/** A reported offset that changed by less than this is not reported again, in milliseconds. */
const TOLD_AGAIN_FROM_MS = 5_000

const KEY = 'clock.confirmed'

/** Stored as JSON under `clock.confirmed`; never rename a field. */
const confirmationSchema = z.object({ offsetMs: z.number(), at: z.string(), by: z.string() })
type Confirmation = z.infer<typeof confirmationSchema>

/** Starts with the stored confirmation. */
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
  /** After the clock was set, the same offset must be confirmed again. */
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
      if (op.clockOffsetMs !== null || op.attempts > 0 || !meaningOfKind(op.kind).time) return null
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
  // One that cannot be read is requested again.
  return readJsonSetting(db, KEY, confirmationSchema)
}
