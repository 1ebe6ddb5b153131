import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parsePreferences, type Preferences } from '../shared/contract/preferences'

/** How this PC is set up; see `shared/contract/preferences.ts`. */
export type PreferenceFile = {
  read(): Preferences
  /** Replaces the sections that are given, durably. Throws what the disk refuses; nothing is changed then. */
  save(part: Partial<Preferences>): Preferences
  /** One section that the window never sees, as it was stored; `null` when there is none. */
  readPrivate(section: string): unknown
  savePrivate(section: string, value: unknown): void
}

/**
 * Opens `preferences.json` in the data folder. A file that cannot be read as JSON is moved aside, and the station
 * starts with the defaults: a scanner's settings must never keep it from packing.
 */
export function openPreferences(dataDir: string, log: (line: string) => void): PreferenceFile {
  const file = join(dataDir, 'preferences.json')
  // What this version does not know stays in the file.
  let stored = readStored(file, log)
  const write = (next: Record<string, unknown>): void => {
    // SECURITY: operators' PINs are short, so that even their hashes are for nobody else to try.
    writeFileSync(`${file}.new`, JSON.stringify(next, null, 2), { flush: true, mode: 0o600 })
    renameSync(`${file}.new`, file)
    stored = next
  }
  return {
    read: () => parsePreferences(stored),
    save(part) {
      write({ ...stored, ...part })
      return parsePreferences(stored)
    },
    readPrivate: (section) => stored[section] ?? null,
    savePrivate: (section, value) => write({ ...stored, [section]: value }),
  }
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
    // Handled below, like JSON that is no object.
  }
  renameSync(file, `${file}.damaged`)
  log(`${file} was damaged and moved aside; the station starts with its defaults.`)
  return {}
}
