import type { Clock } from '../../base/clock'
import type { Station } from './station'

/** Background work that is done in parts, and again a day later. */
export type Daily = {
  /** @param delayMs until the first run */
  start(delayMs?: number): void
  stop(): void
}

/** `try_again`: the reason why a run could not do its work may pass soon. */
export type DailyEnd = 'try_again' | void

const DAY_MS = 86_400_000
const AGAIN_MS = 3_600_000
/** Pause between two parts, so that the bench comes first. */
const PAUSE_MS = 20

/** @param run each `yield` ends a part; an error ends the run until the next day, `try_again` for an hour */
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

/** Milliseconds on the marketplace's clock as far as known; `null` when this PC's clock cannot be trusted. */
export function trustedNow({ clock, clockWatch }: Clocks): number | null {
  const { state, offsetMs } = clockWatch.view()
  if (state === 'refused') return null
  return clock.wallMs() + (state === 'confirmed' ? 0 : (offsetMs ?? 0))
}

/** Like `trustedNow`, but also `null` until this PC's clock has been compared. */
export function comparedNow(clocks: Clocks): number | null {
  return clocks.clockWatch.view().state === 'unknown' ? null : trustedNow(clocks)
}
