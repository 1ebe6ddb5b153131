import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'

/** Sealed values at the hub: only stations of the same group write and read them. */

const VERSION = 1
const MARK = Buffer.from('PBH')
const HEAD_BYTES = MARK.length + 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const CIPHER = 'aes-256-gcm'
/** Below what a NATS server accepts in one message without being told otherwise, 1 MiB. */
export const MOST_BYTES = 1_000_000

/** Why a value means nothing here. */
export type Ignored = 'foreign' | 'newer' | 'unreadable' | 'oversized'
export type Opened = { ok: true; json: string } | { ok: false; problem: Exclude<Ignored, 'unreadable'> }

/** A group of stations at a hub: those with the same secret and the same marketplace. */
export type HubGroup = {
  /** Part of the names of its buckets. It says nothing of the secret. */
  name: string
  key: Buffer
}

/** @param groupKey as `../neighbors/seal.ts` derives it from the token or the passphrase */
export function hubGroup(groupKey: Buffer): HubGroup {
  const derive = (use: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', groupKey, MARK, `packbench hub ${VERSION} ${use}`, bytes))
  return { name: derive('name', 6).toString('hex'), key: derive('values', KEY_BYTES) }
}

/**
 * What belongs to one account at the hub: stations of two accounts of a marketplace may share a passphrase, and are one
 * group then. Stations with the same token are of the same account, which nothing else proves. It says nothing of the
 * token.
 */
export function accountAtHub(group: HubGroup, accessToken: string): string {
  return createHmac('sha256', group.key).update(`packbench account ${accessToken}`).digest('hex').slice(0, 16)
}

/** A key that names something at the hub without saying it. */
export function hiddenAtHub(group: HubGroup, text: string): string {
  return createHmac('sha256', group.key).update(`packbench hidden ${text}`).digest('hex').slice(0, 32)
}

/**
 * Seals a value for one place.
 * @param place its bucket and key: moved elsewhere, it can no longer be opened
 * @returns `null` for a value that is too long
 */
export function sealValue(key: Buffer, place: string, json: string): Buffer | null {
  const head = Buffer.from([...MARK, VERSION])
  // SECURITY: 96 random bits do not repeat among the values sealed with one key.
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, key, nonce)
  cipher.setAAD(Buffer.concat([head, Buffer.from(place)]))
  const body = [cipher.update(json, 'utf8'), cipher.final()]
  const sealed = Buffer.concat([head, nonce, ...body, cipher.getAuthTag()])
  return sealed.length > MOST_BYTES ? null : sealed
}

/** Never throws, whatever is there. */
export function openValue(key: Buffer, place: string, sealed: Uint8Array): Opened {
  if (sealed.length > MOST_BYTES) return { ok: false, problem: 'oversized' }
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length)
  const isOurs =
    bytes.length >= HEAD_BYTES + NONCE_BYTES + TAG_BYTES && bytes.subarray(0, MARK.length).equals(MARK)
  if (!isOurs) return { ok: false, problem: 'foreign' }
  if (bytes[MARK.length] !== VERSION) return { ok: false, problem: 'newer' }
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES))
  decipher.setAAD(Buffer.concat([bytes.subarray(0, HEAD_BYTES), Buffer.from(place)]))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const body = decipher.update(bytes.subarray(HEAD_BYTES + NONCE_BYTES, -TAG_BYTES))
    return { ok: true, json: Buffer.concat([body, decipher.final()]).toString('utf8') }
  } catch {
    return { ok: false, problem: 'foreign' }
  }
}
