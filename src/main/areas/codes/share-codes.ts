import { Timer } from '../../base/timer'
import { inTransaction } from '../../store/db/database'
import { readJsonSetting, writeSetting } from '../../store/tables/settings'
import { HEARD, heardHub, takeTakenBack, takeTaught, untoldCodes } from '../../store/tables/taught-codes'
import type { Lesson, SharedCodes } from '../../warehouse/port/shared-codes'
import type { Station } from '../station/station'

const TOLD_TOGETHER = 100
/** A file of thousands comes in many parts: the window does not read again for each. */
const ANNOUNCED_EVERY_MS = 500

/** A station's codes, as the others hear of them. The order of the hub decides, here as well as there. */
export function sharedCodes({ db, clock, events }: Pick<Station, 'db' | 'clock' | 'events'>): SharedCodes {
  let heard = readJsonSetting(db, HEARD, heardHub)
  let isStale = false
  const pause = new Timer(clock)
  const announce = (): void => {
    if (!isStale || pause.isSet()) return
    isStale = false
    events.ordersChanged(null)
    events.itemsChanged()
    pause.set(ANNOUNCED_EVERY_MS, announce)
  }
  return {
    begin({ name, created, last }) {
      const isSame = heard?.name === name && heard.created === created
      // A hub that was set back to an older copy counts again from there.
      if (heard !== null && isSame && heard.revision <= last) return heard.revision + 1
      heard = { name, created, round: (heard?.round ?? 0) + 1, revision: 0 }
      return 0
    },
    take(lessons, revision) {
      if (heard === null) return
      const now = { ...heard, revision }
      const changes = inTransaction(db, (tx) => {
        writeSetting(tx, HEARD, JSON.stringify(now))
        return lessons.filter(({ taught, ...meaning }) =>
          taught === null
            ? takeTakenBack(tx, meaning, now.round)
            : takeTaught(tx, { ...meaning, taughtAt: taught.at, taughtBy: taught.by }, now.round),
        ).length
      })
      heard = now
      isStale ||= changes > 0
      announce()
    },
    untold: (after) =>
      untoldCodes(db, heard?.round ?? 0, after, TOLD_TOGETHER).map(
        ({ taughtAt, taughtBy, ...meaning }): Lesson => ({
          ...meaning,
          taught: taughtAt === null ? null : { at: taughtAt, by: taughtBy },
        }),
      ),
    end: () => pause.cancel(),
  }
}
