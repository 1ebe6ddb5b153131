import { hkdfSync } from 'node:crypto'
import { groupKey } from '../../warehouse/multicast/seal'
import type { FileKeys, OpsOwner } from '../../areas/outbox/ops-file'

/** What the keys for files of open operations are derived from. */
export type FileSecrets = {
  /** A key that this station keeps for the account, independent of its token. */
  own: Buffer
  accessToken: string | null
  passphrase: string | null
}

const KEY_BYTES = 32

/**
 * The keys that prove who wrote a file of open operations; derived like the neighbors' keys, but never equal to them.
 */
export function deriveFileKeys({ own, accessToken, passphrase }: FileSecrets, owner: OpsOwner): FileKeys {
  // Training serves itself at an address that changes with every start.
  const address = owner.mode === 'training' ? 'training' : owner.baseUrl
  const derive = (material: Buffer): Buffer =>
    Buffer.from(
      hkdfSync('sha256', material, 'packbench', `packbench operation files 1 ${address}`, KEY_BYTES),
    )
  return {
    own: derive(own),
    token: accessToken === null ? null : derive(groupKey({ accessToken }, address)),
    passphrase: passphrase === null ? null : derive(groupKey({ passphrase }, address)),
  }
}
