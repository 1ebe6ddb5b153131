import type { Db, Tx } from '../store/db/database'
import { raiseNotice, type NewNotice } from '../store/tables/notices'

export type RaiseDeps = {
  db: Db
  /** Called when a notice was raised; the transaction that raised it is not over yet. */
  onNotice: () => void
}

/** Raises a notice unless it was raised before. */
export function raise(tx: Tx, { onNotice }: Pick<RaiseDeps, 'onNotice'>, notice: NewNotice): void {
  if (raiseNotice(tx, notice)) onNotice()
}
