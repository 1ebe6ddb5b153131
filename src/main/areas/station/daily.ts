import type { Clock } from '../../base/clock'
import type { Station } from './station'

/** Work of the background that is done part by part, and again a day later. */
export type Daily = {
  /** @param delayMs until the first run */
  start(delayMs?: number): void
  stop(): void
}

/** What keeps a run from its work may be over soon. */
export type DailyEnd = 'try_again' | void

const DAY_MS = 86_400_000
const AGAIN_MS = 3_600_000
/** Pause between two parts, so that the bench comes first. */
const PAUSE_MS = 20

/** @param run each `yield` ends a part; what it throws ends the run until the next day; `try_again` does for an hour */
export function createDaily(
  clock: Clock,
  run: () => Iterator<void, DailyEnd>,
  onFault: (error: unknown) => void,
): Daily {
  let cancel: (() => void) | null = null
  const next = (parts: Iterator<void, DailyEnd>): void => {
    let end: IteratorResult<void, DailyEnd> = { done: true, value: undefined }
    try {
      end = parts.next()
    } catch (error) {
      onFault(error)
    }
    const restMs = end.value === 'try_again' ? AGAIN_MS : DAY_MS
    cancel = end.done === true ? clock.after(restMs, begin) : clock.after(PAUSE_MS, () => next(parts))
  }
  const begin = (): void => next(run())
  return {
    start(delayMs = 0) {
      if (delayMs === 0) begin()
      else cancel = clock.after(delayMs, begin)
    },
    stop: () => cancel?.(),
  }
}

type Clocks = Pick<Station, 'clock' | 'clockWatch'>

/** Milliseconds on the marketplace's clock as far as known; `null` when this PC's clock is not to be trusted. */
export function trustedNow({ clock, clockWatch }: Clocks): number | null {
  const { state, offsetMs } = clockWatch.view()
  if (state === 'refused') return null
  return clock.wallMs() + (state === 'confirmed' ? 0 : (offsetMs ?? 0))
}

/** The same; `null` too for as long as nothing was compared with this PC's clock. */
export function comparedNow(clocks: Clocks): number | null {
  return clocks.clockWatch.view().state === 'unknown' ? null : trustedNow(clocks)
}
