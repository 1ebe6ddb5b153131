import { randomBytes } from 'node:crypto'
import { fingerprint } from './connection'
import type { SecretStore } from './hosts/host'
import { BUYER_KEY_BYTES } from './store/buyer-seal'
import { inTransaction, type Database } from './store/database'
import { readSecret, readSetting, writeSecret, writeSetting } from './store/settings'

/** What an account keeps sealed: the key of the buyers' data, and the token. */

/**
 * The key of the buyers' data. A key that cannot be opened (another PC, a lost keychain) is replaced: that loses the
 * sealed columns until the next import, and never any queued work.
 */
export async function buyerKey(db: Database, secrets: SecretStore): Promise<Buffer> {
  const sealed = readSecret(db, 'buyer-key')
  if (sealed !== null)
    try {
      return await secrets.open(sealed)
    } catch {
      console.error(
        'The key of the buyers’ data cannot be opened; addresses are read again from the marketplace.',
      )
      // A new first import brings them back; a round that was under way would only bring changes.
      inTransaction(db, () => {
        writeSetting(db, 'pull.cursor', null)
        writeSetting(db, 'pull.round', null)
      })
    }
  const key = randomBytes(BUYER_KEY_BYTES)
  writeSecret(db, 'buyer-key', await secrets.seal(key))
  return key
}

/** The environment's token, unless a person replaced that very token here. */
export async function startingToken(
  db: Database,
  secrets: SecretStore,
  provisioned: string | null,
): Promise<string | null> {
  const replaces = readSetting(db, 'token.replaces')
  const replacedHere = provisioned === null || replaces === fingerprint(provisioned)
  const sealed = replacedHere ? readSecret(db, 'access-token') : null
  if (sealed === null) return provisioned
  try {
    return (await secrets.open(sealed)).toString('utf8')
  } catch {
    console.error('The saved access token cannot be opened on this PC; it is asked for again.')
    return provisioned
  }
}
