import { StationError } from '../../base/station-error'
import { isSending } from '../../store/views/outbox-list'
import type { Parts } from '../parts'

/** The window's own request is answered before the program ends. */
const ANSWERED_MS = 100

/**
 * Backs the account up, then installs the version that is ready. Nothing that was confirmed can be lost, because it is
 * on disk; but a packer would lose an open order's scans, and an operation being sent its answer.
 * @throws StationError `no_update`, `bench_in_use`, `sending_now`, `backup_unusable`, `disk_full`
 */
export async function installUpdate(
  parts: Pick<Parts, 'account' | 'warehouse' | 'host' | 'clock' | 'updates'>,
): Promise<{ version: string }> {
  const { version } = parts.updates.view()
  if (version === null) throw new StationError('no_update', 'no newer version is ready')
  refuseWhileBusy(parts)
  await parts.account().backups.make()
  // The backup took a moment.
  refuseWhileBusy(parts)
  parts.clock.after(ANSWERED_MS, () => parts.host.updater?.install())
  return { version }
}

function refuseWhileBusy({ account, warehouse }: Pick<Parts, 'account' | 'warehouse'>): void {
  if (warehouse.onBench() !== null)
    throw new StationError('bench_in_use', `order ${warehouse.onBench()} is on the bench`)
  if (isSending(account().db)) throw new StationError('sending_now', 'an operation is being sent')
}
