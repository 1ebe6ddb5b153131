import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { parsePreferences, type Preferences } from '../../../shared/contract/preferences'
import { writeDurably } from '../../base/durable-file'
import { openKeyFile } from '../../base/key-file'
import { isNoRoom } from '../../base/no-room'
import { openPrivateFile, type PrivateFile } from './private-file'

/** How this PC is set up; see `shared/contract/preferences.ts`. */
export type PreferenceFile = {
  read(): Preferences
  /** Replaces the given sections, durably. Throws the disk's error; nothing is changed then. */
  save(part: Partial<Preferences>): Preferences
  /** A section that the window never sees and that never leaves this PC, as stored; `null` when there is none. */
  readPrivate(section: string): unknown
  savePrivate(section: string, value: unknown): void
}

/** Sections that earlier versions stored unencrypted in `preferences.json`; never rename. */
const ONCE_IN_THE_CLEAR = ['operators', 'lanSecret']

/**
 * Opens `preferences.json` in the data folder, and next to it the sealed file with what no copy may carry to another
 * PC. A file that is not valid JSON is set aside, and the station starts with the defaults: a scanner's settings must
 * never keep it from packing.
 * @throws StartError `data_dir_unusable` when the sealed file cannot be read now
 */
export function openPreferences(dataDir: string, log: (line: string) => void): PreferenceFile {
  const file = join(dataDir, 'preferences.json')
  const sealed = openPrivateFile(dataDir, openKeyFile(dataDir, log), log)
  // Sections that this version does not know stay in the file.
  let stored = readStored(file, log)
  let parsed = parsePreferences(stored)
  const write = (next: Record<string, unknown>): void => {
    writeDurably(file, JSON.stringify(next, null, 2))
    stored = next
    parsed = parsePreferences(stored)
  }
  try {
    const cleared = takePrivate(stored, sealed)
    if (cleared !== null) write(cleared)
  } catch (error) {
    // They stay in the old file, and are read from there, until a start finds disk space.
    if (!isNoRoom(error)) throw error
    log(`The disk is full; private sections stay in ${file} until the next start.`)
  }
  return {
    read: () => parsed,
    save(part) {
      write({ ...stored, ...part })
      return parsed
    },
    readPrivate: (section) =>
      !sealed.has(section) && ONCE_IN_THE_CLEAR.includes(section)
        ? (stored[section] ?? null)
        : sealed.read(section),
    savePrivate: (section, value) => sealed.save(section, value),
  }
}

/**
 * SECURITY: PINs are short, so even their hashes must not be readable. A section already in the sealed file wins over
 * one in a copied `preferences.json`.
 * @returns the preferences without the private sections, or `null` when there were none
 */
function takePrivate(stored: Record<string, unknown>, sealed: PrivateFile): Record<string, unknown> | null {
  const found = ONCE_IN_THE_CLEAR.filter((section) => Object.hasOwn(stored, section))
  if (found.length === 0) return null
  // Sealed first: a crash in between leaves them in both files, never in none.
  for (const section of found) if (!sealed.has(section)) sealed.save(section, stored[section] ?? null)
  return Object.fromEntries(Object.entries(stored).filter(([section]) => !found.includes(section)))
}

function readStored(file: string, log: (line: string) => void): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    throw error
  }
  try {
    const stored: unknown = JSON.parse(text)
    if (typeof stored === 'object' && stored !== null && !Array.isArray(stored))
      return stored as Record<string, unknown>
  } catch {
    // Handled below, like JSON that is not an object.
  }
  renameSync(file, `${file}.damaged`)
  log(`${file} was damaged and moved aside; the station starts with its defaults.`)
  return {}
}
