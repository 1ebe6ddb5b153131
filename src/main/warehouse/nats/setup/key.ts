import {
  createHash,
  createPrivateKey,
  createPublicKey,
  sign as signBytes,
  verify,
  type KeyObject,
} from 'node:crypto'

/**
 * The key pair that signs the setup, made once by IT. `scripts/hub.mjs` reads this file as it is, so it imports nothing
 * of ours.
 */
export type SetupKey = {
  /** The public half: the line of base64 that `openssl pkey -pubout` writes. */
  id: string
  /** Signs with the private half; `null` where this station has the public one alone. */
  signs: ((text: string) => string) | null
}

/** An Ed25519 public key in DER has this beginning and 32 bytes. */
const PUBLIC_LINE = /^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/

/** @param text the public half in one line, or the contents of a PEM file; `null` for anything else */
export function readSetupKey(text: string): SetupKey | null {
  const given = text.trim()
  if (PUBLIC_LINE.test(given)) return { id: Buffer.from(given, 'base64').toString('base64'), signs: null }
  const secret = parsed(() => createPrivateKey(given))
  if (secret !== null)
    return {
      id: idOf(createPublicKey(secret)),
      signs: (content) => signBytes(null, Buffer.from(content), secret).toString('base64'),
    }
  const open = parsed(() => createPublicKey(given))
  return open && { id: idOf(open), signs: null }
}

/** Whether the private half has signed these exact characters. Never throws, whatever is there. */
export function isSignedBy(id: string, text: string, signature: string): boolean {
  if (!PUBLIC_LINE.test(id)) return false
  const key = parsed(() => createPublicKey({ key: Buffer.from(id, 'base64'), format: 'der', type: 'spki' }))
  return key !== null && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64'))
}

const [CONSONANTS, VOWELS] = ['bdfghjklmnprstvz', 'aiou']
/** 80 bits: nobody finds another key with the same words. */
const WORDS = 5

/** A public key as words that two people can compare: sixteen bits of its SHA-256 in each. */
export function wordsOfKey(id: string): string {
  const hash = createHash('sha256').update(id).digest()
  const word = (bits: number): string =>
    `${CONSONANTS[bits >> 12]}${VOWELS[(bits >> 10) & 3]}${CONSONANTS[(bits >> 6) & 15]}${VOWELS[(bits >> 4) & 3]}${CONSONANTS[bits & 15]}`
  return Array.from({ length: WORDS }, (_none, index) => word(hash.readUInt16BE(2 * index))).join(' ')
}

function parsed(read: () => KeyObject): KeyObject | null {
  try {
    const key = read()
    return key.asymmetricKeyType === 'ed25519' ? key : null
  } catch {
    return null
  }
}

function idOf(key: KeyObject): string {
  return key.export({ type: 'spki', format: 'der' }).toString('base64')
}
