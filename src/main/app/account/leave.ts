import type { ExportedOps } from '../../../shared/contract/views'
import { moveOpsToFile } from '../../areas/outbox/export-ops'
import { importOps } from '../../areas/outbox/import-ops'
import type { FileKeys, OpsOwner } from '../../areas/outbox/ops-file'
import { StationError } from '../../base/station-error'
import { stopSending } from '../../sync/outbox/engine'
import { countOpen } from '../../store/views/outbox-list'
import { normalizeBaseUrl } from '../../base/base-url'
import type { Account, AccountDeps } from './open'

/** The account that files of open operations name. */
function ownerOf({ mode, baseUrl }: Account): OpsOwner {
  return { mode, baseUrl: normalizeBaseUrl(baseUrl) }
}

/** The owner that files of open operations name, and the keys that prove it. */
export function fileSealOf(account: Account): [owner: OpsOwner, keys: FileKeys] {
  const owner = ownerOf(account)
  return [owner, account.fileKeys(owner)]
}

/** Open ops of a live account; those of training are only practice. */
export function openOpsOf({ db, mode }: Account): number {
  if (mode !== 'live' || !db.open) return 0
  const { waiting, held } = countOpen(db)
  return waiting + held
}

/**
 * Writes open operations to a file so that the account may be left; without `exportOps`, open operations are a reason
 * to stay.
 * @throws StationError `ops_open`
 */
export async function leaveAccount(
  deps: AccountDeps,
  account: Account,
  exportOps: boolean,
): Promise<ExportedOps | null> {
  refuseOpenOps(account, exportOps)
  if (exportOps) await stopSending(deps, account)
  try {
    return letGo(account, exportOps)
  } catch (error) {
    account.engine.start()
    throw error
  }
}

/** No account may be left with open operations that nobody knows of. */
export function refuseOpenOps(account: Account, exportOps: boolean): void {
  if (!exportOps && openOpsOf(account) > 0) throw opsOpen()
}

export function opsOpen(): StationError {
  return new StationError('ops_open', 'some operations are still open')
}

/** Moves open operations to a file, or refuses to leave. */
export function letGo(account: Account, exportOps: boolean): ExportedOps | null {
  if (openOpsOf(account) === 0) return null
  refuseOpenOps(account, exportOps)
  const exported = moveOpsToFile(account, ...fileSealOf(account))
  console.log(`Open operations were written to ${exported.path}`)
  return exported
}

/** Takes the exported operations back in if `step` fails. */
export function keepOrTakeBack(account: Account, exported: ExportedOps | null, step: () => void): void {
  try {
    step()
  } catch (error) {
    if (exported !== null) importOps(account, ...fileSealOf(account), exported.content)
    throw error
  }
}
