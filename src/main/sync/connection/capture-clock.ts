import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '../../base/clock'
import type { Db, Tx } from '../../store/db/database'
import { lastSeq, type Op } from '../../store/tables/outbox'
import { readJsonSetting, writeSetting } from '../../store/tables/settings'
import type { OffsetBounds, ServerTime } from './server-time'

/**
 * Determines the PC clock's offset at a capture that was made before the marketplace's clock was known. The wall clock
 * may have been set since, so its reading is recorded in marks, and elapsed time is measured by clocks that nobody can
 * set.
 */
export type CaptureClock = {
  /** Records the clocks' readings, unless they agree with the last mark. */
  mark(tx: Tx): void
  /**
   * Bounds of the offset at the capture, one pair for each thing that may have happened since; `null` while nothing is
   * known.
   */
  offsetsAt(op: Captured): readonly OffsetBounds[] | null
}

export type Captured = Pick<Op, 'seq' | 'capturedAt' | 'capturedMonoMs'>

/** If clocks diverge by more than this, one was set, or the computer slept. */
const PARTED_MS = 2_000
/** Some systems count the time since boot in whole seconds. */
const UPTIME_PRECISION_MS = 1_000
/** A mark that differs from an op's own stamps by more than this belongs to another clock. */
const FITS_MS = 5_000
const MOST_MARKS = 200

const KEY = 'clock.marks'

/** Stored as JSON under `clock.marks`; never rename a field. */
const markSchema = z.object({
  /** The first op that was captured under it. */
  fromSeq: z.number(),
  /** Identifies the process. */
  run: z.string(),
  boot: z.string().nullable(),
  wallMs: z.number(),
  monoMs: z.number(),
  /** Since the computer booted; `null` if unknown. */
  upMs: z.number().nullable(),
})
type Mark = z.infer<typeof markSchema>

export function createCaptureClock(deps: {
  db: Db
  clock: Pick<Clock, 'wallMs' | 'monotonicMs' | 'uptime'>
  serverTime: ServerTime
}): CaptureClock {
  const { db, clock, serverTime } = deps
  const run = randomUUID()
  let marks = readMarks(db)
  let last: Mark | null = null

  const stand = (fromSeq: number): Mark => {
    const uptime = clock.uptime?.() ?? null
    return {
      fromSeq,
      run,
      boot: uptime?.bootId ?? null,
      wallMs: clock.wallMs(),
      monoMs: clock.monotonicMs(),
      upMs: uptime?.ms ?? null,
    }
  }

  const markOf = ({ seq, capturedAt, capturedMonoMs }: Captured): Mark | null => {
    const mark = marks.findLast(({ fromSeq }) => fromSeq <= seq)
    if (mark === undefined) return null
    const partedMs = Date.parse(capturedAt) - capturedMonoMs - (mark.wallMs - mark.monoMs)
    return Math.abs(partedMs) <= FITS_MS ? mark : null
  }

  return {
    mark(tx) {
      const now = stand(0)
      if (last !== null && alike(last, now)) return
      last = { ...now, fromSeq: lastSeq(tx) + 1 }
      marks = [...marks, last].slice(-MOST_MARKS)
      writeSetting(tx, KEY, JSON.stringify(marks))
    },
    offsetsAt(op) {
      const now = serverTime.offset()
      const mark = markOf(op)
      // Without a mark, the op may come from another station's file: this PC's clock says nothing about it.
      if (now === null || mark === null) return null
      const wallMs = clock.wallMs()
      const capturedMs = Date.parse(op.capturedAt)
      const moved = (byMs: number, slackMs = 0): OffsetBounds => ({
        lowMs: now.lowMs + byMs - slackMs,
        highMs: now.highMs + byMs + slackMs,
      })
      const uptime = clock.uptime?.() ?? null
      if (uptime !== null && mark.upMs !== null && mark.boot === uptime.bootId) {
        const passedMs = uptime.ms - (mark.upMs + op.capturedMonoMs - mark.monoMs)
        const setByMs = wallMs - passedMs - capturedMs
        return [Math.abs(setByMs) <= PARTED_MS ? now : moved(setByMs, UPTIME_PRECISION_MS)]
      }
      if (mark.run === run) {
        const setByMs = wallMs - capturedMs - (clock.monotonicMs() - op.capturedMonoMs)
        if (Math.abs(setByMs) <= PARTED_MS) return [now]
        // Sleep moves the wall clock ahead of monotonic time, never back.
        return setByMs < 0 ? [moved(setByMs)] : [now, moved(setByMs)]
      }
      // Captured before a reboot: the clock's offset is taken to be the present one, unless the capture lies in the
      // future.
      const latest = moved(wallMs - capturedMs)
      return [latest.highMs < 0 ? latest : now]
    },
  }
}

function alike(one: Mark, other: Mark): boolean {
  const wallParted = one.wallMs - one.monoMs - (other.wallMs - other.monoMs)
  const upParted = (one.upMs ?? 0) - one.monoMs - ((other.upMs ?? 0) - other.monoMs)
  return Math.abs(wallParted) <= PARTED_MS && Math.abs(upParted) <= PARTED_MS
}

function readMarks(db: Db): Mark[] {
  return readJsonSetting(db, KEY, z.array(markSchema)) ?? []
}
