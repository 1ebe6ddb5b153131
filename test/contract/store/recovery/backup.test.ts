import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkBackup, makeBackup } from '../../../../src/main/store/recovery/backup'
import { backupName, listBackups } from '../../../../src/main/store/recovery/backup-files'
import { createBackups } from '../../../../src/main/store/recovery/backup-schedule'
import { inTransaction } from '../../../../src/main/store/db/database'
import { asideFile } from '../../../../src/main/store/recovery/file-swap'
import { readSetting, writeSetting } from '../../../../src/main/store/tables/settings'
import { makeStation, type TestStation } from '../../../support/account'
import { leafPages, ruinPage } from '../../../support/damage'
import { makeOrder } from '../../../support/orders'
import { eventually } from '../../../support/eventually'

const HOUR_MS = 3_600_000
const WALL_MS = Date.parse('2026-11-20T09:00:00.000Z')

const dirOf = (station: TestStation) => join(dirname(station.file), 'backups')
const fill = ({ db }: TestStation, rows = 20_000) =>
  inTransaction(db, (tx) => {
    for (let index = 0; index < rows; index += 1) writeSetting(tx, `key-${index}`, 'x'.repeat(200))
  })
const openCopy = (file: string) => {
  const copy = new Database(file, { readonly: true })
  onTestFinished(() => {
    copy.close()
  })
  return copy
}

describe('a backup', () => {
  it('is one whole file, made while the station keeps writing', async () => {
    const station = makeStation()
    fill(station)
    const making = makeBackup(station.db, dirOf(station), WALL_MS)
    let made = false
    void making.then(() => (made = true))
    let written = 0
    while (!made) {
      inTransaction(station.db, (tx) => writeSetting(tx, 'during', String(written)))
      written += 1
      await new Promise((resolve) => setImmediate(resolve))
    }
    const { name, bytes, madeAt } = await making
    expect(written).toBeGreaterThan(10)
    expect(readdirSync(dirOf(station))).toEqual([name])
    const file = join(dirOf(station), name)
    expect([madeAt, bytes]).toEqual(['2026-11-20T09:00:00.000Z', readFileSync(file).length])
    checkBackup(file)
    expect(readSetting(openCopy(file), 'key-19999')).toBe('x'.repeat(200))
    expect(readSetting(station.db, 'during')).toBe(String(written - 1))
  })

  it('keeps buyers sealed', async () => {
    const station = makeStation()
    station.take(makeOrder())
    const { name } = await makeBackup(station.db, dirOf(station), WALL_MS)
    const bytes = readFileSync(join(dirOf(station), name)).toString('latin1')
    expect(bytes).toContain('EXT-1001-1')
    for (const secret of ['jo@example.com', '555 0100', 'Test Street', 'Jo Doe'])
      expect(bytes).not.toContain(secret)
  })

  it('removes expired ones and leftovers of a kill', async () => {
    const station = makeStation()
    mkdirSync(dirOf(station))
    for (let hours = 1; hours <= 30; hours += 1)
      writeFileSync(join(dirOf(station), backupName(WALL_MS - hours * HOUR_MS)), 'x')
    writeFileSync(join(dirOf(station), `${backupName(1)}.part-journal`), 'x')
    writeFileSync(join(dirOf(station), 'notes.txt'), 'x')
    await makeBackup(station.db, dirOf(station), WALL_MS)
    expect(listBackups(dirOf(station))).toHaveLength(24)
    expect(readdirSync(dirOf(station)).filter((name) => !name.startsWith('station-2026'))).toEqual([
      'notes.txt',
    ])
  })

  it('is discarded when one of its pages cannot be read', async () => {
    const station = makeStation()
    fill(station)
    await station.close()
    const pages = leafPages(station.file, 'settings')
    ruinPage(station.file, pages[Math.floor(pages.length / 2)] ?? 0)
    const again = makeStation({ file: station.file })
    await expect(makeBackup(again.db, dirOf(again), WALL_MS)).rejects.toMatchObject({
      code: 'backup_unusable',
    })
    expect(readdirSync(dirOf(again))).toEqual([])
  })

  it('is abandoned when the station closes, and leaves nothing behind', async () => {
    const station = makeStation()
    fill(station)
    const abort = new AbortController()
    const making = makeBackup(station.db, dirOf(station), WALL_MS, abort.signal)
    while (!existsSync(dirOf(station)) || readdirSync(dirOf(station)).length === 0)
      await new Promise((resolve) => setImmediate(resolve))
    abort.abort()
    await expect(making).rejects.toMatchObject({ name: 'AbortError' })
    expect(readdirSync(dirOf(station))).toEqual([])
  })
})

describe('the schedule', () => {
  const schedule = (station: TestStation, dir = dirOf(station)) => {
    const faults: unknown[] = []
    const backups = createBackups({
      db: station.db,
      dir,
      clock: station.clock,
      onFault: (error) => faults.push(error),
    })
    onTestFinished(() => backups.stop())
    return { backups, faults }
  }
  const count = (station: TestStation, expected: number) =>
    eventually(() => {
      expect(listBackups(dirOf(station))).toHaveLength(expected)
      // The next backup is scheduled when one is done.
      expect(station.clock.pending()).toBe(1)
    })

  it('makes one soon after the start, and then every hour', async () => {
    const station = makeStation()
    schedule(station).backups.start()
    station.clock.advance(60_000)
    await count(station, 1)
    station.clock.advance(HOUR_MS - 1)
    await count(station, 1)
    station.clock.advance(1)
    await count(station, 2)
  })

  it('waits until the newest is an hour old, even if the clock was set back', async () => {
    const station = makeStation()
    const first = schedule(station)
    await first.backups.make()
    station.clock.advance(HOUR_MS / 2)
    first.backups.start()
    station.clock.advance(HOUR_MS / 2 - 1)
    await count(station, 1)
    station.clock.advance(1)
    await count(station, 2)
    await first.backups.stop()
    station.clock.setWall(WALL_MS - 1_000 * HOUR_MS)
    schedule(station).backups.start()
    station.clock.advance(HOUR_MS)
    await count(station, 3)
  })

  it('reports a failed one, and tries again', async () => {
    const station = makeStation()
    const blocked = dirOf(station)
    writeFileSync(blocked, 'a file where the folder should be')
    const { backups, faults } = schedule(station)
    backups.start()
    station.clock.advance(600_000)
    await eventually(() => {
      expect(faults).toMatchObject([{ code: 'ENOTDIR' }, { code: 'EEXIST' }])
      expect(station.clock.pending()).toBe(1)
    })
    rmSync(blocked)
    station.clock.advance(600_000)
    await count(station, 1)
  })

  it('removes replaced files after two weeks, and no damaged ones', async () => {
    const station = makeStation()
    const DAYS_14 = 14 * 24 * HOUR_MS
    const put = (reason: 'damaged' | 'replaced', agoMs: number) => {
      const file = asideFile(station.file, reason, WALL_MS - agoMs)
      for (const ending of ['', '-wal']) writeFileSync(`${file}${ending}`, 'x')
      return basename(file)
    }
    put('replaced', DAYS_14 + HOUR_MS)
    const kept = [put('replaced', DAYS_14 - HOUR_MS), put('damaged', 2 * DAYS_14)]
    schedule(station).backups.start()
    station.clock.advance(60_000)
    await count(station, 1)
    const left = readdirSync(dirname(station.file)).filter((name) => /^aside.*sqlite$/.test(name))
    expect(left.sort()).toEqual(kept.sort())
  })

  it('opens only backups', async () => {
    const station = makeStation()
    const { backups } = schedule(station)
    const { name } = await backups.make()
    expect(backups.fileOf(name)).toBe(join(dirOf(station), name))
    for (const other of ['..', backupName(1), '../station.sqlite'])
      expect(() => backups.fileOf(other)).toThrow(expect.objectContaining({ code: 'backup_not_found' }))
  })
})

describe('checking a backup', () => {
  const made = async () => {
    const station = makeStation()
    fill(station)
    const { name } = await makeBackup(station.db, dirOf(station), WALL_MS)
    return join(dirOf(station), name)
  }
  const unusable = expect.objectContaining({ code: 'backup_unusable' })

  it('refuses a newer schema', async () => {
    const file = await made()
    const raw = new Database(file)
    raw.pragma('user_version = 9999990')
    raw.close()
    expect(() => checkBackup(file)).toThrow(unusable)
  })

  it('refuses a damaged one, and a file that is not a database', async () => {
    const file = await made()
    const pages = leafPages(file, 'settings')
    ruinPage(file, pages[3] ?? 0)
    expect(() => checkBackup(file)).toThrow(unusable)
    writeFileSync(file, 'this is a letter '.repeat(500))
    expect(() => checkBackup(file)).toThrow(unusable)
  })
})
