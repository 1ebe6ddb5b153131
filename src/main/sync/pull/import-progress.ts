import { readMoment } from '../../../shared/domain/time/timestamps'
import type { Order } from '../../../shared/partner-api/order'
import type { Clock } from '../../base/clock'

/**
 * How long a first import still takes. The list says neither how long it is nor how it is sorted: where the orders of
 * each page are newer than those of the page before, their times say how far it has come; otherwise nothing does.
 */
export type ImportProgress = {
  /** A page was read, and is stored soon. */
  saw(entries: readonly Order[]): void
  /** In seconds, as far as the pages so far say; `null` while they say too little. */
  secondsLeft(): number | null
}

/** Before that, one slow page would make hours of it. */
const FEWEST_PAGES = 5
const FEWEST_MS = 5_000

export function createImportProgress(clock: Pick<Clock, 'wallMs' | 'monotonicMs'>): ImportProgress {
  let start: { atMs: number; place: number } | null = null
  let place = 0
  let pages = 0
  let isSorted = true
  return {
    saw(entries) {
      const times = entries
        .map(({ created_at, purchased_at }) => readMoment(created_at ?? purchased_at))
        .filter((time) => !Number.isNaN(time))
      const [first, last] = [times[0], times.at(-1)]
      if (first === undefined || last === undefined) return
      pages += 1
      isSorted &&= last >= place
      place = last
      start ??= { atMs: clock.monotonicMs(), place: last }
    },
    secondsLeft() {
      if (start === null || !isSorted || pages < FEWEST_PAGES) return null
      const tookMs = clock.monotonicMs() - start.atMs
      const way = place - start.place
      if (tookMs < FEWEST_MS || way <= 0) return null
      const left = Math.max(0, clock.wallMs() - place)
      return Math.round((tookMs * left) / way / 1_000)
    },
  }
}
