import { formatInstant } from '../../shared/domain/timestamps'
import { purgeBuyers } from '../store/buyers'
import { readStationSettings } from './settings'
import type { Station } from './station'

/** Deletes buyers' data some days after their orders were delivered or canceled: at the start, then once a day. */
export type Purge = {
  /** @param delayMs until the first run */
  start(delayMs?: number): void
  stop(): void
}

export type PurgeDeps = Pick<Station, 'db' | 'clock' | 'clockWatch'> & {
  /** Orders whose buyers were deleted. */
  onPurged: () => void
  onFault: (error: unknown) => void
  /** Orders looked at in one go. Default 200: a few milliseconds, so that no scan waits for it. */
  batch?: number
}

const DAY_MS = 86_400_000
/** Between two parts, so that whoever works at the bench comes first. */
const PAUSE_MS = 20

/** A purge that is not started yet. */
export function createPurge(deps: PurgeDeps): Purge {
  const { db, clock, clockWatch, batch = 200 } = deps
  let cancel: (() => void) | null = null

  const runFrom = (afterId: number, purgedBefore: boolean): void => {
    let next: number | null = null
    let purged = purgedBefore
    try {
      const now = trustedNow()
      const { purgeDays } = readStationSettings({ db })
      if (now !== null && purgeDays > 0) {
        const before = formatInstant(now - purgeDays * DAY_MS)
        const part = purgeBuyers(db, { before, at: formatInstant(now), afterId, limit: batch })
        purged ||= part.purged > 0
        next = part.next
      }
    } catch (error) {
      deps.onFault(error)
    }
    if (next === null && purged) deps.onPurged()
    cancel =
      next === null
        ? clock.after(DAY_MS, () => runFrom(0, false))
        : clock.after(PAUSE_MS, () => runFrom(next, purged))
  }

  /** Milliseconds on the marketplace's clock as far as known; `null` when this PC's clock is not to be trusted. */
  const trustedNow = (): number | null => {
    const { state, offsetMs } = clockWatch.view()
    if (state === 'refused') return null
    return clock.wallMs() + (state === 'confirmed' ? 0 : (offsetMs ?? 0))
  }

  return {
    start(delayMs = 0) {
      if (delayMs === 0) runFrom(0, false)
      else cancel = clock.after(delayMs, () => runFrom(0, false))
    },
    stop: () => cancel?.(),
  }
}
