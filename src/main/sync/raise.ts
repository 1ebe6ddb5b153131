import type { Database } from '../store/db/database'
import { raiseNotice, type NewNotice } from '../store/tables/notices'

export type RaiseDeps = {
  db: Database
  /** A notice was raised; the transaction that raised it is not over yet. */
  onNotice: () => void
}

/** Raises a notice unless it was raised before; call it inside the transaction that has the reason. */
export function raise({ db, onNotice }: RaiseDeps, notice: NewNotice): void {
  if (raiseNotice(db, notice)) onNotice()
}
