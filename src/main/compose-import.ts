import type { Account } from './compose-account'
import { fileSealOf } from './compose-accounts'
import { whoWorksHere } from './usecases/capture'
import { importOps } from './usecases/import-ops'

/** Every op of a file leaves an entry of its own: who brought it in, whose it is said to be, and what it asks for. */
export function importWithEvidence(account: Account, content: string): { imported: number; known: number } {
  const operator = whoWorksHere(account)
  const [owner, keys] = fileSealOf(account)
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
