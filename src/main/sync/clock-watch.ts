import { z } from 'zod'
import type { ClockView } from '../../shared/contract/views'
import type { Clock } from '../clock'
import { inTransaction, type Database } from '../store/database'
import { readSetting, writeSetting } from '../store/settings'
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
}

export type ClockWatchDeps = {
  db: Database
  clock: Pick<Clock, 'wallMs'>
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
/** A shown offset that moved less than this is not told anew, in milliseconds. */
const TOLD_AGAIN_FROM_MS = 5_000

const KEY = 'clock.confirmed'

/** Stored as JSON under `clock.confirmed`; never rename a field. */
const confirmationSchema = z.object({ offsetMs: z.number(), at: z.string(), by: z.string() })
type Confirmation = z.infer<typeof confirmationSchema>

/** Reads what was confirmed before. */
export function createClockWatch(deps: ClockWatchDeps): ClockWatch {
  const { db, clock, serverTime } = deps
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
    writeSetting(db, KEY, null)
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
      inTransaction(db, () => writeSetting(db, KEY, JSON.stringify(next)))
      confirmation = next
      tell()
    },
  }
}

function surelyBeyond({ lowMs, highMs }: OffsetBounds, limitMs: number): boolean {
  return lowMs >= limitMs || highMs <= -limitMs
}

function fits({ lowMs, highMs }: OffsetBounds, { offsetMs }: Confirmation): boolean {
  return lowMs <= offsetMs + CONFIRMED_WITHIN_MS && highMs >= offsetMs - CONFIRMED_WITHIN_MS
}

function readConfirmation(db: Database): Confirmation | null {
  const saved = readSetting(db, KEY)
  if (saved === null) return null
  try {
    return confirmationSchema.parse(JSON.parse(saved))
  } catch {
    // What cannot be read is asked again.
    return null
  }
}
