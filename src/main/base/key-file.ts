import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { readFileSync, renameSync } from 'node:fs'
import path from 'node:path'
import { writeDurably } from './durable-file'

/** Prefix of each sealed secret; never change it. */
const MAGIC = Buffer.from('PBK1')
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** True for bytes that a key file sealed, whichever key it held. */
export function isSealedByKeyFile(sealed: Buffer): boolean {
  return sealed.subarray(0, MAGIC.length).equals(MAGIC)
}

export type KeyFile = {
  seal(plain: Buffer): Buffer
  /** Throws when the bytes were sealed elsewhere or altered, or when the key cannot be read for now. */
  open(sealed: Buffer): Buffer
}

/** The key file exists but cannot be read now (permissions, a failing disk): values sealed with it must be kept. */
export class KeyFileUnreadable extends Error {
  override readonly name = 'KeyFileUnreadable'
}

/**
 * Seals with AES-256-GCM using `secret.key` in the data folder, created on first use. Call it only while holding the
 * data folder's lock. A damaged key file is set aside, because it can neither seal nor open.
 * SECURITY: this protects copies and backups of the database; it does not protect against the same user reading the
 * data folder.
 * @param log gets one line when the key file is damaged
 */
export function openKeyFile(
  dataDir: string,
  log: (line: string) => void = (line) => console.error(line),
): KeyFile {
  let known: Buffer | null = null
  // Read and created synchronously, so that two users of the file in one process never create two keys.
  const key = (): Buffer => (known ??= readOrCreateKey(path.join(dataDir, 'secret.key'), log))
  return {
    seal(plain) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key(), iv).setAAD(MAGIC)
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([MAGIC, iv, cipher.getAuthTag(), body])
    },
    open(sealed) {
      if (!isSealedByKeyFile(sealed)) throw new Error('the secret was sealed by another kind of store')
      const tagStart = MAGIC.length + IV_BYTES
      const bodyStart = tagStart + TAG_BYTES
      const iv = sealed.subarray(MAGIC.length, tagStart)
      const decipher = createDecipheriv('aes-256-gcm', key(), iv, { authTagLength: TAG_BYTES })
        .setAAD(MAGIC)
        .setAuthTag(sealed.subarray(tagStart, bodyStart))
      return Buffer.concat([decipher.update(sealed.subarray(bodyStart)), decipher.final()])
    },
  }
}

function readOrCreateKey(file: string, log: (line: string) => void): Buffer {
  const stored = readKey(file)
  if (stored === null) return createKey(file)
  if (stored.length === KEY_BYTES) return stored
  renameSync(file, `${file}.damaged`)
  log(
    `The key file ${file} was damaged and moved aside: buyers’ addresses are read again from the marketplace, ` +
      'and the access token, operators and the stations’ passphrase must be entered again. No operation is lost.',
  )
  return createKey(file)
}

function readKey(file: string): Buffer | null {
  try {
    return readFileSync(file)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    const why = error instanceof Error ? error.message : String(error)
    throw new KeyFileUnreadable(`the key file ${file} cannot be read: ${why}`, { cause: error })
  }
}

function createKey(file: string): Buffer {
  const key = randomBytes(KEY_BYTES)
  writeDurably(file, key)
  return key
}
