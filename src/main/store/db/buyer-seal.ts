import { createCipheriv, createDecipheriv, createSecretKey, randomBytes, type KeyObject } from 'node:crypto'

/**
 * Encrypts buyers' personal data, one order's at a time (AES-256-GCM: 12-byte nonce, 16-byte tag, text). The order
 * number is authenticated with it, so that nobody can show one buyer's data with another's order.
 */
export type BuyerSeal = {
  /** `null` while there is no key: sealed data then stays as it is. */
  seal(orderId: number, value: unknown): Buffer | null
  /** The value, or `null` when it cannot be opened: no key for now, another key, another order's, or tampered with. */
  open(orderId: number, sealed: Buffer): unknown
  hasKey(): boolean
}

export const BUYER_KEY_BYTES = 32
const NONCE_BYTES = 12
const TAG_BYTES = 16

/** @param key 32 random bytes; `null` while the secret store does not answer */
export function createBuyerSeal(key: () => Buffer | null): BuyerSeal {
  const readyKey = keptReady(key)
  return {
    hasKey: () => key() !== null,
    seal(orderId, value) {
      const known = readyKey()
      if (known === null) return null
      const nonce = randomBytes(NONCE_BYTES)
      const cipher = createCipheriv('aes-256-gcm', known, nonce).setAAD(placeOf(orderId))
      const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return Buffer.concat([nonce, cipher.getAuthTag(), text])
    },
    open(orderId, sealed) {
      const known = readyKey()
      return known === null ? null : openAt(known, sealed, placeOf(orderId))
    },
  }
}

/** Made once for each key: from bare bytes, Node would make it for every order, which takes longer than sealing one. */
function keptReady(key: () => Buffer | null): () => KeyObject | null {
  let made: { bytes: Buffer; key: KeyObject } | null = null
  return () => {
    const bytes = key()
    if (bytes === null) made = null
    else if (made?.bytes !== bytes) made = { bytes, key: createSecretKey(bytes) }
    return made?.key ?? null
  }
}

/** Stored as part of each seal; never change. */
function placeOf(orderId: number): Buffer {
  return Buffer.from(`orders.buyer:${orderId}`, 'utf8')
}

function openAt(key: KeyObject, sealed: Buffer, place: Buffer): unknown {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(place)
    decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
    const text = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()])
    return JSON.parse(text.toString('utf8')) as unknown
  } catch {
    return null
  }
}
