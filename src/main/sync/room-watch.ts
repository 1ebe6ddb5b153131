import type { Clock } from '../base/clock'
import { isFull, onFull, tryRoom } from '../store/db/room'
import type { Db } from '../store/db/database'
import type { Gate } from './gate'

/** Looks again and again whether a full disk has room; until then nothing is asked of the marketplace. */
export type RoomWatch = {
  /**
   * The same gate, closed while nothing can be written down: what cannot be marked as being sent must not be sent, and
   * what is answered could not be kept (I4, I5).
   */
  guard(gate: Gate): Gate
  stop(): void
}

export type RoomWatchDeps = {
  db: Db
  clock: Clock
  onChange: () => void
  /** There is room again. */
  onRoom: () => void
  onFault: (error: unknown) => void
}

/** Each try is one small write. */
const TRY_AGAIN_MS = 5_000

/** One per database. It looks from now on. */
export function createRoomWatch({ db, clock, onChange, onRoom, onFault }: RoomWatchDeps): RoomWatch {
  let cancel = (): void => {}
  let stopped = false
  const tryLater = (): void => {
    cancel()
    if (!stopped) cancel = clock.after(TRY_AGAIN_MS, attempt)
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
    cancel()
    // Not in the middle of the confirm that found the room.
    cancel = clock.after(0, onRoom)
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
      cancel()
    },
  }
}
