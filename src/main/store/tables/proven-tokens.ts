import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Db, Tx } from '../db/database'
import { readJsonSetting, writeSetting } from './settings'

/**
 * How a token was proven for this database: it was the first one of an empty database, the marketplace showed known
 * orders or items with it, or a supervisor said so. Stored; never rename.
 */
export type ProvenHow = 'first' | 'shown' | 'person'

/** Stored; never rename. SECURITY: fingerprints only, so that a copy of the file reveals no token. */
const saved = z.object({
  salt: z.string(),
  tokens: z.array(
    z.object({ fingerprint: z.string(), how: z.enum(['first', 'shown', 'person']), at: z.string() }),
  ),
})
const KEY = 'tokens.proven'

/** Whether the token was proven to belong to the account of this database (I14). */
export function isProvenToken(db: Db, accessToken: string): boolean {
  const known = read(db)
  if (known === null) return false
  const asked = fingerprintOf(known.salt, accessToken)
  return known.tokens.some(({ fingerprint }) => sameHex(fingerprint, asked))
}

/** Records that the token belongs to the account of this database. */
export function noteProvenToken(tx: Tx, accessToken: string, how: ProvenHow, at: string): void {
  if (isProvenToken(tx, accessToken)) return
  const { salt, tokens } = read(tx) ?? { salt: randomBytes(32).toString('hex'), tokens: [] }
  const token = { fingerprint: fingerprintOf(salt, accessToken), how, at }
  writeSetting(tx, KEY, JSON.stringify({ salt, tokens: [...tokens, token] }))
}

function read(db: Db): z.infer<typeof saved> | null {
  // A record that cannot be read proves nothing.
  return readJsonSetting(db, KEY, saved)
}

function fingerprintOf(salt: string, accessToken: string): string {
  return createHmac('sha256', Buffer.from(salt, 'hex')).update(accessToken).digest('hex')
}

function sameHex(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one, 'hex'), Buffer.from(other, 'hex')]
  return a.length === b.length && a.length > 0 && timingSafeEqual(a, b)
}
