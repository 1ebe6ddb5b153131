import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { closeDatabase, openDatabase } from '../../src/main/store/db/open'

let made: Buffer | null = null

/**
 * Puts the file of a new station where there is none yet and none was lost, as `openDatabase` would make it, but in a
 * tenth of the time: the migrations ran once for all stations of this process.
 */
export function putNewFile(file: string): void {
  const dir = dirname(file)
  mkdirSync(dir, { recursive: true })
  if (readdirSync(dir).some((name) => name.startsWith(basename(file)))) return
  writeFileSync(file, (made ??= makeNewFile()))
}

function makeNewFile(): Buffer {
  const dir = mkdtempSync(join(tmpdir(), 'packbench-new-'))
  try {
    const file = join(dir, 'station.sqlite')
    closeDatabase(openDatabase(file))
    return readFileSync(file)
  } finally {
    rmSync(dir, { recursive: true })
  }
}
