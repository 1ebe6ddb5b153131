import { readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { writeDurably } from '../../base/durable-file'
import { KeyFileUnreadable, type KeyFile } from '../../base/key-file'
import { StartError } from '../../base/station-error'

/** Sections that stay on this PC: credentials of operators and the stations' passphrase. */
export type PrivateFile = {
  /** `null` when there is none. */
  read(section: string): unknown
  /** Durable; `null` removes the section. Throws the disk's error; nothing is changed then. */
  save(section: string, value: unknown): void
}

/** IT removes it when the last supervisor is gone; see the README. Never rename. */
const FILE = 'private.sealed'

/**
 * Opens `private.sealed` in the data folder. If this PC's key file cannot open it, it was damaged or comes from another
 * PC: it is set aside and the sections start empty. SECURITY: sealed as a whole, so that a copy gives another PC
 * neither a badge nor a hash to try PINs on.
 * @throws StartError `data_dir_unusable` when it or the key file cannot be read now
 */
export function openPrivateFile(dataDir: string, keyFile: KeyFile, log: (line: string) => void): PrivateFile {
  const file = join(dataDir, FILE)
  let stored = readStored(file, keyFile, log)
  return {
    read: (section) => stored[section] ?? null,
    save(section, value) {
      const next = { ...stored, [section]: value }
      if (value === null) delete next[section]
      writeDurably(file, keyFile.seal(Buffer.from(JSON.stringify(next), 'utf8')))
      stored = next
    },
  }
}

function readStored(file: string, keyFile: KeyFile, log: (line: string) => void): Record<string, unknown> {
  try {
    return JSON.parse(keyFile.open(readFileSync(file)).toString('utf8')) as Record<string, unknown>
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return {}
    const failedToRead = error instanceof Error && 'syscall' in error
    // SECURITY: without operators anybody may do anything, so only a lost key may empty them.
    if (failedToRead || error instanceof KeyFileUnreadable)
      throw new StartError('data_dir_unusable', `${file} cannot be read: ${error.message}`, { cause: error })
  }
  renameSync(file, `${file}.damaged`)
  log(
    `${file} cannot be opened with this PC’s key and was moved aside: enter the operators and the stations’ passphrase again.`,
  )
  return {}
}
