import type { EvidenceLog } from '../../store/evidence/log'
import { whoWorksHere } from '../station/capture'
import { importOps } from './import-ops'
import type { FileKeys, OpsOwner } from './ops-file'
import type { Station } from '../station/station'

/** Records one entry for each op of the file: who imported it, whose name it carries, and what it requests. */
export function importWithEvidence(
  account: Station & { evidence: EvidenceLog },
  [owner, keys]: [owner: OpsOwner, keys: FileKeys],
  content: string,
): { imported: number; known: number } {
  const operator = whoWorksHere(account)
  return importOps(account, owner, keys, content, (op) => {
    const {
      opUid,
      kind: opKind,
      orderId,
      itemKey,
      shipmentUid: shipmentId,
      capturedAt,
      capturedBy,
      body,
    } = op
    account.evidence.append({
      kind: 'import',
      operator,
      payload: { opUid, opKind, orderId, itemKey, shipmentId, capturedAt, fromFile: capturedBy, asked: body },
    })
  })
}
