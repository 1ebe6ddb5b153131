import type { Lesson } from '../../../shared/domain/scanning/taught-code'
import { atMostEvery } from '../../base/timer'
import { openHeard } from '../../store/tables/heard-hub'
import { CODES_HEARD, takeTakenBack, takeTaught, untoldCodes } from '../../store/tables/taught-codes'
import type { SharedChanges } from '../../warehouse/port/shared-changes'
import type { Station } from '../station/station'

const TOLD_TOGETHER = 100
/** A file of thousands comes in many parts: the window does not read again for each. */
const ANNOUNCED_EVERY_MS = 500

/** A station's codes, as the others hear of them. The order of the hub decides, here as well as there. */
export function sharedCodes({
  db,
  clock,
  events,
}: Pick<Station, 'db' | 'clock' | 'events'>): SharedChanges<Lesson> {
  const heard = openHeard(db, CODES_HEARD)
  const news = atMostEvery(clock, ANNOUNCED_EVERY_MS, () => {
    events.ordersChanged(null)
    events.itemsChanged()
  })
  return {
    begin(place) {
      news.begin()
      return heard.begin(place)
    },
    take(lessons, revision) {
      const changes = heard.take(revision, (tx, round) =>
        lessons.filter(({ taught, ...meaning }) =>
          taught === null
            ? takeTakenBack(tx, meaning, round)
            : takeTaught(tx, { ...meaning, taughtAt: taught.at, taughtBy: taught.by }, round),
        ),
      )
      if (changes.length > 0) news.due()
    },
    untold: (after) =>
      untoldCodes(db, heard.round(), after, TOLD_TOGETHER).map(
        ({ taughtAt, taughtBy, ...meaning }): Lesson => ({
          ...meaning,
          taught: taughtAt === null ? null : { at: taughtAt, by: taughtBy },
        }),
      ),
    end: () => news.end(),
  }
}
