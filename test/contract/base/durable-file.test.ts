import { mkdirSync, readFileSync, statSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { noteCurrentAccount } from '../../../src/main/app/account/account-folders'
import { saveConnection } from '../../../src/main/app/account/connection'
import { openSignInFile } from '../../../src/main/areas/operators/sign-in-state'
import { openPreferences } from '../../../src/main/areas/settings/preferences'
import { openKeyFile } from '../../../src/main/base/key-file'
import { writeExportFile } from '../../../src/main/store/recovery/export-file'
import { tempDir } from '../../support/temp-dir'

const BASE_URL = 'https://shop.example'
const SIGNED_OUT = { signedInId: null, locked: true, activeAtMs: null, tries: {} }

const WRITERS: Readonly<Record<string, (dir: string) => void>> = {
  'preferences.json': (dir) =>
    void openPreferences(dir, () => {}).save({ sound: { volume: 0.5, speech: false } }),
  'private.sealed': (dir) => openPreferences(dir, () => {}).savePrivate('operators', []),
  'sign-in.json': (dir) => openSignInFile(dir, () => {}).save(SIGNED_OUT),
  'secret.key': (dir) => void openKeyFile(dir).seal(Buffer.from('text')),
  'connection.json': (dir) => saveConnection(dir, { mode: 'live', baseUrl: BASE_URL }),
  'accounts.json': (dir) => noteCurrentAccount(dir, BASE_URL, 2),
  'ops.json': (dir) => void writeExportFile(dir, 'ops', '[]'),
}

/** Records calls to the file system from now on: real calls, each by name. */
function watchDisk(): string[] {
  const fs = process.getBuiltinModule('node:fs')
  const { writeFileSync, renameSync, fsyncSync } = fs
  const calls: string[] = []
  const isFolder = (fd: number): boolean => fs.fstatSync(fd).isDirectory()
  fs.writeFileSync = (file, data, options) => {
    writeFileSync(file, data, options)
    if (typeof options === 'object' && options?.flush === true) calls.push('flush file')
  }
  fs.fsyncSync = (fd) => {
    calls.push(isFolder(fd) ? 'flush folder' : 'flush file')
    fsyncSync(fd)
  }
  fs.renameSync = (from, to) => {
    calls.push(`rename to ${basename(String(to))}`)
    renameSync(from, to)
  }
  syncBuiltinESMExports()
  onTestFinished(() => {
    Object.assign(fs, { writeFileSync, renameSync, fsyncSync })
    syncBuiltinESMExports()
  })
  return calls
}

describe.runIf(process.platform !== 'win32').each(Object.entries(WRITERS))('%s', (name, write) => {
  it('is on the disk, and under its name there, once it is saved', () => {
    const dir = tempDir()
    const calls = watchDisk()
    write(dir)
    expect(calls.slice(-3)).toEqual(['flush file', `rename to ${name}`, 'flush folder'])
  })

  it('is for this user alone', () => {
    const dir = tempDir()
    write(dir)
    expect(statSync(join(dir, name)).mode & 0o777).toBe(0o600)
  })
})

it('keeps the file that was there when the disk refuses the new one', () => {
  const dir = tempDir()
  saveConnection(dir, { mode: 'live', baseUrl: BASE_URL })
  mkdirSync(join(dir, 'connection.json.new'))
  expect(() => saveConnection(dir, { mode: 'live', baseUrl: 'https://other.example' })).toThrow()
  expect(readFileSync(join(dir, 'connection.json'), 'utf8')).toContain(BASE_URL)
})
