import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { takeDataDir } from '../../../../src/main/hosts/data-dir'
import { HostError } from '../../../../src/main/hosts/host'
import { StartError } from '../../../../src/main/station-error'
import { tempDir } from '../../../support/temp-dir'

test('a second start on the same folder is refused until the first gives it back', () => {
  const dir = path.join(tempDir(), 'new', 'station')
  const release = takeDataDir(dir)
  expect(() => takeDataDir(dir)).toThrow(
    new HostError(`Packbench is already running with the data folder ${dir}`),
  )
  release()
  takeDataDir(dir)()
})

test('a killed process leaves nothing behind that keeps the next one out', async () => {
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

test('a folder that cannot be used is said to be so in one line', () => {
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
