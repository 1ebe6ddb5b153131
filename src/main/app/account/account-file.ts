import { existsSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { preferenceSchemas } from '../../../shared/contract/preferences'
import { ACCOUNT_COLORS } from '../../../shared/domain/station/account-color'
import { writeDurably } from '../../base/durable-file'

/**
 * What must be known of an account while another one is open, in `account.json` in its folder and not in its database:
 * that may be damaged, locked or of a newer version, and a restored backup would bring an old name back. It travels
 * with the folder, and a reset removes it with everything else. Never rename a field.
 */
const stored = z.object({
  /** The folder's name has only a hash of it. */
  baseUrl: z.url(),
  /** Empty: the address is its name. */
  name: z.string().max(30).catch(''),
  color: z.enum(ACCOUNT_COLORS).catch('gray'),
  /** When it was last opened or left, ISO 8601 UTC. */
  workedAt: z.iso.datetime().nullable().catch(null),
  /**
   * The sender on its papers; `null`: this PC's. Only the first account uses the PC's: a second one must not send
   * parcels in the first one's name.
   */
  sender: preferenceSchemas.sender.nullable().catch(null),
})
export type AccountFile = z.output<typeof stored>

/** Never rename. */
const FILE = 'account.json'

/** `null` when there is none, or it cannot be read. */
export function readAccountFile(dir: string): AccountFile | null {
  try {
    return stored.parse(JSON.parse(readFileSync(join(dir, FILE), 'utf8')))
  } catch {
    return null
  }
}

/** Writes it durably. Throws the disk's error; nothing is changed then. */
export function saveAccountFile(dir: string, content: AccountFile): void {
  const file = join(dir, FILE)
  // A name that a person chose may still be legible in it.
  if (existsSync(file) && readAccountFile(dir) === null) renameSync(file, `${file}.damaged`)
  writeDurably(file, JSON.stringify(content, null, 2))
}

/** Whether the folder is an account's, although its database may be gone. */
export function hasAccountFile(dir: string): boolean {
  return existsSync(join(dir, FILE))
}
