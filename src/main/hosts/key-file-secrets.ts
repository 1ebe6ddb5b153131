import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { open, readFile, rename } from 'node:fs/promises'
import path from 'node:path'
import type { SecretStore } from './host'

/** Stored in front of each sealed secret; never change. */
const MAGIC = Buffer.from('PBK1')
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** True for bytes that a key-file store sealed, whichever key it used. */
export function isSealedByKeyFile(sealed: Buffer): boolean {
  return sealed.subarray(0, MAGIC.length).equals(MAGIC)
}

/**
 * Seals with AES-256-GCM under a key file in the data folder, created when first needed. Call it only while
 * holding the data folder's lock.
 * SECURITY: this keeps secrets out of database copies and backups; it does not protect from who can read the
 * data folder as the same user.
 */
export function createKeyFileSecrets(dataDir: string): SecretStore {
  let key: Promise<Buffer> | null = null
  const getKey = () => (key ??= readOrCreateKey(path.join(dataDir, 'secret.key')))
  return {
    async seal(plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', await getKey(), iv).setAAD(MAGIC)
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([MAGIC, iv, cipher.getAuthTag(), body])
    },
    async open(sealed) {
      if (!isSealedByKeyFile(sealed)) throw new Error('the secret was sealed by another kind of store')
      const tagStart = MAGIC.length + IV_BYTES
      const bodyStart = tagStart + TAG_BYTES
      const iv = sealed.subarray(MAGIC.length, tagStart)
      const decipher = createDecipheriv('aes-256-gcm', await getKey(), iv, { authTagLength: TAG_BYTES })
        .setAAD(MAGIC)
        .setAuthTag(sealed.subarray(tagStart, bodyStart))
      return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()])
    },
  }
}

async function readOrCreateKey(file: string): Promise<Buffer> {
  try {
    const key = await readFile(file)
    if (key.length !== KEY_BYTES) throw new Error(`the key file ${file} is damaged`)
    return key
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    return createKey(file)
  }
}

/** Renamed into place, so that a crash leaves no half-written key behind. */
async function createKey(file: string): Promise<Buffer> {
  const key = randomBytes(KEY_BYTES)
  const draft = `${file}.new`
  // SECURITY: readable by this user only (on Windows the profile folder's own rights say so).
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.chmod(0o600)
    await handle.writeFile(key)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
  return key
}
