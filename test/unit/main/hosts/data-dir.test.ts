import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { takeDataDir } from '../../../../src/main/hosts/data-dir'
import { HostError } from '../../../../src/main/hosts/host'
import { StartError } from '../../../../src/main/base/station-error'
import { tempDir } from '../../../support/temp-dir'

test('a second start on the same folder is refused until the first releases it', () => {
  const dir = path.join(tempDir(), 'new', 'station')
  const release = takeDataDir(dir)
  expect(() => takeDataDir(dir)).toThrow(
    new HostError(`Packbench is already running with the data folder ${dir}`),
  )
  release()
  takeDataDir(dir)()
})

test('a killed process leaves nothing that blocks the next start', async () => {
  const dir = tempDir()
  const hold = `
    const database = new (require('better-sqlite3'))(process.argv[1])
    database.exec('BEGIN EXCLUSIVE')
    console.log('held')
    setInterval(() => database, 1000)`
  const holder = spawn(process.execPath, ['-e', hold, path.join(dir, 'station.lock')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  expect(() => takeDataDir(dir)).toThrow('already running')
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  takeDataDir(dir)()
})

test('an unusable folder is reported in one line', () => {
  const file = path.join(tempDir(), 'a-file')
  writeFileSync(file, '')
  expect(() => takeDataDir(file)).toThrow(StartError)
  expect(() => takeDataDir(path.join(file, 'below'))).toThrow(/^The data folder .*a-file.* cannot be used/)
})

test.runIf(process.platform === 'linux')(
  'a folder where the system makes none is refused, not waited for',
  () => {
    expect(() => takeDataDir('/proc/packbench/station')).toThrow(
      expect.objectContaining({ code: 'data_dir_unusable' }),
    )
  },
)

test.skipIf(process.platform === 'win32')(
  'all that the station keeps is this user’s alone, whatever rights it had, and so is what it creates',
  () => {
    const umask = process.umask()
    onTestFinished(() => void process.umask(umask))
    const [dir, elsewhere] = [tempDir(), tempDir()]
    const modeOf = (...names: string[]) => statSync(path.join(dir, ...names)).mode & 0o777
    const account = path.join(dir, 'live', 'shop')
    mkdirSync(path.join(account, 'backups'), { recursive: true })
    const files = ['station.sqlite', 'station.sqlite-wal', 'station.sqlite-shm', 'backups/station-1.sqlite']
    for (const file of files) writeFileSync(path.join(account, file), '', { mode: 0o644 })
    for (const file of ['preferences.json', 'accounts.json', 'theirs.txt', 'secret.key'])
      writeFileSync(path.join(dir, file), '')
    writeFileSync(path.join(elsewhere, 'linked'), '')
    symlinkSync(path.join(elsewhere, 'linked'), path.join(account, 'link'))
    for (const at of [dir, path.join(dir, 'live'), account, path.join(account, 'backups')])
      chmodSync(at, 0o755)
    for (const file of ['secret.key', 'accounts.json', 'theirs.txt']) chmodSync(path.join(dir, file), 0o644)
    chmodSync(path.join(elsewhere, 'linked'), 0o644)
    takeDataDir(dir)()
    for (const at of [[], ['live'], ['live', 'shop'], ['live', 'shop', 'backups']])
      expect(modeOf(...at), at.join('/')).toBe(0o700)
    for (const file of files) expect(modeOf('live', 'shop', file), file).toBe(0o600)
    for (const file of ['preferences.json', 'accounts.json', 'secret.key'])
      expect(modeOf(file), file).toBe(0o600)
    // Not ours: another program's file in the same folder, and the target of a link.
    expect(modeOf('theirs.txt')).toBe(0o644)
    expect(statSync(path.join(elsewhere, 'linked')).mode & 0o777).toBe(0o644)
    writeFileSync(path.join(dir, 'later'), '')
    expect(modeOf('later')).toBe(0o600)
  },
)
