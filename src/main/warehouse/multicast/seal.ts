import { createCipheriv, createDecipheriv, hkdfSync, randomBytes, scryptSync } from 'node:crypto'
import { MOST_BYTES } from './message'

/** Sealed messages: only stations of the same group write and read them. */

/** `version`: of the message format; newer formats are for newer stations only. */
const MARK = Buffer.from('PBN')
const VERSION = 2
/** Its number is part of the group's key, which stays the same whatever the version of messages. */
const FIRST_VERSION = 1
const HEAD_BYTES = MARK.length + 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const CIPHER = 'aes-256-gcm'

export type Opened = { ok: true; json: string } | { ok: false; problem: 'foreign' | 'newer' | 'older' }

/** Stations trust each other by a shared secret: the account's token, or a passphrase set at each of them. */
export type GroupSecret = { accessToken: string } | { passphrase: string }

/**
 * The group's key. Order numbers are unique only within a marketplace, so its address is part of the key.
 * @param baseUrl as `normalizeBaseUrl` returns it
 */
export function groupKey(secret: GroupSecret, baseUrl: string): Buffer {
  const info = `packbench stations ${FIRST_VERSION} ${baseUrl}`
  // SECURITY: recorded messages let an attacker try passphrases offline, so each try must be expensive.
  const material =
    'passphrase' in secret
      ? scryptSync(secret.passphrase, info, KEY_BYTES, { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 })
      : secret.accessToken
  return Buffer.from(hkdfSync('sha256', material, MARK, info, KEY_BYTES))
}

/** The group's key is for deriving others alone. Later versions keep this one, so that each knows the other's messages. */
function messageKey(key: Buffer): Buffer {
  return Buffer.from(hkdfSync('sha256', key, MARK, 'packbench messages', KEY_BYTES))
}

/**
 * @param version of what is in it; a test's newer station has another
 * @returns `null` for a message too long for one datagram
 */
export function sealMessage(key: Buffer, json: string, version = VERSION): Buffer | null {
  const head = Buffer.from([...MARK, version])
  // SECURITY: 96 random bits do not repeat among the messages sent with one key.
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, version === FIRST_VERSION ? key : messageKey(key), nonce)
  cipher.setAAD(head)
  const sealed = Buffer.concat([
    head,
    nonce,
    cipher.update(json, 'utf8'),
    cipher.final(),
    cipher.getAuthTag(),
  ])
  return sealed.length > MOST_BYTES ? null : sealed
}

/** Never throws, whatever arrives. */
export function openMessage(key: Buffer, sealed: Buffer): Opened {
  const shortest = HEAD_BYTES + NONCE_BYTES + TAG_BYTES
  if (sealed.length < shortest || sealed.length > MOST_BYTES || !sealed.subarray(0, MARK.length).equals(MARK))
    return { ok: false, problem: 'foreign' }
  const version = sealed.readUInt8(MARK.length)
  const opener = version === FIRST_VERSION ? key : messageKey(key)
  const decipher = createDecipheriv(CIPHER, opener, sealed.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES))
  decipher.setAAD(sealed.subarray(0, HEAD_BYTES))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const body = decipher.update(sealed.subarray(HEAD_BYTES + NONCE_BYTES, -TAG_BYTES))
    const json = Buffer.concat([body, decipher.final()]).toString('utf8')
    // SECURITY: only a station of the group can say that another version is at work.
    if (version !== VERSION) return { ok: false, problem: version < VERSION ? 'older' : 'newer' }
    return { ok: true, json }
  } catch {
    return { ok: false, problem: 'foreign' }
  }
}
