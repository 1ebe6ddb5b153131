import type { TestStation } from '../support/open-account'
import { Died } from './watched-client'

/** An unexpected fault is a defect, except in a dead station. */
export function refuseFaults({ faults, db }: TestStation): void {
  const foreseen = (fault: unknown): boolean =>
    fault instanceof Died ||
    (!db.open && /connection is not open/.test(String(fault))) ||
    // Only a schedule fills the disk.
    (fault instanceof Error && 'code' in fault && ['SQLITE_FULL', 'disk_full'].includes(String(fault.code)))
  const unforeseen = faults.filter((fault) => !foreseen(fault))
  if (unforeseen.length > 0) throw new Error(`the engine met a fault: ${describe(unforeseen[0])}`)
}

function describe(fault: unknown): string {
  return fault instanceof Error ? (fault.stack ?? fault.message) : String(fault)
}
