import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AccountProblem, AccountRow } from '../../../shared/contract/accounts'
import { isNoRoom } from '../../base/no-room'
import type { Db } from '../../store/db/database'
import { isCorrupt } from '../../store/db/damage'
import { otherVersion } from '../../store/db/open'
import { openForReading } from '../../store/recovery/open-station'
import { countNotices } from '../../store/tables/notices'
import { countOpen, oldestOpenAt } from '../../store/views/outbox-list'

/** What an account's database says to somebody who works with another one. */
export type AccountSummary = Pick<AccountRow, 'open' | 'openSince'> & { problem: AccountProblem | null }

const NOTHING_KNOWN = { open: null, openSince: null }

/** The summary of an account that is open in this process. */
export function summaryOf(db: Db): AccountSummary {
  const open = { ...countOpen(db), alarms: countNotices(db) }
  return { open, openSince: oldestOpenAt(db), problem: null }
}

/** The summary of an account whose database nobody has open; the file is left as it is. */
export function summaryOfClosed(dir: string): AccountSummary {
  const file = join(dir, 'station.sqlite')
  if (!existsSync(file)) return { ...NOTHING_KNOWN, problem: 'missing' }
  try {
    return read(file, false)
  } catch (error) {
    if (isCorrupt(error)) return { ...NOTHING_KNOWN, problem: 'damaged' }
    if (isNoRoom(error)) return readWithoutRoom(file)
    console.error(`${file}: what is open in it cannot be counted: ${String(error)}`)
    return { ...NOTHING_KNOWN, problem: null }
  }
}

function readWithoutRoom(file: string): AccountSummary {
  try {
    return read(file, true)
  } catch (error) {
    return { ...NOTHING_KNOWN, problem: isCorrupt(error) ? 'damaged' : null }
  }
}

function read(file: string, noRoom: boolean): AccountSummary {
  const db = openForReading(file, noRoom)
  if (db === null) return { ...NOTHING_KNOWN, problem: 'unreadable' }
  try {
    const other = otherVersion(db)
    return other === null ? summaryOf(db) : { ...NOTHING_KNOWN, problem: other }
  } finally {
    db.close()
  }
}
