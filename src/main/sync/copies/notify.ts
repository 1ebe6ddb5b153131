import type { Db, Tx } from '../../store/db/database'
import { raiseNotice, type NewNotice } from '../../store/tables/notices'

export type NotifyDeps = {
  db: Db
  /** Called when a notice was raised; the transaction that raised it is not over yet. */
  onNotice: () => void
}

/** Raises a notice unless it was raised before. */
export function notify(tx: Tx, { onNotice }: Pick<NotifyDeps, 'onNotice'>, notice: NewNotice): void {
  if (raiseNotice(tx, notice)) onNotice()
}
