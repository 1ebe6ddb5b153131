import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import {
  parsePreferences,
  type PreferenceChanges,
  type PreferenceSection,
  type Preferences,
} from '../../../shared/contract/preferences'
import { writeDurably } from '../../base/durable-file'
import { openKeyFile } from '../../base/key-file'
import { StartError, StationError } from '../../base/station-error'
import { openPrivateFile } from './private-file'

/** How this PC is set up; see `shared/contract/preferences.ts`. */
export type PreferenceFile = {
  read(): Preferences
  /**
   * Changes the given fields, durably; the others are kept.
   * @throws StationError `provisioned` naming the values that IT sets; the disk's error. Nothing is changed then.
   */
  save(part: PreferenceChanges): Preferences
  /** A section that the window never sees and that never leaves this PC, as stored; `null` when there is none. */
  readPrivate(section: string): unknown
  savePrivate(section: string, value: unknown): void
}

/** Values that IT sets, by section and field. */
export type FixedPreferences = {
  readonly [S in PreferenceSection]?: Readonly<Record<string, unknown>> | undefined
}

/** What is stored, with other values for some fields of some sections. */
function withFields(
  stored: Record<string, unknown>,
  part: PreferenceChanges | FixedPreferences,
): Record<string, unknown> {
  const sections = Object.entries(part).map(([section, fields]): [string, unknown] => {
    const kept = stored[section]
    return [section, { ...(typeof kept === 'object' ? kept : {}), ...fields }]
  })
  return { ...stored, ...Object.fromEntries(sections) }
}

/** The values that IT sets may be sent unchanged, as the warehouse's setup does. */
function refuseFixed(part: PreferenceChanges, parsed: Preferences, fixed: FixedPreferences): void {
  const sections = Object.keys(fixed) as PreferenceSection[]
  const changed = sections.flatMap((section) => {
    const asked: Readonly<Record<string, unknown>> | undefined = part[section]
    const now: Readonly<Record<string, unknown>> = parsed[section]
    if (asked === undefined) return []
    return Object.keys(fixed[section] ?? {}).filter(
      (field) => field in asked && !isDeepStrictEqual(asked[field], now[field]),
    )
  })
  if (changed.length > 0)
    throw new StationError(
      'provisioned',
      `IT sets ${changed.join(', ')}`,
      Object.fromEntries(changed.map((field) => [field, 'provisioned'])),
    )
}

/**
 * Opens `preferences.json` in the data folder, and next to it the sealed file with what no copy may carry to another
 * PC. A file that is not valid JSON is set aside, and the station starts with the defaults: a scanner's settings must
 * never keep it from packing.
 * @param fixed what IT sets: it wins over what is stored, and cannot be changed here
 * @throws StartError `data_dir_unusable` when one of the files cannot be read now
 */
export function openPreferences(
  dataDir: string,
  log: (line: string) => void,
  fixed: FixedPreferences = {},
): PreferenceFile {
  const file = join(dataDir, 'preferences.json')
  const sealed = openPrivateFile(dataDir, openKeyFile(dataDir, log), log)
  // Sections that this version does not know stay in the file.
  let stored = readStored(file, log)
  const parse = (sections: Record<string, unknown>) => parsePreferences(withFields(sections, fixed))
  let parsed = parse(stored)
  const write = (next: Record<string, unknown>): void => {
    writeDurably(file, JSON.stringify(next, null, 2))
    stored = next
    parsed = parse(stored)
  }
  return {
    read: () => parsed,
    save(part) {
      refuseFixed(part, parsed, fixed)
      write(withFields(stored, part))
      return parsed
    },
    readPrivate: (section) => sealed.read(section),
    savePrivate: (section, value) => sealed.save(section, value),
  }
}

function readStored(file: string, log: (line: string) => void): Record<string, unknown> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    const why = error instanceof Error ? error.message : String(error)
    throw new StartError(
      'data_dir_unusable',
      `${file} cannot be read: ${why}. Make it readable or remove it.`,
      {
        cause: error,
      },
    )
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
