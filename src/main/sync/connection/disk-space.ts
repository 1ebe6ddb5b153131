import type { Clock } from '../../base/clock'
import { Timer } from '../../base/timer'
import { isFull, onFull, tryRoom } from '../../store/db/room'
import type { Db } from '../../store/db/database'
import type { Gate } from './gate'

/** Keeps checking whether a full disk has space; until then nothing is requested from the marketplace. */
export type DiskSpace = {
  /**
   * The same gate, closed while nothing can be written: an op that cannot be marked as being sent must not be sent, and
   * answers could not be stored (I4, I5).
   */
  guard(gate: Gate): Gate
  stop(): void
}

export type DiskSpaceDeps = {
  db: Db
  clock: Clock
  onChange: () => void
  /** Called when there is space again. */
  onRoom: () => void
  onFault: (error: unknown) => void
}

/** Each try is one small write. */
const TRY_AGAIN_MS = 5_000

/** One per database. Starts checking at once. */
export function createDiskSpace({ db, clock, onChange, onRoom, onFault }: DiskSpaceDeps): DiskSpace {
  const timer = new Timer(clock)
  let stopped = false
  const tryLater = (): void => {
    if (stopped) timer.cancel()
    else timer.set(TRY_AGAIN_MS, attempt)
  }
  const attempt = (): void => {
    try {
      if (db.open && !tryRoom(db)) tryLater()
    } catch (error) {
      onFault(error)
      tryLater()
    }
  }
  onFull(db, (full) => {
    if (stopped) return
    onChange()
    if (full) return tryLater()
    // Not in the middle of the confirmation that found the space.
    timer.set(0, onRoom)
  })
  if (isFull(db)) tryLater()
  return {
    guard: (gate) => ({
      ...gate,
      allows: (channel) => !isFull(db) && gate.allows(channel),
      admit: (channel) => !isFull(db) && gate.admit(channel),
      waitMs: (channel) => (isFull(db) ? null : gate.waitMs(channel)),
    }),
    stop() {
      stopped = true
      timer.cancel()
    },
  }
}
