import { z } from 'zod'
import type { SetupRefusal } from '../../../../shared/contract/setup'
import { isSignedBy, type SetupKey } from './key'

/**
 * The warehouse's setup. One document, because an operator is worth nothing without the rule that asks for a sign-in,
 * and because one revision then decides between two supervisors. Stored at the hub and on each PC; never rename.
 * Newer versions may add fields; another format is not read.
 */
export const setupDocument = z.looseObject({
  format: z.literal(1),
  id: z.uuid(),
  version: z.int().positive(),
  /** The name at the hub of the group that it is for. What was never signed may be without. */
  group: z.string().optional(),
  /** ISO 8601 UTC by the clock of the PC that published it; only shown. */
  at: z.iso.datetime(),
  station: z.string().max(200),
  by: z.string().max(300),
  /** By section and field, such as `lock.idleMinutes`. Each value is checked by the station that takes it. */
  preferences: z.record(z.string(), z.unknown()),
  operators: z.array(z.unknown()).max(1_000),
  /** The same of what belongs to one account: see `accountAtHub`. */
  accounts: z.record(z.string(), z.record(z.string(), z.unknown())),
})
export type SetupDocument = z.output<typeof setupDocument>

/** The exact text that was signed, with its signature: serialized again, it might not match. */
const signedSetup = z.looseObject({
  format: z.literal(2),
  /** JSON of a document. */
  text: z.string(),
  /** As in `SetupKey`. It is believed only where a station has pinned the same one. */
  key: z.string().max(100),
  /** Ed25519, in base64. */
  signature: z.string().max(100),
})

/** A setup as it is stored at the hub and on each PC: the document itself where IT has made no key. */
export const publishedSetup = z.discriminatedUnion('format', [setupDocument, signedSetup])
export type PublishedSetup = z.output<typeof publishedSetup>

export function publishedOf(document: SetupDocument, key: SetupKey | null): PublishedSetup {
  if (key?.signs == null) return document
  const text = JSON.stringify(document)
  return { format: 2, text, key: key.id, signature: key.signs(text) }
}

/** A document that counts, and the key that signed it; `null` for none. */
export type KnownSetup = { document: SetupDocument; key: string | null }
/** `newer`: signed as it should be, in a format of a newer version. */
export type SetupRead = KnownSetup | { refused: SetupRefusal | 'newer' }

/**
 * SECURITY: somebody with a station's files can write to the hub in its name, so what counts for all is what the pinned
 * key has signed.
 * @param pinned `null` for none: everything counts that is not broken
 */
export function readSetup(published: PublishedSetup, group: string, pinned: string | null): SetupRead {
  if (published.format === 1)
    return pinned === null ? { document: published, key: null } : { refused: 'unsigned' }
  const { text, key, signature } = published
  if (key !== (pinned ?? key) || !isSignedBy(key, text, signature)) return { refused: 'wrong_signature' }
  const document = setupDocument.safeParse(parsedJson(text)).data
  if (document === undefined) return { refused: 'newer' }
  return document.group === group ? { document, key } : { refused: 'other_group' }
}

/**
 * Whether the hub has an older setup than this station. Versions are those of one key; a setup without a signature may be
 * of the time before there was one.
 */
export function isOlderSetup(found: KnownSetup, known: KnownSetup): boolean {
  return found.document.version < known.document.version && (found.key === known.key || found.key === null)
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
