import { SHARED_DAYS, type SharedNumber } from '../../../shared/domain/labels/shared-number'
import { formatInstant } from '../../../shared/domain/time/timestamps'
import { atMostEvery } from '../../base/timer'
import { inTransaction } from '../../store/db/database'
import { dropNumbersBefore, NUMBERS_HEARD, takeNumber, untoldNumbers } from '../../store/tables/given-numbers'
import { openHeard } from '../../store/tables/heard-hub'
import type { SharedChanges } from '../../warehouse/port/shared-changes'
import { comparedNow } from '../station/daily'
import type { Station } from '../station/station'

const TOLD_TOGETHER = 100
/** A file of thousands comes in many parts: the window does not read again for each. */
const ANNOUNCED_EVERY_MS = 500
const DAY_MS = 86_400_000

/** A station's tracking numbers from files, as the others hear of them. It also keeps those of orders that it does not have yet. */
export function sharedNumbers({
  db,
  clock,
  clockWatch,
  events,
}: Pick<Station, 'db' | 'clock' | 'clockWatch' | 'events'>): SharedChanges<SharedNumber> {
  const heard = openHeard(db, NUMBERS_HEARD)
  let changed: number[] = []
  const news = atMostEvery(clock, ANNOUNCED_EVERY_MS, () => {
    events.ordersChanged(changed)
    changed = []
  })
  const announce = (orderIds: readonly number[]): void => {
    if (orderIds.length === 0) return
    for (const orderId of orderIds) changed.push(orderId)
    news.due()
  }
  /** What was given before is forgotten, ISO 8601 UTC; empty while nobody knows what time it is. */
  const oldest = (): string => {
    const now = comparedNow({ clock, clockWatch })
    return now === null ? '' : formatInstant(now - SHARED_DAYS * DAY_MS)
  }
  let forgotAtMs = Number.NEGATIVE_INFINITY
  /** The hub keeps what was taken back for as long: so no station that was there has its number by then. */
  const forget = (before: string): void => {
    if (before === '' || clock.monotonicMs() - forgotAtMs < DAY_MS) return
    announce(inTransaction(db, (tx) => dropNumbersBefore(tx, before)))
    forgotAtMs = clock.monotonicMs()
  }
  return {
    begin(place) {
      news.begin()
      forget(oldest())
      return heard.begin(place)
    },
    take(numbers, revision) {
      const from = oldest()
      forget(from)
      const taken = heard.take(revision, (tx, round) =>
        numbers.filter((number) => number.givenAt >= from && takeNumber(tx, number, { round, from })),
      )
      announce(taken.map(({ orderId }) => orderId))
    },
    untold(after) {
      forget(oldest())
      return untoldNumbers(db, heard.round(), after?.orderId ?? 0, TOLD_TOGETHER)
    },
    end: () => news.end(),
  }
}
