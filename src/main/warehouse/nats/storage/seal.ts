import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'

/**
 * Sealed values at the hub: only stations of the same group write and read them, and each opens only where and when it
 * was written. A value that somebody recorded and stores again gets another sequence, and is foreign there.
 */

const VERSION = 2
const FIRST_VERSION = 1
const MARK = Buffer.from('PBH')
const HEAD_BYTES = MARK.length + 1
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const PROOF_CHARS = 22
const CIPHER = 'aes-256-gcm'
/** Below what a NATS server accepts in one message without being told otherwise, 1 MiB. */
export const MOST_BYTES = 1_000_000

/** Why a value means nothing here. `newer`, `older`: a station of the group with another version has written it. */
export type Ignored = 'foreign' | 'newer' | 'older' | 'unreadable' | 'oversized'
export type Opened = { ok: true; json: string } | { ok: false; problem: Exclude<Ignored, 'unreadable'> }

/** A group of stations at a hub: those with the same secret and the same marketplace. */
export type HubGroup = {
  /** Part of the names of its buckets. It says nothing of the secret. */
  name: string
  /** A key for this use alone. */
  keyFor(use: string): Buffer
}

/** Where and when a value is written: no two values of a group have the same. */
export type Position = {
  /** The bucket or stream. */
  use: string
  /** Which making of it: see `epochOf`. */
  epoch: string
  key: string
  /** As the hub counts all writes to the bucket or stream. */
  sequence: number
}

/** @param groupKey as `../../multicast/seal.ts` derives it from the token or the passphrase */
export function hubGroup(groupKey: Buffer): HubGroup {
  const derive = (use: string, bytes: number): Buffer =>
    Buffer.from(hkdfSync('sha256', groupKey, MARK, `packbench hub ${use}`, bytes))
  const keys = new Map<string, Buffer>()
  return {
    // Stations of all versions are one group, so that they notice one another.
    name: derive(`${FIRST_VERSION} name`, 6).toString('hex'),
    keyFor(use) {
      const known = keys.get(use) ?? derive(use, KEY_BYTES)
      keys.set(use, known)
      return known
    },
  }
}

/** The first version had one key for all: it names accounts, and tells values of that version from a stranger's. */
const FIRST_KEY = `${FIRST_VERSION} values`

/**
 * What belongs to one account at the hub: stations of two accounts of a marketplace may share a passphrase, and are one
 * group then. Stations with the same token are of the same account, which nothing else proves. It says nothing of the
 * token.
 */
export function accountAtHub(group: HubGroup, accessToken: string): string {
  return createHmac('sha256', group.keyFor(FIRST_KEY))
    .update(`packbench account ${accessToken}`)
    .digest('hex')
    .slice(0, 16)
}

/** A key that names something at the hub without saying it. */
export function hiddenAtHub(group: HubGroup, use: string, text: string): string {
  return createHmac('sha256', group.keyFor(`names of ${use}`))
    .update(text)
    .digest('hex')
    .slice(0, 32)
}

/** Proves what is not sealed, such as a note, as a station's of the group, at this position alone. */
export function proofAtHub(group: HubGroup, position: Position, text: string): string {
  return createHmac('sha256', group.keyFor(`proofs of ${position.use}`))
    .update(`${bytesOf(position)} ${text}`)
    .digest('base64url')
    .slice(0, PROOF_CHARS)
}

export function isProvenAtHub(group: HubGroup, position: Position, text: string, proof: string): boolean {
  const [given, right] = [Buffer.from(proof), Buffer.from(proofAtHub(group, position, text))]
  return given.length === right.length && timingSafeEqual(given, right)
}

/**
 * Seals a value for one position: moved elsewhere, or stored again later, it can no longer be opened.
 * @param version of what is in it; a test's newer station has another
 * @returns `null` for a value that is too long
 */
export function sealValue(
  group: HubGroup,
  position: Position,
  json: string,
  version = VERSION,
): Buffer | null {
  const head = Buffer.from([...MARK, version])
  // SECURITY: 96 random bits do not repeat among the values sealed with one key.
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv(CIPHER, keyOf(group, position), nonce)
  cipher.setAAD(Buffer.concat([head, Buffer.from(bytesOf(position))]))
  const body = [cipher.update(json, 'utf8'), cipher.final()]
  const sealed = Buffer.concat([head, nonce, ...body, cipher.getAuthTag()])
  return sealed.length > MOST_BYTES ? null : sealed
}

/** Never throws, whatever is there. */
export function openValue(group: HubGroup, position: Position, sealed: Uint8Array): Opened {
  if (sealed.length > MOST_BYTES) return { ok: false, problem: 'oversized' }
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length)
  const version = versionOf(bytes)
  if (version === null) return { ok: false, problem: 'foreign' }
  const isFirst = version === FIRST_VERSION
  const [key, place] = isFirst
    ? [group.keyFor(FIRST_KEY), `${position.use}/${position.key}`]
    : [keyOf(group, position), bytesOf(position)]
  const json = decrypted(key, place, bytes)
  if (json === null) return { ok: false, problem: 'foreign' }
  // SECURITY: the first version could be stored again by anybody, so it is never believed.
  if (version !== VERSION) return { ok: false, problem: version < VERSION ? 'older' : 'newer' }
  return { ok: true, json }
}

/** What a value says of its version, which anybody can write who has no key. */
export function saysVersion(sealed: Uint8Array): 'newer' | 'older' | null {
  const version = versionOf(sealed) ?? VERSION
  return version === VERSION ? null : version < VERSION ? 'older' : 'newer'
}

/** `null` for what is no sealed value. */
function versionOf(sealed: Uint8Array): number | null {
  const isOurs =
    sealed.length >= HEAD_BYTES + NONCE_BYTES + TAG_BYTES &&
    MARK.every((byte, index) => sealed[index] === byte)
  return isOurs ? (sealed[MARK.length] ?? null) : null
}

/** Later versions keep the key and what is bound to a value, so that each can tell the other's from a stranger's. */
function keyOf(group: HubGroup, { use }: Position): Buffer {
  return group.keyFor(`values of ${use}`)
}
function bytesOf({ use, epoch, key, sequence }: Position): string {
  return JSON.stringify([use, epoch, key, sequence])
}

function decrypted(key: Buffer, place: string, bytes: Buffer): string | null {
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(HEAD_BYTES, HEAD_BYTES + NONCE_BYTES))
  decipher.setAAD(Buffer.concat([bytes.subarray(0, HEAD_BYTES), Buffer.from(place)]))
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
  try {
    const body = decipher.update(bytes.subarray(HEAD_BYTES + NONCE_BYTES, -TAG_BYTES))
    return Buffer.concat([body, decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
