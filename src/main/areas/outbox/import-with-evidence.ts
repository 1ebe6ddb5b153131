import type { EvidenceLog } from '../../store/evidence/log'
import { whoWorksHere } from '../station/capture'
import type { SalvagedOp } from '../../store/recovery/salvaged-op'
import { importOps, takeOps } from './import-ops'
import type { FileKeys, OpsOwner } from './ops-file'
import type { Station } from '../station/station'

/** Records one entry for each op of the file: who imported it, whose name it carries, and what it requests. */
export function importWithEvidence(
  account: Station & { evidence: EvidenceLog },
  [owner, keys]: [owner: OpsOwner, keys: FileKeys],
  content: string,
): { imported: number; known: number } {
  return importOps(account, owner, keys, content, recordTaken(account))
}

/** The same for ops that another station left at the hub. */
export function adoptWithEvidence(
  account: Station & { evidence: EvidenceLog },
  ops: readonly SalvagedOp[],
): { imported: number; known: number } {
  // What names the account at the hub is made of its token.
  return takeOps(account, ops, { provenBy: 'token', notice: 'ops_imported', onTaken: recordTaken(account) })
}

/** The same for ops of this station that its own data lacks, because it is of an earlier time. */
export function takeBackWithEvidence(
  account: Station & { evidence: EvidenceLog },
  ops: readonly SalvagedOp[],
): { imported: number; known: number } {
  return takeOps(account, ops, { provenBy: 'token', notice: 'ops_returned', onTaken: recordTaken(account) })
}

/** Records an op that was taken in. */
export function recordTaken(account: Station & { evidence: EvidenceLog }): (op: SalvagedOp) => void {
  const operator = whoWorksHere(account)
  return ({
    opUid,
    kind: opKind,
    orderId,
    itemKey,
    shipmentUid: shipmentId,
    capturedAt,
    capturedBy,
    body,
  }) => {
    account.evidence.append({
      kind: 'import',
      operator,
      payload: { opUid, opKind, orderId, itemKey, shipmentId, capturedAt, fromFile: capturedBy, asked: body },
    })
  }
}
