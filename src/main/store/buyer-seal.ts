import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** Encrypts buyers' personal data, one column value at a time (AES-256-GCM: 12-byte nonce, 16-byte tag, text). */
export type BuyerSeal = {
  seal(value: unknown): Buffer
  /** The value, or `null` when it cannot be opened: another key, or tampered with. */
  open(sealed: Buffer): unknown
}

export const BUYER_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param key 32 random bytes */
export function createBuyerSeal(key: Buffer): BuyerSeal {
  return {
    seal(value) {
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, nonce)
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open(sealed) {
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
          authTagLength: TAG_BYTES,
        })
        decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
        const text = Buffer.concat([
          decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)),
          decipher.final(),
        ])
        return JSON.parse(text.toString('utf8')) as unknown
      } catch {
        return null
      }
    },
  }
}
