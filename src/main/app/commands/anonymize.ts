import { existsSync } from 'node:fs'
import { deleteBuyerOf } from '../../areas/orders/delete-buyer'
import { closeArchive } from '../../store/archive/months'
import { closeDatabase } from '../../store/db/open'
import { nextAccount } from './accounts'
import { nothingHere } from './back-up'
import type { CommandDeps } from './deps'
import { openAsAtTheStart, recordIn } from './open-data'

/**
 * Deletes the buyer's personal data of one order of the account that the next start opens. Call it while the data folder
 * is locked.
 * @throws StationError `order_not_found`, `buyer_needed`, `disk_full`; nothing is changed then
 */
export function anonymize(orderId: number, deps: CommandDeps): void {
  const { options, clock, say } = deps
  const account = nextAccount(options)
  if (!existsSync(account.file)) throw nothingHere(options.dataDir)
  const db = openAsAtTheStart(account, deps)
  try {
    deleteBuyerOf({ db, clock }, orderId)
    recordIn(db, deps, { kind: 'buyer_deleted', payload: { orderId, how: 'command_line' } })
    say(
      `Deleted the buyer's data of order ${orderId} from ${account.dir}. Copies of the database hold it, sealed, until ` +
        'they are rotated out.',
    )
  } finally {
    closeArchive(db)
    closeDatabase(db)
  }
}
