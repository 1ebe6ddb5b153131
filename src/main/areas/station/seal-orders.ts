import { emptyLog } from '../../store/db/database'
import { isSealingAgain, sealAgain } from '../../store/recovery/seal-again'
import { createDaily, type Daily, type DailyEnd } from './daily'
import type { Station } from './station'

export type SealingDeps = Pick<Station, 'db' | 'seal' | 'clock'> & {
  onFault: (error: unknown) => void
  /** Orders sealed per part. Default 50: a few milliseconds, so that no scan waits for it. */
  batch?: number
}

/**
 * Seals orders that an earlier version stored unencrypted, part by part; needed once, at this version's first start.
 */
export function createSealing(deps: SealingDeps): Daily {
  return createDaily(deps.clock, () => sealAll(deps), deps.onFault)
}

function* sealAll({ db, seal, batch = 50 }: SealingDeps): Generator<void, DailyEnd> {
  if (!isSealingAgain(db)) return
  if (!seal.hasKey()) return 'try_again'
  while (sealAgain(db, seal, batch)) yield
  // SECURITY: the write-ahead log still holds the unencrypted pages.
  emptyLog(db)
}
